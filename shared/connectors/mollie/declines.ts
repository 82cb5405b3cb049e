import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Mollie's failure reasons of cards.
 *
 * @see https://docs.mollie.com/docs/handling-errors-with-mollie-components
 */
export const mollieDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['insufficient_funds'],
    expired_card: ['card_expired'],
    // Mollie's pages have both spellings.
    incorrect_cvc: codeList('invalid_cvv invalid_ccv'),
    incorrect_number: ['invalid_card_number'],
    call_issuer: codeList('card_declined refused_by_issuer possible_fraud'),
    not_supported: ['invalid_card_type'],
    authentication_failed: codeList(`authentication_abandoned authentication_failed
      authentication_required authentication_unavailable_acs`),
    use_another_card: codeList('inactive_card invalid_card_holder_name'),
    unknown: ['unknown_reason'],
  },
};
