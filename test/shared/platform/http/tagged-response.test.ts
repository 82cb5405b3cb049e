import { gunzipSync } from 'node:zlib';
import { taggedResponse } from '#platform/http/tagged-response.ts';

const body = { fields: ['iban', 'email'] };
const text = JSON.stringify(body);

describe('an answer that a browser may keep', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', ' gzip ; q=1'])(
    'a browser that takes %s gets the answer compressed',
    (accepted) => {
      const answer = taggedResponse(body, { 'accept-encoding': accepted });
      expect(answer).toMatchObject({
        status: 200,
        isBase64: true,
        headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      });
      expect(gunzipSync(Buffer.from(answer.body, 'base64')).toString('utf8')).toBe(text);
    },
  );

  it.each([undefined, '', 'br', 'gzip;q=0', 'identity, gzip;q=0.000', 'xgzip'])(
    'a browser that takes %s gets the answer as it is',
    (accepted) => {
      const headers: Record<string, string> = {};
      if (accepted !== undefined) headers['accept-encoding'] = accepted;
      const answer = taggedResponse(body, headers);
      expect(answer).toMatchObject({ status: 200, body: text });
      expect(answer.headers).not.toHaveProperty('content-encoding');
    },
  );

  it('the tag is the same for each form of an answer, and another for another answer', () => {
    const tagOf = (...args: Parameters<typeof taggedResponse>) =>
      taggedResponse(...args).headers.etag;
    const tag = tagOf(body, {});
    expect(tagOf(body, { 'accept-encoding': 'gzip' })).toBe(tag);
    expect(tagOf({ fields: [] }, {})).not.toBe(tag);
    expect(taggedResponse(body, { 'if-none-match': String(tag) })).toMatchObject({
      status: 304,
      body: '',
    });
  });
});
