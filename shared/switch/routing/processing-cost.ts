import type { ProcessingFee } from '#merchants/connector-accounts/processing-fees.ts';
import { countryNamed } from './rules/country-named.ts';
import type { RuleFacts } from './rules/rule-keys.ts';

/** The facts that decide a payment's cost at an account. */
export interface CostTerms {
  /** The payment's, in the words of rules. */
  readonly facts: RuleFacts;
  /** All that the customer is charged, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** As stated, by its code; where it is not known, no fee of a region applies. */
  readonly businessCountry?: unknown;
}

/**
 * A payment's cost, in millionths of a minor unit: a whole number, as fees have three decimals of a
 * thousandth. Undefined where no fee is stated for it.
 */
export function processingCost(
  fees: readonly ProcessingFee[],
  terms: CostTerms,
): bigint | undefined {
  const region = regionOf(terms.facts.issuer_country, countryNamed(terms.businessCountry));
  const fee = fees.find((one) => isFor(one, terms, region));
  if (!fee) return undefined;
  const perMillion = BigInt(Math.round(fee.per_mille * 1_000));
  return BigInt(fee.fixed) * 1_000_000n + BigInt(terms.amountMinor) * perMillion;
}

const isFor = (
  fee: ProcessingFee,
  { facts, currency }: CostTerms,
  region: ProcessingFee['region'],
): boolean =>
  isOneOf(fee.card_networks, facts.card_network) &&
  isOneOf(fee.card_types, facts.card_type) &&
  isOneOf(fee.payment_methods, facts.payment_method) &&
  (fee.region === null || fee.region === region) &&
  (fee.currency === null || fee.currency === currency);

const isOneOf = (stated: readonly string[] | null, fact: unknown): boolean =>
  stated === null || stated.some((one) => one === fact);

/** Where the issuer is, as seen from the business; null where either country is not known. */
function regionOf(issuer: unknown, business: string | undefined): ProcessingFee['region'] {
  if (typeof issuer !== 'string' || business === undefined) return null;
  if (issuer === business) return 'domestic';
  return eea.has(issuer) && eea.has(business) ? 'intra_eea' : 'international';
}

/** The states of the European Economic Area, as rules name countries. */
// biome-ignore format: names read better in rows.
const eea: ReadonlySet<string> = new Set([
  'Austria', 'Belgium', 'Bulgaria', 'Croatia', 'Cyprus', 'Czechia', 'Denmark', 'Estonia', 'Finland',
  'France', 'Germany', 'Greece', 'Hungary', 'Iceland', 'Ireland', 'Italy', 'Latvia',
  'Liechtenstein', 'Lithuania', 'Luxembourg', 'Malta', 'Netherlands', 'Norway', 'Poland',
  'Portugal', 'Romania', 'Slovakia', 'Slovenia', 'Spain', 'Sweden',
]);
