import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { presentSandboxRefund, retrieveSandboxRefund } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
}

/** Retrieves the state of a refund by the caller's references. */
export const retrieveRefund = implement(
  retrieveSandboxRefund,
  async ({ params, caller, now }, { ledger }: Services) => {
    const payment = await ledger.find(caller.keyHash, params.reference);
    const found = payment && presentSandboxRefund(payment, params.refund_reference, now);
    return found ?? refusal('DC_05');
  },
);

export const handler = lambda(retrieveRefund, () => ({ ledger: tableLedger(liveTable()) }));
