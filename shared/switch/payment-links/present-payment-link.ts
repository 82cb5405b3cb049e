import { SwitchError } from '#platform/errors.ts';
import { isExpired } from '../checkout/payment-kind.ts';
import type { Payment } from '../payments/payment.ts';
import { linkAddresses } from './link-addresses.ts';
import type { PaymentLinkResponse } from './operations.ts';

/**
 * Presents a link to its merchant, from its payment's current state. Throws
 * `payment_link_not_found` for a payment without a link.
 */
export function presentPaymentLink(payment: Payment, now: Date): PaymentLinkResponse {
  const { merchantId, amountMinor, createdAt, expiresAt, requestFields, currency } = payment;
  const addresses = linkAddresses(payment);
  if (!addresses) throw new SwitchError('payment_link_not_found');
  return {
    payment_link_id: addresses.id,
    merchant_id: merchantId,
    processor_merchant_id: merchantId,
    link_to_pay: addresses.link,
    amount: amountMinor,
    created_at: createdAt,
    expiry: expiresAt,
    description: typeof requestFields.description === 'string' ? requestFields.description : null,
    status: isExpired(payment, now) ? 'expired' : 'active',
    currency: currency as PaymentLinkResponse['currency'], // From a parsed request.
    secure_link: addresses.secureLink,
  };
}
