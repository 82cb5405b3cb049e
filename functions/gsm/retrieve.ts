import { lambda } from '#merchants/lambda.ts';
import { presentRule } from '#operator/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '#operator/gsm/gsm-store.ts';
import { retrieveGsmRule } from '#operator/gsm/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Retrieves a rule, by POST because its key does not fit into a path. */
export const retrieve = implement(retrieveGsmRule, async ({ body }, { rules }: Services) =>
  presentRule(await rules.get(body)),
);

export const handler = lambda(retrieve, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
