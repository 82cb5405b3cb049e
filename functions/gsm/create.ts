import { lambda } from '#merchants/lambda.ts';
import { type GsmRule, presentRule } from '#operator/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '#operator/gsm/gsm-store.ts';
import { createGsmRule } from '#operator/gsm/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Creates a rule. It applies to errors within ten seconds. */
export const create = implement(createGsmRule, async ({ body }, { rules }: Services) => {
  const rule: GsmRule = { ...compact(body), version: 1 };
  await rules.add(rule);
  return presentRule(rule);
});

export const handler = lambda(create, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
