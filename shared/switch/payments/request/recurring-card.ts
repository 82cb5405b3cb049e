// Loaded late: only `recurring_details` may contain such a card.
import type { CardData } from '../payment-method-data/card.ts';
import type { RecurringDetails } from './mandate-data.ts';

/** The card, or the network token, of a charge by the card network's id; undefined without one. */
export function recurringCard(recurring: RecurringDetails): CardData | undefined {
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
