import type { EventType } from '#vocabulary/event-types.ts';

/** When each type of event comes about, for merchants; of the types that never do, why. */
export const eventTypeDescriptions: Readonly<
  Record<EventType, { readonly sentWhen: string } | { readonly neverSent: string }>
> = {
  payment_created: {
    sentWhen:
      'A payment was created. It shows the status of that moment, also where the same request confirms the payment.',
  },
  payment_succeeded: { sentWhen: 'The whole amount was captured: the payment is `succeeded`.' },
  payment_failed: {
    sentWhen:
      'The last attempt to pay ended without money: the payment is `failed`. An attempt that another processor follows has no event.',
  },
  payment_processing: {
    sentWhen:
      'The outcome of the payment, or of its capture, is still missing: it is `processing`.',
  },
  payment_cancelled: {
    sentWhen:
      'The payment was cancelled, or what was reserved was released: the payment is `cancelled`.',
  },
  payment_cancelled_post_capture: {
    sentWhen:
      'The processor voided a payment that had been captured: the payment is `cancelled_post_capture`.',
  },
  payment_authorized: {
    sentWhen: 'The amount is reserved and waits for a capture: the payment is `requires_capture`.',
  },
  payment_partially_authorized: {
    sentWhen:
      'Less than the amount is reserved: the payment is `partially_authorized_and_requires_capture`. Only payments with `enable_partial_authorization` have this event.',
  },
  payment_captured: {
    sentWhen:
      'A part of the amount was captured: the payment is `partially_captured`, or `partially_captured_and_capturable` where more may be captured. Each further part has an event.',
  },
  payment_expired: {
    sentWhen:
      'The processor says that the time to pay or to capture is over: the payment is `expired`.',
  },
  action_required: {
    sentWhen:
      'The payment waits for the customer (`requires_customer_action`, `next_action` says what to do) or for the merchant: `requires_merchant_action` and `review` for a review, `conflicted` where the processor states another amount.',
  },
  refund_succeeded: { sentWhen: 'The customer has been refunded.' },
  refund_failed: { sentWhen: 'The processor refused the refund, or could not make it.' },
  dispute_opened: {
    sentWhen:
      "The customer's bank disputes a payment, inquires about it (`dispute_stage` is `pre_dispute`) or takes the dispute to its next stage. Answer it by `challenge_required_by`.",
  },
  dispute_expired: { sentWhen: 'The dispute or its inquiry ended because its time was over.' },
  dispute_accepted: { sentWhen: 'The dispute was accepted, by the merchant or at the processor.' },
  dispute_cancelled: { sentWhen: "The customer's bank withdrew the dispute or its inquiry." },
  dispute_challenged: { sentWhen: 'Evidence was submitted, and the bank decides.' },
  dispute_won: { sentWhen: 'The dispute was decided for the merchant.' },
  dispute_lost: {
    sentWhen:
      'The dispute was decided for the customer. Some processors also say so where it was not answered in time.',
  },
  mandate_active: { sentWhen: 'A customer gave a mandate, and it can be charged.' },
  mandate_revoked: {
    sentWhen:
      'A mandate can no longer be charged: it was revoked, or it was for one payment and is used.',
  },
  payout_success: { sentWhen: 'The payout was paid: it is `success`.' },
  payout_failed: {
    sentWhen:
      'The payout was not paid: it is `failed`. A payout whose destination can never be paid to is `ineligible`, which has no event.',
  },
  payout_initiated: { sentWhen: 'The payout is on its way to the payee: it is `initiated`.' },
  payout_processing: {
    neverSent: 'A payout has no status of this name. While its outcome is missing it is `pending`.',
  },
  payout_cancelled: { sentWhen: 'The payout was cancelled before it was paid: it is `cancelled`.' },
  payout_expired: {
    sentWhen:
      'The operator found out that the payout has expired at the processor: it is `expired`.',
  },
  payout_reversed: { sentWhen: 'The money of a payout came back: it is `reversed`.' },
  invoice_paid: { neverSent: 'The switch has no subscriptions, and so no invoices.' },
  webhook_endpoint_disabled: {
    sentWhen:
      'An endpoint took no event for five days and was switched off. The other endpoints of its profile get this event at once, the endpoint itself when it is switched on again.',
  },
};
