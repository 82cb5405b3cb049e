import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { statedHashKey } from '#merchants/accounts/hash-keys.ts';
import type { Profile } from '#merchants/accounts/merchant-account.ts';
import { lambda } from '#merchants/lambda.ts';
import {
  type EndpointSecrets,
  openSecretsOf,
  placeOfEndpoint,
} from '#merchants/webhook-settings/endpoint-secrets.ts';
import { isHeld, profileEndpoints } from '#merchants/webhook-settings/webhook-endpoint.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  checkEndpointRequest,
  endpointOf,
  offAfter,
  presentEndpoint,
  statedSettings,
  withEndpoint,
} from '#webhooks/endpoints/manage-endpoints.ts';
import {
  type UpdateWebhookEndpointRequest,
  updateWebhookEndpoint,
} from '#webhooks/endpoints/operations.ts';
import { retryIdOf } from '#webhooks/events/event-retry.ts';
import { type EventRetryStore, eventRetryStore } from '#webhooks/events/event-retry-store.ts';
import { orderRetry } from '#webhooks/events/order-retry.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  readonly retries: EventRetryStore;
}

/**
 * Orders a retry of the events that an endpoint missed while it was off for failing. The retry is
 * ordered before the endpoint is switched on: should the request break between the two, the retry
 * finds it off and ends, and the next request orders it again. Undefined when the endpoint is on,
 * or was switched off by request.
 */
async function replayMissed(
  { profile, endpoint }: ReturnType<typeof endpointOf>,
  { retries, now }: Pick<Services, 'retries'> & { readonly now: Date },
) {
  const off = endpoint ? endpoint.off : profileEndpoints(profile).webhookUrlOff;
  if (!off || !isHeld(off)) return undefined;
  const { merchantId, id: profileId } = profile;
  const endpointId = endpoint?.id ?? profileId;
  const { id: retryId } = await orderRetry(
    {
      id: retryIdOf({ endpointId, since: off.since }),
      merchantId,
      reason: 'switched_on',
      events: {
        from: off.missedSince ?? off.since,
        until: now.toISOString(),
        profileId,
        endpointId,
      },
    },
    { retries, now },
  );
  return { since: now.toISOString(), retryId };
}

/**
 * Changes the members that the request states. Deliveries use the change from their next attempt
 * on. The profile's version orders concurrent requests, so the later one is refused rather than
 * lost.
 */
export const update = implement(
  updateWebhookEndpoint,
  async ({ params, body, caller, now }, { configurations, secrets, retries }: Services) => {
    checkEndpointRequest(body);
    const configuration = await configurations.read(params.merchant_id);
    const { account } = configuration;
    const found = endpointOf(configuration, caller, params.endpoint_id);
    const { profile: before, endpoint } = found;
    const opened = await openSecretsOf(secrets, account, found);
    const on = body.enabled === true ? await replayMissed(found, { retries, now }) : undefined;
    if (!endpoint) {
      const switched = withWebhookUrlSwitched(before, body, now);
      const profile = await configurations.saveProfile(
        { ...switched, ...(on && { webhookUrlOn: on }) },
        before,
      );
      return presentEndpoint({ ...found, profile }, opened);
    }

    const own: EndpointSecrets = {
      ...opened,
      ...statedHashKey(
        {
          payment_response_hash_key: body.secret,
          payment_response_hash_key_overlap_hours: body.secret_overlap_hours,
        },
        opened,
        now,
      ),
      ...(body.headers && { headers: body.headers }),
    };
    const { eventTypes: _, off: __, ...kept } = endpoint;
    const changed = {
      ...kept,
      ...statedSettings(body, endpoint, now),
      ...(on && { on }),
      sealed: await secrets.seal(account, placeOfEndpoint(endpoint.id), own),
      modifiedAt: now.toISOString(),
    };
    const after = withEndpoint(configuration, before, changed, now);
    const profile = await configurations.saveProfile(after, before);
    const shown = body.secret != null;
    return presentEndpoint({ profile, endpoint: changed, url: changed.url }, own, { shown });
  },
);

/** The profile with its `webhook_url` on or off; the rest of it is changed with the profile. */
function withWebhookUrlSwitched(
  before: Profile,
  { enabled, ...others }: UpdateWebhookEndpointRequest,
  now: Date,
): Profile {
  if (Object.values(others).some((stated) => stated != null)) {
    const message = 'Only enabled can be changed here: webhook_url is a setting of the profile';
    throw new SwitchError('precondition_failed', { message });
  }
  const { webhookUrlOff: _, ...profile } = before;
  const off = offAfter(enabled, profileEndpoints(before).webhookUrlOff, now);
  return { ...profile, ...(off && { webhookUrlOff: off }), modifiedAt: now.toISOString() };
}

export const handler = lambda(
  update,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
    retries: eventRetryStore(liveTable()),
  }),
  liveAdminKey,
);
