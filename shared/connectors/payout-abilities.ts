import { canExpress } from './formats/processor-amounts.ts';
import type { About, PayoutAbility } from './interface/about.ts';
import type { Payee, PayeeNeed, PayoutTarget } from './interface/payouts.ts';

/** A payout's demands on a connector. An absent member is not known. */
export interface AskedPayout {
  readonly target: PayoutTarget | undefined;
  /** In minor units. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Of a card. */
  readonly network?: string | undefined;
  readonly payee: Payee;
}

/**
 * Why a connector cannot pay: not to such a destination, not in this currency, country or card
 * network, not this amount, or not to a recipient of whom it is not known who it is (`missing`).
 */
export interface PayoutObstacle {
  readonly reason: 'destination' | 'market' | 'amount' | 'payee';
  readonly missing?: PayeeNeed;
}

/** The first obstacle; undefined where the connector can pay. */
export function payoutObstacle(
  { payouts, currencies: table }: Pick<About, 'payouts' | 'currencies'>,
  { target, amountMinor, currency, network, payee }: AskedPayout,
): PayoutObstacle | undefined {
  if (table && !table.listed.includes(currency)) return { reason: 'market' };
  if (table && !canExpress(table, amountMinor, currency)) return { reason: 'amount' };
  if (!payouts) return undefined;
  const toSuch = payouts.filter(({ to }) => target === undefined || to.includes(target));
  if (toSuch.length === 0) return { reason: 'destination' };
  const country = payee.address?.country ?? undefined;
  const inMarket = toSuch.filter(
    ({ currencies, countries, networks }: PayoutAbility) =>
      isAmong(currencies, currency) && isAmong(countries, country) && isAmong(networks, network),
  );
  if (inMarket.length === 0) return { reason: 'market' };
  const missing = inMarket.map(({ needs = [] }) => needs.find((need) => !isKnown(payee, need)));
  const [first] = missing;
  return missing.includes(undefined) || !first ? undefined : { reason: 'payee', missing: first };
}

const isAmong = (words: readonly string[] | undefined, word: string | undefined) =>
  !words || word === undefined || words.includes(word);

const isKnown = (payee: Payee, need: PayeeNeed): boolean => Boolean(factOf(payee, need));

function factOf({ isCompany, name, firstName, lastName, email, address }: Payee, need: PayeeNeed) {
  switch (need) {
    case 'name':
      return name;
    case 'name_parts':
      return isCompany ? name : firstName && lastName;
    case 'email':
      return email;
    default:
      return address?.[need];
  }
}
