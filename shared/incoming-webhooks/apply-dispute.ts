import type { WebhookContent } from '../connectors/interface/webhooks.ts';
import { applyReportedDispute, disputeIdOf, newDispute } from '../disputes/dispute.ts';
import type { DisputeStore } from '../disputes/dispute-store.ts';
import { SwitchError } from '../errors.ts';
import type { Attempt, Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { ConnectorIds } from '../table/connector-ids.ts';
import {
  checkSender,
  idOfAttempt,
  retryLater,
  subjectReference,
  type WebhookSender,
} from './webhook-sender.ts';

type DisputeWebhook = Extract<WebhookContent, { readonly kind: 'dispute' }>;

interface Services {
  readonly connectorIds: ConnectorIds;
  readonly payments: PaymentStore;
  readonly disputes: DisputeStore;
}

/**
 * Saves what a processor reports of a dispute: a new dispute, or a change of one that we have. The
 * payment's own status never changes.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment that we do not have, or that another
 * account took; `webhook_unreadable` for a move that a dispute cannot make: nothing changes
 */
export async function applyWebhookToDispute(
  { subject, dispute: reported }: DisputeWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { payments, disputes } = services;
  const { merchantId, now } = sender;
  const attemptId = await subjectReference(subject, 'PAYMENT', sender, services);
  const paymentId = idOfAttempt(attemptId);
  const id = disputeIdOf(merchantId, paymentId, reported.connectorDisputeId);
  const [payment, known] = await Promise.all([
    payments.get(merchantId, paymentId).catch(retryLater('payment_not_found')),
    disputes.find(merchantId, paymentId, id),
  ]);
  const attempt = await disputedAttempt(payment, attemptId, payments);
  checkSender(sender, attempt.connectorAccountId);
  const created = known
    ? { dispute: known, isNew: false }
    : await disputes.create(newDispute(payment, attempt, reported, now));
  if (created.isNew) return;
  await disputes.settleOrThrow(created.dispute, (current) => {
    const next = applyReportedDispute(current, reported, now);
    if (!next) throw new SwitchError('webhook_unreadable');
    return next;
  });
}

/** The attempt whose money is disputed: as a rule the current one. */
async function disputedAttempt(payment: Payment, attemptId: string, payments: PaymentStore) {
  const current = payment.attempt.id === attemptId ? payment.attempt : undefined;
  const attempt = current ?? (await earlierAttempt(payment, attemptId, payments));
  const { connectorName, connectorAccountId } = attempt ?? {};
  if (connectorName === undefined || connectorAccountId === undefined) {
    throw new SwitchError('webhook_object_not_found');
  }
  return { id: attemptId, connectorName, connectorAccountId };
}

async function earlierAttempt(
  { merchantId, id }: Payment,
  attemptId: string,
  payments: PaymentStore,
): Promise<Attempt | undefined> {
  const { attempts } = await payments.getWhole(merchantId, id);
  return attempts.find((attempt) => attempt.id === attemptId);
}
