import { createHash } from 'node:crypto';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { compareRequest } from './compare-request.ts';
import { shown } from './differences.ts';
import type { RecordedRequest } from './vector-file.ts';

const url = 'https://api.processor.example/v1/payments';
const json = (value: unknown): Pick<RecordedRequest, 'body'> => ({
  body: { encoding: 'json', value },
});
const recorded = (given: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: { encoding: 'none' },
  ...given,
});
const ours = (given: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url,
  headers: {},
  ...given,
});
const compared = (before: RecordedRequest, after: HttpRequest, connector = 'example') =>
  compareRequest(connector, before, after).map(shown);

it('a request that differs only in insignificant details counts as equal', () => {
  const volatile = '<volatile>';
  expect(
    compared(
      recorded({
        url: `${url}?a=1&b=2`,
        headers: { Authorization: 'Bearer k', via: 'X', 'content-type': 'application/json' },
        ...json({ amount: 65.4, a: null, b: { c: null, d: {} }, list: [1], at: volatile }),
      }),
      ours({
        url: `${url}?b=2&a=1`,
        headers: {
          authorization: 'Bearer k',
          accept: '*/*',
          'idempotency-key': 'pay_1_1',
          'content-type': 'application/json; charset=utf-8',
        },
        body: '{"at":"today","list":[1],"amount":65.40}',
      }),
    ),
  ).toEqual([]);
});

it.each<[string, Partial<RecordedRequest>, Partial<HttpRequest>, string]>([
  ['the method', {}, { method: 'PUT' }, 'request.method: "POST" → "PUT"'],
  ['the host', {}, { url: 'https://b.example/v1/payments' }, `request.url: "${url}" → "https://b.`],
  ['the query', {}, { url: `${url}?a=1` }, 'request.query[0]: (absent) → "a=1"'],
  [
    'a credential',
    { headers: { authorization: 'Bearer a' } },
    { headers: { authorization: 'Bearer b' } },
    'request.headers.authorization: "Bearer a" → "Bearer b"',
  ],
  [
    'a version',
    { headers: { 'stripe-version': '1' } },
    {},
    'request.headers.stripe-version: "1" → (absent)',
  ],
  [
    'a header of ours',
    {},
    { headers: { 'x-api-key': 'k' } },
    'request.headers.x-api-key: (absent)',
  ],
  ['a member', json({ a: { b: [1, 2] } }), { body: '{"a":{"b":[1]}}' }, 'request.body.a.b[1]: 2 →'],
  ['a text for a number', json({ a: 65.4 }), { body: '{"a":"65.40"}' }, 'request.body.a: 65.4 →'],
  ['an amount in a text', json({ a: '65.4' }), { body: '{"a":"65.40"}' }, 'request.body.a: "65.4"'],
  ['a volatile that is empty', json({ a: '<volatile>' }), { body: '{"a":""}' }, 'request.body.a:'],
  ['no body', json({ a: 1 }), {}, 'request.body: {"a":1} → (absent)'],
  ['a body', {}, { body: 'x' }, 'request.body: (absent) → "x"'],
  ['no JSON', json({ a: 1 }), { body: 'a=1' }, 'request.body: {"a":1} → "a=1"'],
  [
    'a field of a form',
    { body: { encoding: 'form', value: { 'metadata[a]': '1' } } },
    { body: 'metadata%5Ba%5D=2' },
    'request.body.metadata[a]: "1" → "2"',
  ],
  [
    'a field that comes twice',
    { body: { encoding: 'form', value: { a: '1' } } },
    { body: 'a=1&a=1' },
    'request.body.a: "1" → ["1","1"]',
  ],
  ['XML', { body: { encoding: 'xml', value: '<a/>' } }, { body: '<b/>' }, 'request.body: "<a/>" →'],
])('a comparison of requests shows that %s differs', (_, before, after, expected) => {
  const [difference, ...more] = compared(recorded(before), ours(after));
  expect(difference?.startsWith(expected) ? expected : difference).toBe(expected);
  expect(more).toEqual([]);
});

it('a comparison of requests regards the order of members only where the processor does', () => {
  const before = recorded(json({ a: { b: 1, c: 2 }, d: null, e: 3 }));
  const body = '{"e":3,"a":{"c":2,"b":1}}';
  expect(compared(before, ours({ body }))).toEqual([]);
  expect(compared(before, ours({ body }), 'authorizedotnet')).toEqual([
    'request.body (order): "a, e" → "e, a"',
    'request.body.a (order): "b, c" → "c, b"',
  ]);
});

it('a comparison of requests computes the digest of our own bytes', () => {
  const body = '{"a":1}';
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const before = recorded({ ...json({ a: 1 }), headers: { digest: 'SHA-256=other' } });
  expect(compared(before, ours({ body, headers: { digest } }))).toEqual([]);
  expect(compared(before, ours({ body, headers: { digest: 'SHA-256=x' } }))).toEqual([
    `request.headers.digest: "${digest}" → "SHA-256=x"`,
  ]);
});

it('a comparison of requests compares the variables of GraphQL, and only the operation of the query', () => {
  const before = recorded(json({ query: 'mutation  a($x: X) { a { id } }', variables: { x: 1 } }));
  const body = (query: string, x: number) => JSON.stringify({ query, variables: { x } });
  const laidOut = 'mutation a($x: X) {\n  a { id, status }\n}';
  expect(compared(before, ours({ body: body(laidOut, 1) }))).toEqual([]);
  expect(compared(before, ours({ body: body('mutation b { b }', 2) }))).toEqual([
    'request.body.variables.x: 1 → 2',
    'request.body.query: "mutation a" → "mutation b"',
  ]);
});
