import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';

/** An event of Stripe's wire API, in the queue of the sandbox processor's webhooks. */
export const StripeNews = v.variant('kind', [
  /** It happened: the object is as it was then. */
  v.object({ kind: v.literal('happened'), type: v.string(), object: JsonObject }),
  /** It may happen by itself at this time, ISO 8601; decided when the event is sent. */
  v.object({ kind: v.literal('expected'), at: v.string() }),
]);
export type StripeNews = v.InferOutput<typeof StripeNews>;
