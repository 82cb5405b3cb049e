import * as v from 'valibot';
import { describeIssue } from '#platform/http/response/describe-issue.ts';
import { Email, given, Identifier, integer, JsonObject, text } from '#platform/schema.ts';

const Request = v.strictObject({
  id: Identifier,
  name: given(text(5)),
  email: given(Email),
  amount: given(integer(0, 10)),
  flag: given(v.boolean()),
  word: given(v.picklist(['red', 'green'])),
  kind: given(v.literal('one')),
  either: given(v.union([v.literal('never'), v.number()])),
  payout: given(
    v.union([
      v.strictObject({ card: v.strictObject({ number: text(4), year: v.string() }) }),
      v.strictObject({
        bank: v.union([
          v.strictObject({ iban: text(5), city: given(v.string()) }),
          v.strictObject({ routing: v.string(), account: v.string() }),
        ]),
      }),
    ]),
  ),
  list: given(v.array(v.string())),
  metadata: given(JsonObject),
  inner: given(v.strictObject({ city: v.string() })),
  loose: given(v.object({ city: v.string() })),
  form: given(v.variant('type', [v.object({ type: v.literal('a'), a: v.string() })])),
});

const described = (request: unknown) => {
  const { issues } = v.safeParse(Request, request, { abortEarly: true });
  return issues && describeIssue(issues[0]);
};
const secret = '4242424242424242';

it.each([
  ['a field too many', { colour: secret }, 'unknown field `colour`'],
  ['one deeper down', { inner: { city: 'x', zip: secret } }, 'unknown field `zip`'],
  ['a field that is missing', {}, 'missing field `id`'],
  ['one deeper down', { inner: {} }, 'missing field `city`'],
  ['one that is null', { id: null }, 'id: invalid type: null, expected string'],
  ['a number for a text', { name: 4_242 }, 'name: invalid type: number, expected string'],
  ['a text for a number', { amount: secret }, 'amount: invalid type: string, expected number'],
  ['a list for a text', { name: [secret] }, 'name: invalid type: sequence, expected string'],
  ['a map for a list', { list: { a: secret } }, 'list: invalid type: map, expected array'],
  ['a text for a map', { inner: secret }, 'inner: invalid type: string, expected object'],
  ['a text for yes or no', { flag: 'true' }, 'flag: invalid type: string, expected boolean'],
  ['an element of a list', { list: ['a', 1] }, 'list.1: invalid type: number, expected string'],
  [
    'a word that is none of ours',
    { word: secret },
    'word: unknown variant, expected one of (`red`, `green`)',
  ],
  ['a number for a word', { word: 1 }, 'word: invalid type: number, expected a known value'],
  ['no known alternative', { either: 'ever' }, 'either: data did not match any variant'],
  [
    'a wrong member of a variant',
    { payout: { card: { number: secret, year: '30' } } },
    'payout.card.number: the maximum allowed length for this field is 4',
  ],
  [
    'a variant with a member missing',
    { payout: { card: { number: '1' } } },
    'payout.card: missing field `year`',
  ],
  [
    'a variant with a member too many',
    { payout: { bank: { iban: '1', x: secret } } },
    'payout.bank: unknown field `x`',
  ],
  [
    'a variant of a variant',
    { payout: { bank: { iban: 7 } } },
    'payout.bank.iban: invalid type: number, expected string',
  ],
  [
    'a variant of a variant that is none',
    { payout: { bank: {} } },
    'payout.bank: data did not match any variant, expected one of `iban`, `routing`',
  ],
  [
    'no variant',
    { payout: {} },
    'payout: data did not match any variant, expected one of `card`, `bank`',
  ],
  ['a text for a variant', { payout: secret }, 'payout: data did not match any variant'],
  ['a variant of no type', { form: {} }, 'missing field `type`'],
  [
    'a variant of another type',
    { form: { type: secret } },
    'form.type: unknown variant, expected one of `a`',
  ],
  [
    'a text that is too long',
    { name: secret },
    'name: the maximum allowed length for this field is 5',
  ],
  ['an empty identifier', { id: '' }, 'id: the minimum required length for this field is 1'],
  ['an identifier with a blank', { id: 'a b' }, 'id: value contains invalid character'],
  [
    'a number that is too large',
    { amount: 11 },
    'amount: invalid value: integer, expected at most 10',
  ],
  ['an address that is none', { email: secret }, 'email: Failed to parse email'],
])('%s: %j', (_, changes, message) => {
  // Empty changes stand for an empty request.
  const request = Object.keys(changes).length > 0 ? { id: 'one', ...changes } : {};
  expect(described(request)).toBe(message);
});

it('the message about a wrong value never repeats the value', () => {
  const wrong = [secret, { card: secret }, [secret], Number(secret)];
  for (const field of Object.keys(Request.entries)) {
    for (const value of wrong) {
      expect(described({ id: 'one', [field]: value }) ?? '').not.toContain(secret);
    }
  }
});
