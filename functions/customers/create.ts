import { newCustomer, presentCustomer } from '../../shared/customers/customer.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { createCustomer } from '../../shared/customers/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly customers: CustomerStore;
}

/** Writes down a customer. An identifier that was redacted stays taken for ever. */
export const create = implement(
  createCustomer,
  async ({ caller, body, now }, { customers }: Services) => {
    const customer = newCustomer(caller.merchantId, body, now, () => newId('cus'));
    const existing = await customers.createUnlessKnown(customer);
    if (existing)
      throw new SwitchError(existing.redactedAt ? 'customer_redacted' : 'customer_exists');
    return presentCustomer(customer);
  },
);

export const handler = lambda(create, () => ({ customers: customerStore(liveTable()) }));
