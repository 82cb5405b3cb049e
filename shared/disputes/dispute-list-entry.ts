import type { ListDefinition } from '../lists/list-definition.ts';
import { paymentKey } from '../payments/payment-store.ts';
import { disputeKey, parseDispute } from './dispute-store.ts';

/** A dispute is found by its identifier and its payment's, since it lives with its payment. */
export const listedDisputeId = (disputeId: string, paymentId: string) =>
  `${disputeId}/${paymentId}`;

/** Disputes, the last changed first, each with its payment: that knows what was refunded besides. */
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
      // In processors' own words, of which there may be many.
      ...(reason !== undefined && { indexed: { reason } }),
    };
  },
};
