import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type MandateStore, mandateStore } from '../../shared/mandates/mandate-store.ts';
import { retrieveMandate } from '../../shared/mandates/operations.ts';
import { presentMandate } from '../../shared/mandates/present-mandate.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly mandates: MandateStore;
}

/** Retrieves a mandate. */
export const retrieve = implement(retrieveMandate, {
  load: ({ merchantId, params }, { mandates }: Services) =>
    mandates.get(merchantId, params.mandate_id),

  run: async (_, __, mandate) => presentMandate(mandate),
});

export const handler = lambda(retrieve, () => ({ mandates: mandateStore(liveTable()) }));
