import type { Payment } from '../payment.ts';
import type { PaymentResponse } from './payment-response.ts';

/** The response's fields on the fraud check, and the merchant's decision on it. */
export function presentRisk({ attempt, requestFields }: Payment): Partial<PaymentResponse> {
  const { fraudCheck: check, merchantDecision, authentication } = attempt;
  return {
    external_3ds_authentication_attempted:
      requestFields.request_external_three_ds_authentication === true && attempt.connectorName
        ? authentication !== undefined
        : null,
    external_authentication_details: authentication
      ? {
          authentication_flow: authentication.flow ?? null,
          electronic_commerce_indicator: authentication.electronicCommerceIndicator ?? null,
          status: authentication.status,
          ds_transaction_id: authentication.dsTransactionId ?? null,
          version: authentication.version ?? null,
          error_code: authentication.error?.code ?? null,
          error_message: authentication.error?.message ?? null,
        }
      : null,
    merchant_decision: merchantDecision ?? null,
    frm_message: check
      ? {
          frm_name: check.checkedBy,
          frm_transaction_id: check.transactionId ?? null,
          frm_transaction_type: 'pre_frm',
          frm_status: check.status,
          frm_score: check.score ?? null,
          frm_reason: check.reason ?? null,
          frm_error: check.error ?? null,
        }
      : null,
  };
}
