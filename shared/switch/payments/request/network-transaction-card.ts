import type { CardData } from '../payment-method-data/card.ts';
import { checkExpiry } from '../payment-method-data/card.ts';
import type { RecurringDetails } from './mandate-data.ts';
import type { PaymentRequest } from './payment-request.ts';

/**
 * Turns `recurring_details` with a card, or with a network token, into a payment with that card. It
 * has no cvc, because the customer is absent. Other requests are returned unchanged.
 *
 * @throws SwitchError `precondition_failed`, `invalid_value` for an expiry that is past or invalid
 */
export function withNetworkTransactionCard(request: PaymentRequest, now: Date): PaymentRequest {
  const { recurring_details: recurring, payment_method_data: data } = request;
  const card = recurring && cardIn(recurring);
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

function cardIn(recurring: RecurringDetails): CardData | undefined {
  switch (recurring.type) {
    case 'network_transaction_id_and_card_details': {
      const { network_transaction_id: _, transaction_link_id: __, ...card } = recurring.data;
      return { ...card, card_cvc: '' };
    }
    case 'network_transaction_id_and_network_token_details': {
      const { network_token, token_exp_month, token_exp_year, ...facts } = recurring.data;
      return {
        card_number: network_token,
        card_exp_month: token_exp_month,
        card_exp_year: token_exp_year,
        card_cvc: '',
        card_holder_name: facts.card_holder_name,
        card_issuer: facts.card_issuer,
        card_network: facts.card_network,
        card_type: facts.card_type,
        card_issuing_country: facts.card_issuing_country,
        nick_name: facts.nick_name,
      };
    }
    case 'network_transaction_id_and_decrypted_wallet_token_details': {
      const { decrypted_token, token_exp_month, token_exp_year, ...facts } = recurring.data;
      return {
        card_number: decrypted_token,
        card_exp_month: token_exp_month,
        card_exp_year: token_exp_year,
        card_cvc: '',
        card_holder_name: facts.card_holder_name,
        card_network: facts.card_network,
      };
    }
    case 'card_with_limited_data': {
      const { card_number, card_exp_month, card_exp_year, card_holder_name } = recurring.data;
      return {
        card_number,
        card_exp_month: card_exp_month ?? '',
        card_exp_year: card_exp_year ?? '',
        card_cvc: '',
        card_holder_name,
      };
    }
    default:
      return undefined;
  }
}
