import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import type { Connector } from '../../shared/connectors/interface/connector.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
} from '../../shared/connectors/interface/webhooks.ts';
import { limitOutcome } from '../../shared/connectors/outcome-limits.ts';
import { connectorNamed } from '../../shared/connectors/registry.ts';
import { disputeStore } from '../../shared/disputes/dispute-store.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { textResponse } from '../../shared/http/raw-response.ts';
import {
  applyWebhook,
  type WebhookServices,
} from '../../shared/incoming-webhooks/apply-webhook.ts';
import { receiveWebhook } from '../../shared/incoming-webhooks/operations.ts';
import { addressedAccounts, verifySender } from '../../shared/incoming-webhooks/verify-sender.ts';
import type { WebhookSender } from '../../shared/incoming-webhooks/webhook-sender.ts';
import { log } from '../../shared/log.ts';
import { mandateStore } from '../../shared/mandates/mandate-store.ts';
import { metric } from '../../shared/metrics.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { payoutStore } from '../../shared/payouts/payout-store.ts';
import { refundStore } from '../../shared/refunds/refund-store.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { connectorIds } from '../../shared/table/connector-ids.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends WebhookServices {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  readonly connectorNamed: (name: string) => Connector | undefined;
}

/**
 * Receives a processor's webhook. Success is answered only after its content was saved: a processor
 * that is answered anything else sends the webhook again.
 */
export const receive = implement(receiveWebhook, async (request, services: Services) => {
  const { params, headers, body, requestId, now } = request;
  const { merchant_id: merchantId, connector } = params;
  const { configurations, secrets } = services;
  const { configuration, accounts } = await configurations.decide(merchantId, (found) => ({
    configuration: found,
    accounts: addressedAccounts(found, connector),
  }));
  const parser = services.connectorNamed(accounts[0].connectorName)?.webhooks;
  if (!parser) return {};

  const webhook = { headers, body };
  const verification = { configuration, secrets, now };
  const accountIds = await verifySender(webhook, accounts, parser, verification);
  const contents = parseWebhook(webhook, parser);
  const sender = { merchantId, accountIds, requestId, now };
  await applyAll(contents, sender, services);
  const { acknowledgement } = parser;
  return acknowledgement === undefined ? {} : textResponse(acknowledgement);
});

/**
 * Applies all contents that can be applied, and then throws what the first of the others threw: the
 * processor sends the whole webhook again, and what was applied changes nothing the second time.
 */
async function applyAll(
  contents: readonly WebhookContent[],
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const failures: unknown[] = [];
  for (const content of contents) {
    await applyWebhook(content.kind, content, sender, services).catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

function parseWebhook(webhook: IncomingWebhook, parser: WebhookParser): readonly WebhookContent[] {
  try {
    return parser.parse(webhook).map(limitOutcome);
  } catch {
    // The parser's error is not logged: it may quote card data.
    throw new SwitchError('webhook_unreadable');
  }
}

export const handler = lambda(receive, () => ({
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
  payments: paymentStore(liveTable()),
  refunds: refundStore(liveTable()),
  payouts: payoutStore(liveTable()),
  disputes: disputeStore(liveTable()),
  mandates: mandateStore(liveTable()),
  paymentMethods: paymentMethodStore(liveTable()),
  connectorIds: connectorIds(liveTable()),
  connectorNamed,
  log,
  metric,
}));
