import { canonical } from '#platform/canonical.ts';
import { SwitchError } from '#platform/errors.ts';
import { ownMember } from '#platform/own-member.ts';
import { compact } from '#platform/schema.ts';
import type { Address } from '#vocabulary/address.ts';
import { mergeAddress } from '#vocabulary/merge-address.ts';
import type { CustomerDetails } from '../customers/customer-details.ts';
import { requestCustomerOf } from '../customers/request-customer.ts';
import type { ChangeRule } from './access-rules.ts';
import { customerChangeRules } from './customer-rights.ts';

/** One stated fact of a request. */
export interface StatedField {
  /** The field as an error names it. */
  readonly field: string;
  /** Names the fact: `email` for the customer's, whether it stands at the root or in `customer`. */
  readonly path: string;
  readonly rule: ChangeRule;
  readonly value: unknown;
}

/** The merchant's stated values, by path. */
export type KnownValues = ReadonlyMap<string, unknown>;

interface ClientRequest {
  readonly customer?: Partial<CustomerDetails> | null | undefined;
  readonly billing?: Address | null | undefined;
  readonly shipping?: Address | null | undefined;
  readonly mandate_data?: object | null | undefined;
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
const nestedFields = new Set([
  ...['customer', ...Object.values(rootNames)],
  ...['billing', 'shipping', 'mandate_data'],
]);

/**
 * The stated fields of a request, or of the stored ones of earlier requests, under these rules for
 * its fields and for the members of a mandate that it sets up.
 */
export function statedFieldsOf<T extends ClientRequest>(
  request: T,
  rules: Readonly<Record<keyof T & string, ChangeRule>>,
  mandateRules: Readonly<Record<string, ChangeRule>> = {},
): readonly StatedField[] {
  const plain = Object.entries(compact(request)).flatMap(([field, value]) => {
    const rule = rules[field as keyof T & string];
    // Stored fields may be of another kind of request.
    return nestedFields.has(field) || !rule ? [] : [{ field, path: field, rule, value }];
  });
  return [
    ...plain,
    ...statedCustomerFields(request),
    ...statedAddressFields('billing', request.billing),
    ...statedAddressFields('shipping', request.shipping),
    ...statedMandateFields(request.mandate_data, mandateRules),
  ];
}

export function statedCustomerFields(request: ClientRequest): readonly StatedField[] {
  const rules: Readonly<Record<string, ChangeRule>> = customerChangeRules;
  return Object.entries(requestCustomerOf(request)).map(([member, value]) => ({
    field: ownMember(rootNames, member) ?? 'customer',
    path: ownMember(rootNames, member) ?? `customer.${member}`,
    rule: ownMember(rules, member) ?? "merchant's",
    value,
  }));
}

export const isOfCustomer = ({ path }: Pick<StatedField, 'path'>): boolean =>
  path.startsWith('customer.') || Object.values(rootNames).includes(path);

/** As it is kept: without blanks around the parts of a phone number. */
export function statedAddressFields(
  field: 'billing' | 'shipping',
  given: Address | null | undefined,
): readonly StatedField[] {
  const { address = {}, phone = {}, email } = mergeAddress(undefined, given) ?? {};
  const members = [
    ...Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value] as const),
    ...Object.entries(phone ?? {}).map(([name, value]) => [`phone.${name}`, value] as const),
    ...(email ? [['email', email] as const] : []),
  ];
  return members.map(([member, value]) => ({
    field,
    path: `${field}.${member}`,
    rule: field === 'billing' ? 'where open, or of the method' : 'where open, by member',
    value,
  }));
}

function statedMandateFields(
  given: object | null | undefined,
  rules: Readonly<Record<string, ChangeRule>>,
): readonly StatedField[] {
  return Object.entries(compact(given ?? {})).map(([member, value]) => ({
    field: 'mandate_data',
    path: `mandate_data.${member}`,
    rule: ownMember(rules, member) ?? "merchant's",
    value,
  }));
}

export const knownValuesOf = (facts: readonly StatedField[]): Map<string, unknown> =>
  new Map(facts.map(({ path, value }) => [path, value]));

/**
 * Refuses the first field that the customer may not state.
 *
 * @throws SwitchError `unauthorized_change`
 */
export function checkStatedFields(facts: readonly StatedField[], known: KnownValues): void {
  const refused = facts.find((fact) => !mayState(fact, known));
  if (refused) throw unauthorizedChange(refused.field);
}

/** Whether a customer may state this field, given the merchant's values. */
export function mayState({ rule, path, value }: StatedField, known: KnownValues): boolean {
  switch (rule) {
    case "payer's own":
    case 'of no effect':
      return true;
    case 'where open':
    case 'where open, by member':
    case 'where open, or of the method':
      return known.has(path) ? isSame(value, known.get(path)) : !isWhole(path, known);
    case 'where open, or stricter':
      return !known.has(path) || isSame(value, known.get(path)) || value === 'three_ds';
    case "merchant's":
      return known.has(path) && isSame(value, known.get(path));
    case 'not less':
    case 'by its own rule':
      // Checked by the code that knows the amounts and the payment source.
      return true;
  }
}

/**
 * An address with a street is whole: a further line, or another town, would lead elsewhere. The
 * name of its owner may be added.
 */
function isWhole(path: string, known: KnownValues): boolean {
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

export const unauthorizedChange = (field: string, reason?: string): SwitchError =>
  new SwitchError('unauthorized_change', {
    message: `${field} cannot be changed with a publishable key${reason ? `: ${reason}` : ''}`,
  });
