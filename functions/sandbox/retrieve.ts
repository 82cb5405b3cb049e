import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { presentSandboxPayment, retrieveSandboxPayment } from '../../shared/sandbox/operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

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
