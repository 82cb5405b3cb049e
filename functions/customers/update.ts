import { presentCustomer, updatedCustomer } from '../../shared/customers/customer.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { updateCustomer } from '../../shared/customers/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';
import { presentAddressDetails } from '../../shared/vocabulary/address.ts';

interface Services {
  readonly customers: CustomerStore;
}

/**
 * Changes the customer's members that the request states. The response shows only the address that
 * the request carried.
 */
export const update = implement(updateCustomer, {
  load: ({ merchantId, params }, { customers }: Services) =>
    customers.get(merchantId, params.customer_id),

  async run({ body, now }, { customers }: Services, customer) {
    const saved = await customers.save(updatedCustomer(customer, body, now));
    const address = body.address ? presentAddressDetails(body.address) : null;
    return { ...presentCustomer(saved), address };
  },
});

export const handler = lambda(update, () => ({ customers: customerStore(liveTable()) }));
