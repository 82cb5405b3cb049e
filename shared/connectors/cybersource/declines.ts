import { codeList } from '../formats/code-list.ts';
import type { DeclineTable } from '../interface/decline-table.ts';

/**
 * The reasons of Cybersource's REST API for payments, authentications and decisions.
 *
 * @see https://developer.cybersource.com/docs/cybs/en-us/reason-codes-rest/reference/all/rest/reason-codes-rest.html
 * @see https://github.com/CyberSource/cybersource-rest-client-node/tree/master/docs (models of errors)
 */
export const cybersourceDeclines: DeclineTable = {
  readFrom: ['code'],
  codes: {
    insufficient_funds: ['INSUFFICIENT_FUND'],
    expired_card: ['EXPIRED_CARD'],
    incorrect_cvc: codeList('CVN_NOT_MATCH INVALID_CVN CV_FAILED'),
    incorrect_number: codeList('INVALID_ACCOUNT INVALID_CARD INVALID_CARD_TYPE'),
    limit_exceeded: codeList(`EXCEEDS_CREDIT_LIMIT DEBIT_CARD_USAGE_LIMIT_EXCEEDED
      DEBIT_CARD_USEAGE_EXCEEDD_LIMIT`),
    call_issuer: codeList(`CONTACT_PROCESSOR PROCESSOR_DECLINED STOLEN_LOST_CARD GENERAL_DECLINE
      PAYMENT_REFUSED ALLOWABLE_PIN_RETRIES_EXCEEDED BLOCKED_BY_CARDHOLDER INVALID_PIN
      DAGGDENIED`),
    not_supported: codeList(`CARD_TYPE_NOT_ACCEPTED INVALID_MERCHANT_CONFIGURATION
      INVALID_AMOUNT`),
    authentication_failed: codeList(`CONSUMER_AUTHENTICATION_REQUIRED AUTHENTICATION_FAILED
      CONSUMER_AUTHENTICATION_FAILED CUSTOMER_AUTHENTICATION_REQUIRED PENDING_AUTHENTICATION`),
    try_again_later: codeList(`ISSUER_UNAVAILABLE PROCESSOR_UNAVAILABLE PROCESSOR_ERROR
      PROCESSOR_TIMEOUT SERVICE_UNAVAILABLE SYSTEM_ERROR SERVER_TIMEOUT SERVICE_TIMEOUT
      GATEWAY_TIMEOUT`),
    blocked_by_merchant: codeList(`BLACKLISTED_CUSTOMER DECISION_PROFILE_REJECT
      DECISION_PROFILE_REVIEW DECISION_PROFILE_CHALLENGE SCORE_EXCEEDS_THRESHOLD
      CUSTOMER_WATCHLIST_MATCH ADDRESS_COUNTRY_WATCHLIST_MATCH EMAIL_COUNTRY_WATCHLIST_MATCH
      IP_COUNTRY_WATCHLIST_MATCH`),
    use_another_card: codeList(`AVS_FAILED UNAUTHORIZED_CARD SUSPENDED_ACCOUNT DECLINED_CHECK
      ACH_VERIFICATION_FAILED`),
    unknown: codeList('MISSING_FIELD INVALID_DATA DUPLICATE_REQUEST INVALID_PAYMENT_ID'),
  },
};
