import { lambda } from '#merchants/lambda.ts';
import { type GsmStore, gsmStore } from '#operator/gsm/gsm-store.ts';
import { deleteGsmRule } from '#operator/gsm/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Deletes a rule. Its errors are then treated like errors without a rule. */
export const remove = implement(deleteGsmRule, async ({ body }, { rules }: Services) => {
  await rules.remove(body);
  const { connector, flow, sub_flow, code } = body;
  return { gsm_rule_delete: true, connector, flow, sub_flow, code };
});

export const handler = lambda(remove, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
