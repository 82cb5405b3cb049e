import { changedRule, presentRule } from '../../shared/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '../../shared/gsm/gsm-store.ts';
import { updateGsmRule } from '../../shared/gsm/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { compact } from '../../shared/schema.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Changes the members that the request states. */
export const update = implement(updateGsmRule, async ({ body }, { rules }: Services) => {
  const rule = await rules.get(body);
  return presentRule(await rules.save(changedRule(rule, compact(body))));
});

export const handler = lambda(update, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
