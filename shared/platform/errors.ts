// Shared with parts: `instanceof` recognizes an error by its class.

/**
 * Our name for each error. The domain throws it; `http/error-catalogue.ts` has the public answer,
 * and a kind without an entry there does not compile.
 */
export type ErrorKind =
  // The request itself
  | 'unrecognized_route'
  | 'method_not_applicable'
  | 'not_authenticated'
  | 'missing_param'
  | 'invalid_body'
  | 'invalid_query'
  | 'invalid_content_type'
  | 'unsupported_encoding'
  | 'body_too_large'
  | 'item_too_large'
  | 'invalid_data'
  | 'invalid_request'
  | 'invalid_value'
  | 'precondition_failed'
  | 'not_implemented'
  | 'client_secret_missing'
  | 'client_secret_expired'
  | 'client_secret_mismatch'
  | 'unauthorized_change'
  | 'access_forbidden'
  | 'ephemeral_key_of_another_customer'
  | 'not_a_platform'
  | 'invalid_idempotency_key'
  | 'idempotency_key_reused'
  | 'idempotency_key_of_another'
  | 'idempotency_key_in_use'
  | 'idempotency_outcome_unknown'
  // Accounts, profiles, connector accounts, keys
  | 'merchant_account_not_found'
  | 'merchant_account_exists'
  | 'organization_not_found'
  | 'parent_merchant_missing'
  | 'api_key_not_found'
  | 'profile_not_found'
  | 'profile_exists'
  | 'routing_algorithm_not_found'
  | 'profile_acquirer_not_found'
  | 'profile_acquirer_exists'
  | 'gsm_rule_not_found'
  | 'gsm_rule_exists'
  | 'poll_not_found'
  | 'relay_not_found'
  | 'authentication_not_found'
  | 'authentication_exists'
  | 'eligibility_check_not_found'
  | 'connector_account_not_found'
  | 'connector_account_exists'
  | 'account_verifier_not_found'
  | 'account_verifier_refused'
  | 'credentials_refused'
  // Customers
  | 'customer_not_found'
  | 'customer_exists'
  | 'customer_redacted'
  | 'customer_has_mandates'
  | 'ephemeral_key_not_found'
  // Cards by their first digits, and those that are blocked
  | 'card_bin_not_found'
  | 'card_bin_length'
  | 'card_bin_exists'
  | 'card_issuer_not_found'
  | 'card_issuer_exists'
  | 'exchange_rates_not_found'
  | 'blocklist_entry_exists'
  | 'blocklist_entry_not_found'
  | 'blocklist_rows_invalid'
  | 'blocklist_job_not_found'
  | 'payment_blocked'
  // Payments
  | 'payment_not_found'
  | 'payment_exists'
  | 'payment_unexpected_state'
  | 'manual_retry_disabled'
  | 'manual_retry_expired'
  | 'client_attempts_used_up'
  | 'attempt_not_retriable'
  | 'attempt_kept_open'
  | 'payment_not_capturable'
  | 'payment_not_refundable'
  | 'amount_too_large_to_capture'
  | 'payment_link_not_found'
  // Refunds
  | 'refund_not_found'
  | 'refund_exists'
  | 'refund_exceeds_captured'
  | 'refund_limit_reached'
  | 'successful_payment_not_found'
  // Disputes and files
  | 'dispute_not_found'
  | 'dispute_status_invalid'
  | 'dispute_operation_failed'
  | 'dispute_refused_by_connector'
  | 'dispute_id_missing'
  | 'file_not_found'
  | 'file_not_available'
  | 'file_missing'
  | 'file_purpose_missing'
  | 'file_type_missing'
  | 'file_invalid'
  // Payouts
  | 'payout_not_found'
  | 'payout_exists'
  | 'payout_failed'
  | 'link_configuration_invalid'
  | 'collect_link_exists'
  | 'collect_link_not_found'
  // Webhooks of processors, and events
  | 'webhook_not_authentic'
  | 'webhook_unreadable'
  | 'webhook_object_not_found'
  | 'webhook_endpoint_not_found'
  | 'event_not_found'
  | 'event_retry_not_found'
  | 'payment_method_not_found'
  | 'payment_method_data_not_found'
  | 'mandate_not_found'
  | 'extended_card_info_not_found'
  | 'mandate_validation_failed'
  | 'mandate_refused_by_connector'
  | 'token_expired'
  | 'payment_method_type_not_supported'
  | 'payment_data_mismatch'
  | 'payment_method_list_profile_not_found'
  | 'no_eligible_connector'
  | 'connector_data_mismatch'
  // Ourselves
  | 'concurrent_update'
  | 'temporarily_unavailable'
  | 'too_many_requests'
  | 'internal_error';

/**
 * Fills the `{placeholders}` of the public message; `reason`, `connector`, `data`, … travel beside
 * it.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal with a name. Anything else that is thrown becomes a 500 without details. */
export class SwitchError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails;

  constructor(kind: ErrorKind, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(kind, options);
    this.name = 'SwitchError';
    this.kind = kind;
    this.details = details;
  }
}

export const isSwitchError = (error: unknown, kind?: ErrorKind): error is SwitchError =>
  error instanceof SwitchError && (kind === undefined || error.kind === kind);
