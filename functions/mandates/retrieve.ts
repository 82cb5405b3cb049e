import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { type MandateStore, mandateStore } from '#switch/mandates/mandate-store.ts';
import { retrieveMandate } from '#switch/mandates/operations.ts';
import { presentMandate } from '#switch/mandates/present-mandate.ts';

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
