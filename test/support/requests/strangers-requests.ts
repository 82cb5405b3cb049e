import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { changedExample } from './changed-example.ts';

/** Names of members, fields and elements in processors' webhooks. */
const names = [
  ...['type', 'data', 'object', 'id', 'metadata', 'order_id', 'status', 'amount', 'currency'],
  ...['payment', 'refund', 'payout', 'dispute', 'reference', 'payment_id', 'action_id'],
  ...['notificationItems', 'NotificationRequestItem', 'eventCode', 'success', 'pspReference'],
  ...['event_type', 'resource', 'event_body', 'eventType', 'payload', 'eventDetails'],
  ...['bt_signature', 'bt_payload', '__proto__', 'constructor', 'toString', '', '0', 'length'],
];
const texts = [
  ...['', ' ', '\u0000', '\ud800', 'ü', '%', '%00', '..', 'pay_1_1', 'pay_example_1', 'tr_1234'],
  ...['x'.repeat(3_000), 'a[b=1', 'a[b]=1&a=2', '{"type":', '[[[', '<a>', '"', '\\', '&|&'],
  ...['payment_intent.succeeded', 'payment', 'CHARGE_SUCCEEDED', 'PAYMENT.CAPTURE.COMPLETED'],
  ...['AUTHORISATION', 'payment_captured', 'transaction.sale.success', 'true', '1e999', 'EUR'],
];
/** Texts that a path or a file system could take for something else. */
const pathTexts = [
  ...[
    '..%2f',
    '..%2F..%2fetc%2fpasswd',
    '../..',
    '%2e%2e',
    '.',
    '%',
    '%%',
    '%zz',
    '%c3%28',
    '\\..\\',
  ],
  ...['\u202eyap', '\u200f', '\u200b', '💳', '👩‍👩‍👧', 'é', 'é', 'ﬁ', '٣', 'İ', 'ß', '\ufeff'],
  ...['{payment_id}', '$where', "' OR 1=1 --", '{{7*7}}', '<script>', ';', '?a', '#', '+', '*'],
  ...['x'.repeat(8_000), '/'.repeat(2_000), 'a/'.repeat(1_000), '%2f'.repeat(1_000)],
];
const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, fc.string());
const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[\w[\]=&%+{}":,;|<>/ ?-]{0,80}$/),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(text, fc.double(), fc.maxSafeInteger(), fc.constantFrom(null, true, -0)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(name, tie('json'), { maxKeys: 5 }),
  ),
}));
const encoded = fc.tuple(name, text).map((pair) => new URLSearchParams([pair]).toString());
const xml = fc
  .tuple(fc.constantFrom('notification', 'a'), text)
  .map(([root, inner]) => Buffer.from(`<${root}>${inner}</${root}>`).toString('base64'));

/** The bodies of strangers: JSON, forms, XML in forms, and others. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  text,
  json.map((value) => JSON.stringify(value) ?? ''),
  fc.array(fc.oneof(encoded, text), { maxLength: 4 }).map((parts) => parts.join('&')),
  xml.map((payload) =>
    new URLSearchParams({ bt_signature: 'a|b', bt_payload: payload }).toString(),
  ),
);

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

/** Values of headers that parsers of the product read, right, wrong, and doubled by a proxy. */
const knownValues = [
  ...['application/json', 'application/json,application/json', 'application/json; charset=utf-16'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'multipart/form-data',
  ],
  ...['text/plain; charset="', 'application/json;;;=', 'gzip', 'br, gzip', 'identity', '-1', '1e9'],
  ...['de-DE,de;q=0.9,*;q=', 'x-'.repeat(4_000), ','.repeat(9_000), ';q=1'.repeat(3_000), 'null'],
  ...['http', 'https', '[::1]', '::ffff:127.0.0.1', 'POST', 'TRACE', '*', 'W/"a"', 'false'],
];

