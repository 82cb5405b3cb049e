import * as v from 'valibot';
import { Bytes } from '#platform/schema.ts';
import type { Profile } from '../accounts/merchant-account.ts';

/**
 * Why and since when an endpoint gets nothing. `reason` is a plain string, so that a version that
 * knows fewer reasons still reads the profile.
 */
const SwitchedOff = v.looseObject({
  /** `requested` by the merchant, or `failing`: it took nothing for five days. */
  reason: v.string(),
  since: v.string(),
  /** Of one that was failing: when the oldest event may be of that it has missed. */
  missedSince: v.optional(v.string()),
});
export type SwitchedOff = v.InferOutput<typeof SwitchedOff>;

/** When a failing endpoint was switched on again, and the retry of its missed events. */
const SwitchedOn = v.looseObject({ since: v.string(), retryId: v.string() });

/**
 * One more server that gets a profile's webhooks, beside its `webhook_url`. It is part of the
 * profile, so one read of the configuration includes it, and the profile's version orders changes.
 */
export const WebhookEndpoint = v.looseObject({
  id: v.string(),
  url: v.string(),
  /** Types of events; absent for those that a `webhook_url` gets without further settings. */
  eventTypes: v.optional(v.array(v.string())),
  off: v.optional(SwitchedOff),
  on: v.optional(SwitchedOn),
  /** `EndpointSecrets`, sealed under the merchant's key. */
  sealed: Bytes,
  createdAt: v.string(),
  modifiedAt: v.string(),
});
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>;

/**
 * The endpoints of a profile, and why its `webhook_url` is off. They are read here rather than with
 * the profile, so that functions that send no webhooks do not carry these schemas.
 */
const ProfileEndpoints = v.object({
  webhookEndpoints: v.optional(v.array(WebhookEndpoint), []),
  webhookUrlOff: v.optional(SwitchedOff),
  webhookUrlOn: v.optional(SwitchedOn),
});

/** Whether an endpoint is off and its events are made all the same, to be sent later. */
export const isHeld = (off: SwitchedOff | undefined): boolean => off?.reason === 'failing';

/** Reads the endpoints of a profile; none of a deleted one. */
export const profileEndpoints = (profile: Profile | undefined) =>
  v.parse(ProfileEndpoints, profile ?? {});
