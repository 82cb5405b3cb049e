import { chooseProfile } from '#merchants/accounts/choose-profile.ts';
import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import {
  type EndpointSecrets,
  placeOfEndpoint,
} from '#merchants/webhook-settings/endpoint-secrets.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { newId, randomText } from '#platform/ids.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { liveTable } from '#platform/table/table.ts';
import {
  checkEndpointRequest,
  presentEndpoint,
  statedSettings,
  withEndpoint,
} from '#webhooks/endpoints/manage-endpoints.ts';
import { createWebhookEndpoint } from '#webhooks/endpoints/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
}

/**
 * Adds an endpoint to a profile. It gets the events of later changes, once every busy container has
 * read the settings again. Repeating the request after a lost answer is refused, since the profile
 * has the address then.
 */
export const create = implement(
  createWebhookEndpoint,
  async ({ params, body, caller, now }, { configurations, secrets }: Services) => {
    checkEndpointRequest(body);
    const configuration = await configurations.read(params.merchant_id);
    const before = chooseProfile(configuration, {
      profileId: body.profile_id,
      ownProfileId: 'profileId' in caller ? caller.profileId : undefined,
    });
    const id = newId('we');
    const own: EndpointSecrets = {
      payment_response_hash_key: body.secret ?? randomText(64),
      ...(body.headers && { headers: body.headers }),
    };
    const endpoint = {
      id,
      ...statedSettings(body, {}, now),
      url: body.url,
      sealed: await secrets.seal(configuration.account, placeOfEndpoint(id), own),
      createdAt: now.toISOString(),
      modifiedAt: now.toISOString(),
    };
    const after = withEndpoint(configuration, before, endpoint, now);
    const profile = await configurations.saveProfile(after, before);
    return presentEndpoint({ profile, endpoint, url: endpoint.url }, own, { shown: true });
  },
);

export const handler = lambda(
  create,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
  }),
  liveAdminKey,
);
