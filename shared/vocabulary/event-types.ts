import * as v from 'valibot';

/** The types of events by class of object. */
export const eventTypesOf = {
  payments: [
    'payment_created',
    'payment_succeeded',
    'payment_failed',
    'payment_processing',
    'payment_cancelled',
    'payment_cancelled_post_capture',
    'payment_authorized',
    'payment_partially_authorized',
    'payment_captured',
    'payment_expired',
    'action_required',
  ],
  refunds: ['refund_succeeded', 'refund_failed'],
  disputes: [
    'dispute_opened',
    'dispute_expired',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
  ],
  mandates: ['mandate_active', 'mandate_revoked'],
  payouts: [
    'payout_success',
    'payout_failed',
    'payout_initiated',
    'payout_processing',
    'payout_cancelled',
    'payout_expired',
    'payout_reversed',
  ],
  subscriptions: ['invoice_paid'],
  // An addition to Hyperswitch.
  webhook_endpoints: ['webhook_endpoint_disabled'],
} as const;

export const EventClass = v.picklist([
  'payments',
  'refunds',
  'disputes',
  'mandates',
  'payouts',
  'subscriptions',
  'webhook_endpoints',
]);
export type EventClass = v.InferOutput<typeof EventClass>;

export const EventType = v.picklist([
  ...eventTypesOf.payments,
  ...eventTypesOf.refunds,
  ...eventTypesOf.disputes,
  ...eventTypesOf.mandates,
  ...eventTypesOf.payouts,
  ...eventTypesOf.subscriptions,
  ...eventTypesOf.webhook_endpoints,
]);
export type EventType = v.InferOutput<typeof EventType>;
