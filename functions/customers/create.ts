import { type Customer, newCustomer, presentCustomer } from '../../shared/customers/customer.ts';
import {
  type CustomerStore,
  customerStore,
  parseCustomer,
} from '../../shared/customers/customer-store.ts';
import { createCustomer } from '../../shared/customers/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import {
  createIdempotently,
  fingerprintOf,
  idempotencyClaim,
} from '../../shared/http/idempotent-create.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly customers: CustomerStore;
}

/** Writes down a customer. An identifier that was redacted stays taken for ever. */
export const create = implement(createCustomer, (request, { customers }: Services) => {
  const { caller, body, invocationId, now, idempotentRequest } = request;
  const { merchantId } = caller;
  const isNamed = body.customer_id != null;
  // One that has no name gets its invocation's, so that one invocation makes one customer.
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

/** Of whom was redacted nothing is told, to nobody who asks again either. */
function unlessRedacted(customer: Customer): Customer {
  if (customer.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  return customer;
}

export const handler = lambda(create, () => ({ customers: customerStore(liveTable()) }));
