import { SwitchError } from '#platform/errors.ts';
import { type Customer, newCustomer } from './customer.ts';
import type { CustomerStore } from './customer-store.ts';
import type { CreateCustomerRequest } from './operations.ts';

/** A customer as a payment request names it. */
type CustomerInput = { readonly id?: string } & Pick<
  CreateCustomerRequest,
  'name' | 'email' | 'phone' | 'phone_country_code' | 'tax_registration_id' | 'document_details'
>;

/**
 * Creates the customer that a payment names, unless it exists; an existing customer stays as it is.
 * Returns the record that is there now. Does nothing without an identifier. Throws
 * `customer_not_found` for a redacted customer.
 */
export async function upsertCustomer(
  merchantId: string,
  { id, ...given }: CustomerInput,
  customers: CustomerStore,
  now: Date,
): Promise<Customer | undefined> {
  if (id === undefined) return undefined;
  const customer = newCustomer(merchantId, { customer_id: id, ...given }, now, () => id);
  const existing = await customers.createIfAbsent(customer);
  if (existing?.redactedAt !== undefined) throw new SwitchError('customer_not_found');
  return existing ?? customer;
}
