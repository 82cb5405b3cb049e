import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import {
  isHeld,
  profileEndpoints,
  type SwitchedOff,
} from '#merchants/webhook-settings/webhook-endpoint.ts';
import { webhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import type { Transition } from '#switch/payments/payment.ts';
import { isWanted } from '../events/event.ts';

/** A server that gets a profile's webhooks. */
interface Receiver {
  /** Absent for the profile's `webhook_url`, which is its first endpoint. */
  readonly endpointId?: string;
  readonly url: string;
  /** When the endpoint was created; absent for the profile's `webhook_url`. */
  readonly createdAt?: string;
  /** Whether its events are stored and not sent, because it is switched off for failing. */
  readonly isHeld: boolean;
  /** Whether it gets an event of this transition. */
  wants(transition: Transition): boolean;
}

/** The endpoints of a profile that events are made for, its `webhook_url` first. */
export function receiversOf(configuration: Configuration, profileId: string): readonly Receiver[] {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const settings = webhookSettings(configuration, profileId);
  const { webhook_url: url } = settings;
  const wants = (transition: Transition) => isWanted(transition, settings);
  const { webhookEndpoints: others, webhookUrlOff } = profileEndpoints(profile);
  return [
    ...(url && isFor(webhookUrlOff) ? [{ url, isHeld: isHeld(webhookUrlOff), wants }] : []),
    ...others
      .filter(({ off }) => isFor(off))
      .map(({ id: endpointId, url, eventTypes, createdAt, off }) => ({
        isHeld: isHeld(off),
        endpointId,
        url,
        createdAt,
        wants: (transition: Transition) =>
          eventTypes ? eventTypes.includes(transition.type) : isWanted(transition, {}),
      })),
  ];
}

const isFor = (off: SwitchedOff | undefined) => !off || isHeld(off);
