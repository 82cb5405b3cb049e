import * as v from 'valibot';
import { unifiedError } from '#operator/gsm/explain-error.ts';
import { statedMembers } from '#platform/passed-on.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { readable } from '../callers/access-rules.ts';
import { payeeReadRules } from './client-rights.ts';
import { passedOnWithoutValue } from './passed-on-fields.ts';
import type { Payout } from './payout.ts';
import { payoutLinkAddress } from './payout-link.ts';
import { PayoutRequestFields } from './payout-terms.ts';
import type { AttemptInPayout, PayoutResponse } from './response.ts';

/** Presents a payout to its merchant. */
export function presentPayout(
  payout: Payout,
  { expandAttempts = false }: { readonly expandAttempts?: boolean } = {},
): PayoutResponse {
  const { attempt, customer } = payout;
  const requestFields = v.parse(PayoutRequestFields, payout.requestFields);
  const stated = statedMembers(passedOnWithoutValue, requestFields);
  const { merchant_order_reference_id, metadata, priority, ...passedOn } = {
    ...passedOnWithoutValue,
    ...stated,
  };
  const document = customer?.document_details ?? null;
  return {
    payout_id: payout.id,
    merchant_id: payout.merchantId,
    merchant_order_reference_id,
    amount: payout.amountMinor,
    currency: v.parse(Currency, payout.currency),
    connector: attempt.connectorName ?? null,
    payout_type: payout.type ?? null,
    payout_method_data: payout.shown ?? null,
    source_bank_data: payout.maskedSource ?? null,
    billing: requestFields.billing ?? null,
    auto_fulfill: payout.autoFulfill,
    customer_id: customer?.id ?? null,
    customer: customer
      ? {
          id: customer.id ?? null,
          name: customer.name ?? null,
          email: customer.email ?? null,
          phone: customer.phone ?? null,
          phone_country_code: customer.phone_country_code ?? null,
          customer_document_details: document,
        }
      : null,
    client_secret: payout.clientSecret,
    ...passedOn,
    entity_type: requestFields.entity_type ?? 'Individual',
    recurring: payout.recurring,
    metadata,
    merchant_connector_id: attempt.connectorAccountId ?? null,
    status: payout.status,
    error_message: attempt.error?.message ?? null,
    error_code: attempt.error?.code ?? null,
    profile_id: payout.profileId,
    created: payout.createdAt,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    priority,
    attempts: expandAttempts ? [presentAttempt(payout)] : null,
    payout_link: presentLink(payout),
    email: customer?.email ?? null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    phone_country_code: customer?.phone_country_code ?? null,
    ...unifiedOf(payout),
    payout_method_id: payout.payoutMethodId ?? null,
  };
}

/**
 * Presents a payout to this caller: a client with the payout's secret gets only the fields that
 * `client-rights.ts` lists.
 */
export const presentPayoutFor = (
  { kind }: { readonly kind: 'merchant' | 'client' },
  payout: Payout,
): PayoutResponse => {
  const whole = presentPayout(payout);
  return kind === 'client' ? readable(whole, payeeReadRules) : whole;
};

function presentLink(payout: Payout): PayoutResponse['payout_link'] {
  const link = payoutLinkAddress(payout);
  return payout.link && link !== undefined ? { payout_link_id: payout.link.id, link } : null;
}

function presentAttempt(payout: Payout): AttemptInPayout {
  const { attempt, status, amountMinor, currency, type } = payout;
  return {
    attempt_id: attempt.id,
    status,
    amount: amountMinor,
    currency: v.parse(Currency, currency),
    connector: attempt.connectorName ?? null,
    error_code: attempt.error?.code ?? null,
    error_message: attempt.error?.message ?? null,
    payment_method: type ?? null,
    payout_method_type: null,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    cancellation_reason: attempt.cancellationReason ?? null,
    ...unifiedOf(payout),
  };
}

/** The unified code and message of a failure, the same for every processor. */
function unifiedOf({ attempt: { connectorName, error }, status }: Payout) {
  if (!error) return { unified_code: null, unified_message: null };
  const hasFailed = status === 'failed' || status === 'ineligible';
  return unifiedError({ connectorName, error, hasFailed });
}
