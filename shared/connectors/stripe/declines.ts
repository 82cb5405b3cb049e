import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * Stripe's error codes of cards, and its decline codes, which the adapter reports as the issuer's
 * message. `card_declined` only announces a decline code. Where that is missing, the adapter reports
 * the advice code instead.
 *
 * @see https://docs.stripe.com/declines/codes
 * @see https://docs.stripe.com/error-codes
 */
export const stripeDeclines: DeclineTable = {
  readFrom: ['code', 'issuerMessage'],
  codes: {
    insufficient_funds: ['insufficient_funds'],
    expired_card: codeList('expired_card invalid_expiry_month invalid_expiry_year'),
    incorrect_cvc: codeList('incorrect_cvc invalid_cvc'),
    incorrect_number: codeList('incorrect_number invalid_number confirm_card_data'),
    limit_exceeded: codeList(`card_velocity_exceeded withdrawal_count_limit_exceeded
      amount_too_large card_decline_rate_limit_exceeded`),
    call_issuer: codeList(`approve_with_id call_issuer do_not_honor do_not_try_again fraudulent
      generic_decline incorrect_pin invalid_pin lost_card no_action_taken not_permitted pickup_card
      pin_try_exceeded restricted_card revocation_of_all_authorizations
      revocation_of_authorization security_violation service_not_allowed stolen_card
      stop_payment_order transaction_not_allowed`),
    not_supported: codeList(`card_not_supported currency_not_supported invalid_amount
      amount_too_small payment_method_currency_mismatch payment_method_not_available
      offline_pin_required online_or_offline_pin_required`),
    authentication_failed: codeList(`authentication_required authentication_not_handled
      mobile_device_authentication_required payment_intent_authentication_failure
      setup_intent_authentication_failure`),
    try_again_later: codeList(`issuer_not_available processing_error reenter_transaction
      try_again_later rate_limit lock_timeout payment_method_provider_timeout`),
    blocked_by_merchant: ['merchant_blacklist'],
    use_another_card: codeList(`incorrect_address incorrect_zip invalid_account
      new_account_information_available testmode_decline test_mode_live_card live_mode_test_card
      payment_method_provider_decline payment_method_customer_decline`),
    unknown: codeList('card_declined duplicate_transaction'),
  },
};
