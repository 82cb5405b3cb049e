import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  presentSandboxDispute,
  retrieveSandboxDispute,
} from '../../shared/sandbox/dispute-operations.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { liveTable } from '../../shared/table/table.ts';

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
