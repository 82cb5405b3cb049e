import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { presentSandboxPayout, retrieveSandboxPayout } from '#sandbox/payout-operations.ts';
import { refusal } from '#sandbox/refusal.ts';

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
