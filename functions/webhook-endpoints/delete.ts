import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { profileEndpoints } from '#merchants/webhook-settings/webhook-endpoint.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { endpointOf } from '#webhooks/endpoints/manage-endpoints.ts';
import { deleteWebhookEndpoint } from '#webhooks/endpoints/operations.ts';

interface Services {
  readonly configurations: ConfigurationStore;
}

/** Deletes an endpoint. Its waiting deliveries stop when they are due; its events stay listed. */
export const remove = implement(
  deleteWebhookEndpoint,
  async ({ params, caller, now }, { configurations }: Services) => {
    const { endpoint_id } = params;
    const configuration = await configurations.read(params.merchant_id);
    const { profile, endpoint } = endpointOf(configuration, caller, endpoint_id);
    if (!endpoint) {
      const message =
        'The webhook_url is a setting of the profile: switch it off, or change it there';
      throw new SwitchError('precondition_failed', { message });
    }
    const webhookEndpoints = profileEndpoints(profile).webhookEndpoints.filter(
      ({ id }) => id !== endpoint_id,
    );
    const after = { ...profile, webhookEndpoints, modifiedAt: now.toISOString() };
    await configurations.saveProfile(after, profile);
    return { endpoint_id, deleted: true };
  },
);

export const handler = lambda(
  remove,
  () => ({ configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
