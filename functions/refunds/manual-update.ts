import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { textResponse } from '#platform/http/response/raw-response.ts';
import { type Log, log } from '#platform/log.ts';
import { compact } from '#platform/schema.ts';
import { liveTable } from '#platform/table/table.ts';
import { type ManualUpdateRefundRequest, manualUpdateRefund } from '#switch/refunds/operations.ts';
import { applyReportedRefund, isOpen, type Refund, withNote } from '#switch/refunds/refund.ts';
import { type RefundStore, refundStore } from '#switch/refunds/refund-store.ts';

interface Services {
  readonly refunds: RefundStore;
  readonly log: Log;
}

/**
 * Saves an operator's decision about a refund that the processor will never decide, or of which the
 * bank sent the money back. A failed refund becomes refundable again, as always. Without a status,
 * and with the status that it has, only the stated error is saved. The log names the operator.
 */
export const manualUpdate = implement(
  manualUpdateRefund,
  async ({ params, body, now, requestId, sourceIp }, { refunds, log }: Services) => {
    const { merchant_id: merchantId, status } = body;
    const refund = await refunds.get(merchantId, params.refund_id);
    const error = { code: textIn(body.error_code), message: textIn(body.error_message) };
    const facts = { merchantId, refundId: refund.id, requestId, sourceIp };
    if (!status || status === refund.status) {
      const noted = await refunds.settleOrThrow(refund, (current) => withNote(current, error, now));
      log.info('refund noted manually', { ...facts, from: refund.status, to: noted.status });
      return textResponse('');
    }
    checkDecidable(refund, status);
    const outcome: RefundOutcome =
      status === 'succeeded'
        ? { result: 'succeeded' }
        : { result: 'declined', ...compact({ code: error.code, message: error.message }) };
    const saved = await refunds.settleOrThrow(refund, (current) =>
      applyReportedRefund(current, outcome, now, true),
    );
    log.info('refund resolved manually', { ...facts, from: refund.status, to: saved.status });
    return textResponse('');
  },
);

/** The stated text; `null` where the field is to be emptied, undefined where nothing is stated. */
function textIn(stated: ManualUpdateRefundRequest['error_code']): string | null | undefined {
  if (!stated) return undefined;
  if (stated === 'unset') return null;
  if (typeof stated === 'string') return stated;
  return 'set' in stated ? stated.set : null;
}

/** The amount of a failed refund may have been refunded again, so that refund stays failed. */
function checkDecidable(refund: Refund, status: 'succeeded' | 'failed'): void {
  if (isOpen(refund) || (refund.status === 'succeeded' && status === 'failed')) return;
  throw new SwitchError('precondition_failed', {
    message: `You cannot update this refund because it has status ${refund.status}`,
  });
}

export const handler = lambda(
  manualUpdate,
  () => ({ refunds: refundStore(liveTable()), log }),
  liveAdminKey,
);
