// Loaded late: only a failed payment has a kind of decline.
import type { InferOutput } from 'valibot';
import { documentedKindOf } from '#connectors/declines.ts';
import type { DeclineError } from '#connectors/interface/decline-table.ts';
import type { UnifiedError } from '#connectors/interface/exchange.ts';
import type { DeclineKind } from '#vocabulary/decline-kinds.ts';
import type { StandardisedCode } from './gsm-rule.ts';

/** An error as it is stored, with the members of the operator's rule for it. */
export interface StoredError extends DeclineError {
  readonly unified?: UnifiedError | undefined;
}

/**
 * The kind of an attempt's decline: by the `standardised_code` of the operator's rule, else by the
 * switch's own codes, else by the processor's documented ones.
 */
export function declineKindOf(connectorName: string | undefined, error: StoredError): DeclineKind {
  const { code = '', unified } = error;
  const ruled = kindsByStandardisedCode.get(unified?.standardisedCode ?? '') ?? 'unknown';
  if (ruled !== 'unknown') return ruled;
  return ownKinds.get(code) ?? documentedKindOf(connectorName ?? '', error);
}

/** The switch's own codes, with any connector: its declines, and missing answers. */
const ownKinds: ReadonlyMap<string, DeclineKind> = new Map([
  ['HE-03', 'blocked_by_merchant'],
  ['EXTERNAL_AUTHENTICATION_FAILURE', 'authentication_failed'],
  ['TIMEOUT', 'try_again_later'],
  ['CONNECTION_BROKEN', 'try_again_later'],
  ['UNREADABLE_ANSWER', 'try_again_later'],
]);

const standardisedKinds: Readonly<Record<InferOutput<typeof StandardisedCode>, DeclineKind>> = {
  account_closed_or_invalid: 'use_another_card',
  authentication_failed: 'authentication_failed',
  authentication_required: 'authentication_failed',
  authorization_missing_or_revoked: 'call_issuer',
  card_lost_or_stolen: 'call_issuer',
  card_not_supported_restricted: 'not_supported',
  cfg_pm_not_enabled_or_misconfigured: 'not_supported',
  compliance_or_sanctions_restriction: 'call_issuer',
  configuration_issue: 'not_supported',
  credit_limit_exceeded: 'limit_exceeded',
  currency_or_corridor_not_enabled: 'not_supported',
  do_not_honor: 'call_issuer',
  downstream_technical_issue: 'try_again_later',
  duplicate_request: 'unknown',
  generic_unknown_error: 'unknown',
  incorrect_authentication_code: 'authentication_failed',
  insufficient_funds: 'insufficient_funds',
  integ_cryptographic_issue: 'try_again_later',
  integration_issue: 'unknown',
  invalid_card_number: 'incorrect_number',
  invalid_credentials: 'not_supported',
  invalid_cvv: 'incorrect_cvc',
  invalid_expiry_date: 'expired_card',
  invalid_state: 'unknown',
  issuer_unavailable: 'try_again_later',
  merchant_inactive: 'not_supported',
  missing_or_invalid_param: 'unknown',
  operation_not_allowed: 'not_supported',
  payment_cancelled_by_user: 'unknown',
  payment_method_issue: 'use_another_card',
  payment_session_timeout: 'unknown',
  pm_address_mismatch: 'use_another_card',
  psp_acquirer_error: 'try_again_later',
  psp_fraud_engine_decline: 'blocked_by_merchant',
  rate_limit: 'try_again_later',
  stored_credential_or_mit_not_enabled: 'not_supported',
  subscription_plan_inactive: 'not_supported',
  suspected_fraud: 'call_issuer',
  three_ds_authentication_service_issue: 'authentication_failed',
  three_ds_configuration_issue: 'not_supported',
  three_ds_data_or_protocol_invalid: 'authentication_failed',
  transaction_not_permitted: 'call_issuer',
  transaction_timed_out: 'try_again_later',
  velocity_limit_exceeded: 'limit_exceeded',
  wallet_or_token_config_issue: 'not_supported',
};

const kindsByStandardisedCode: ReadonlyMap<string, DeclineKind> = new Map(
  Object.entries(standardisedKinds),
);
