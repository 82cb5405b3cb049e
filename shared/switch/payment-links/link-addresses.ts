import type { Payment } from '../payments/payment.ts';
import { withPageToken } from '../payments/redirect/page-token.ts';

/**
 * The addresses of a payment's link, with their page tokens. The pages contain the payment's client
 * secret, so the payment's id by itself must not open them.
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

/** The address of another page of the same link, with its page token. */
export const ownPage = (payment: Payment, address: string) =>
  withPageToken(address, payment, 'link', []);
