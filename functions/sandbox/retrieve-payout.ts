import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { type PayoutLedger, tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import {
  presentSandboxPayout,
  retrieveSandboxPayout,
} from '../../shared/sandbox/payout-operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly payoutLedger: PayoutLedger;
}

/** Retrieves the state of a payout by the caller's reference. */
export const retrievePayout = implement(
  retrieveSandboxPayout,
  async ({ params, caller, now }, { payoutLedger }: Services) => {
    const payout = await payoutLedger.find(caller.keyHash, params.reference);
    return payout ? presentSandboxPayout(payout, now) : refusal('DC_16');
  },
);

export const handler = lambda(retrievePayout, () => ({
  payoutLedger: tablePayoutLedger(liveTable()),
}));
