import * as v from 'valibot';
import type { RetryAdvice, UnifiedError } from '#connectors/interface/exchange.ts';
import { cutToBytes } from '#connectors/outcome-limits.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';

export const GsmDecision = v.picklist(['retry', 'do_default']);

export const GsmErrorCategory = v.picklist([
  'frm_decline',
  'processor_downtime',
  'processor_decline_unauthorized',
  'issue_with_payment_method',
  'processor_decline_incorrect_data',
  'hard_decline',
  'soft_decline',
]);

// biome-ignore format: names read better in rows.
export const StandardisedCode = v.picklist([
  'account_closed_or_invalid', 'authentication_failed', 'authentication_required',
  'authorization_missing_or_revoked', 'card_lost_or_stolen', 'card_not_supported_restricted',
  'cfg_pm_not_enabled_or_misconfigured', 'compliance_or_sanctions_restriction',
  'configuration_issue', 'credit_limit_exceeded', 'currency_or_corridor_not_enabled',
  'do_not_honor', 'downstream_technical_issue', 'duplicate_request', 'generic_unknown_error',
  'incorrect_authentication_code', 'insufficient_funds', 'integ_cryptographic_issue',
  'integration_issue', 'invalid_card_number', 'invalid_credentials', 'invalid_cvv',
  'invalid_expiry_date', 'invalid_state', 'issuer_unavailable', 'merchant_inactive',
  'missing_or_invalid_param', 'operation_not_allowed', 'payment_cancelled_by_user',
  'payment_method_issue', 'payment_session_timeout', 'pm_address_mismatch', 'psp_acquirer_error',
  'psp_fraud_engine_decline', 'rate_limit', 'stored_credential_or_mit_not_enabled',
  'subscription_plan_inactive', 'suspected_fraud', 'three_ds_authentication_service_issue',
  'three_ds_configuration_issue', 'three_ds_data_or_protocol_invalid', 'transaction_not_permitted',
  'transaction_timed_out', 'velocity_limit_exceeded', 'wallet_or_token_config_issue',
]);

export const GsmFeature = v.picklist(['retry']);

/** How an error is handled. */
export const GsmFeatureData = v.object({
  retry: v.object({
    step_up_possible: v.boolean(),
    clear_pan_possible: v.boolean(),
    alternate_network_possible: v.optional(v.boolean(), false),
    decision: GsmDecision,
  }),
});

/**
 * The key of a rule: an error exactly as a processor reports it, and the flow in which it occurred.
 */
export interface GsmRuleKey {
  readonly connector: string;
  readonly flow: string;
  readonly sub_flow: string;
  readonly code: string;
  readonly message: string;
}

/** The operator's rule for an error of a processor, for all merchants (global status mapping). */
export const GsmRule = v.looseObject({
  connector: ConnectorName,
  flow: v.string(),
  sub_flow: v.string(),
  code: v.string(),
  message: v.string(),
  status: v.string(),
  decision: GsmDecision,
  step_up_possible: v.boolean(),
  clear_pan_possible: v.boolean(),
  router_error: v.optional(v.string()),
  unified_code: v.optional(v.string()),
  unified_message: v.optional(v.string()),
  error_category: v.optional(GsmErrorCategory),
  feature: v.optional(GsmFeature),
  feature_data: v.optional(GsmFeatureData),
  standardised_code: v.optional(StandardisedCode),
  description: v.optional(v.string()),
  user_guidance_message: v.optional(v.string()),
  version: v.number(),
});
export type GsmRule = v.InferOutput<typeof GsmRule>;

/**
 * The rule after changes. Changes to retry members also apply to existing `feature_data`, unless
 * the changes state `feature_data` themselves.
 */
export function changedRule(rule: GsmRule, changes: Partial<GsmRule>): GsmRule {
  const { decision, step_up_possible, clear_pan_possible } = { ...rule, ...changes };
  const data = rule.feature_data;
  return {
    ...rule,
    ...(data && {
      feature_data: { retry: { ...data.retry, decision, step_up_possible, clear_pan_possible } },
    }),
    ...changes,
  };
}

/** Presents a rule. */
export const presentRule = (rule: GsmRule) => ({
  connector: rule.connector,
  flow: rule.flow,
  sub_flow: rule.sub_flow,
  code: rule.code,
  message: rule.message,
  status: rule.status,
  router_error: rule.router_error ?? null,
  decision: rule.decision,
  step_up_possible: rule.step_up_possible,
  clear_pan_possible: rule.clear_pan_possible,
  unified_code: rule.unified_code ?? null,
  unified_message: rule.unified_message ?? null,
  error_category: rule.error_category ?? null,
  feature: rule.feature ?? ('retry' as const),
  feature_data: rule.feature_data ?? {
    retry: {
      step_up_possible: rule.step_up_possible,
      clear_pan_possible: rule.clear_pan_possible,
      alternate_network_possible: false,
      decision: rule.decision,
    },
  },
  standardised_code: rule.standardised_code ?? null,
  description: rule.description ?? null,
  user_guidance_message: rule.user_guidance_message ?? null,
});

/** A rule's advice about another attempt; `feature_data` counts where it is stated. */
export function retryAdviceOf(rule: GsmRule): RetryAdvice {
  const { decision, step_up_possible } = rule.feature_data?.retry ?? rule;
  return { retry: decision === 'retry', stepUp: step_up_possible };
}

/** Cuts a text to the size that a payment stores, in bytes. */
const short = (words: string) => cutToBytes(words, 1_024);

/** The unified error of a rule; undefined when the rule states none. */
export function unifiedErrorOf(rule: GsmRule): UnifiedError | undefined {
  const { unified_code, unified_message, standardised_code, description } = rule;
  const { user_guidance_message } = rule;
  const unified = {
    ...(unified_code !== undefined && { code: cutToBytes(unified_code, 255) }),
    ...(unified_message !== undefined && { message: short(unified_message) }),
    ...(standardised_code !== undefined && { standardisedCode: standardised_code }),
    ...(description !== undefined && { description: short(description) }),
    ...(user_guidance_message !== undefined && { userGuidance: short(user_guidance_message) }),
  };
  return Object.keys(unified).length > 0 ? unified : undefined;
}
