import { sdkAuthorization } from '#platform/http/callers/sdk-authorization.ts';
import { requestLanguage } from '#platform/http/request/request-language.ts';
import { ownMember } from '#platform/own-member.ts';
import { readable } from '../../callers/access-rules.ts';
import type { Dispute } from '../../disputes/dispute.ts';
import { presentDisputeInPayment } from '../../disputes/present-dispute.ts';
import { linkAddresses } from '../../payment-links/link-addresses.ts';
import { presentRefund } from '../../refunds/present-refund.ts';
import type { Refund } from '../../refunds/refund.ts';
import { isMultiple } from '../lifecycle/captures.ts';
import { manualRetryAllowed } from '../lifecycle/manual-retry.ts';
import type { Attempt, Capture, Payment } from '../payment.ts';
import { keptMandateIdOf } from '../payment-source/future-usage.ts';
import { type BillingDescriptor, passedOnReadRules } from '../request/passed-on-fields.ts';
import { authenticationTypeOf } from './authentication-type.ts';
import { clientReadRules } from './client-rights.ts';
import type { AttemptInPayment, CaptureInPayment } from './nested-responses.ts';
import { noValues } from './no-values.ts';
import type { NullableField, PaymentResponse } from './payment-response.ts';
import { presentAuthorization } from './present-authorization.ts';
import { presentError } from './present-error.ts';
import { presentNextAction } from './present-next-action.ts';
import { presentRisk } from './present-risk.ts';

/** Related records to present; absent ones were not requested. */
interface RelatedRecords {
  /** Earlier attempts, oldest first; when given, all attempts are listed. */
  readonly attempts?: readonly Attempt[];
  /** Earlier captures, oldest first; when given, all captures are listed. */
  readonly captures?: readonly Capture[];
  readonly refunds?: readonly Refund[];
  readonly disputes?: readonly Dispute[];
  /** The new ephemeral key. Its secret is never stored, so only the creating response shows it. */
  readonly ephemeralKey?: PaymentResponse['ephemeral_key'];
}

/** Presents a payment to its merchant: the only place where a payment becomes a response. */
export function presentPayment(payment: Payment, related: RelatedRecords = {}): PaymentResponse {
  const { attempt, customer, merchantId, createdAt, modifiedAt } = payment;
  const addresses = linkAddresses(payment);
  return {
    // The most wanted fields come first.
    payment_id: payment.id,
    merchant_id: merchantId,
    status: payment.status,
    amount: payment.amountMinor,
    net_amount: attempt.amountMinor,
    amount_capturable: payment.amountCapturableMinor,
    currency: payment.currency as PaymentResponse['currency'], // From a parsed request.
    ...noValues,
    ...requestFieldsIn(payment.requestFields),
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
    ephemeral_key: related.ephemeralKey ?? null,
    attempt_count: payment.attemptCount,
    authentication_type: authenticationTypeOf(payment, attempt) ?? null,
    connector: attempt.connectorName ?? null,
    connector_label: attempt.connectorLabel ?? null,
    merchant_connector_id: attempt.connectorAccountId ?? null,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    reference_id: attempt.connectorReference ?? null,
    fingerprint: payment.fingerprint ?? null,
    payment_method_data: attempt.paymentMethodData ?? null,
    card_discovery: attempt.cardDiscovery ?? (attempt.paymentMethodData?.card ? 'manual' : null),
    connector_mandate_id: keptMandateIdOf(payment) ?? attempt.chargedMandateId ?? null,
    network_transaction_id: attempt.networkTransactionId ?? null,
    mandate_id: mandateIdOf(payment),
    payment_method_id: payment.paymentMethod?.id ?? null,
    payment_method_status: payment.paymentMethod?.status ?? null,
    payment_method_tokenization_details: tokenizationOf(payment),
    next_action: presentNextAction(payment),
    manual_retry_allowed: manualRetryAllowed(payment),
    cancellation_reason: attempt.cancellationReason ?? null,
    state_metadata: stateMetadata(payment, related.refunds),
    ...presentAuthorization(payment),
    ...presentRisk(payment),
    ...(related.refunds?.length && { refunds: related.refunds.map(presentRefund) }),
    ...(related.disputes?.length && { disputes: related.disputes.map(presentDisputeInPayment) }),
    ...errorOf(attempt),
    ...(related.attempts && {
      attempts: [...related.attempts, attempt].map((one) => presentAttempt(payment, one)),
    }),
    ...(related.captures &&
      isMultiple(payment) && {
        captures: [...related.captures, ...(payment.captures ?? [])].map((one) =>
          presentCapture(payment, one),
        ),
      }),
    created: createdAt,
    modified_at: modifiedAt,
    updated: modifiedAt,
    expires_on: payment.expiresAt,
    payment_link: addresses
      ? {
          link: addresses.link,
          secure_link: addresses.secureLink,
          payment_link_id: addresses.id,
        }
      : null,
  };
}

/**
 * Presents a payment to this caller: a client gets only the fields that `client-rights.ts` lists.
 */
export const presentFor = (
  { kind }: { readonly kind: 'merchant' | 'client' },
  payment: Payment,
  shown: RelatedRecords = {},
): PaymentResponse => {
  const whole = presentPayment(payment, shown);
  return kind === 'client' ? readable(whole, clientReadRules, ['attempts', 'captures']) : whole;
};

/**
 * The payment's mandate id; before the mandate is charged or created, as the merchant stated it.
 */
