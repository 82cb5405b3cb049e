import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Mollie's failure reasons of cards, the reasons of banks that returned a SEPA debit, and Mollie's
 * words for a mandate that cannot be charged any more.
 *
 * @see https://docs.mollie.com/docs/handling-errors-with-mollie-components
 * @see https://www.europeanpaymentscouncil.eu/document-library/guidance-documents/guidance-reason-codes-sepa-direct-debit-r-transactions
 * @see https://github.com/Viincenttt/MollieApi/issues/271
 * @see https://github.com/mollie/laravel-cashier-mollie/issues/161
 */
export const mollieDeclines: DeclineTable = {
  readFrom: ['code', 'message'],
  codes: {
    insufficient_funds: codeList('insufficient_funds AM04'),
    expired_card: ['card_expired'],
    // Mollie's pages have both spellings.
    incorrect_cvc: codeList('invalid_cvv invalid_ccv'),
    incorrect_number: ['invalid_card_number'],
    call_issuer: codeList(`card_declined refused_by_issuer possible_fraud
      AC06 AG01 MD06 MS02 MS03 SL01`),
    not_supported: ['invalid_card_type'],
    authentication_failed: codeList(`authentication_abandoned authentication_failed
      authentication_required authentication_unavailable_acs`),
    use_another_card: [
      ...codeList('inactive_card invalid_card_holder_name AC01 AC04 AC13 MD01 MD07'),
      'No suitable mandates found for customer',
      'The mandate is no longer available',
    ],
    unknown: codeList('unknown_reason AG02 AM05 MD02 RC01'),
  },
};
