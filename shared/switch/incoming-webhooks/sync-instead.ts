import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { mayBeSynced } from '../payments/payment.ts';
import { withSyncOfUnverified } from '../payments/pending-sync.ts';
import { mayPayoutBeSynced } from '../payouts/payout.ts';
import { saysThatItCameBack } from '../payouts/payout-outcome.ts';
import { mayBeSynced as mayRefundBeSynced, withReportedFailure } from '../refunds/refund.ts';
import { findPayment, findPayout, findRefund, type ObjectStores } from './find-object.ts';
import type { NamedContent, WebhookSender } from './webhook-sender.ts';

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
  services: ObjectStores,
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

async function syncPayment(content: NamedContent, sender: WebhookSender, services: ObjectStores) {
  const { payment, attemptId } = await findPayment(content, sender, services);
  await services.payments.settle(payment, (current) =>
    current.attempt.id === attemptId && mayBeSynced(current)
      ? withSyncOfUnverified(current, sender.now)
      : current,
  );
}

async function syncRefund(
  content: Extract<WebhookContent, { readonly kind: 'refund' }>,
  sender: WebhookSender,
  services: ObjectStores,
) {
  const { now } = sender;
  const refund = await findRefund(content, sender, services);
  await services.refunds.settle(refund, (current) => {
    if (mayRefundBeSynced(current)) return withSyncOfUnverified(current, now);
    if (current.status !== 'succeeded' || content.outcome.result !== 'declined') return current;
    const next = withSyncOfUnverified(current, now);
    return next === current ? current : withReportedFailure(next, now);
  });
}

async function syncPayout(
  content: Extract<WebhookContent, { readonly kind: 'payout' }>,
  sender: WebhookSender,
  services: ObjectStores,
) {
  const { payout, attemptId } = await findPayout(content, sender, services);
  await services.payouts.settle(payout, (current) =>
    current.attempt.id === attemptId &&
    (mayPayoutBeSynced(current) || saysThatItCameBack(current, content.outcome))
      ? withSyncOfUnverified(current, sender.now)
      : current,
  );
}

/** Keeps from the sender that there is no such object. */
const ofNothing = (synced: Promise<void>): Promise<void> =>
  synced.catch((error: unknown) => {
    if (!isSwitchError(error, 'webhook_object_not_found')) throw error;
  });
