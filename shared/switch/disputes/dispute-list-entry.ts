import type { ListDefinition } from '#platform/lists/list-definition.ts';
import type { Payment } from '../payments/payment.ts';
import { parsePayment, paymentKey } from '../payments/payment-store.ts';
import type { Dispute } from './dispute.ts';
import { disputeKey, parseDispute } from './dispute-store.ts';

/**
 * The dispute's id in lists. It names the payment too, because a dispute shares its payment's
 * partition.
 */
export const listedDisputeId = (disputeId: string, paymentId: string) =>
  `${disputeId}/${paymentId}`;

interface DisputeWithPayment {
  readonly dispute: Dispute;
  readonly payment: Payment | undefined;
}

/**
 * The list of a merchant's disputes, last changed first. Each comes with its payment, whose refunds
 * the response needs.
 */
export const listedDisputes: ListDefinition<DisputeWithPayment> = {
  list: 'disputes',
  moves: true,
  entityOf({ pk, sk }) {
    const [, owner, paymentId] = /^(MERCHANT#[^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
    const [, disputeId] = /^DISPUTE#([^#]+)$/.exec(sk) ?? [];
    return owner && paymentId && disputeId
      ? { owner, id: listedDisputeId(disputeId, paymentId) }
      : undefined;
  },
  itemKeys({ owner, id: named }) {
    const [id = '', paymentId = ''] = named.split('/');
    const merchantId = owner.slice('MERCHANT#'.length);
    return [disputeKey({ merchantId, paymentId, id }), paymentKey(merchantId, paymentId)];
  },
  parse: ([dispute, payment]) => ({
    dispute: parseDispute(dispute),
    payment: payment && parsePayment(payment),
  }),
  entryOf({ dispute }) {
    const { merchantId, id, paymentId, version, createdAt, modifiedAt, reason } = dispute;
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'disputes',
      id: listedDisputeId(id, paymentId),
      version,
      createdAt,
      sortedAt: modifiedAt,
      facets: {
        status: dispute.status,
        stage: dispute.stage,
        currency: dispute.currency,
        connector: dispute.connectorName,
        account: dispute.connectorAccountId,
        profile: dispute.profileId,
      },
      // Indexed and not a facet: processors word reasons freely, so there may be many values.
      ...(reason !== undefined && { indexed: { reason } }),
    };
  },
};
