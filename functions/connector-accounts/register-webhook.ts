import {
  type ConfigurationStore,
  configurationStore,
} from '#merchants/accounts/configuration-store.ts';
import { registerConnectorWebhook } from '#merchants/connector-accounts/operations.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { registerWebhookAddress } from '#switch/incoming-webhooks/register-webhook.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';

interface Services extends Pick<PaymentServices, 'secrets' | 'connectors' | 'switchUrl'> {
  readonly configurations: ConfigurationStore;
}

/** Registers our address at the processor, for all events that its webhooks bring. */
export const registerWebhook = implement(
  registerConnectorWebhook,
  async ({ params, body, caller, now, requestId, remainingMs }, services: Services) => {
    const { event_type = null } = body;
    if (event_type !== null && event_type !== 'all_events') {
      throw new SwitchError('not_implemented', { what: 'Webhook registration for one event' });
    }
    const outcome = await registerWebhookAddress(
      {
        merchantId: params.account_id,
        accountId: params.merchant_connector_id,
        ownProfileId: caller.kind === 'merchant' ? caller.profileId : undefined,
        now,
        requestId,
        remainingMs,
      },
      services,
    );
    if (outcome.result === 'registered') {
      return {
        event_type,
        connector_webhook_id: outcome.connectorWebhookId,
        webhook_registration_status: 'Success' as const,
        error_code: null,
        error_message: null,
      };
    }
    return {
      event_type,
      connector_webhook_id: null,
      webhook_registration_status: 'Failure' as const,
      error_code: outcome.code ?? null,
      error_message: outcome.message ?? null,
    };
  },
);

export const handler = lambda(
  registerWebhook,
  () => ({ ...livePaymentServices(), configurations: configurationStore(liveTable()) }),
  liveAdminKey,
);
