import type { ErrorDetails, ErrorKind } from '../../errors.ts';
import { masked } from '../../log.ts';
import { ownMember } from '../../own-member.ts';

/** HTTP status, public code, message with `{placeholders}`. */
export type PublicError = readonly [status: number, code: string, message: string];

/** Every error in the words that clients of the Hyperswitch v1 API know. */
export const catalogue: Record<ErrorKind, PublicError> = {
  unrecognized_route: [404, 'IR_02', 'Unrecognized request URL'],
  method_not_applicable: [405, 'IR_03', 'The HTTP method is not applicable for this API'],
  not_authenticated: [401, 'IR_01', 'API key not provided or invalid API key used'],
  missing_param: [400, 'IR_04', 'Missing required param: {field}'],
  invalid_body: [400, 'IR_06', 'Json deserialize error: {detail}'],
  invalid_query: [400, 'IR_06', 'Query deserialize error: {detail}'],
  invalid_content_type: [400, 'IR_06', 'Content type error'],
  unsupported_encoding: [
    415,
    'IR_06',
    'Content-Encoding {encoding} is not supported: send the body without compression',
  ],
  body_too_large: [
    400,
    'IR_06',
    'Json deserialize error: JSON payload ({size} bytes) is larger than allowed (limit: {limit} bytes).',
  ],
  item_too_large: [400, 'IR_06', '{message}'],
  invalid_data: [422, 'IR_05', '{field} contains invalid data. Expected format is {expected}'],
  invalid_request: [422, 'IR_06', '{message}'],
  invalid_value: [400, 'IR_07', 'Invalid value provided: {field}'],
  precondition_failed: [400, 'IR_16', '{message}'],
  not_implemented: [501, 'IR_00', '{what} is not implemented'],
  invalid_idempotency_key: [
    400,
    'IR_06',
    'Idempotency-Key must be {shortest} to 255 printable ASCII characters without a card number',
  ],
  idempotency_key_reused: [
    422,
    'IR_06',
    'This Idempotency-Key was used before, with a different request',
  ],
  idempotency_key_of_another: [
    409,
    'IR_06',
    'This Idempotency-Key was used before, by a caller with another API key',
  ],
  idempotency_key_in_use: [
    409,
    'HE_00',
    'The first request with this Idempotency-Key is still being processed. Please try again',
  ],
  idempotency_outcome_unknown: [
    409,
    'HE_00',
    'The first request with this Idempotency-Key was cut off. Please retrieve the object to see ' +
      'what became of it, and use another key for a new request',
  ],
  client_secret_missing: [400, 'IR_08', 'client_secret was not provided'],
  client_secret_expired: [400, 'IR_08', 'The provided client_secret has expired'],
  client_secret_mismatch: [
    400,
    'IR_09',
    'The client_secret provided does not match the client_secret associated with the Payment',
  ],
  unauthorized_change: [401, 'IR_18', '{message}'],
  access_forbidden: [
    403,
    'IR_22',
    'Access forbidden. Not authorized to access this resource {resource}',
  ],
  ephemeral_key_of_another_customer: [401, 'IR_15', 'Invalid Ephemeral Key for the customer'],
  not_a_platform: [401, 'IR_44', 'Invalid platform account operation'],

  merchant_account_not_found: [404, 'HE_02', 'Merchant account does not exist in our records'],
  merchant_account_exists: [
    400,
    'HE_01',
    'The merchant account with the specified details already exists in our records',
  ],
  organization_not_found: [404, 'IR_37', 'organization with the given id does not exist'],
  parent_merchant_missing: [
    400,
    'IR_16',
    'If `sub_merchants_enabled` is `true`, then `parent_merchant_id` is mandatory',
  ],
  api_key_not_found: [404, 'HE_02', 'API Key does not exist in our records'],
  profile_not_found: [404, 'HE_02', 'Business profile with the given id {id} does not exist'],
  profile_exists: [400, 'IR_38', 'Business Profile with the profile_name {name} already exists'],
  routing_algorithm_not_found: [404, 'HE_02', 'Resource ID does not exist in our records'],
  profile_acquirer_not_found: [
    404,
    'HE_02',
    "Profile acquirer with id '{id}' not found for profile '{profile_id}'.",
  ],
  profile_acquirer_exists: [400, 'IR_38', 'Profile acquirer with the same details already exists'],
  gsm_rule_not_found: [404, 'IR_37', 'GSM with given key does not exist in our records'],
  gsm_rule_exists: [400, 'IR_38', 'GSM with given key already exists in our records'],
  poll_not_found: [404, 'HE_02', 'Poll does not exist in our records'],
  relay_not_found: [404, 'IR_37', 'relay not found'],
  authentication_not_found: [404, 'HE_02', 'Authentication does not exist in our records'],
  authentication_exists: [
    400,
    'HE_01',
    'Authentication with authentication_id {id} already exists',
  ],
  eligibility_check_not_found: [
    404,
    'IR_37',
    'Eligibility check data not found for authentication id: {id}',
  ],
  connector_account_not_found: [
    404,
    'HE_02',
    'Merchant connector account does not exist in our records',
  ],
  // Hyperswitch answers 422 here, with which clients expect a mistake in the form of the request.
  credentials_refused: [400, 'IR_06', '{message}'],
  connector_account_exists: [
    400,
    'HE_01',
    "The merchant connector account with the specified profile_id '{profile_id}' and connector_label '{connector_label}' already exists in our records",
  ],

  customer_not_found: [404, 'HE_02', 'Customer does not exist in our records'],
  customer_exists: [400, 'IR_12', 'Customer with the given `customer_id` already exists'],
  customer_redacted: [400, 'IR_11', 'Customer has already been redacted'],
  customer_has_mandates: [400, 'IR_10', 'Customer has active mandate/subsciption'],
  // Hyperswitch answers 500 here.
  ephemeral_key_not_found: [404, 'IR_37', 'Ephemeral key does not exist in our records'],

  card_bin_not_found: [400, 'IR_31', 'The provided card IIN does not exist'],
  card_bin_length: [
    400,
    'IR_32',
    'The provided card IIN length is invalid, please provide an IIN with 6 digits',
  ],
  card_bin_exists: [400, 'IR_38', 'CardInfo with given id {bin} already exists in our records'],
  card_issuer_not_found: [
    404,
    'IR_37',
    'Card issuer with the given id does not exist in our records',
  ],
  account_verifier_refused: [400, 'CE_00', '{connector_code}: {connector_message}'],
  account_verifier_not_found: [404, 'IR_37', '{message}'],
  exchange_rates_not_found: [404, 'IR_37', 'Unable to fetch forex rates'],
  card_issuer_exists: [400, 'IR_38', 'A card issuer with this name already exists'],
  blocklist_entry_exists: [400, 'IR_16', '{message}'],
  blocklist_entry_not_found: [404, 'IR_37', '{message}'],
  blocklist_rows_invalid: [422, 'IR_06', '{message}'],
  blocklist_job_not_found: [404, 'IR_37', 'could not find a blocklist job with the given id'],
  // Hyperswitch answers this with status 200.
  payment_blocked: [200, 'HE_03', '{message}'],

  payment_not_found: [404, 'HE_02', 'Payment does not exist in our records'],
  payment_exists: [
    400,
    'HE_01',
    'The payment with the specified payment_id already exists in our records',
  ],
  payment_unexpected_state: [
    400,
    'IR_16',
    'You cannot {action} this payment because it has status {status}',
  ],
  manual_retry_disabled: [
    400,
    'IR_16',
    'You cannot {action} this payment because it has status failed, you can enable `manual_retry` in profile to try this payment again',
  ],
  manual_retry_expired: [
    400,
    'IR_16',
    'You cannot {action} this payment using `manual_retry` because the allowed duration has expired',
  ],
  client_attempts_used_up: [
    400,
    'IR_16',
    "You cannot confirm this payment because a customer's device may try it {limit} times",
  ],
  attempt_not_retriable: [
    400,
    'IR_16',
    'You cannot {action} this payment because it has status failed, and the previous attempt has the status {status}',
  ],
  attempt_kept_open: [
    400,
    'IR_16',
    'You cannot confirm this payment because its attempt {attempt} at {connector} is still open and cannot be cancelled there. It may be paid until {until}',
  ],
  payment_not_capturable: [
    400,
    'IR_14',
    'This Payment could not be captured because it has a {current} of {state}. The expected state is {expected}',
  ],
  payment_not_refundable: [
    400,
    'IR_14',
    'This Payment could not be refund because it has a status of {status}. The expected state is succeeded, partially_captured',
  ],
  payment_link_not_found: [404, 'HE_02', 'Payment Link does not exist in our records'],
  amount_too_large_to_capture: [422, 'IR_06', 'amount_to_capture is greater than amount'],

  refund_not_found: [404, 'HE_02', 'Refund does not exist in our records.'],
  refund_exists: [
    400,
    'HE_01',
    'Duplicate refund request. Refund already attempted with the refund ID',
  ],
  refund_exceeds_captured: [400, 'IR_13', 'The refund amount exceeds the amount captured'],
  refund_limit_reached: [400, 'IR_12', 'Reached maximum refund attempts'],
  successful_payment_not_found: [
    404,
    'HE_04',
    'Successful payment not found for the given payment id',
  ],

  dispute_not_found: [404, 'HE_04', 'Dispute does not exist in our records'],
  dispute_status_invalid: [400, 'HE_03', 'Dispute status validation failed'],
  dispute_operation_failed: [
    400,
    'CE_08',
    'Dispute operation failed while processing with connector. Retry operation',
  ],
  // The status is the connector's own, where it sent one.
  dispute_refused_by_connector: [500, 'CE_00', '{connector_code}: {connector_message}'],
  dispute_id_missing: [400, 'IR_34', 'Dispute id not found in the request'],
  file_not_found: [404, 'HE_04', 'File does not exist in our records'],
  file_not_available: [404, 'HE_04', 'File not available'],
  file_missing: [400, 'IR_33', 'File not found in the request'],
  file_purpose_missing: [400, 'IR_35', 'File purpose not found in the request or is invalid'],
  file_type_missing: [400, 'IR_36', 'File content type not found'],
  file_invalid: [400, 'HE_03', 'File validation failed {why}'],

  payout_not_found: [404, 'HE_02', 'Payout does not exist in our records'],
  payout_exists: [
    400,
    'HE_01',
    "The payout with the specified payout_id '{payout_id}' already exists in our records",
  ],
  payout_failed: [400, 'IR_41', 'Payout failed while processing with connector.'],
  link_configuration_invalid: [400, 'IR_40', '{message}'],
  collect_link_exists: [400, 'HE_01', 'payment method collect link already exists'],
  collect_link_not_found: [404, 'IR_37', 'payment method collect link not found'],

  webhook_not_authentic: [401, 'WE_01', 'Webhook authentication failed'],
  webhook_unreadable: [400, 'WE_02', 'Bad request body received'],
  // The processor sends the webhook again, and by then the payment may exist. No server error: the
  // owner of an account at a processor can cause any number of these, and alarms count server
  // errors.
  webhook_object_not_found: [404, 'WE_04', 'Webhook resource was not found'],
  webhook_endpoint_not_found: [404, 'HE_02', 'Webhook endpoint does not exist in our records'],
  event_not_found: [404, 'HE_02', 'Event does not exist in our records'],
  event_retry_not_found: [404, 'HE_02', 'Event retry does not exist in our records'],

  payment_method_not_found: [404, 'HE_02', 'Payment method does not exist in our records'],
  payment_method_data_not_found: [404, 'IR_37', 'payment_method_data not found'],
  extended_card_info_not_found: [404, 'HE_02', 'Extended card info does not exist'],
  mandate_not_found: [404, 'HE_02', 'Mandate does not exist in our records'],
  mandate_validation_failed: [400, 'HE_03', 'Mandate Validation Failed'],
  // The status is the connector's own, where it sent one.
  mandate_refused_by_connector: [500, 'CE_00', '{connector_code}: {connector_message}'],
  token_expired: [422, 'IR_29', 'Token is invalid or expired'],
  payment_method_type_not_supported: [400, 'IR_19', 'Payment method type not supported'],
  payment_data_mismatch: [
    400,
    'IR_07',
    'Invalid value provided: payment_method_data, payment_method_type and payment_experience does not match',
  ],
  payment_method_list_profile_not_found: [404, 'IR_37', 'Profile id not found'],
  no_eligible_connector: [
    400,
    'IR_39',
    'No eligible connector was found for the current payment method configuration',
  ],
  connector_data_mismatch: [500, 'IE_00', '{reason} as data mismatched for {fields}'],

  // Hyperswitch's message here is "There was an issue processing the webhook body", and no client
  // relies on it.
  concurrent_update: [
    422,
    'HE_00',
    'The object is being changed by another request. Please try again',
  ],
  temporarily_unavailable: [503, 'HE_00', 'Something went wrong'],
  too_many_requests: [
    429,
    'HE_00',
    'Too many requests: on average {rate} a second are allowed. Please try again later',
  ],
  internal_error: [500, 'HE_00', 'Something went wrong'],
};

