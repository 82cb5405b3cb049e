import * as v from 'valibot';
import { withLimits } from '#platform/http/request/with-limits.ts';
import { Metadata, text } from '#platform/schema.ts';
import { CreateCustomerRequest } from '#switch/customers/operations.ts';
import { Locale } from '#vault/pages/capture-rules.ts';

const emoji = '😀';

it.each<[string, v.GenericSchema, (count: number) => unknown, number]>([
  ['a text', text(64), (count) => emoji.repeat(count), 64],
  ['a metadata value', Metadata, (count) => ({ a: emoji.repeat(count) }), 500],
  ['a metadata key', Metadata, (count) => ({ [emoji.repeat(count)]: 'a' }), 40],
  ['a description', CreateCustomerRequest, (count) => ({ description: emoji.repeat(count) }), 255],
  ['a text without a limit of its own', withLimits(v.string()), (n) => emoji.repeat(n), 16_384],
  ['a locale of the vault', Locale, (count) => emoji.repeat(count), 64],
])('%s counts an emoji as one character of its limit', (_, schema, of, limit) => {
  expect(v.safeParse(schema, of(limit)).success).toBe(true);
  expect(v.safeParse(schema, of(limit + 1)).success).toBe(false);
});

it("an emoji counts as one character towards a text's minimum length", () => {
  expect(v.safeParse(text(64, 3), emoji.repeat(2)).success).toBe(false);
  expect(v.safeParse(text(64, 3), emoji.repeat(3)).success).toBe(true);
});
