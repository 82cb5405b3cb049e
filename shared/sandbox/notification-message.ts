import * as v from 'valibot';
import { StripeNews } from './stripe/stripe-news.ts';

/**
 * A message in the queue of the sandbox processor's webhooks. It names the payment; the webhook's
 * content is read when it is sent.
 */
export const NotificationMessage = v.object({
  id: v.string(),
  keyHash: v.string(),
  reference: v.string(),
  /** The refund that the webhook is about. */
  refundReference: v.optional(v.string()),
  /** Whether the webhook is about a payout, which the reference then names. */
  payout: v.optional(v.boolean()),
  /** The dispute that the webhook is about. */
  disputeId: v.optional(v.string()),
  /** When it happened, in seconds since 1970. */
  created: v.number(),
  /** Whether the webhook reports a failed payment, whatever the state in the ledger. */
  lies: v.optional(v.boolean()),
  /** The event, when the payment is an intent of Stripe's wire API. */
  stripe: v.optional(StripeNews),
});
export type NotificationMessage = v.InferOutput<typeof NotificationMessage>;

export interface Notification {
  readonly message: NotificationMessage;
  /** The message's delay in the queue. */
  readonly delaySeconds: number;
}
