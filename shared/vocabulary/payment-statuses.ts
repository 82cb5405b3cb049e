import * as v from 'valibot';

/** The status of a payment, as merchants see it. */
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

/** The status of one attempt with one connector. */
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

/** For each status of the active attempt, the payment's status. */
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

/** Statuses of attempts of which a connector has nothing new to report, so syncs stop. */
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

/** Statuses that an attempt takes on the way from its authorization, and never on the way to it. */
export const followAuthorization: ReadonlySet<AttemptStatus> = new Set<AttemptStatus>([
  'capture_initiated',
  'capture_failed',
  'capture_review',
  'void_initiated',
  'void_failed',
]);

/** The status of one of several captures. */
export const CaptureStatus = v.picklist(['started', 'charged', 'pending', 'failed']);
export type CaptureStatus = v.InferOutput<typeof CaptureStatus>;

/** The status of an incremental authorization. */
export const IncrementalAuthorizationStatus = v.picklist([
  'success',
  'failure',
  'processing',
  'unresolved',
]);
export type IncrementalAuthorizationStatus = v.InferOutput<typeof IncrementalAuthorizationStatus>;

/** The status of the void of a captured, not yet settled payment. */
export const PostCaptureVoidStatus = v.picklist(['succeeded', 'pending', 'failed']);
export type PostCaptureVoidStatus = v.InferOutput<typeof PostCaptureVoidStatus>;
