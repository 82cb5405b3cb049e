import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import type { Profile } from '../../shared/accounts/merchant-account.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';
import {
  type EndpointSecrets,
  openSecretsOf,
  placeOfEndpoint,
} from '../../shared/webhook-endpoints/endpoint-secrets.ts';
import {
  checkEndpointRequest,
  endpointOf,
  offAfter,
  presentEndpoint,
  statedSettings,
  withEndpoint,
} from '../../shared/webhook-endpoints/manage-endpoints.ts';
import {
  type UpdateWebhookEndpointRequest,
  updateWebhookEndpoint,
} from '../../shared/webhook-endpoints/operations.ts';
import { profileEndpoints } from '../../shared/webhook-endpoints/webhook-endpoint.ts';
import { statedHashKey } from '../../shared/webhooks/hash-keys.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/**
 * Changes the members that the request states. Deliveries use the change from their next attempt on.
 * The profile's version orders concurrent requests, so the later one is refused rather than lost.
 */
export const update = implement(
  updateWebhookEndpoint,
  async ({ params, body, caller, now }, { configurations, secrets }: Services) => {
    checkEndpointRequest(body);
    const configuration = await configurations.read(params.merchant_id);
    const { account } = configuration;
    const found = endpointOf(configuration, caller, params.endpoint_id);
    const { profile: before, endpoint } = found;
    const opened = await openSecretsOf(secrets, account, found);
    if (!endpoint) {
      const profile = await configurations.saveProfile(
        withWebhookUrlSwitched(before, body, now),
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
  }),
  liveAdminKey,
);
