import * as v from 'valibot';
import type { Payee, PayeeNeed, PayoutTarget } from '#connectors/interface/payouts.ts';
import { compact } from '#platform/schema.ts';
import { Address } from '#vocabulary/address.ts';
import type { Payout } from './payout.ts';
import type { PayoutEntityType } from './request.ts';

/** The payout types that mean a company; every other, and none, mean a person. */
const companies: ReadonlySet<unknown> = new Set<PayoutEntityType>([
  'Company',
  'NonProfit',
  'PublicSector',
  'lowercase',
]);

/**
 * What a payout says of its recipient. The name is that of the destination's holder, else the
 * customer's; the first and the last name are those of the billing address, else the parts of the
 * name before and after its last space.
 */
export function payeeOf({
  customer = {},
  requestFields,
  shown,
}: Pick<Payout, 'customer' | 'requestFields' | 'shown'>): Payee {
  const parsed = v.safeParse(Address, requestFields.billing);
  const { address, phone, email } = parsed.success ? parsed.output : {};
  const holder = shown?.card?.card_holder_name || textIn(shown?.bank, 'account_holder_name');
  const name =
    holder ??
    customer.name ??
    ([address?.first_name, address?.last_name].filter(Boolean).join(' ') || undefined);
  const words = (name ?? '').split(' ').filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  const first = words.slice(0, -1).join(' ') || undefined;
  return compact({
    customerId: customer.id,
    isCompany: companies.has(requestFields.entity_type),
    name,
    firstName: address?.first_name ?? first,
    lastName: address?.last_name ?? last,
    email: customer.email ?? email,
    phone: customer.phone ?? phone?.number,
    phoneCountryCode:
      customer.phone === undefined ? phone?.country_code : customer.phone_country_code,
    address,
  });
}

const textIn = (members: object = {}, name: string): string | undefined => {
  const value: unknown = Reflect.get(members, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Where a merchant states the fact, in the words of the API. */
export const fieldOfNeed: Readonly<Record<PayeeNeed, string>> = {
  name: 'customer.name',
  name_parts: 'billing.address.last_name',
  email: 'email',
  line1: 'billing.address.line1',
  city: 'billing.address.city',
  zip: 'billing.address.zip',
  country: 'billing.address.country',
};

/** The kind of a payout's destination, by the members that may be shown of it. */
export function targetOf({ shown = {} }: Pick<Payout, 'shown'>): PayoutTarget | undefined {
  const { card, bank, wallet, bank_redirect: redirect, passthrough } = shown;
  if (card) return 'card';
  if (passthrough) return 'token';
  if (redirect) return 'email' in redirect ? 'interac' : 'open_banking';
  if (wallet) return walletRules.find(([name]) => name in wallet)?.[1] ?? 'network_token';
  return bank && (bankRules.find(([name]) => name in bank)?.[1] ?? 'pix');
}

const walletRules = [
  ['field_type', 'paypal'],
  ['telephone_number', 'venmo'],
] as const;

/** The first that applies: Trustly's accounts have an IBAN as well. */
const bankRules = [
  ['bank_number', 'trustly'],
  ['iban', 'sepa'],
  ['bank_sort_code', 'bacs'],
  ['bank_routing_number', 'ach'],
] as const;
