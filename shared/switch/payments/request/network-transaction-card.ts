import { checkExpiry } from '../payment-method-data/card.ts';
import type { PaymentRequest } from './payment-request.ts';
import { recurringCard } from './recurring-card.ts';

/**
 * Turns `recurring_details` with a card, or with a network token, into a payment with that card. It
 * has no cvc, because the customer is absent. Other requests are returned unchanged.
 *
 * @throws SwitchError `precondition_failed`, `invalid_value` for an expiry that is past or invalid
 */
export function withNetworkTransactionCard(request: PaymentRequest, now: Date): PaymentRequest {
  const { recurring_details: recurring, payment_method_data: data } = request;
  const card = recurring && recurringCard(recurring);
  if (!card) return request;
  if (card.card_exp_month || card.card_exp_year) checkExpiry(card, now);
  return {
    ...request,
    payment_method: request.payment_method ?? 'card',
    payment_method_data: {
      card,
      billing: data && typeof data !== 'string' ? data.billing : undefined,
    },
  };
}

/** The card network's id of the payment to which the customer consented. */
export function networkTransactionIdIn({ recurring_details: recurring }: PaymentRequest) {
  switch (recurring?.type) {
    case 'network_transaction_id_and_card_details':
    case 'network_transaction_id_and_network_token_details':
    case 'network_transaction_id_and_decrypted_wallet_token_details':
      return recurring.data.network_transaction_id;
    default:
      return undefined;
  }
}