/** Members that an error may have beside type, message and code. */
const publicDetails = [
  'reason',
  'connector',
  'data',
  'payment_id',
  'connector_transaction_id',
  'fields',
  'rows',
];

interface ErrorBody {
  readonly error: {
    readonly type: 'invalid_request' | 'api' | 'blocked' | 'connector';
    readonly message: string;
    readonly code: string;
  } & Readonly<Record<string, unknown>>;
}

const errorTypes: Readonly<Partial<Record<ErrorKind, ErrorBody['error']['type']>>> = {
  payment_blocked: 'blocked',
  account_verifier_refused: 'connector',
  dispute_refused_by_connector: 'connector',
  mandate_refused_by_connector: 'connector',
};

/**
 * Errors of a body that cannot be read. Hyperswitch calls their type `error_type`. We send it
 * beside `type`, so that Hyperswitch's clients find it and all others read every error in one
 * shape.
 */
const bodyErrors: ReadonlySet<ErrorKind> = new Set([
  'invalid_body',
  'invalid_content_type',
  'unsupported_encoding',
  'body_too_large',
]);

/** The HTTP status of a connector's refusal, or 500 when the connector sent no error status. */
const connectorStatus = ({ connector_status: status }: ErrorDetails): number =>
  typeof status === 'number' && status >= 400 && status <= 599 ? status : 500;

