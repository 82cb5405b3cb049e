import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';
import type { LedgerPayment } from '../ledger-payment.ts';
import type { NotificationMessage } from '../notification-message.ts';
import { isIntentPayment } from './charges.ts';
import { noSuch } from './errors.ts';
import { expectedHappening } from './happenings.ts';
import { readObject } from './objects.ts';
import { apiVersion, type WireHandler } from './wire.ts';
import { ok } from './wire-answer.ts';

/** An event as it is stored when it is sent. */
export const StripeEvent = v.object({
  id: v.string(),
  /** Seconds since 1970. */
  created: v.number(),
  type: v.string(),
  object: JsonObject,
});
export type StripeEvent = v.InferOutput<typeof StripeEvent>;

/** An event as Stripe shows it, and as its endpoints get it. */
export const presentEvent = ({ id, created, type, object }: StripeEvent) => ({
  id,
  object: 'event',
  api_version: apiVersion,
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});

/** The event of a message in the queue; undefined when the expected change did not happen. */
export function stripeEventOf(
  { id, created, stripe, refundReference, disputeId }: NotificationMessage,
  payment: LedgerPayment,
  now: Date,
): StripeEvent | undefined {
  if (!stripe || !isIntentPayment(payment)) return undefined;
  const happening =
    stripe.kind === 'happened'
      ? stripe
      : expectedHappening(payment, { at: stripe.at, refundId: refundReference, disputeId }, now);
  return happening && { id, created, type: happening.type, object: { ...happening.object } };
}

export const retrieveEvent: WireHandler = async ({ keyHash }, { objects }, id) => {
  const event = readObject(StripeEvent, await objects.find(keyHash, id));
  if (!event) throw noSuch('event', id, 'id');
  return ok(presentEvent(event));
};
