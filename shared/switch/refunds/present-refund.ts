import { unifiedError } from '#operator/gsm/explain-error.ts';
import { statedMembers } from '#platform/passed-on.ts';
import type { RefundInPayment } from '../payments/response/nested-responses.ts';
import { passedOnWithoutValue } from './passed-on-fields.ts';
import type { Refund } from './refund.ts';

/** The reason of a refund for which no money had to be sent back. */
const voidedInstead = 'The payment was voided instead, because nothing of it was settled yet';

/** Presents a refund to its merchant: the only place where a refund becomes a response. */
export function presentRefund(refund: Refund): RefundInPayment {
  const { error, connectorName, status } = refund;
  return {
    refund_id: refund.id,
    payment_id: refund.paymentId,
    amount: refund.amountMinor,
    currency: refund.currency,
    status: refund.status,
    ...passedOnWithoutValue,
    ...statedMembers(passedOnWithoutValue, refund),
    error_message: error?.message ?? null,
    error_code: error?.code ?? null,
    ...(error
      ? unifiedError({ connectorName, error, hasFailed: status === 'failed' })
      : { unified_code: null, unified_message: refund.isByVoid ? voidedInstead : null }),
    created_at: refund.createdAt,
    updated_at: refund.modifiedAt,
    connector: refund.connectorName,
    profile_id: refund.profileId,
    merchant_connector_id: refund.connectorAccountId,
    split_refunds: null,
    issuer_error_code: error?.issuerCode ?? null,
    issuer_error_message: error?.issuerMessage ?? null,
    raw_connector_response: null,
    connector_refund_id: refund.connectorRefundId ?? null,
  };
}
