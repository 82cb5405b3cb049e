import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { applyReportedDispute, disputeIdOf, newDispute } from '../disputes/dispute.ts';
import type { DisputeStore } from '../disputes/dispute-store.ts';
import type { Attempt, Payment } from '../payments/payment.ts';
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

type DisputeWebhook = Extract<WebhookContent, { readonly kind: 'dispute' }>;

export interface DisputeWebhookServices extends ConflictServices {
  readonly connectorIds: ConnectorIds;
  readonly payments: PaymentStore;
  readonly disputes: DisputeStore;
}

/**
 * Saves the dispute that a webhook reports.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment that we do not have, or that another
 * account took; `webhook_unreadable` for a move that a dispute cannot make: nothing changes
 */
export async function applyWebhookToDispute(
  webhook: DisputeWebhook,
  sender: WebhookSender,
  services: DisputeWebhookServices,
): Promise<void> {
  const { isLawful } = await saveReportedDispute(webhook, sender, services);
  if (!isLawful) throw new SwitchError('webhook_unreadable');
}

/**
 * Saves a processor's report of a dispute, in a webhook or a list: a new dispute, or a change of
 * one that we have. The payment's own status never changes. For a move that a dispute cannot make,
 * `isLawful` is false, and nothing changes.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment that we do not have, or that another
 * account took
 */
export async function saveReportedDispute(
  { subject, dispute: reported, isOfCapture = false }: DisputeWebhook,
  sender: WebhookSender,
  services: DisputeWebhookServices,
): Promise<{ readonly paymentId: string; readonly isLawful: boolean }> {
  const { payments, disputes } = services;
  const { merchantId, now } = sender;
  const attemptId = await subjectId(subject, 'PAYMENT', sender, services);
  const paymentId = idOfAttempt(attemptId);
  const id = disputeIdOf(merchantId, paymentId, reported.connectorDisputeId);
  const [payment, known] = await Promise.all([
    payments.get(merchantId, paymentId).catch(retryLater('payment_not_found')),
    disputes.find(merchantId, paymentId, id),
  ]);
  const attempt = await disputedAttempt(payment, attemptId, payments);
  checkOwner(sender, { subject }, attempt);
  if (!isOfCapture) checkTransaction(attempt, subject);
  // The merchant has to answer a dispute of any amount. A dispute of more than the captured amount
  // also alarms an operator.
  const isMore =
    isMoreThanCaptured(payment, reported) && known?.amountMinor !== reported.amountMinor;
  if (isMore) {
    const result = `${reported.status} of more than was captured`;
    reportConflict({ subject: { paymentId }, status: payment.status, result }, sender, services);
  }
  const created = known
    ? { dispute: known, isNew: false }
    : await disputes.create(newDispute(payment, attempt, reported, now));
  let isLawful = true;
  if (created.isNew) return { paymentId, isLawful };
  await disputes.settleOrThrow(created.dispute, (current) => {
    const next = applyReportedDispute(current, reported, now);
    isLawful = next !== undefined;
    return next ?? current;
  });
  return { paymentId, isLawful };
}

/** An amount in another currency, such as the customer's, cannot be compared. */
const isMoreThanCaptured = (
  { currency, amountReceivedMinor }: Payment,
  reported: DisputeWebhook['dispute'],
): boolean =>
  reported.currency === currency &&
  amountReceivedMinor !== undefined &&
  reported.amountMinor > amountReceivedMinor;

/** The attempt whose money is disputed: as a rule the current one. */
async function disputedAttempt(payment: Payment, attemptId: string, payments: PaymentStore) {
  const current = payment.attempt.id === attemptId ? payment.attempt : undefined;
  const attempt = current ?? (await earlierAttempt(payment, attemptId, payments));
  const { connectorName, connectorAccountId, connectorTransactionId, referenceMark } =
    attempt ?? {};
  if (connectorName === undefined || connectorAccountId === undefined) {
    throw new SwitchError('webhook_object_not_found');
  }
  return {
    id: attemptId,
    connectorName,
    connectorAccountId,
    ...(referenceMark !== undefined && { referenceMark }),
    ...(connectorTransactionId !== undefined && { connectorTransactionId }),
  };
}

async function earlierAttempt(
  { merchantId, id }: Payment,
  attemptId: string,
  payments: PaymentStore,
): Promise<Attempt | undefined> {
  const { attempts } = await payments.getWhole(merchantId, id);
  return attempts.find((attempt) => attempt.id === attemptId);
}
