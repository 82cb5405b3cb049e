import type { ConfigurationStore } from '../../shared/accounts/configuration-store.ts';
import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { send } from '../../shared/http/egress.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';
import { endpointOf } from '../../shared/webhook-endpoints/manage-endpoints.ts';
import { testWebhookEndpoint } from '../../shared/webhook-endpoints/operations.ts';
import { destinationIn, sendTo, type WebhookSender } from '../../shared/webhooks/send-webhook.ts';

interface Services extends Omit<WebhookSender, 'configurations'> {
  readonly configurations: ConfigurationStore;
}

/** Limit of the receiver's answer in milliseconds, because the merchant waits for it. */
const receiverTimeoutMs = 20_000;

/**
 * Sends one signed event of the type `webhook_test`. It tells of nothing, so it is not stored, and
 * it leaves the state of the endpoint as it is.
 */
export const test = implement(
  testWebhookEndpoint,
  async ({ params, caller, now }, { configurations, ...sender }: Services) => {
    const { merchant_id, endpoint_id } = params;
    const configuration = await configurations.read(merchant_id);
    const { profile, endpoint } = endpointOf(configuration, caller, endpoint_id);
    const destination = destinationIn(configuration, profile.id, endpoint?.id);
    if (!destination) throw new SwitchError('webhook_endpoint_not_found');

    const eventId = newId('evt');
    const body = JSON.stringify({
      merchant_id,
      event_id: eventId,
      event_type: 'webhook_test',
      content: { type: 'webhook_test', object: { endpoint_id } },
      timestamp: now.toISOString(),
      processor_merchant_id: merchant_id,
    });
    const result = await sendTo(destination, { eventId, body }, sender, receiverTimeoutMs);
    return {
      endpoint_id,
      event_id: eventId,
      delivered: result.delivered,
      status_code: result.status ?? null,
      response_ms: result.ms,
      response_body: result.status === undefined ? null : (result.answer ?? ''),
      error_message: result.error ?? null,
    };
  },
);

export const handler = lambda(
  test,
  () => ({
    configurations: configurationStore(liveTable()),
    secrets: merchantSecrets(kmsMerchantKeys()),
    send,
    loopback: loopbackAllowed(),
    clock: () => new Date(),
  }),
  liveAdminKey,
);
