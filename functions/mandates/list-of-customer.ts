import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type MandateStore, mandateStore } from '../../shared/mandates/mandate-store.ts';
import { listMandatesOfCustomer } from '../../shared/mandates/operations.ts';
import { presentMandate } from '../../shared/mandates/present-mandate.ts';
import { liveTable } from '../../shared/table/table.ts';

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
