import type { ListDefinition } from '#platform/lists/list-definition.ts';
import type { Refund } from './refund.ts';
import { parseRefund, refundKey } from './refund-store.ts';

/**
 * The refund's id in lists. It names the payment too, because a refund shares its payment's
 * partition.
 */
export const listedRefundId = (refundId: string, paymentId: string) => `${refundId}/${paymentId}`;

/** The list of a merchant's refunds, last changed first. */
export const listedRefunds: ListDefinition<Refund> = {
  list: 'refunds',
  moves: true,
  entityOf({ pk, sk }) {
    const [, owner, paymentId] = /^(MERCHANT#[^#]+)#PAYMENT#([^#]+)$/.exec(pk) ?? [];
    const [, refundId] = /^REFUND#([^#]+)$/.exec(sk) ?? [];
    return owner && paymentId && refundId
      ? { owner, id: listedRefundId(refundId, paymentId) }
      : undefined;
  },
  itemKeys({ owner, id: named }) {
    const [id = '', paymentId = ''] = named.split('/');
    return [refundKey({ merchantId: owner.slice('MERCHANT#'.length), paymentId, id })];
  },
  parse: ([item]) => parseRefund(item),
  entryOf(refund) {
    const { merchantId, id, paymentId, version, createdAt, modifiedAt } = refund;
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'refunds',
      id: listedRefundId(id, paymentId),
      version,
      createdAt,
      sortedAt: modifiedAt,
      facets: {
        status: refund.status,
        currency: refund.currency,
        connector: refund.connectorName,
        account: refund.connectorAccountId,
        profile: refund.profileId,
      },
      sortable: { amount: refund.amountMinor },
    };
  },
};
