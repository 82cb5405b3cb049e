import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Log, log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { manualUpdatePayout } from '#switch/payouts/operations.ts';
import { notePayoutManually, resolvePayoutManually } from '#switch/payouts/payout-outcome.ts';
import { type PayoutStore, payoutStore } from '#switch/payouts/payout-store.ts';

interface Services {
  readonly payouts: PayoutStore;
  readonly log: Log;
}

/**
 * Saves an operator's decision about a payout that the processor will never decide. The lifecycle
 * allows the same moves as for the processor. Without a status the payout stays undecided, and the
 * other stated fields are saved. The log names the operator.
 */
export const manualUpdate = implement(
  manualUpdatePayout,
  async ({ params, body, now, requestId, sourceIp }, { payouts, log }: Services) => {
    const { merchant_id: merchantId, error_code: code, error_message: message } = body;
    const payout = await payouts.get(merchantId, params.payout_id);
    if (body.payout_attempt_id && body.payout_attempt_id !== payout.attempt.id) {
      throw new SwitchError('payout_not_found');
    }
    const { status } = body;
    const note = {
      ...(code && { code }),
      ...(message && { message }),
      ...(body.connector_payout_id && { connectorTransactionId: body.connector_payout_id }),
    };
    const next = status
      ? resolvePayoutManually(payout, { ...note, status }, now)
      : notePayoutManually(payout, note, now);
    const saved = next === payout ? payout : await payouts.saveProgress(next);
    const facts = { merchantId, payoutId: saved.id, requestId, sourceIp };
    const did = status ? 'payout resolved manually' : 'payout noted manually';
    log.info(did, { ...facts, from: payout.status, to: saved.status });
    return {
      payout_id: saved.id,
      payout_attempt_id: saved.attempt.id,
      merchant_id: merchantId,
      status: saved.status,
      error_code: saved.attempt.error?.code ?? null,
      error_message: saved.attempt.error?.message ?? null,
      connector_payout_id: saved.attempt.connectorTransactionId ?? null,
    };
  },
);

export const handler = lambda(
  manualUpdate,
  () => ({ payouts: payoutStore(liveTable()), log }),
  liveAdminKey,
);
