import { canonical } from './canonical.ts';
import { payerMaySayOfCustomer, payerMaySayOfMandate, type SayRule } from './client-rights.ts';
import { SwitchError } from './errors.ts';
import type { MandateData } from './payments/request/mandate-data.ts';
import { mergeAddress } from './payments/request/merge-address.ts';
import type { CustomerDetails } from './payments/request/payment-request.ts';
import { mergedCustomer } from './payments/request/request-customer.ts';
import { compact } from './schema.ts';
import type { Address } from './vocabulary/address.ts';

/** One thing that a request says. */
export interface Fact {
  /** The field as an error names it. */
  readonly field: string;
  /** Names the fact: `email` for the customer's, whether it stands at the root or in `customer`. */
  readonly path: string;
  readonly rule: SayRule;
  readonly value: unknown;
}

/** What the merchant stated, by path. */
export type Known = ReadonlyMap<string, unknown>;

interface Saying {
  readonly customer?: Partial<CustomerDetails> | null | undefined;
  readonly billing?: Address | null | undefined;
  readonly shipping?: Address | null | undefined;
  readonly mandate_data?: MandateData | null | undefined;
}

/** Members of a customer that have a field of their own at the root. */
const rootNames: Readonly<Record<string, string>> = {
  id: 'customer_id',
  name: 'name',
  email: 'email',
  phone: 'phone',
  phone_country_code: 'phone_country_code',
};

/** Fields whose members are facts of their own. */
const takenApart = new Set([
  ...['customer', ...Object.values(rootNames)],
  ...['billing', 'shipping', 'mandate_data'],
]);

/** The facts of a request, or of what is kept of earlier ones, under these rules for its fields. */
export function factsOf<T extends Saying>(
  request: T,
  rules: Readonly<Record<keyof T & string, SayRule>>,
): readonly Fact[] {
  const plain = Object.entries(compact(request)).flatMap(([field, value]) => {
    const rule = rules[field as keyof T & string];
    // What is kept may hold fields that no request of this kind has.
    return takenApart.has(field) || !rule ? [] : [{ field, path: field, rule, value }];
  });
  return [
    ...plain,
    ...factsOfCustomer(request),
    ...factsOfAddress('billing', request.billing),
    ...factsOfAddress('shipping', request.shipping),
    ...factsOfMandate(request.mandate_data),
  ];
}

export function factsOfCustomer(request: Saying): readonly Fact[] {
  const rules: Readonly<Record<string, SayRule>> = payerMaySayOfCustomer;
  return Object.entries(mergedCustomer(request)).map(([member, value]) => ({
    field: rootNames[member] ?? 'customer',
    path: rootNames[member] ?? `customer.${member}`,
    rule: rules[member] ?? "merchant's",
    value,
  }));
}

export const isOfCustomer = ({ path }: Pick<Fact, 'path'>): boolean =>
  path.startsWith('customer.') || Object.values(rootNames).includes(path);

/** As it is kept: without blanks around the parts of a phone number. */
export function factsOfAddress(
  field: 'billing' | 'shipping',
  given: Address | null | undefined,
): readonly Fact[] {
  const { address = {}, phone = {}, email } = mergeAddress(undefined, given) ?? {};
  const members = [
    ...Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value] as const),
    ...Object.entries(phone ?? {}).map(([name, value]) => [`phone.${name}`, value] as const),
    ...(email ? [['email', email] as const] : []),
  ];
  return members.map(([member, value]) => ({
    field,
    path: `${field}.${member}`,
    rule: 'where open, by member',
    value,
  }));
}

function factsOfMandate(given: MandateData | null | undefined): readonly Fact[] {
  const rules: Readonly<Record<string, SayRule>> = payerMaySayOfMandate;
  return Object.entries(compact(given ?? {})).map(([member, value]) => ({
    field: 'mandate_data',
    path: `mandate_data.${member}`,
    rule: rules[member] ?? "merchant's",
    value,
  }));
}

export const knownOf = (facts: readonly Fact[]): Map<string, unknown> =>
  new Map(facts.map(({ path, value }) => [path, value]));

/**
 * Refuses the first fact that is not the payer's to say.
 *
 * @throws SwitchError `unauthorized_change`
 */
export function checkFacts(facts: readonly Fact[], known: Known): void {
  const refused = facts.find((fact) => !maySay(fact, known));
  if (refused) throw unauthorizedChange(refused.field);
}

/** Whether a payer may say this to a merchant who has stated what is known. */
function maySay({ rule, path, value }: Fact, known: Known): boolean {
  switch (rule) {
    case "payer's own":
    case 'of no effect':
      return true;
    case 'where open':
    case 'where open, by member':
      return known.has(path) ? isSame(value, known.get(path)) : !isWhole(path, known);
    case "merchant's":
      return known.has(path) && isSame(value, known.get(path));
    case 'not less':
    case 'by its own rule':
      // Judged by those who know the amounts and the means.
      return true;
  }
}

/**
 * An address with a street is whole: a further line, or another town, would lead elsewhere. Whose it is
 * may be added.
 */
function isWhole(path: string, known: Known): boolean {
  const [, street, member = ''] = /^(.+\.address\.)(\w+)$/.exec(path) ?? [];
  const isName = member === 'first_name' || member === 'last_name';
  return street !== undefined && !isName && known.has(`${street}line1`);
}

/** Absent and `null` are the same, inside as well. */
export const isSame = (one: unknown, other: unknown): boolean =>
  canonical(withoutNull(one)) === canonical(withoutNull(other));

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one == null ? [] : [[name, withoutNull(one)]])),
  );
}

export const unauthorizedChange = (field: string): SwitchError =>
  new SwitchError('unauthorized_change', {
    message: `${field} cannot be changed with a publishable key`,
  });
