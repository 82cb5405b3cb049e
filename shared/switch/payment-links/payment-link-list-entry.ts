import type { ListDefinition } from '#platform/lists/list-definition.ts';
import type { PaymentLink } from './payment-link.ts';
import { parsePaymentLink, paymentLinkKey, paymentLinkSk } from './payment-link-store.ts';

/** The list of a merchant's payment links, newest first. */
export const listedPaymentLinks: ListDefinition<PaymentLink> = {
  list: 'payment_links',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#PAYMENT_LINK#([^#]+)$/.exec(pk) ?? [];
    return owner && id && sk === paymentLinkSk ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [paymentLinkKey(owner.slice('MERCHANT#'.length), id)],
  parse: ([item]) => parsePaymentLink(item),
  entryOf({ merchantId, id, version, createdAt, profileId }) {
    return {
      owner: `MERCHANT#${merchantId}`,
      list: 'payment_links',
      id,
      version,
      createdAt,
      facets: { profile: profileId },
    };
  },
};
