import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { receiverId } from '#merchants/accounts/slow-receiver.ts';
import {
  profileEndpoints,
  type WebhookEndpoint,
} from '#merchants/webhook-settings/webhook-endpoint.ts';
import { webhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { isSwitchError } from '#platform/errors.ts';

/** The endpoint that an event is for. */
export interface EndpointRef {
  readonly merchantId: string;
  readonly profileId: string;
  /** Absent for the profile's `webhook_url`. */
  readonly endpointId?: string | undefined;
}

/** The server that gets the webhooks of an endpoint, with the merchant's settings for it. */
export interface Receiver extends EndpointRef {
  /** Its name in queues and keys. Another URL is another receiver. */
  readonly id: string;
  readonly url: string;
  readonly configuration: Configuration;
  readonly profile: Profile | undefined;
  /** Absent for the profile's `webhook_url`. */
  readonly endpoint?: WebhookEndpoint;
  readonly username?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/**
 * The receiver in the merchant's current settings. Undefined when the merchant or the endpoint was
 * deleted, the endpoint is switched off, or the profile has no `webhook_url`.
 */
export async function findReceiver(
  ref: EndpointRef,
  configurations: Pick<ConfigurationStore, 'find'>,
): Promise<Receiver | undefined> {
  try {
    return await configurations.find(ref.merchantId, (configuration) =>
      isOff(configuration, ref) ? undefined : receiverIn(configuration, ref),
    );
  } catch (error) {
    if (!isSwitchError(error, 'merchant_account_not_found')) throw error;
    return undefined;
  }
}

function isOff(configuration: Configuration, { profileId, endpointId }: EndpointRef): boolean {
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const { webhookEndpoints, webhookUrlOff } = profileEndpoints(profile);
  if (endpointId === undefined) return webhookUrlOff !== undefined;
  return webhookEndpoints.find(({ id }) => id === endpointId)?.off !== undefined;
}

/** The receiver of an endpoint, also while the endpoint is switched off. */
export function receiverIn(configuration: Configuration, ref: EndpointRef): Receiver | undefined {
  const { merchantId, profileId, endpointId } = ref;
  const profile = configuration.profiles.find(({ id }) => id === profileId);
  const settings = webhookSettings(configuration, profileId);
  const { webhook_url, webhook_username: username, webhook_version: version } = settings;
  const common = { merchantId, profileId, configuration, profile, version };
  if (endpointId === undefined) {
    if (!webhook_url) return undefined;
    return { ...common, id: receiverId(merchantId, webhook_url), url: webhook_url, username };
  }
  const endpoint = profileEndpoints(profile).webhookEndpoints.find(({ id }) => id === endpointId);
  if (!endpoint) return undefined;
  const { url } = endpoint;
  return { ...common, id: receiverId(merchantId, url), url, endpointId, endpoint };
}
