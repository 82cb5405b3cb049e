import { presentRule } from '../../shared/gsm/gsm-rule.ts';
import { type GsmStore, gsmStore } from '../../shared/gsm/gsm-store.ts';
import { retrieveGsmRule } from '../../shared/gsm/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly rules: GsmStore;
}

/** Retrieves a rule, by POST because its key does not fit into a path. */
export const retrieve = implement(retrieveGsmRule, async ({ body }, { rules }: Services) =>
  presentRule(await rules.get(body)),
);

export const handler = lambda(retrieve, () => ({ rules: gsmStore(liveTable()) }), liveAdminKey);
