import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { listSandboxDisputes, presentSandboxDispute } from '#sandbox/dispute-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';

interface Services {
  readonly ledger: Pick<Ledger, 'listDisputes'>;
}

const pageSize = 50;

/** Lists the disputes that opened in a span of time, newest first. */
export const listDisputes = implement(
  listSandboxDisputes,
  async ({ query, caller, now }, { ledger }: Services) => {
    const found = await ledger.listDisputes(caller.keyHash, { ...query, limit: pageSize + 1 });
    const page = found.slice(0, pageSize);
    return {
      disputes: page.flatMap(
        ({ payment, disputeId }) => presentSandboxDispute(payment, disputeId, now) ?? [],
      ),
      next: found.length > pageSize ? (page.at(-1)?.place ?? null) : null,
    };
  },
);

export const handler = lambda(listDisputes, () => ({ ledger: tableLedger(liveTable()) }));
