import { type GsmStore, gsmStore } from '../../shared/gsm/gsm-store.ts';
import { deleteGsmRule } from '../../shared/gsm/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Removes a rule: errors of this kind are named like all unknown ones again. */
export const remove = implement(deleteGsmRule, async ({ body }, { rules }: Services) => {
  await rules.remove(body);
  const { connector, flow, sub_flow, code } = body;
  return { gsm_rule_delete: true, connector, flow, sub_flow, code };
});

export const handler = lambda(remove, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
