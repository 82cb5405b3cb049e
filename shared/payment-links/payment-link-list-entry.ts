import type { ListDefinition } from '../lists/list-definition.ts';
import { parsePaymentLink, paymentLinkKey, paymentLinkSk } from './payment-link-store.ts';

/** The list of a merchant's payment links, newest first. */
export const listedPaymentLinks: ListDefinition = {
  list: 'payment_links',
  entityOf({ pk, sk }) {
    const [, owner, id] = /^(MERCHANT#[^#]+)#PAYMENT_LINK#([^#]+)$/.exec(pk) ?? [];
    return owner && id && sk === paymentLinkSk ? { owner, id } : undefined;
  },
  itemKeys: ({ owner, id }) => [paymentLinkKey(owner.slice('MERCHANT#'.length), id)],
  entryOf([item]) {
    const { merchantId, id, version, createdAt, profileId } = parsePaymentLink(item);
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
