import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { type Log, log } from '#platform/log.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  askedAgain,
  type ManualNote,
  notedManually,
  resolveManually,
} from '#switch/payments/lifecycle/manual-resolution.ts';
import {
  type ManualUpdatePaymentRequest,
  manualUpdatePayment,
} from '#switch/payments/operations.ts';
import type { Payment } from '#switch/payments/payment.ts';
import { type PaymentStore, paymentStore } from '#switch/payments/payment-store.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly log: Log;
}

/**
 * Saves an operator's decision about a payment that the processor will never decide. This is the
 * last resort: otherwise only the processor decides. Without a status, and with the status that the
 * attempt has, only the stated error is saved. The log has the operator, by the request's id; the
 * result, its time and its reason stay with the payment.
 */
export const manualUpdate = implement(
  manualUpdatePayment,
  async ({ params, body, headers, now, requestId, sourceIp }, { payments, log }: Services) => {
    const merchantId = body.merchant_id ?? headers['x-merchant-id'];
    if (!merchantId) throw new SwitchError('missing_param', { field: 'merchant_id' });
    const payment = await payments.get(merchantId, params.payment_id);
    checkNamed(payment, body);
    const { error_code: code, error_message: message } = body;
    const error = { ...(code && { code }), ...(message && { message }) };
    const note = {
      ...((code || message) && { error }),
      reason: body.reason ?? undefined,
      requestId,
    };
    const decision = decisionIn(body, payment);
    const next = decision
      ? resolveManually(payment, { ...note, status: decision }, now)
      : undecided(payment, { ...note, asksAgain: body.attempt_status === 'pending' }, now);
    const saved = next === payment ? payment : await payments.saveProgress(next);
    const facts = { merchantId, paymentId: saved.id, requestId, sourceIp };
    log.info(decision ? 'payment resolved manually' : 'payment noted manually', {
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

function checkNamed({ id, attempt }: Payment, named: ManualUpdatePaymentRequest): void {
  const isOther =
    (named.payment_id && named.payment_id !== id) ||
    (named.attempt_id && named.attempt_id !== attempt.id);
  if (isOther) throw new SwitchError('payment_not_found');
}

/** The stated result, unless it is the one that the attempt has. */
function decisionIn({ attempt_status: status }: ManualUpdatePaymentRequest, { attempt }: Payment) {
  return status && status !== 'pending' && status !== attempt.status ? status : undefined;
}

const undecided = (
  payment: Payment,
  { asksAgain, ...note }: ManualNote & { readonly asksAgain: boolean },
  now: Date,
): Payment => (asksAgain ? askedAgain(payment, note, now) : notedManually(payment, note, now));

export const handler = lambda(
  manualUpdate,
  () => ({ payments: paymentStore(liveTable()), log }),
  liveAdminKey,
);
