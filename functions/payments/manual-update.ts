import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/admin-key.ts';
import { implement } from '#platform/http/implement.ts';
import { type Log, log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import { notedManually, resolveManually } from '#switch/payments/lifecycle/manual-resolution.ts';
import { manualUpdatePayment } from '#switch/payments/operations.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly log: Log;
}

/**
 * Saves an operator's decision about a payment that the processor will never decide. This is the
 * last resort: otherwise only the processor decides. Without a status the payment stays undecided,
 * and only the stated error is saved. The log has the operator, by the request's id; the result,
 * its time and its reason stay with the payment.
 */
export const manualUpdate = implement(
  manualUpdatePayment,
  async ({ params, body, headers, now, requestId, sourceIp }, { payments, log }: Services) => {
    const merchantId = body.merchant_id ?? headers['x-merchant-id'];
    if (!merchantId) throw new SwitchError('missing_param', { field: 'merchant_id' });
    const payment = await payments.get(merchantId, params.payment_id);
    if (body.attempt_id && body.attempt_id !== payment.attempt.id) {
      throw new SwitchError('payment_not_found');
    }
    const { error_code: code, error_message: message } = body;
    const error = { ...(code && { code }), ...(message && { message }) };
    const note = {
      ...((code || message) && { error }),
      reason: body.reason ?? undefined,
      requestId,
    };
    const { attempt_status: status } = body;
    const next = status
      ? resolveManually(payment, { ...note, status }, now)
      : notedManually(payment, note, now);
    const saved = next === payment ? payment : await payments.saveProgress(next);
    const facts = { merchantId, paymentId: saved.id, requestId, sourceIp };
    log.info(status ? 'payment resolved manually' : 'payment noted manually', {
      ...facts,
      from: payment.status,
      to: saved.status,
      attemptStatus: saved.attempt.status,
    });
    return {
      payment_id: saved.id,
      attempt_id: saved.attempt.id,
      merchant_id: merchantId,
      attempt_status: saved.attempt.status,
      error_code: saved.attempt.error?.code ?? null,
      error_message: saved.attempt.error?.message ?? null,
      connector_transaction_id: saved.attempt.connectorTransactionId ?? null,
    };
  },
);

export const handler = lambda(
  manualUpdate,
  () => ({ payments: paymentStore(liveTable()), log }),
  liveAdminKey,
);
