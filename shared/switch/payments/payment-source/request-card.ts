import type { Card } from '#connectors/interface/card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** The card of a request in memory, for one connector call. */
export function cardOf({
  payment_method_data: data,
}: Pick<PaymentRequest, 'payment_method_data'>): Card | undefined {
  const card = typeof data === 'string' ? undefined : data?.card;
  if (!card) return undefined;
  const { card_holder_name: holderName, card_network: network } = card;
  return {
    number: card.card_number,
    expiryMonth: card.card_exp_month === '' ? '' : card.card_exp_month.padStart(2, '0'),
    expiryYear: card.card_exp_year,
    // A charge without the customer has no cvc.
    ...(card.card_cvc !== '' && { cvc: card.card_cvc }),
    ...(holderName != null && { holderName }),
    ...(network != null && { network }),
  };
}
