import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { mayBeSynced } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { withSyncOfUnverified } from '../payments/pending-sync.ts';
import { mayPayoutBeSynced } from '../payouts/payout-outcome.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';
import { mayBeSynced as mayRefundBeSynced, withReportedFailure } from '../refunds/refund.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import {
  checkOwner,
  idOfAttempt,
  type NamedContent,
  retryLater,
  subjectId,
  type WebhookSender,
} from './webhook-sender.ts';

interface Services {
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly payouts: PayoutStore;
  readonly connectorIds: ConnectorIds;
}

/**
 * Schedules a sync of the object that an unverified webhook names, at most once a minute. No
 * content of the webhook is believed, and its sender does not learn whether we have the object. The
 * sync job asks the processor, so the answer takes the same time for every object.
 *
 * @throws SwitchError `webhook_not_authentic` for objects that no sync can ask about: disputes and
 * mandates
 */
export async function syncInstead(
  content: WebhookContent,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  switch (content.kind) {
    case 'payment':
    case 'capture':
      return ofNothing(syncPayment(content, sender, services));
    case 'refund':
      return ofNothing(syncRefund(content, sender, services));
    case 'payout':
      return ofNothing(syncPayout(content, sender, services));
    case 'dispute':
    case 'mandate':
      throw new SwitchError('webhook_not_authentic');
    case 'nothing':
      return;
  }
}

async function syncPayment(content: NamedContent, sender: WebhookSender, services: Services) {
  const { merchantId, now } = sender;
  const { payments } = services;
  const attemptId = await subjectId(content.subject, 'PAYMENT', sender, services);
  const payment = await payments
    .getRecent(merchantId, idOfAttempt(attemptId))
    .catch(retryLater('payment_not_found'));
  checkOwner(sender, content, payment.attempt);
  await payments.settle(payment, (current) =>
    current.attempt.id === attemptId && mayBeSynced(current)
      ? withSyncOfUnverified(current, now)
      : current,
  );
}

async function syncRefund(
  { subject, outcome }: Extract<WebhookContent, { readonly kind: 'refund' }>,
  sender: WebhookSender,
  services: Services,
) {
  const { merchantId, now } = sender;
  const { refunds } = services;
  const refundId = await subjectId(subject, 'REFUND', sender, services);
  const refund = await refunds
    .getRecent(merchantId, refundId)
    .catch(retryLater('refund_not_found'));
  checkOwner(sender, { subject, outcome }, refund);
  await refunds.settle(refund, (current) => {
    if (mayRefundBeSynced(current)) return withSyncOfUnverified(current, now);
    if (current.status !== 'succeeded' || outcome.result !== 'declined') return current;
    const next = withSyncOfUnverified(current, now);
    return next === current ? current : withReportedFailure(next, now);
  });
}

async function syncPayout(content: NamedContent, sender: WebhookSender, services: Services) {
  const { merchantId, now } = sender;
  const { payouts } = services;
  const attemptId = await subjectId(content.subject, 'PAYOUT', sender, services);
  const payout = await payouts
    .get(merchantId, idOfAttempt(attemptId))
    .catch(retryLater('payout_not_found'));
  checkOwner(sender, content, payout.attempt);
  await payouts.settle(payout, (current) =>
    current.attempt.id === attemptId && mayPayoutBeSynced(current)
      ? withSyncOfUnverified(current, now)
      : current,
  );
}

/** Keeps from the sender that there is no such object. */
const ofNothing = (synced: Promise<void>): Promise<void> =>
  synced.catch((error: unknown) => {
    if (!isSwitchError(error, 'webhook_object_not_found')) throw error;
  });
