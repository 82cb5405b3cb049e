import { customerReadRules, readable } from '../../shared/client-rights.ts';
import { presentCustomer } from '../../shared/customers/customer.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { retrieveCustomer } from '../../shared/customers/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
