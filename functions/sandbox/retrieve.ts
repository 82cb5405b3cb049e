import { implement } from '#platform/http/operation/implement.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { presentSandboxPayment, retrieveSandboxPayment } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly sandboxUrl: string;
}

/** Retrieves the state of a payment by the caller's reference. */
export const retrieve = implement(
  retrieveSandboxPayment,
  async ({ params, caller, now }, { ledger, sandboxUrl }: Services) => {
    const payment = await ledger.find(caller.keyHash, params.reference);
    return payment ? presentSandboxPayment(payment, sandboxUrl, now) : refusal('DC_01');
  },
);

export const handler = lambda(retrieve, () => ({
  ledger: tableLedger(liveTable()),
  sandboxUrl: sandboxUrl() ?? '',
}));
