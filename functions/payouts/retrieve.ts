import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import {
  mayPayoutBeSynced,
  syncPayoutWithConnector,
} from '../../shared/payouts/connector-access.ts';
import { livePayoutServices } from '../../shared/payouts/live-payout-services.ts';
import { retrievePayout } from '../../shared/payouts/operations.ts';
import { checkPayoutProfile } from '../../shared/payouts/payout.ts';
import type { PayoutServices } from '../../shared/payouts/payout-services.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';

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
