import * as v from 'valibot';

/** Where a payment stands, as merchants see it. */
export const PaymentStatus = v.picklist([
  'succeeded',
  'failed',
  'cancelled',
  'cancelled_post_capture',
  'processing',
  'requires_customer_action',
  'requires_merchant_action',
  'requires_payment_method',
  'requires_confirmation',
  'requires_capture',
  'partially_captured',
  'partially_captured_and_capturable',
  'partially_authorized_and_requires_capture',
  'partially_captured_and_processing',
  'conflicted',
  'expired',
  'review',
]);
export type PaymentStatus = v.InferOutput<typeof PaymentStatus>;

/** Where one try at a payment with one connector stands. */
export const AttemptStatus = v.picklist([
  'started',
  'authentication_failed',
  'router_declined',
  'authentication_pending',
  'authentication_successful',
  'authorized',
  'authorization_failed',
  'charged',
  'authorizing',
  'cod_initiated',
  'voided',
  'voided_post_charge',
  'void_initiated',
  'capture_initiated',
  'capture_failed',
  'void_failed',
  'auto_refunded',
  'partial_charged',
  'partially_authorized',
  'partial_charged_and_chargeable',
  'unresolved',
  'pending',
  'failure',
  'payment_method_awaited',
  'confirmation_awaited',
  'device_data_collection_pending',
  'integrity_failure',
  'expired',
  'capture_review',
]);
export type AttemptStatus = v.InferOutput<typeof AttemptStatus>;

/** The status that a payment has while its active attempt has this one. */
export const statusOf: Record<AttemptStatus, PaymentStatus> = {
  started: 'processing',
  pending: 'processing',
  authorizing: 'processing',
  authentication_successful: 'processing',
  cod_initiated: 'processing',
  capture_initiated: 'processing',
  void_initiated: 'processing',
  authentication_pending: 'requires_customer_action',
  device_data_collection_pending: 'requires_customer_action',
  payment_method_awaited: 'requires_payment_method',
  confirmation_awaited: 'requires_confirmation',
  authorized: 'requires_capture',
  partially_authorized: 'partially_authorized_and_requires_capture',
  charged: 'succeeded',
  auto_refunded: 'succeeded',
  partial_charged: 'partially_captured',
  partial_charged_and_chargeable: 'partially_captured_and_capturable',
  unresolved: 'requires_merchant_action',
  voided: 'cancelled',
  voided_post_charge: 'cancelled_post_capture',
  failure: 'failed',
  authentication_failed: 'failed',
  authorization_failed: 'failed',
  router_declined: 'failed',
  capture_failed: 'failed',
  void_failed: 'failed',
  integrity_failure: 'conflicted',
  expired: 'expired',
  capture_review: 'review',
};

/** Statuses that a payment does not leave by itself. `next_action` is always `null` in them. */
export const terminalStatuses: ReadonlySet<PaymentStatus> = new Set<PaymentStatus>([
  'succeeded',
  'failed',
  'cancelled',
  'cancelled_post_capture',
  'partially_captured',
  'expired',
]);

/** Attempts about which a connector has nothing new to say, so the guard stops asking. */
export const terminalForSync: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'charged',
  'auto_refunded',
  'partial_charged',
  'voided',
  'failure',
  'router_declined',
  'capture_failed',
  'void_failed',
  'expired',
]);

/** Where one of several captures of a payment stands. */
export const CaptureStatus = v.picklist(['started', 'charged', 'pending', 'failed']);
export type CaptureStatus = v.InferOutput<typeof CaptureStatus>;

/** Where a request to raise an authorization stands. */
export const IncrementalAuthorizationStatus = v.picklist([
  'success',
  'failure',
  'processing',
  'unresolved',
]);
export type IncrementalAuthorizationStatus = v.InferOutput<typeof IncrementalAuthorizationStatus>;

/** Where the void of a captured, not yet settled payment stands. */
export const PostCaptureVoidStatus = v.picklist(['succeeded', 'pending', 'failed']);
export type PostCaptureVoidStatus = v.InferOutput<typeof PostCaptureVoidStatus>;

/** Where a saved payment method stands. */
export const PaymentMethodStatus = v.picklist([
  'active',
  'inactive',
  'processing',
  'awaiting_data',
  'new',
  'redacted',
]);
export type PaymentMethodStatus = v.InferOutput<typeof PaymentMethodStatus>;
