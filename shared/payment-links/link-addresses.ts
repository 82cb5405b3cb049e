import type { Payment } from '../payments/payment.ts';
import { withPageToken } from '../payments/redirect/page-token.ts';

/**
 * The addresses of a payment's link, with the token that opens its pages. They show the payment's secret,
 * which the page confirms with, so its identifiers alone must not lead there.
 */
export function linkAddresses(payment: Payment) {
  const { link } = payment;
  if (!link) return undefined;
  return {
    id: link.id,
    link: ownPage(payment, link.url),
    secureLink: link.secureUrl === undefined ? null : ownPage(payment, link.secureUrl),
  };
}

/** The address of a page of the payment's link, for the customer who has another one of them. */
export const ownPage = (payment: Payment, address: string) =>
  withPageToken(address, payment, 'link', []);