/** Values of headers: almost a signature, almost a credential, or something else. */
const value = fc.oneof(
  text.filter((one) => !/[\r\n]/.test(one)),
  fc.constantFrom(...knownValues),
  fc
    .oneof(hex(64), hex(128), hex(40), hex(3))
    .chain((digits) =>
      fc.constantFrom(
        ...[digits, `t=1,v1=${digits}`, `t=${digits},s=${digits}`, `sha512=${digits}`],
        ...[`1/SHA256/${digits}`, `Bearer ${digits}`, `Basic ${digits}`, `snd_${digits}`],
        ...[`publishable-key=pk_snd_${digits}, client_secret=${digits}`, `pk_snd_${digits}`],
      ),
    ),
);

/** Headers that are read before it is known who asks. */
const headerNames = [
  ...['stripe-signature', 'cko-signature', 'x-anet-signature', 'webhook-signature'],
  ...['event-signature', 'x-sandbox-signature', 'paypal-transmission-id', 'paypal-cert-url'],
  ...['content-type', 'accept-language', 'authorization', 'api-key', 'x-profile-id', 'cookie'],
  ...['idempotency-key', 'x-request-id', 'traceparent', 'x-connected-merchant-id', 'origin'],
  ...['x-forwarded-for', 'x-amzn-trace-id', 'sec-fetch-dest', 'referer', 'user-agent'],
  ...['content-encoding', 'content-length', 'x-error-help', 'x-forwarded-proto', 'if-none-match'],
  ...[
    'access-control-request-method',
    'access-control-request-headers',
    'hmacsignature',
    '__proto__',
  ],
];

/** The headers of a webhook, some of them with another value or left out. */
export const headersLike = (
  right: Readonly<Record<string, string>>,
): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      ...Object.entries(right).map(([header, known]) =>
        fc.oneof(
          { weight: 6, arbitrary: fc.constant([[header, known]]) },
          { weight: 2, arbitrary: value.map((other) => [[header, other]]) },
          fc.constant([]),
        ),
      ),
    )
    .map((some) => Object.fromEntries(some.flat()));

/** Headers by lower-case name. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...headerNames),
  value,
  { maxKeys: 6 },
);

const queryNames = [
  ...['client_secret', 'token', 'limit', 'locale', 'cursor', 'api_key', 'session_token'],
  ...['limit[]', 'limit[0]', 'a[b]', 'pagination[limit]', 'created.gte', 'force_sync'],
];

/** The query of a URL, as API Gateway decodes it: a repeated name has its values with commas. */
export const anyQuery: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.oneof(fc.constantFrom(...queryNames), name),
  text,
  { maxKeys: 4 },
);

/** The text in the place of an identifier in a path. */
export const anySegment: fc.Arbitrary<string> = fc.oneof(text, fc.constantFrom(...pathTexts));

