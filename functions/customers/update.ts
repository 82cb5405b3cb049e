import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentCustomer, updatedCustomer } from '#switch/customers/customer.ts';
import { type CustomerStore, customerStore } from '#switch/customers/customer-store.ts';
import { updateCustomer } from '#switch/customers/operations.ts';
import { presentAddressDetails } from '#vocabulary/address.ts';

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
