import type { Currency } from '#vocabulary/currencies.ts';
import type { Payment } from '../payments/payment.ts';
import type { DisputeInPayment } from '../payments/response/nested-responses.ts';
import type { Dispute } from './dispute.ts';
import type { DisputeResponse } from './operations.ts';

/**
 * Presents a dispute to its merchant. Only callers that have read the payment know
 * `isAlreadyRefunded`; all other responses say false.
 */
export function presentDispute(dispute: Dispute, isAlreadyRefunded = false): DisputeResponse {
  return {
    ...presentDisputeInPayment(dispute),
    payment_id: dispute.paymentId,
    attempt_id: dispute.attemptId,
    currency: dispute.currency as Currency, // Set from a parsed connector answer.
    connector: dispute.connectorName,
    profile_id: dispute.profileId,
    merchant_connector_id: dispute.connectorAccountId,
    is_already_refunded: isAlreadyRefunded,
  };
}

/** Presents a dispute among the disputes of a payment. */
export const presentDisputeInPayment = (dispute: Dispute): DisputeInPayment => ({
  dispute_id: dispute.id,
  amount: String(dispute.amountMinor),
  dispute_stage: dispute.stage,
  dispute_status: dispute.status,
  connector_status: dispute.connectorStatus,
  connector_dispute_id: dispute.connectorDisputeId,
  connector_reason: dispute.reason ?? null,
  connector_reason_code: dispute.reasonCode ?? null,
  challenge_required_by: dispute.challengeRequiredBy ?? null,
  connector_created_at: dispute.connectorCreatedAt ?? null,
  connector_updated_at: dispute.connectorUpdatedAt ?? null,
  created_at: dispute.createdAt,
});

/**
 * Whether refunds plus lost disputes exceed the captured amount. Both reduce `refundableMinor`, so
 * it is negative then.
 *
 * @param lostMinor the amount lost since the payment was read, in minor units
 */
export const isAlreadyRefunded = ({ refundableMinor = 0 }: Payment, lostMinor = 0): boolean =>
  refundableMinor - lostMinor < 0;
