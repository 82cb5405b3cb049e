import type { ErrorDetails, ErrorKind } from '../../errors.ts';
import { ownMember } from '../../own-member.ts';
import type { Hint } from './hint.ts';
import { cardHints } from './message-hint.ts';

type HintOf = (details: ErrorDetails) => Hint;

const says =
  (hint: string): HintOf =>
  () => ({ hint });

/**
 * For an identifier that names no object of this merchant.
 *
 * @param member its name in the answer to the creation
 */
const unknownObject =
  (param: string, member = param): HintOf =>
  () => ({
    param,
    hint: `Send the \`${member}\` from the answer to its creation, and the key of the same merchant, profile and environment.`,
  });

/** For an identifier that was chosen twice. */
const takenIdentifier =
  (param: string): HintOf =>
  () => ({
    param,
    hint: `Send another \`${param}\`, or none to get a new one. To repeat a request safely, send an \`Idempotency-Key\`.`,
  });

/** The next step with a payment whose status does not allow the request. */
const nextSteps: Readonly<Record<string, string>> = {
  requires_payment_method: 'Confirm the payment first, with its `payment_method_data`.',
  requires_confirmation: 'Confirm the payment first.',
  requires_customer_action:
    'Send the customer to `next_action.redirect_to_url` first, and wait for the outcome.',
  requires_merchant_action: 'Approve or reject the payment first.',
  requires_capture:
    'Capture the payment first, or cancel it: no money has been taken that could be sent back.',
  processing: 'Wait for the outcome: retrieve the payment, or wait for its webhook.',
  succeeded:
    'Nothing is left to do: the payment has succeeded. To send money back, create a refund.',
  partially_captured:
    'Nothing is left to capture: the rest was released. To charge more, create another payment.',
  cancelled: 'Create another payment: this one was cancelled.',
  cancelled_post_capture: 'Create another payment: this one was cancelled after its capture.',
  failed: 'Create another payment: this one has failed.',
  expired: 'Create another payment: this one has expired.',
};

/** Why a payment has nothing to capture by hand, by its status. */
const capturedByItself =
  'Nothing is captured by hand here: the payment is captured when it is authorized. A payment that is captured later states `capture_method` as `manual` when it is created.';
const nothingToCapture: Readonly<Record<string, string>> = {
  processing: nextSteps.processing ?? '',
  succeeded: nextSteps.succeeded ?? '',
  failed: 'Nothing can be captured: the payment has failed, and took no money.',
  cancelled: 'Nothing can be captured: the payment was cancelled.',
  cancelled_post_capture: 'Nothing can be captured: the payment was cancelled after its capture.',
  expired: 'Nothing can be captured: the payment has expired, and took no money.',
};

/** Why a payment that took no money has no refund. */
const nothingToRefund: Readonly<Record<string, string>> = {
  failed: 'No refund is needed: the payment has failed, and took no money.',
  cancelled: 'No refund is needed: the payment was cancelled before its capture.',
  expired: 'No refund is needed: the payment has expired, and took no money.',
};

/** Why a dispute takes no answer of the merchant any more. */
const endedDisputes: Readonly<Record<string, string>> = {
  dispute_accepted: 'Nothing is left to do: the dispute was accepted.',
  dispute_won: 'Nothing is left to do: the dispute was won.',
  dispute_lost: 'Nothing can be done any more: the dispute was lost.',
  dispute_expired: 'Nothing can be done any more: the time for an answer is over.',
  dispute_cancelled: "Nothing is left to do: the customer's bank took the dispute back.",
};

/** Some errors name several members, or none, in words. */
const isMember = (field: unknown): field is string =>
  typeof field === 'string' && /^\w+(?:\.\w+)*$/.test(field);

const byStatus =
  (name: string, steps = nextSteps): HintOf =>
  ({ [name]: status }) => {
    const hint = ownMember(steps, String(status));
    return hint === undefined ? {} : { hint };
  };

/** Members that a client gets from an earlier answer. */
const sources: Readonly<Record<string, string>> = {
  client_secret: ', from the answer to the creation',
};

