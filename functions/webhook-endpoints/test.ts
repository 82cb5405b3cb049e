import type { ConfigurationStore } from '#merchants/accounts/configuration-store.ts';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { lambda } from '#merchants/lambda.ts';
import { currentTime } from '#platform/clock.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { send } from '#platform/http/egress/egress.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { kmsMerchantKeys } from '#platform/secrets/merchant-keys.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { loopbackAllowed } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { requestedAttemptTimeoutMs } from '#platform/time-limits.ts';
import { receiverIn } from '#webhooks/delivery/receiver.ts';
import { sendWebhook, type WebhookSender } from '#webhooks/delivery/send-webhook.ts';
import { endpointOf } from '#webhooks/endpoints/manage-endpoints.ts';
import { testWebhookEndpoint } from '#webhooks/endpoints/operations.ts';

interface Services extends WebhookSender {
  readonly configurations: ConfigurationStore;
}

/**
 * Sends one signed event of the type `webhook_test`. It is about no object, so it is not stored,
 * and it leaves the state of the endpoint as it is.
 */
export const test = implement(
  testWebhookEndpoint,
  async ({ params, caller, now }, { configurations, ...sender }: Services) => {
    const { merchant_id, endpoint_id } = params;
    const configuration = await configurations.read(merchant_id);
    const { profile, endpoint } = endpointOf(configuration, caller, endpoint_id);
    const ref = { merchantId: merchant_id, profileId: profile.id, endpointId: endpoint?.id };
    const receiver = receiverIn(configuration, ref);
    if (!receiver) throw new SwitchError('webhook_endpoint_not_found');

    const eventId = newId('evt');
    const body = JSON.stringify({
      merchant_id,
      event_id: eventId,
      event_type: 'webhook_test',
      content: { type: 'webhook_test', object: { endpoint_id } },
      timestamp: now.toISOString(),
      processor_merchant_id: merchant_id,
    });
    const result = await sendWebhook(
      receiver,
      { eventId, body },
      sender,
      requestedAttemptTimeoutMs,
    );
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
    clock: currentTime,
  }),
  liveAdminKey,
);