/** Errors whose status is the one that the connector answered with. */
const refusedByConnector: ReadonlySet<ErrorKind> = new Set([
  'dispute_refused_by_connector',
  'mandate_refused_by_connector',
]);

/**
 * Errors with the status of a server's failure that follow from a caller's request, or from a
 * processor's answer to it.
 */
const followsFromRequest: ReadonlySet<ErrorKind> = new Set([
  ...refusedByConnector,
  'not_implemented',
  'connector_data_mismatch',
]);

/**
 * Whether an error is a failure of the switch itself. Such failures wake operators and roll a
 * deployment back; errors that a caller can cause at will are none. An error with the detail `from`
 * `'connector'` is about a processor, which has alarms of its own.
 */
export const isOurFailure = (kind: ErrorKind, details: ErrorDetails = {}): boolean =>
  publicError(kind, details).status >= 500 &&
  !followsFromRequest.has(kind) &&
  details.from !== 'connector';

/** The status and body that a client sees for an error. */
export function publicError(kind: ErrorKind, details: ErrorDetails = {}) {
  const [usualStatus, code, template] = catalogue[kind];
  const status = refusedByConnector.has(kind) ? connectorStatus(details) : usualStatus;
  const message = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(ownMember(details, name) ?? '');
    // The detail names members of the body, and a member's name may be a card number.
    return name === 'detail' ? masked(value) : value;
  });
  // 501 counts as the caller's fault: a field asks for a feature that does not exist.
  const usual = status < 500 || status === 501 ? 'invalid_request' : 'api';
  const type = errorTypes[kind] ?? usual;
  const extra = Object.fromEntries(
    publicDetails.flatMap((name) =>
      ownMember(details, name) === undefined ? [] : [[name, ownMember(details, name)]],
    ),
  );
  const again = bodyErrors.has(kind) ? { error_type: type } : {};
  const body: ErrorBody = { error: { type, ...again, message, code, ...extra } };
  return { status, body };
}
