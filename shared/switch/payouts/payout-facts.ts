// Loaded late: only rules compare the facts of a payout.
import { compact } from '#platform/schema.ts';
import { countryNamed } from '../routing/rules/country-named.ts';
import type { RuleFacts } from '../routing/rules/rule-keys.ts';
import type { Payout } from './payout.ts';

/** The facts of a payout that rules compare, by their keys. */
export function payoutFacts(payout: Payout): RuleFacts {
  const { business_country, business_label, billing } = payout.requestFields;
  const method = payout.type && methods[payout.type];
  return compact({
    amount: payout.amountMinor,
    currency: payout.currency,
    payment_method: method,
    payout_type: method,
    // Of wallets, only PayPal's is shown by the kind of its field.
    wallet: payout.shown?.wallet && 'field_type' in payout.shown.wallet ? 'paypal' : undefined,
    bank_transfer: bankTransferOf(payout),
    business_country: countryNamed(business_country),
    business_label,
    billing_country: countryNamed(countryIn(billing)),
  });
}

const methods: Readonly<Record<NonNullable<Payout['type']>, string>> = {
  card: 'card',
  bank: 'bank_transfer',
  wallet: 'wallet',
  bank_redirect: 'bank_redirect',
};

/** The scheme that the account belongs to, by its kind of number. */
function bankTransferOf({ shown }: Payout): string | undefined {
  const account = shown?.bank ?? {};
  if ('iban' in account) return 'sepa_bank_transfer';
  if ('bank_sort_code' in account) return 'bacs';
  return 'bank_routing_number' in account ? 'ach' : undefined;
}

const countryIn = (billing: unknown): unknown => memberOf(memberOf(billing, 'address'), 'country');

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
