import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { syncPayoutWithConnector } from '#switch/payouts/connector-access.ts';
import { livePayoutServices } from '#switch/payouts/live-payout-services.ts';
import { retrievePayout } from '#switch/payouts/operations.ts';
import { checkPayoutProfile, mayPayoutBeSynced } from '#switch/payouts/payout.ts';
import type { PayoutServices } from '#switch/payouts/payout-services.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';

/**
 * Retrieves a payout. With `force_sync` the switch first syncs it with the connector. When the sync
 * fails, the answer is the payout as saved.
 */
export const retrieve = implement(retrievePayout, {
  load: ({ merchantId, params }, { payouts }: PayoutServices) =>
    payouts.get(merchantId, params.payout_id),

  async run({ caller, query, remainingMs, requestId }, services: PayoutServices, payout) {
    checkPayoutProfile(payout, caller);
    if (query.merchant_id !== undefined && query.merchant_id !== caller.merchantId) {
      throw new SwitchError('invalid_data', {
        field: 'merchant_id',
        expected: 'merchant_id from merchant account',
      });
    }
    const current =
      query.force_sync && mayPayoutBeSynced(payout)
        ? await syncPayoutWithConnector(payout, { remainingMs, requestId }, services)
        : payout;
    return presentPayout(current, { expandAttempts: query.expand_attempts ?? false });
  },
});

export const handler = lambda(retrieve, livePayoutServices);
