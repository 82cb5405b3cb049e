import { lambda } from '#merchants/lambda.ts';
import { changedRule, presentRule } from '#operator/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '#operator/gsm/gsm-store.ts';
import { updateGsmRule } from '#operator/gsm/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Changes the members that the request states. */
export const update = implement(updateGsmRule, async ({ body }, { rules }: Services) => {
  const rule = await rules.get(body);
  return presentRule(await rules.save(changedRule(rule, compact(body))));
});

export const handler = lambda(update, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
