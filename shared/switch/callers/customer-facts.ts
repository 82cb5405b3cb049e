import { isSwitchError } from '#platform/errors.ts';
import { factsOfRecord } from '../customers/customer-copy.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import {
  isOfCustomer,
  type KnownValues,
  type StatedField,
  statedCustomerFields,
} from './stated-fields.ts';

/**
 * Reads the stored facts of the customer that a payment or payout names. Reads only where `facts`
 * ask for a customer fact that the request did not state.
 */
export async function readCustomerFacts(
  {
    merchantId,
    customerId,
  }: { readonly merchantId: string; readonly customerId?: string | undefined },
  facts: readonly StatedField[],
  known: KnownValues,
  customers: Pick<CustomerStore, 'get'>,
): Promise<readonly StatedField[]> {
  const isNeeded = facts.some((fact) => isOfCustomer(fact) && !known.has(fact.path));
  if (customerId === undefined || !isNeeded) return [];
  try {
    const record = await customers.get(merchantId, customerId);
    const stated = statedCustomerFields({ customer: factsOfRecord(record) });
    return stated.filter(({ path }) => !known.has(path));
  } catch (error) {
    if (isSwitchError(error, 'customer_not_found')) return [];
    throw error;
  }
}
