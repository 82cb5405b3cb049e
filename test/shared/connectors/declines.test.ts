import { declineTables, documentedKindOf } from '#connectors/declines.ts';
import type { DeclineError } from '#connectors/interface/decline-table.ts';
import { errorOf } from '#connectors/stripe/errors.ts';
import type { DeclineKind } from '#vocabulary/decline-kinds.ts';
import {
  codesOf,
  declineShares,
  sharesText,
  wholeShare,
} from '../../../scripts/documents/decline-shares.ts';
import { connectorFacts, provenAbouts } from '../../support/processors/all-connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

const paying = provenAbouts.filter(({ methods }) => methods.length > 0);

describe('the tables of declines', () => {
  it('every connector that takes payments has a table of its declines', () => {
    expect(paying.filter(({ name }) => !declineTables.has(name))).toEqual([]);
  });

  it.each([...declineTables])('no code of %s stands twice in its table', (_, table) => {
    const codes = codesOf(table).map((code) => code.toLowerCase());
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.filter((code) => code.trim() === '')).toEqual([]);
  });

  it('the documented codes of all connectors have, nine of ten, a kind other than unknown', () => {
    const shares = declineShares();
    const { documented, mapped } = wholeShare(shares);
    process.stdout.write(`${sharesText([...shares, wholeShare(shares)])}\n`);
    expect(documented).toBeGreaterThan(800);
    expect(mapped / documented).toBeGreaterThanOrEqual(0.9);
  });
});

describe('the kind of a decline', () => {
  it("Stripe's error code decides, and its decline code where the card was only declined", () => {
    const refused = { type: 'card_error', message: 'Your card was declined.' };
    const kindOf = (failure: Parameters<typeof errorOf>[0]) =>
      documentedKindOf('stripe', errorOf(failure));
    expect(kindOf({ ...refused, code: 'card_declined', decline_code: 'insufficient_funds' })).toBe(
      'insufficient_funds',
    );
    expect(kindOf({ ...refused, code: 'card_declined', decline_code: 'stolen_card' })).toBe(
      'call_issuer',
    );
    expect(kindOf({ ...refused, code: 'incorrect_cvc' })).toBe('incorrect_cvc');
    expect(kindOf({ ...refused, code: 'expired_card', advice_code: 'do_not_try_again' })).toBe(
      'expired_card',
    );
    expect(kindOf({ ...refused, code: 'card_declined', advice_code: 'try_again_later' })).toBe(
      'try_again_later',
    );
  });

  const declines: readonly (readonly [string, DeclineError, DeclineKind])[] = [
    ...[...connectorFacts].flatMap(([name, { declines = [] }]) =>
      declines.map(([error, kind]) => [name, error, kind] as const),
    ),
    ['fauxpay', { code: 'DC_08', message: 'Payment declined: Lost card' }, 'call_issuer'],
    ['taxjar', { code: '12' }, 'unknown'],
  ];

  it.each(declines)('a decline of %s with %j is recognized as %s', (connector, error, kind) => {
    expect(documentedKindOf(connector, error)).toBe(kind);
  });
});
