import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { type MandateStore, mandateStore } from '#switch/mandates/mandate-store.ts';
import { listMandatesOfCustomer } from '#switch/mandates/operations.ts';
import { presentMandate } from '#switch/mandates/present-mandate.ts';

interface Services {
  readonly mandates: MandateStore;
}

/**
 * Lists a customer's mandates, newest first. Answers `mandate_not_found` for a customer without
 * any.
 */
export const listOfCustomer = implement(listMandatesOfCustomer, {
  load: ({ merchantId, params }, { mandates }: Services) =>
    mandates.listOfCustomer(merchantId, params.customer_id),

  async run(_, __, mandates) {
    if (mandates.length === 0) throw new SwitchError('mandate_not_found');
    return mandates.map(presentMandate);
  },
});

export const handler = lambda(listOfCustomer, () => ({ mandates: mandateStore(liveTable()) }));
