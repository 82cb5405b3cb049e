import { type GsmRule, presentRule } from '../../shared/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '../../shared/gsm/gsm-store.ts';
import { createGsmRule } from '../../shared/gsm/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { compact } from '../../shared/schema.ts';
import { liveTable } from '../../shared/table/table.ts';

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
