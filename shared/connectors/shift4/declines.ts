import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Shift4's error codes.
 *
 * @see https://dev.shift4.com/docs/api#error-object
 * @see https://github.com/shift4developer/shift4-net (ErrorCode.cs)
 */
export const shift4Declines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['insufficient_funds'],
    expired_card: codeList('expired_card invalid_expiry_month invalid_expiry_year'),
    incorrect_cvc: codeList('incorrect_cvc invalid_cvc'),
    incorrect_number: codeList('incorrect_number invalid_number'),
    limit_exceeded: codeList(`amount_too_high limit_exceeded
      offline_mode_max_amount_exceeded_limit
      offline_mode_transaction_amount_exceeded_limit`),
    call_issuer: codeList(`call_issuer card_declined do_not_try_again lost_or_stolen
      payment_method_declined suspected_fraud`),
    not_supported: codeList('amount_too_low brand_not_supported currency_not_supported'),
    authentication_failed: codeList('authentication_required'),
    try_again_later: codeList('offline_mode processing_error'),
    blocked_by_merchant: codeList('blacklisted blocked'),
    use_another_card: codeList(`closed_account expired_token incorrect_address incorrect_zip
      invalid_account`),
  },
};
