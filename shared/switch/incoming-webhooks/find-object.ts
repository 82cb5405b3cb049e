import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import type { Payout } from '../payouts/payout.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';
import type { Refund } from '../refunds/refund.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import {
  checkOwner,
  idOfAttempt,
  type NamedContent,
  retryLater,
  subjectId,
  type WebhookSender,
} from './webhook-sender.ts';

/** The stores in which webhooks find their objects. */
export interface ObjectStores {
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly payouts: PayoutStore;
  readonly connectorIds: ConnectorIds;
}

/**
 * The payment that a webhook names, and the named attempt. The copy may be some milliseconds old.
 *
 * @throws SwitchError `webhook_object_not_found` for a payment that we do not have, or that another
 * account took
 */
export async function findPayment(
  content: NamedContent,
  sender: WebhookSender,
  services: Pick<ObjectStores, 'payments' | 'connectorIds'>,
): Promise<{ readonly payment: Payment; readonly attemptId: string }> {
  const attemptId = await subjectId(content.subject, 'PAYMENT', sender, services);
  const payment = await services.payments
    .getRecent(sender.merchantId, idOfAttempt(attemptId))
    .catch(retryLater('payment_not_found'));
  checkOwner(sender, content, payment.attempt);
  return { payment, attemptId };
}

/** The same of a refund. */
export async function findRefund(
  content: NamedContent,
  sender: WebhookSender,
  services: Pick<ObjectStores, 'refunds' | 'connectorIds'>,
): Promise<Refund> {
  const refundId = await subjectId(content.subject, 'REFUND', sender, services);
  const refund = await services.refunds
    .getRecent(sender.merchantId, refundId)
    .catch(retryLater('refund_not_found'));
  checkOwner(sender, content, refund);
  return refund;
}

/** The same of a payout. */
export async function findPayout(
  content: NamedContent,
  sender: WebhookSender,
  services: Pick<ObjectStores, 'payouts' | 'connectorIds'>,
): Promise<{ readonly payout: Payout; readonly attemptId: string }> {
  const attemptId = await subjectId(content.subject, 'PAYOUT', sender, services);
  const payout = await services.payouts
    .get(sender.merchantId, idOfAttempt(attemptId))
    .catch(retryLater('payout_not_found'));
  checkOwner(sender, content, payout.attempt);
  return { payout, attemptId };
}

/** The id of the first object of ours that a webhook names; undefined where it names none. */
export async function ownObjectIn(
  contents: readonly WebhookContent[],
  sender: WebhookSender,
  services: ObjectStores,
): Promise<string | undefined> {
  for (const content of contents) {
    const id = await ownObject(content, sender, services).catch((error: unknown) => {
      if (!isSwitchError(error, 'webhook_object_not_found')) throw error;
      return undefined;
    });
    if (id !== undefined) return id;
  }
  return undefined;
}

async function ownObject(
  content: WebhookContent,
  sender: WebhookSender,
  services: ObjectStores,
): Promise<string | undefined> {
  switch (content.kind) {
    case 'payment':
    case 'capture':
    case 'dispute':
      return (await findPayment(content, sender, services)).payment.id;
    case 'refund':
      return (await findRefund(content, sender, services)).id;
    case 'payout':
      return (await findPayout(content, sender, services)).payout.id;
    case 'mandate': {
      const { connectorId } = content.subject;
      return subjectId({ connectorId }, 'MANDATE', sender, services);
    }
    case 'nothing':
      return undefined;
  }
}
