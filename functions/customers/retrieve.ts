import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { readable } from '#switch/callers/access-rules.ts';
import { customerReadRules } from '#switch/callers/customer-rights.ts';
import { presentCustomer } from '#switch/customers/customer.ts';
import { type CustomerStore, customerStore } from '#switch/customers/customer-store.ts';
import { retrieveCustomer } from '#switch/customers/operations.ts';

interface Services {
  readonly customers: CustomerStore;
}

/** Retrieves a customer, for its merchant or for the customer's own app. */
export const retrieve = implement(retrieveCustomer, {
  load: ({ merchantId, params }, { customers }: Services) =>
    customers.get(merchantId, params.customer_id),
  run: async ({ caller }, _services, customer) => {
    const whole = presentCustomer(customer);
    return caller.kind === 'customer' ? readable(whole, customerReadRules) : whole;
  },
});

export const handler = lambda(retrieve, () => ({ customers: customerStore(liveTable()) }));
