import * as v from 'valibot';
import { schemaHint } from '#platform/http/hints/schema-hint.ts';
import { describeIssue } from '#platform/http/response/describe-issue.ts';
import { withoutRandom } from '../../../../support/runner/without-random.ts';

const Request = v.strictObject({
  reference: v.optional(v.string()),
  customer_id: v.optional(v.string()),
  method: v.optional(
    v.union([
      v.strictObject({
        card: v.strictObject({ card_number: v.pipe(v.string(), v.minLength(12)) }),
      }),
      v.strictObject({ debit: v.strictObject({ iban: v.string(), owner: v.string() }) }),
    ]),
  ),
});

/** The message and the help for a body. */
function refused(body: unknown) {
  const { issues } = v.safeParse(Request, body, { abortEarly: true });
  if (!issues) throw new Error('The schema accepts the body.');
  return { message: describeIssue(issues[0]), ...schemaHint(Request, issues[0]) };
}

describe('a hint about a body', () => {
  it('a hint names a member that belongs at the top', () => {
    expect(refused({ method: { card: { card_number: '424242424242', reference: 'a' } } })).toEqual({
      message: 'method.card: unknown field `reference`',
      param: 'method.card.reference',
      hint: 'Send it at the top of the request, beside the other members.',
    });
  });

  it('a hint is about the same variant as the message', () => {
    expect(refused({ method: { card: { card_number: '4242' } } })).toMatchObject({
      message: expect.stringMatching(/^method\.card\.card_number: /),
      param: 'method.card.card_number',
      hint: 'Send at least 12 characters.',
    });
    expect(refused({ method: { debit: { iban: 5, owner: 'A' } } })).toMatchObject({
      message: expect.stringMatching(/^method\.debit\.iban: /),
      param: 'method.debit.iban',
      hint: 'Send a text, in quotes.',
    });
  });

  it('a hint masks a card number in the name of a member', () => {
    const { param, hint } = refused({ '4242424242424242': 1 });
    expect(withoutRandom(`${param} ${hint}`)).not.toMatch(/4242/);
    expect(param).toBe('***');
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'a hint about the name %s is about an unknown member',
    (name) => {
      expect(refused(JSON.parse(`{"${name}":1}`)).hint).toBe(
        'Send only `reference`, `customer_id` and `method`.',
      );
    },
  );
});
