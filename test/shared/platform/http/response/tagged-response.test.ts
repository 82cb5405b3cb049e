import { taggedResponse } from '#platform/http/response/tagged-response.ts';

const body = { fields: ['iban', 'email'] };
const text = JSON.stringify(body);

describe('an answer that a browser may keep', () => {
  it('the first answer is whole, with a tag', () => {
    expect(taggedResponse(body, {})).toMatchObject({
      status: 200,
      headers: { etag: expect.stringMatching(/^W\/"/), 'content-type': 'application/json' },
      body: text,
    });
  });

  it('a browser that has the answer gets none, and another answer has another tag', () => {
    const { etag = '' } = taggedResponse(body, {}).headers;
    expect(taggedResponse({ fields: [] }, {}).headers.etag).not.toBe(etag);
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const answer = taggedResponse(body, { 'if-none-match': known });
      expect(answer).toMatchObject({ status: 304, headers: { etag }, body: '' });
    }
  });

  it('both answers vary by the key and, as those that are packed, by the coding', () => {
    const whole = taggedResponse(body, {});
    const none = taggedResponse(body, { 'if-none-match': '*' });
    expect(whole.headers.vary).toBe('api-key, authorization');
    expect(none.headers.vary).toBe('api-key, authorization, accept-encoding');
  });
});
