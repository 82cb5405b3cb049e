import * as v from 'valibot';
import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { slowReceiverKey } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { receiverId, rememberedMs } from '#merchants/accounts/slow-receiver.ts';
import {
  profileEndpoints,
  type SwitchedOff,
} from '#merchants/webhook-settings/webhook-endpoint.ts';
import { webhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import type { EventRetryStore } from '../events/event-retry-store.ts';
import type { EndpointRef, Receiver } from './receiver.ts';

/** An endpoint that took nothing for so long is switched off, in milliseconds: five days. */
const failingForMs = 5 * 86_400_000;

/** The oldest event that a receiver may have missed when it is first recorded as failing. */
const missedBeforeMs = 25 * 3_600_000;

/** The failing state in a receiver's item; functions that send no webhooks do not carry it. */
const FailingReceiver = v.object({
  /** Since when it takes nothing, in ms; 0 once it took an event again. */
  failingSince: v.optional(v.number(), 0),
});

interface Services {
  readonly table: Pick<Table, 'changeWhere'>;
  readonly configurations: Pick<ConfigurationStore, 'read' | 'renew' | 'saveProfile'>;
  readonly retries: Pick<EventRetryStore, 'find'>;
  readonly clock: () => Date;
}

/** Records since when receivers take nothing, and switches their endpoints off in the end. */
export interface FailingReceivers {
  /**
   * Records that a receiver has not taken an event for an hour. Returns whether its endpoint was
   * switched off now, because it took nothing for five days.
   */
  recordFailing(receiver: Receiver): Promise<boolean>;
  /** Records that it took an event, if it was known to fail. */
  recordTaken(receiver: Receiver): Promise<void>;
}

/**
 * The record stands in the receiver's small item beside the merchant's settings. Reading the
 * settings reads it too, and an endpoint that works costs nothing.
 */
export function failingReceivers({
  table,
  configurations,
  retries,
  clock,
}: Services): FailingReceivers {
  const failingSince = ({ id }: Receiver, { slowReceivers }: Configuration) =>
    v.parse(FailingReceiver, slowReceivers.find((one) => one.id === id) ?? {}).failingSince;
  const isFailingForLong = (receiver: Receiver, configuration: Configuration) => {
    const since = failingSince(receiver, configuration);
    const { on } = stateOf(receiver, configuration);
    const sinceMs = Math.max(since, on ? Date.parse(on.since) : 0);
    return since > 0 && sinceMs + failingForMs <= clock().getTime();
  };

  return {
    async recordFailing(receiver) {
      const { merchantId, id, configuration } = receiver;
      if (failingSince(receiver, configuration) > 0) {
        return isFailingForLong(receiver, configuration) && switchOff(receiver);
      }
      const now = clock().getTime();
      const expiresAtSeconds = Math.ceil((now + rememberedMs) / 1_000);
      const set = { id, merchantId, failingSince: now, expiresAtSeconds };
      const isNew = { atMost: { failingSince: 0 } };
      if (await table.changeWhere(slowReceiverKey(merchantId, id), { set }, isNew)) {
        await configurations.renew(merchantId);
      }
      return false;
    },

    async recordTaken(receiver) {
      const { merchantId, id, configuration } = receiver;
      if (failingSince(receiver, configuration) === 0) return;
      const isKnown = { atLeast: { failingSince: 1 } };
      const taken = { set: { failingSince: 0 } };
      if (await table.changeWhere(slowReceiverKey(merchantId, id), taken, isKnown)) {
        await configurations.renew(merchantId);
      }
    },
  };

  /** Decides on the settings as they are now, since the cached ones may miss a delivery. */
  async function switchOff(receiver: Receiver): Promise<boolean> {
    const { merchantId, profileId, endpointId } = receiver;
    const now = await configurations.read(merchantId);
    const { profile, off, on, url } = stateOf(receiver, now);
    const isSame = url !== undefined && receiverId(merchantId, url) === receiver.id;
    if (!profile || off || !isSame || !isFailingForLong(receiver, now)) return false;
    const since = failingSince(receiver, now) - missedBeforeMs;
    const missedSince = (await missedSinceBefore(merchantId, on?.retryId)) ?? since;
    const after = withEndpointOff(profile, endpointId ?? profileId, {
      reason: 'failing',
      since: clock().toISOString(),
      missedSince: new Date(Math.min(since, missedSince)).toISOString(),
    });
    try {
      await configurations.saveProfile(after, profile);
      return true;
    } catch (error) {
      // The merchant changes the profile at this moment. The next failure decides again.
      if (!isSwitchError(error, 'concurrent_update')) throw error;
      return false;
    }
  }

  /**
   * The time from which an earlier replay has not sent the missed events, in ms; undefined when it
   * has.
   */
  async function missedSinceBefore(merchantId: string, retryId: string | undefined) {
    const retry = retryId === undefined ? undefined : await retries.find({ merchantId, retryId });
    if (!retry || retry.state === 'completed') return undefined;
    return Date.parse(retry.reached?.at ?? retry.events.from);
  }
}

/** How an endpoint is set now; its profile is undefined when it is gone. */
function stateOf({ profileId, endpointId }: EndpointRef, configuration: Configuration) {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const { webhookEndpoints, webhookUrlOff, webhookUrlOn } = profileEndpoints(profile);
  if (endpointId === undefined) {
    const { webhook_url: url } = webhookSettings(configuration, profileId);
    return { profile, off: webhookUrlOff, on: webhookUrlOn, url: url ?? undefined };
  }
  const endpoint = webhookEndpoints.find(({ id }) => id === endpointId);
  return { profile, off: endpoint?.off, on: endpoint?.on, url: endpoint?.url };
}

/** The profile with an endpoint switched off; its own id stands for its `webhook_url`. */
function withEndpointOff(profile: Profile, id: string, off: SwitchedOff): Profile {
  const modifiedAt = off.since;
  if (id === profile.id) return { ...profile, webhookUrlOff: off, modifiedAt };
  const { webhookEndpoints } = profileEndpoints(profile);
  return {
    ...profile,
    webhookEndpoints: webhookEndpoints.map((one) =>
      one.id === id ? { ...one, off, modifiedAt } : one,
    ),
    modifiedAt,
  };
}
