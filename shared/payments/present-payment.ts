import { sdkAuthorization } from '../http/sdk-authorization.ts';
import type { Attempt, Payment } from './payment.ts';
import { type NullableField, noValues, type PaymentResponse } from './response.ts';
import type { AttemptInPayment } from './response-children.ts';
import { terminalStatuses } from './statuses.ts';

interface Shown {
  /** Whether its attempts are listed. */
  readonly attempts?: boolean | undefined;
}

/** A payment as its merchant sees it: the one place where a payment becomes a response. */
export function presentPayment(payment: Payment, shown: Shown = {}): PaymentResponse {
  const { attempt, customer, merchantId, createdAt, modifiedAt } = payment;
  return {
    // What people look for stands first.
    payment_id: payment.id,
    merchant_id: merchantId,
    status: payment.status,
    amount: payment.amountMinor,
    net_amount: attempt.amountMinor,
    amount_capturable: payment.amountCapturableMinor,
    currency: payment.currency as PaymentResponse['currency'], // Taken from a parsed request.
    ...noValues,
    ...stated(payment.terms),
    processor_merchant_id: merchantId,
    profile_id: payment.profileId,
    ...(customer && presentCustomerOf(customer)),
    amount_received: payment.amountReceivedMinor ?? null,
    client_secret: payment.clientSecret,
    ...(payment.publishableKey && {
      sdk_authorization: sdkAuthorization({
        profileId: payment.profileId,
        publishableKey: payment.publishableKey,
        clientSecret: payment.clientSecret,
      }),
    }),
    attempt_count: payment.attemptCount,
    connector: attempt.connectorName ?? null,
    connector_label: attempt.connectorLabel ?? null,
    merchant_connector_id: attempt.connectorAccountId ?? null,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    reference_id: attempt.connectorReference ?? null,
    payment_method_data: attempt.paymentMethodData ?? null,
    card_discovery: attempt.paymentMethodData?.card ? 'manual' : null,
    next_action: nextAction(payment),
    ...presentError(attempt),
    ...(shown.attempts && { attempts: [presentAttempt(payment)] }),
    created: createdAt,
    modified_at: modifiedAt,
    updated: modifiedAt,
    expires_on: payment.expiresAt,
  };
}

/** Fields that are answered as the merchant stated them. */
const echoed = [
  'merchant_order_reference_id',
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'capture_method',
  'authentication_type',
  'setup_future_usage',
  'off_session',
  'payment_method',
  'payment_method_type',
  'payment_experience',
  'allowed_payment_method_types',
  'payment_channel',
  'mandate_data',
  'mandate_id',
  'description',
  'return_url',
  'statement_descriptor_name',
  'statement_descriptor_suffix',
  'billing_descriptor',
  'order_details',
  'shipping',
  'billing',
  'browser_info',
  'force_3ds_challenge',
  'frm_metadata',
  'request_extended_authorization',
  'enable_partial_authorization',
  'enable_overcapture',
  'metadata',
  'connector_metadata',
  'feature_metadata',
  'split_payments',
  'business_country',
  'business_label',
  'business_sub_label',
  'is_stored_credential',
  'mit_category',
  'tokenization',
  'partner_merchant_identifier_details',
  'installment_options',
  'is_iframe_redirection_enabled',
  'payment_token',
] as const satisfies readonly NullableField[];

function stated(terms: Payment['terms']): Partial<PaymentResponse> {
  const known = echoed.flatMap((name) => (terms[name] == null ? [] : [[name, terms[name]]]));
  return Object.fromEntries(known); // Stored from a parsed request, under the same names.
}

const presentCustomerOf = (customer: NonNullable<Payment['customer']>) => ({
  customer_id: customer.id ?? null,
  customer: {
    id: customer.id ?? null,
    name: customer.name ?? null,
    email: customer.email ?? null,
    phone: customer.phone ?? null,
    phone_country_code: customer.phone_country_code ?? null,
    customer_document_details: customer.document_details ?? null,
  },
  email: customer.email ?? null,
  name: customer.name ?? null,
  phone: customer.phone ?? null,
});

function nextAction({ status, attempt }: Payment): PaymentResponse['next_action'] {
  if (terminalStatuses.has(status) || !attempt.redirectUrl) return null;
  return { type: 'redirect_to_url', redirect_to_url: attempt.redirectUrl };
}

function presentError({ error }: Attempt) {
  if (!error) return {};
  const { code = null, message = null, issuerCode = null, issuerMessage = null } = error;
  const unified = { unified_code: 'UE_9000', unified_message: 'Something went wrong' };
  return {
    error_code: code,
    error_message: message,
    ...unified,
    issuer_error_code: issuerCode,
    issuer_error_message: issuerMessage,
    error_details: {
      unified_details: {
        category: unified.unified_code,
        message: unified.unified_message,
        standardised_code: null,
        description: null,
        user_guidance_message: null,
        recommended_action: null,
      },
      issuer_details:
        issuerCode || issuerMessage
          ? { code: issuerCode, message: issuerMessage, network_details: null }
          : null,
      connector_details: { code, message, reason: message },
    },
  };
}

function presentAttempt(payment: Payment): AttemptInPayment {
  const { attempt } = payment;
  const terms = stated(payment.terms);
  const { error_code, error_message, unified_code, unified_message, error_details } = {
    ...noValues,
    ...presentError(attempt),
  };
  return {
    attempt_id: attempt.id,
    status: attempt.status,
    amount: attempt.amountMinor,
    order_tax_amount: terms.order_tax_amount ?? null,
    currency: payment.currency as AttemptInPayment['currency'], // Taken from a parsed request.
    connector: attempt.connectorName ?? null,
    error_message,
    payment_method: terms.payment_method ?? null,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    capture_method: terms.capture_method ?? null,
    authentication_type: terms.authentication_type ?? null,
    created_at: attempt.createdAt,
    modified_at: attempt.modifiedAt,
    cancellation_reason: null,
    mandate_id: null,
    error_code,
    payment_token: null,
    connector_metadata: null,
    payment_experience: terms.payment_experience ?? null,
    payment_method_type: terms.payment_method_type ?? null,
    reference_id: attempt.connectorReference ?? null,
    unified_code,
    unified_message,
    client_source: null,
    client_version: null,
    error_details,
  };
}