function mandateIdOf({ mandate, requestFields }: Payment): string | null {
  return (
    mandate?.id ?? (typeof requestFields.mandate_id === 'string' ? requestFields.mandate_id : null)
  );
}

/** Where the saved payment method can be charged again; null without a saved payment method. */
function tokenizationOf(payment: Payment): PaymentResponse['payment_method_tokenization_details'] {
  const { paymentMethod, attempt } = payment;
  if (!paymentMethod) return null;
  const isReusable = (keptMandateIdOf(payment) ?? attempt.chargedMandateId) !== undefined;
  return {
    payment_method_id: paymentMethod.id,
    payment_method_status: paymentMethod.status ?? null,
    psp_tokenization: isReusable,
    // The switch requests no network tokens.
    network_tokenization: false,
    network_transaction_id: attempt.networkTransactionId ?? null,
    network_transaction_link_id: null,
    is_eligible_for_mit_payment: isReusable,
  };
}

/** Fields that responses repeat as the merchant stated them, and on which the switch acts. */
const echoed = [
  'shipping_cost',
  'order_tax_amount',
  'surcharge_details',
  'capture_method',
  'setup_future_usage',
  'off_session',
  'payment_method',
  'payment_method_type',
  'payment_experience',
  'mandate_data',
  'return_url',
  'shipping',
  'billing',
  'browser_info',
  'force_3ds_challenge',
  'request_extended_authorization',
  'enable_partial_authorization',
  'enable_overcapture',
  'installment_options',
  'payment_token',
] as const satisfies readonly NullableField[];

const repeated: readonly string[] = [...Object.keys(passedOnReadRules), ...echoed];

function requestFieldsIn(requestFields: Payment['requestFields']): Partial<PaymentResponse> {
  const known = repeated.flatMap((name) =>
    ownMember(requestFields, name) == null ? [] : [[name, ownMember(requestFields, name)]],
  );
  const found: Partial<PaymentResponse> = Object.fromEntries(known); // Stored from a parsed request, under the same names.
  const { billing_descriptor: descriptor } = found;
  return descriptor ? { ...found, billing_descriptor: wholeDescriptor(descriptor) } : found;
}

/** All members of a descriptor; `null` for those that were not stated. */
const wholeDescriptor = ({
  name = null,
  city = null,
  phone = null,
  statement_descriptor = null,
  statement_descriptor_suffix = null,
  reference = null,
}: BillingDescriptor): BillingDescriptor => ({
  name,
  city,
  phone,
  statement_descriptor,
  statement_descriptor_suffix,
  reference,
});

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

const errorOf = (attempt: Attempt) =>
  attempt.error && presentError(attempt, attempt.error, requestLanguage());

/** The later movements of the captured money; null as long as there are none. */
function stateMetadata(
  { postCaptureVoid, disputedMinor = 0 }: Payment,
  refunds: readonly Refund[] = [],
): PaymentResponse['state_metadata'] {
  const refunded = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (!postCaptureVoid && refunded === 0 && disputedMinor === 0) return null;
  return {
    total_refunded_amount: refunded > 0 ? refunded : null,
    total_disputed_amount: disputedMinor > 0 ? disputedMinor : null,
    post_capture_void: postCaptureVoid
      ? {
          status: postCaptureVoid.status,
          connector_reference_id: postCaptureVoid.connectorReference ?? null,
          description: postCaptureVoid.description ?? null,
          updated_at: postCaptureVoid.updatedAt,
        }
      : null,
  };
}

function presentCapture(payment: Payment, capture: Capture): CaptureInPayment {
  const { code = null, message = null } = capture.error ?? {};
  return {
    capture_id: capture.id,
    status: capture.status,
    amount: capture.amountMinor,
    currency: payment.currency as CaptureInPayment['currency'], // From a parsed request.
    connector: payment.attempt.connectorName ?? '',
    authorized_attempt_id: payment.attempt.id,
    connector_capture_id: capture.connectorCaptureId ?? null,
    capture_sequence: capture.sequence,
    error_message: message,
    error_code: code,
    error_reason: message,
    reference_id: null,
  };
}

function presentAttempt(payment: Payment, attempt: Attempt): AttemptInPayment {
  const requestFields = requestFieldsIn(payment.requestFields);
  const { error_code, error_message, unified_code, unified_message, error_details } = {
    ...noValues,
    ...errorOf(attempt),
  };
  return {
    attempt_id: attempt.id,
    status: attempt.status,
    amount: attempt.amountMinor,
    order_tax_amount: requestFields.order_tax_amount ?? null,
    currency: payment.currency as AttemptInPayment['currency'], // From a parsed request.
    connector: attempt.connectorName ?? null,
    error_message,
    payment_method: requestFields.payment_method ?? null,
    connector_transaction_id: attempt.connectorTransactionId ?? null,
    capture_method: requestFields.capture_method ?? null,
    authentication_type: authenticationTypeOf(payment, attempt) ?? null,
    created_at: attempt.createdAt,
    modified_at: attempt.modifiedAt,
    cancellation_reason: attempt.cancellationReason ?? null,
    mandate_id: attempt.id === payment.attempt.id ? mandateIdOf(payment) : null,
    error_code,
    payment_token: null,
    connector_metadata: attempt.connectorMetadata ?? null,
    payment_experience: requestFields.payment_experience ?? null,
    payment_method_type: requestFields.payment_method_type ?? null,
    reference_id: attempt.connectorReference ?? null,
    unified_code,
    unified_message,
    client_source: null,
    client_version: null,
    error_details,
  };
}
