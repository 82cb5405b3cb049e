import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import { addSubject } from '#platform/log-subject.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { applyReportedCapture, findCapture } from '../payments/lifecycle/reported-capture.ts';
import type { Capture, Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { type ConflictServices, reportConflict } from './report-conflict.ts';
import {
  checkOwner,
  checkTransaction,
  idOfAttempt,
  retryLater,
  subjectId,
  type WebhookSender,
} from './webhook-sender.ts';

type CaptureWebhook = Extract<WebhookContent, { readonly kind: 'capture' }>;

interface Services extends ConflictServices {
  readonly connectorIds: ConnectorIds;
  readonly payments: PaymentStore;
}

/**
 * Applies a processor's report of one capture, and saves the payment.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment or a capture that we do not have
 * (yet), or that another account took; `concurrent_update`, `temporarily_unavailable` where it
 * could not be saved
 */
export async function applyWebhookToCapture(
  { subject, ...reported }: CaptureWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { merchantId, now } = sender;
  const { payments } = services;
  const attemptId = await subjectId(subject, 'PAYMENT', sender, services);
  const paymentId = idOfAttempt(attemptId);
  addSubject({ payment_id: paymentId });
  const payment = await payments.get(merchantId, paymentId).catch(retryLater('payment_not_found'));
  // An attempt that captures is the last one of its payment.
  if (payment.attempt.id !== attemptId) throw new SwitchError('webhook_object_not_found');
  checkOwner(sender, { subject }, payment.attempt);
  checkTransaction(payment.attempt, subject);
  const earlier = await earlierCaptures(payment, payments);
  const settled = await payments.settleOrThrow(payment, (current) => {
    const next = applyReportedCapture(current, reported, earlier, now);
    if (!next) throw new SwitchError('webhook_object_not_found');
    return next;
  });
  const capture = findCapture(settled, reported, earlier);
  if (capture?.status === 'failed' && reported.status === 'charged') {
    const subject = { paymentId, captureId: capture.id };
    reportConflict({ subject, status: capture.status, result: reported.status }, sender, services);
  }
}

/** Captures that are items of their own, because the payment keeps only the latest ones. */
async function earlierCaptures(
  { merchantId, id, captureCount = 0, captures = [] }: Payment,
  payments: PaymentStore,
): Promise<readonly Capture[]> {
  if (captureCount <= captures.length) return [];
  return (await payments.getWhole(merchantId, id)).captures;
}
