import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentSandboxDispute, retrieveSandboxDispute } from '#sandbox/dispute-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
}

/** Retrieves the state of a dispute. */
export const retrieveDispute = implement(
  retrieveSandboxDispute,
  async ({ params, caller, now }, { ledger }: Services) => {
    const payment = await ledger.find(caller.keyHash, params.reference);
    return (payment && presentSandboxDispute(payment, params.dispute_id, now)) ?? refusal('DC_21');
  },
);

export const handler = lambda(retrieveDispute, () => ({ ledger: tableLedger(liveTable()) }));