/** Hints that follow from the error and its details. */
export const kindHints: Readonly<Partial<Record<ErrorKind, HintOf>>> = {
  missing_param: ({ field, captured }) =>
    captured !== undefined
      ? { hint: ownMember(nothingToCapture, String(captured)) ?? capturedByItself }
      : isMember(field)
        ? { param: field, hint: `Add \`${field}\`${ownMember(sources, field) ?? ''}.` }
        : {},
  invalid_data: ({ field }) => (isMember(field) ? { param: field } : {}),
  invalid_value: ({ field }) => {
    if (!isMember(field)) return {};
    const hint = ownMember(cardHints, field.split('.').at(-1) ?? '');
    return { param: field, ...(hint !== undefined && { hint }) };
  },
  body_too_large: ({ limit }) => ({ hint: `Send at most ${String(limit)} bytes.` }),
  unsupported_encoding: says('Send the body without the header `Content-Encoding`.'),
  invalid_idempotency_key: () => ({
    param: 'idempotency-key',
    hint: 'Send a random identifier, such as a UUID, which is new for each request.',
  }),
  idempotency_key_reused: () => ({
    param: 'idempotency-key',
    hint: 'Send a new key with another request; send the first request unchanged to get its answer again.',
  }),
  idempotency_key_of_another: () => ({
    param: 'idempotency-key',
    hint: 'Send a new key, or the first request with the API key that it had.',
  }),
  idempotency_key_in_use: says('Wait a second, and send the same request with the same key again.'),
  client_secret_expired: says('Create another payment, and use its `client_secret`.'),
  client_secret_mismatch: () => ({
    param: 'client_secret',
    hint: 'Send the `client_secret` of the payment in the path, as its creation answered with.',
  }),
  too_many_requests: says('Wait for the seconds in the header `Retry-After`, and send it again.'),
  // The cause is not for callers: not even the word for a key is in this answer.
  temporarily_unavailable: says('Send the same request again in a second.'),
  concurrent_update: says('Send the same request again.'),

  merchant_account_not_found: unknownObject('merchant_id'),
  merchant_account_exists: takenIdentifier('merchant_id'),
  organization_not_found: unknownObject('organization_id'),
  profile_not_found: unknownObject('profile_id'),
  customer_not_found: unknownObject('customer_id'),
  customer_exists: takenIdentifier('customer_id'),
  payment_not_found: unknownObject('payment_id'),
  payment_exists: takenIdentifier('payment_id'),
  refund_not_found: unknownObject('refund_id'),
  blocklist_job_not_found: unknownObject('job_id'),
  refund_exists: takenIdentifier('refund_id'),
  dispute_not_found: unknownObject('dispute_id'),
  payout_not_found: unknownObject('payout_id'),
  payout_exists: takenIdentifier('payout_id'),
  collect_link_exists: takenIdentifier('pm_collect_link_id'),
  collect_link_not_found: unknownObject('pm_collect_link_id'),
  link_configuration_invalid: says(
    'State `allowed_domains` in `payout_link_config` of the profile: the domains whose pages show the link in a frame.',
  ),
  payment_method_not_found: unknownObject('payment_method_id'),
  extended_card_info_not_found: says(
    'The profile keeps the cards of payments while `is_extended_card_info_enabled` is on, for `extended_card_info_config.ttl_in_secs` after the confirm.',
  ),
  mandate_not_found: unknownObject('mandate_id'),
  payment_link_not_found: unknownObject('payment_link_id'),
  relay_not_found: unknownObject('relay_id', 'id'),
  authentication_not_found: unknownObject('authentication_id'),
  authentication_exists: takenIdentifier('authentication_id'),
  eligibility_check_not_found: says(
    "Let the customer's page submit its eligibility check first; it is kept for 15 minutes.",
  ),
  file_not_found: unknownObject('file_id'),
  api_key_not_found: unknownObject('key_id'),
  webhook_endpoint_not_found: unknownObject('endpoint_id'),
  event_retry_not_found: unknownObject('retry_id'),
  event_not_found: unknownObject('event_id'),
  connector_account_not_found: unknownObject('merchant_connector_id'),
  credentials_refused: () => ({
    param: 'connector_account_details',
    hint: "Copy the credentials from the processor's dashboard once more: all of them, and of the mode, test or live, that the account is for.",
  }),
  connector_account_exists: () => ({
    param: 'connector_label',
    hint: 'Update the existing account, or send another `connector_label`.',
  }),

  dispute_status_invalid: ({ status }) => {
    const hint = ownMember(endedDisputes, String(status));
    return {
      hint: hint ?? 'Retrieve the dispute: its stage and status take no answer or file now.',
    };
  },
  file_type_missing: () => ({
    param: 'file',
    hint: 'Send a PDF, PNG or JPEG, with its `Content-Type` in the part `file`.',
  }),
  file_missing: () => ({ param: 'file', hint: 'Send the file in the part `file` of a form.' }),
  file_purpose_missing: () => ({
    param: 'purpose',
    hint: 'Send `purpose` as `dispute_evidence`.',
  }),

  payment_unexpected_state: byStatus('status'),
  payment_not_capturable: ({ captured, state }) => ({
    hint:
      ownMember(nothingToCapture, String(captured ?? state)) ??
      ownMember(nextSteps, String(state)) ??
      capturedByItself,
  }),
  payment_not_refundable: byStatus('status', { ...nextSteps, ...nothingToRefund }),
  manual_retry_disabled: says(
    'Create another payment, or set `is_manual_retry_enabled` of the profile.',
  ),
  manual_retry_expired: says('Create another payment.'),
  client_attempts_used_up: says(
    "Confirm the payment from the merchant's server with its secret key, after talking to the customer.",
  ),
  attempt_kept_open: says(
    'Lead the customer to the `next_action` of the payment, or wait for its outcome.',
  ),
  amount_too_large_to_capture: ({ left }) => ({
    param: 'amount_to_capture',
    ...(left !== undefined && { hint: `Send at most ${String(left)}.` }),
  }),
  refund_exceeds_captured: ({ left }) => ({
    param: 'amount',
    ...(left !== undefined && {
      hint:
        left === 0
          ? 'Nothing is left to refund.'
          : `Send at most ${String(left)}: so much is left to refund.`,
    }),
  }),
  refund_limit_reached: says('Nothing more can be refunded: the payment has its most refunds.'),
  no_eligible_connector: ({ withoutCustomer }) => ({
    hint: withoutCustomer
      ? 'Charge a payment method that was saved with `setup_future_usage` `off_session` through an enabled connector account of the profile.'
      : "Enable the payment method in a connector account of the payment's profile, for its currency and country.",
  }),
  token_expired: says('Ask the customer for the payment method again, and send a new token.'),
};
