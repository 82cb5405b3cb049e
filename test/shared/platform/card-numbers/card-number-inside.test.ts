import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { holdsCardNumber, maskCardNumbers } from '#platform/card-numbers/card-number-inside.ts';
import { derivedId, newId, randomHex } from '#platform/ids.ts';
import { operations } from '../../../../shared/operations.ts';

describe('a name in which a card number stands', () => {
  it.each([
    '4242424242424242',
    'order-4242424242424242',
    'order4242424242424242',
    'a4242424242424242b',
    '4242-4242-4242-4242',
    '4242_4242_4242_4242',
    '4242 4242 4242 4242',
    '4242–4242–4242–4242',
    'shop 12-4242-4242-4242-4242-x',
    '17-5555555555554444',
    '378282246310005',
    '3782-822463-10005',
    '６011111111111117',
    '42\u200b42424242424242',
    '4222222222222',
    '6011111111111117',
    '3566002020360505',
    '36227206271667',
    'order_4242424242424242_2b1683b4242424242424242ece3cfc41',
    // Separators that people and programs write.
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u202f4242\u20094242\u30004242',
    '4242\t4242\n4242\r\n4242',
    '4242.4242.4242.4242',
    '4242/4242/4242/4242',
    '4242,4242;4242:4242',
    '4242·4242•4242|4242',
    '4242 - 4242 - 4242 - 4242',
    '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
    '42-42-42-42-42-42-42-42',
    '424242-424242-4242',
    '3782 822463 10005',
    '3056 930902 5904',
    // Letters around it.
    'visa4242 4242 4242 4242valid',
    // Digits of other scripts, and those that stand for them.
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '४२४२ ४२४२ ४२४२ ४२४२',
    '𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐',
    '⁴²⁴²₄₂₄₂⁴²⁴²₄₂₄₂',
    '④②④②④②④②④②④②④②④②',
    '4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣',
    '4٢４२ 4242-٤٢٤٢ 4242',
    '\u{116da}\u{116da}'.replaceAll('\u{116da}', '\u{116de}\u{116dc}').repeat(4),
  ])('is found out: %s', (name) => {
    expect(holdsCardNumber(name)).toBe(true);
  });
});

describe('a name that only has many digits', () => {
  it.each([
    ['another check digit', '4242424242424241'],
    ['no network’s', '9999999999999995'],
    ['the time in milliseconds', 'pay_1700000000000'],
    ['the time to the second', 'order_20260131123456'],
    ['a branch, a day and a number', '4021-20260131-0001'],
    ['the number of an attempt', '411111111111111_1'],
    ['more digits than a card', '42424242424242424242'],
    ['the middle of a UUID', '0190b1e2-4242-7242-8242-424242424242'],
    ['hexadecimal digits', '2b1683b4242424242424242ece3cfc41'],
    ['hexadecimal digits behind a prefix', 'epk_2b1683b4242424242424242ece3cfc41'],
    ['hexadecimal digits between others', 'order_2b1683b4242424242424242ece3cfc41_1'],
  ])('is taken: %s', (_, name) => {
    expect(holdsCardNumber(name)).toBe(false);
  });

  it('is not taken for a card number by chance where programs make names', () => {
    const makers = [
      () => randomUUID(),
      randomHex,
      () => `epk_${randomHex()}`,
      () => newId('pay'),
      (place: number) => derivedId('pay', String(place)),
    ];
    for (const make of makers) {
      const found = Array.from({ length: 20_000 }, (_, place) => make(place)).filter(
        holdsCardNumber,
      );
      expect(found.length).toBeLessThanOrEqual(1);
    }
  });
});

describe('a card number in a text', () => {
  it.each([
    ['card 4242424242424242, please', 'card ***, please'],
    ['4242 4242 4242 4242', '***'],
    ['3782-822463-10005 and 5555555555554444', '*** and ***'],
    ['4242 4242 4242 4242 4242', '***'],
    ['💳４２４２４２４２４２４２４２４２💳', '💳***💳'],
    ['𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐!', '***!'],
    ['no number', 'no number'],
    ['ticket 9999999999999995', 'ticket 9999999999999995'],
  ])('is masked: %s', (text, masked) => {
    expect(maskCardNumbers(text)).toBe(masked);
  });
});

/** Members called like an identifier whose words are others': numbers of banks, networks and processors. */
const ofOthers: readonly string[] = [
  'acquirer_assigned_merchant_id',
  'bank_code_id',
  'connector_payout_id',
  'connector_resource_id',
  'ds_trans_id',
  'key_id',
  'merchant_tax_registration_id',
  'merchant_transaction_id',
  'network_transaction_id',
  'paypal_id',
  'product_id',
  'psp_customer_id',
  'sdk_app_id',
  'sdk_trans_id',
  'checkout_session_id',
  'destination_bank_account_id',
  'source_bank_account_id',
  'vpa_id',
  'tax_id',
  'tax_registration_id',
  'transaction_link_id',
  'x_src_flow_id',
  'correlation_id',
  // It is sealed or only asked for.
  'dispute_id',
];
/** Members that are called otherwise, and are names that a caller chooses. */
const others: readonly string[] = ['profile_name', 'organization_name', 'connector_label'];
const isChosen = (member: string) =>
  others.includes(member) ||
  (/(?:^|_)id$|_reference_id$|business(?:_sub)?_label$/.test(member) && !ofOthers.includes(member));

/** Each text that stands in a schema under a name, with the schema of the member. */
function textsIn(
  schema: unknown,
  member = '',
  seen: ReadonlySet<unknown> = new Set(),
): (readonly [string, v.GenericSchema])[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  const { type, pipe, entries, wrapped, item, items, options, value, getter } = Object(schema);
  const first = pipe?.[0] ?? schema;
  if ((first === schema ? type : first.type) === 'string') return [[member, Object(schema)]];
  const parts: readonly (readonly [unknown, string])[] = [
    ...(first === schema ? [] : pipe.map((part: unknown) => [part, member])),
    ...(entries && typeof entries === 'object'
      ? Object.entries(entries).map(([name, one]) => [one, name] as const)
      : []),
    [wrapped, member],
    [item, member],
    [value, member],
    ...[...(Array.isArray(items) ? items : []), ...(Array.isArray(options) ? options : [])].map(
      (one: unknown) => [one, member] as const,
    ),
    ...(type === 'lazy' ? [[getter({}), member] as const] : []),
  ];
  return parts.flatMap(([one, name]) => textsIn(one, name, inside));
}

describe('an identifier that a caller chooses', () => {
  const found = operations.flatMap((operation) =>
    ['params', 'query', 'body'].flatMap((part) =>
      textsIn(Reflect.get(operation, part), part).map(
        ([member, schema]) => [operation.name, part, member, schema] as const,
      ),
    ),
  );

  it('holds no card number in any request of any operation', () => {
    const chosen = found.filter(([, part, member]) => part !== 'params' && isChosen(member));
    expect(chosen.length).toBeGreaterThan(100);
    const taken = chosen.filter(([, , , schema]) =>
      ['4242424242424242', 'order-4242424242424242'].some(
        (name) => v.safeParse(schema, name).success,
      ),
    );
    expect([...new Set(taken.map(([name, part, member]) => `${name} ${part} ${member}`))]).toEqual(
      [],
    );
  });

  it('names no member as another’s that is in no request', () => {
    const members = new Set(found.map(([, , member]) => member));
    expect([...ofOthers, ...others].filter((member) => !members.has(member))).toEqual([]);
  });
});
