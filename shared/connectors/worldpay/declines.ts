import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Worldpay's refusal codes, as far as it publishes them: they follow ISO 8583. The words are
 * outcomes of a payment without a code.
 *
 * @see https://developer.worldpay.com/products/reference/refusal-response
 */
export const worldpayDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: codeList('10 51'),
    expired_card: codeList('33 54'),
    incorrect_cvc: codeList('82 N7'),
    incorrect_number: codeList('14 15'),
    limit_exceeded: codeList('61 65'),
    call_issuer: codeList('1 2 4 5 7 8 12 34 38 41 43 55 57 59 62 63 75 78 93 refused'),
    not_supported: codeList('3 13 40 58'),
    authentication_failed: codeList('3dsAuthenticationFailed 3dsUnavailable'),
    try_again_later: codeList('19 20 28 30 68 91 92 96'),
    blocked_by_merchant: ['fraudHighRisk'],
    use_another_card: codeList('6 25 39 52 53'),
    unknown: codeList('94 error settlementFailed'),
  },
};
