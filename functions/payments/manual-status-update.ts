import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Log, log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { resolveManually } from '#switch/payments/lifecycle/manual-resolution.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';
import { updateStatusManually } from '#switch/payments/risk/operations.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly log: Log;
}

/**
 * Decides a payment under review, whose capture had succeeded and was then reported as failed. The
 * log has the operator, by the request's id.
 */
export const updateStatus = implement(
  updateStatusManually,
  async ({ params, body, headers, now, requestId, sourceIp }, { payments, log }: Services) => {
    const merchantId = body.merchant_id ?? headers['x-merchant-id'];
    if (!merchantId) throw new SwitchError('missing_param', { field: 'merchant_id' });
    const payment = await payments.get(merchantId, params.payment_id);
    checkUnderReview(payment);
    const status = body.intent_status === 'succeeded' ? 'charged' : 'failure';
    const saved = await payments.saveProgress(resolveManually(payment, { status, requestId }, now));
    const facts = { merchantId, paymentId: saved.id, requestId, sourceIp };
    log.info('payment resolved manually', { ...facts, from: payment.status, to: saved.status });
    return {
      payment_id: saved.id,
      attempt_id: saved.attempt.id,
      intent_status: saved.status,
      attempt_status: saved.attempt.status,
    };
  },
);

function checkUnderReview({ status, attempt }: Payment): void {
  if (status !== 'review') {
    throw new SwitchError('invalid_request', {
      message: `Payment status must be 'review' to perform manual status update, current status is '${status}'`,
    });
  }
  if (attempt.status !== 'capture_review') {
    throw new SwitchError('invalid_request', {
      message: `Payment attempt status must be 'capture_review' to perform manual status update, current status is '${attempt.status}'`,
    });
  }
}

export const handler = lambda(
  updateStatus,
  () => ({ payments: paymentStore(liveTable()), log }),
  liveAdminKey,
);
