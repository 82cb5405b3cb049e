import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packed, takesGzip } from '#platform/http/response/content-coding.ts';

describe('a client states by Accept-Encoding whether it takes gzip', () => {
  it.each([
    ['gzip'],
    ['GZIP'],
    ['x-gzip'],
    ['compress, gzip'],
    ['*'],
    ['compress;q=0.5, gzip;q=1.0'],
    ['gzip;q=1.0, identity; q=0.5, *;q=0'],
    ['gzip, deflate'],
    ['gzip, deflate, br, zstd'],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1'],
    [' gzip ; q=1'],
    ['gzip\t;\tq=0.001'],
    ['gzip;Q=0.5'],
    ['gzip;q=1.'],
    ['gzip;q=1.000'],
    [',, gzip ,'],
    ['*;q=0.5'],
    ['*;q=0, gzip'],
    ['gzip, identity'],
    ['gzip;q=0.2, identity;q=0.2'],
    ['identity;q=0, gzip;q=0.001'],
    ['identity;q=0, *'],
    ['gzip;q=0.4, br;q=0.9, identity;q=0.3'],
    ['deflate;level=9, gzip'],
  ])('a client that states %j gets gzip', (accepted) => {
    expect(takesGzip(accepted)).toBe(true);
  });

  it.each([
    [undefined],
    [''],
    [' '],
    ['identity'],
    ['br'],
    ['deflate, br'],
    ['gzip;q=0'],
    ['gzip;q=0.000'],
    ['x-gzip;q=0.'],
    ['gzip;q=0, *'],
    ['gzip;q=0, *;q=1'],
    ['*;q=0'],
    ['identity;q=0'],
    ['identity;q=0, br'],
    ['identity, gzip;q=0.5'],
    ['gzip;q=0.2, identity;q=0.3'],
    ['gzip;q=0.2, *;q=0.3'],
    ['xgzip'],
    ['x-*'],
    ['gzip2, not-gzip'],
    ['gzip br'],
    ['"gzip"'],
    ['gzip;q=1.5'],
    ['gzip;q=-1'],
    ['gzip;q=0.1234'],
    ['gzip;q=1.001'],
    ['gzip;q='],
    ['gzip;q'],
    ['gzip;q = 1'],
    ['gzip;level=9'],
    ['gzip;q=1;level=9'],
    ['gzip\u0000'],
    ['__proto__, constructor;q=1'],
  ])('a client that states %j gets the answer as it is', (accepted) => {
    expect(takesGzip(accepted)).toBe(false);
  });

  it('a header of ten thousand commas, spaces or codings is read at once', () => {
    for (const one of [',', ' ', 'gzip;', 'gzip,', ', ', ';q=0', 'x-']) {
      expect(takesGzip(one.repeat(10_000))).toBe(one === 'gzip,');
    }
  });
});

describe('an answer for a client that takes gzip', () => {
  const body = JSON.stringify({ name: 'Jos\u00e9 \u4e2d\u6587 \ud83d\udcb3'.repeat(100) });
  const headers = { 'content-type': 'application/json' };
  const unpackedBody = ({ body: sent = '' }: { readonly body?: string }) =>
    gunzipSync(Buffer.from(sent, 'base64')).toString('utf8');

  it('an answer of a thousand characters is packed, and unpacked it has the same bytes', () => {
    const answer = packed('gzip', { statusCode: 200, headers, body });
    expect(answer).toEqual({
      statusCode: 200,
      headers: { ...headers, vary: 'accept-encoding', 'content-encoding': 'gzip' },
      body: expect.any(String),
      isBase64Encoded: true,
    });
    expect(unpackedBody(answer)).toBe(body);
  });

  it('an answer that could have been packed says so to caches, also where it was not', () => {
    const answer = { statusCode: 200, headers, body };
    expect(packed(undefined, answer)).toEqual({
      ...answer,
      headers: { ...headers, vary: 'accept-encoding' },
    });
  });

  it('an answer keeps the headers by which it varies besides', () => {
    const vary = 'api-key, authorization';
    for (const accepted of ['gzip', 'br']) {
      const answer = packed(accepted, { headers: { ...headers, vary }, body });
      expect(answer.headers.vary).toBe('api-key, authorization, accept-encoding');
    }
  });

  it('a short answer stays as it is, and one without a body', () => {
    for (const text of [{}, { body: '' }, { body: 'x'.repeat(999) }]) {
      const answer = { headers, ...text };
      expect(packed('gzip', answer)).toBe(answer);
    }
  });

  it('an answer of bytes stays as it is', () => {
    const answer = { headers, body: gzipSync(body).toString('base64'), isBase64Encoded: true };
    const long = { ...answer, body: answer.body.repeat(20) };
    expect(packed('gzip', long)).toBe(long);
  });

  it('an answer that gzip makes no shorter is sent as it is', () => {
    const random = randomBytes(900).toString('base64');
    expect(packed('gzip', { headers, body: random })).toEqual({
      headers: { ...headers, vary: 'accept-encoding' },
      body: random,
    });
  });
});
