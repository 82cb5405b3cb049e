import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import {
  createIdempotently,
  fingerprintOf,
  idempotencyClaim,
} from '#platform/http/operation/idempotent-create.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { type Customer, newCustomer, presentCustomer } from '#switch/customers/customer.ts';
import {
  type CustomerStore,
  customerStore,
  parseCustomer,
} from '#switch/customers/customer-store.ts';
import { createCustomer } from '#switch/customers/operations.ts';

interface Services {
  readonly customers: CustomerStore;
}

/** Creates a customer. A redacted customer's identifier is never free again. */
export const create = implement(createCustomer, (request, { customers }: Services) => {
  const { caller, body, invocationId, now, idempotentRequest } = request;
  const { merchantId } = caller;
  const isNamed = body.customer_id != null;
  // Without a `customer_id`, the id is derived from the invocation, so one invocation creates one
  // customer.
  const id = body.customer_id ?? derivedId('cus', merchantId, invocationId);
  return createIdempotently({
    idempotentRequest,
    isNamed,
    async make() {
      const customer = {
        ...newCustomer(merchantId, body, now, () => id),
        ...fingerprintOf(idempotentRequest),
      };
      const claim = idempotencyClaim(request, merchantId, { isNamed, operation: createCustomer });
      return presentCustomer(await customers.create(customer, claim));
    },
    find: async () => unlessRedacted(await customers.get(merchantId, id)),
    parse: parseCustomer,
    present: presentCustomer,
  });
});

/**
 * Throws `customer_redacted` for a redacted customer, so a repeated request reveals nothing of it.
 */
function unlessRedacted(customer: Customer): Customer {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  return customer;
}

export const handler = lambda(create, () => ({ customers: customerStore(liveTable()) }));
