import type { ListDefinition } from '../lists/list-definition.ts';
import { paymentKey } from '../payments/payment-store.ts';
import { disputeKey, parseDispute } from './dispute-store.ts';

/**
 * The dispute's id in lists. It names the payment too, because a dispute shares its payment's
 * partition.
 */
export const listedDisputeId = (disputeId: string, paymentId: string) =>
  `${disputeId}/${paymentId}`;

/**
 * The list of a merchant's disputes, last changed first. Each comes with its payment, whose refunds
 * the response needs.
 */
export const listedDisputes: ListDefinition = {
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
  entryOf([item]) {
    const dispute = parseDispute(item);
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