/** A whole path that no route has, or that almost is one of these templates. */
export const anyPath = (templates: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(anySegment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
    fc
      .tuple(fc.constantFrom(...templates), anySegment, fc.constantFrom('', '/', '//', '/x', '%00'))
      .map(([template, segment, end]) => template.replace(/\{\w+\+?\}/g, () => segment) + end),
  );

/** A body as an event has it: a text, or bytes that API Gateway encodes as Base64. */
type StrangersBody = { readonly text: string } | { readonly bytes: Uint8Array };

const nested = (open: string, close: string) => (depth: number) =>
  open.repeat(depth) + close.repeat(depth);
const deep = fc
  .tuple(
    fc.constantFrom(
      nested('[', ']'),
      nested('{"a":', '}'),
      nested('[{"a":', '}]'),
      nested('(', ''),
    ),
    fc.constantFrom(21, 300, 10_000),
  )
  .map(([nest, depth]) => nest(depth));
const members = [
  ...[
    '1e400',
    '-1e400',
    '-0',
    '1e-400',
    '0.1e1',
    '01',
    '0x10',
    'NaN',
    'Infinity',
    '9007199254740993',
  ],
  ...['"\\ud800"', '"\\u0000"', '"\\x"', '"\ufeff"', '{"__proto__":{"isAdmin":true}}', '[,]', ''],
  ...['{"constructor":{"prototype":{"isAdmin":true}}}', '{"a":1,"a":2}', 'undefined', "'a'"],
];
const withMember = fc
  .tuple(fc.constantFrom('amount', 'payment_id', '__proto__', 'constructor', ''), text)
  .chain(([member]) =>
    fc.constantFrom(...members).map((value) => `{${JSON.stringify(member)}:${value}}`),
  );
const long = fc
  .constantFrom('x', '\u0000', '💳', '9', '\\', '"', '%', '&', '<', '--a\r\n')
  .map((letter) => letter.repeat(1_000_000 / letter.length));
const inText = fc
  .tuple(long, fc.boolean())
  .map(([inner, isMember]) => (isMember ? JSON.stringify({ description: inner }) : inner));
const multipart = fc
  .tuple(name, text, fc.constantFrom('', '--', '\r\n', '\r\n\r\n'))
  .map(
    ([field, inner, end]) =>
      `--a\r\ncontent-disposition: form-data; name="${field}"; filename="${field}"\r\n\r\n${inner}\r\n--a${end}`,
  );
const brokenForm = fc
  .array(fc.constantFrom('%', '%z', '%c3%28', 'a=%', '=', '&&', '+', 'a[]=1', 'a[b][c]=1', 'a=1'))
  .map((parts) => parts.join('&'));

/** Bytes that are no UTF-8, another charset's, compressed, or a valid text after a mark. */
const bytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.oneof(text, withMember).map((one) => new Uint8Array(Buffer.from(one, 'utf16le'))),
  fc.oneof(text, withMember).map((one) => new Uint8Array(gzipSync(one))),
  fc.oneof(text, withMember).map((one) => new Uint8Array(Buffer.from(`\ufeff${one}`))),
  fc.constant(new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
);

/** Any body, and those at the limits of parsers: deep, long, ambiguous, compressed, no UTF-8. */
const hostileBody: fc.Arbitrary<StrangersBody> = fc.oneof(
  { weight: 6, arbitrary: anyBody.map((text) => ({ text })) },
  { weight: 2, arbitrary: fc.oneof(withMember, brokenForm, multipart).map((text) => ({ text })) },
  { weight: 2, arbitrary: bytes.map((bytes) => ({ bytes })) },
  { weight: 1, arbitrary: deep.map((text) => ({ text })) },
  { weight: 1, arbitrary: inText.map((text) => ({ text })) },
);

/** A right body of JSON or of a form with one member replaced, removed or added. */
export const bodyLike = (right: unknown): fc.Arbitrary<string> =>
  changedExample(right, json, name).map((value) => JSON.stringify(value) ?? '');

/** A stranger's request besides its path and its key. */
export interface StrangersRequest {
  readonly method?: 'HEAD' | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

/**
 * Anything in the query, the headers and the body.
 *
 * @param method a `GET` has no body, and may be a `HEAD` where the address has pages
 */
export function strangersRequest({
  method,
  hasHead = false,
  body,
}: {
  readonly method: string;
  readonly hasHead?: boolean;
  /** A right body. */
  readonly body?: unknown;
}): fc.Arbitrary<StrangersRequest> {
  const right = body === undefined ? [] : [bodyLike(body).map((text) => ({ text }))];
  const bodies =
    method === 'GET'
      ? fc.constant({})
      : fc.oneof(
          ...right,
          ...right,
          hostileBody,
          fc.constant({ text: JSON.stringify(body) ?? '' }),
        );
  return fc
    .record({
      body: bodies,
      rest: fc.record({ query: anyQuery, headers: anyHeaders }),
      isHead: hasHead ? fc.boolean() : fc.constant(false),
    })
    .map(({ body, rest, isHead }) => ({ ...rest, ...body, ...(isHead && { method: 'HEAD' }) }));
}
