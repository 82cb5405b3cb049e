import fc from 'fast-check';

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

/** What a stranger may send as a body: JSON, forms, XML in forms, and what is none of these. */
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

/** Values of headers: almost a signature, almost a credential, or something else. */
const value = fc.oneof(
  text.filter((one) => !/[\r\n]/.test(one)),
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
];

/** Headers by lower-case name. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...headerNames),
  value,
  { maxKeys: 6 },
);

/** The query of a URL. */
export const anyQuery: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.oneof(fc.constantFrom('client_secret', 'token', 'limit', 'locale', 'cursor'), name),
  text,
  { maxKeys: 4 },
);

/** What stands in the place of an identifier in a path. */
export const anySegment: fc.Arbitrary<string> = text;
