import type { Connectors } from '#connectors/connectors.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
} from '#connectors/interface/webhooks.ts';
import { limitOutcome } from '#connectors/outcome-limits.ts';
import type { ConfigurationReads } from '#merchants/accounts/configuration-store.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { type RawResponse, textResponse } from '#platform/http/response/raw-response.ts';
import { log } from '#platform/log.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { isOwnConnector } from '#vocabulary/connectors.ts';
import { applyWebhook, type WebhookServices } from './apply-webhook.ts';
import { type AskingServices, askProcessorAbout } from './ask-processor-about.ts';
import { unsignedLimit } from './operations.ts';
import { syncInstead } from './sync-instead.ts';
import { mayStillBeSaved } from './unknown-object.ts';
import { addressedAccounts, verifySender } from './verify-sender.ts';

export interface ReceiveServices extends WebhookServices, AskingServices {
  readonly configurations: ConfigurationReads;
  readonly secrets: MerchantSecrets;
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
}

interface WebhookRequest {
  readonly params: { readonly merchant_id: string; readonly connector: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requestId: string;
  readonly now: Date;
  remainingMs(): number;
}

/**
 * Receives a processor's webhook. Success is answered only after its content was saved: a processor
 * that is answered anything else sends the webhook again.
 */
export async function receiveFromProcessor(
  request: WebhookRequest,
  services: ReceiveServices,
): Promise<Readonly<Record<string, never>> | RawResponse> {
  const { params, headers, body, requestId } = request;
  const { merchant_id: merchantId, connector } = params;
  const { configurations, secrets } = services;
  const { configuration, accounts } = await configurations.decide(merchantId, (found) => ({
    configuration: found,
    accounts: addressedAccounts(found, connector),
  }));
  const { now } = request;
  const { connectorName } = accounts[0];
  const adapter = services.connectorNamed(connectorName);
  // A company's own connector may be put back: until then its processor sends the webhook again.
  if (!adapter && isOwnConnector(connectorName)) {
    throw new SwitchError('not_implemented', { what: `The connector ${connectorName}` });
  }
  const parser = adapter?.webhooks;
  if (!parser) return {};

  const webhook = { headers, body };
  // An unreadable webhook makes no request to its processor.
  const readable = parser.verifyByAsking && parseWebhook(webhook, parser);
  const of = { merchantId, requestId, now };
  const connectors = services.connectors(request);
  const verified = await verifySender(webhook, accounts, parser, {
    configuration,
    secrets,
    now,
    ask: (access, accountId) =>
      askProcessorAbout(
        { webhook, contents: readable ?? [], access, accountId },
        of,
        connectors,
        services,
      ),
  });
  const { accountIds: senders, told, opened } = verified;
  const isVerified = senders.size > 0;
  if (!isVerified && services.aboutNamed(connectorName)?.isVerificationRequired) {
    throw new SwitchError('webhook_not_authentic');
  }
  const size = Buffer.byteLength(body);
  if (!isVerified && size > unsignedLimit) {
    throw new SwitchError('body_too_large', { size, limit: unsignedLimit });
  }
  const contents = told?.map(limitOutcome) ?? readable ?? parseWebhook(opened, parser);
  const accountIds = isVerified ? senders : new Set(accounts.map(({ id }) => id));
  const sender = { merchantId, accountIds, requestId, now };
  await forAll(contents, async (content) => {
    if (!isVerified) return syncInstead(content, sender, services);
    try {
      await applyWebhook(content.kind, content, sender, services);
    } catch (error) {
      if (!isSwitchError(error, 'webhook_object_not_found')) throw error;
      if (mayStillBeSaved(content, happenedAt(opened, parser), sender)) throw error;
      const facts = { connector: connectorName, kind: content.kind, merchantId, requestId };
      services.log.info('webhook about nothing of ours', facts);
    }
  });
  const { acknowledgement } = parser;
  return acknowledgement === undefined ? {} : textResponse(acknowledgement);
}

/** When the event happened; undefined where its webhook does not say. */
function happenedAt(webhook: IncomingWebhook, parser: WebhookParser): Date | undefined {
  try {
    return parser.happenedAt?.(webhook);
  } catch {
    return undefined;
  }
}

/**
 * Applies all contents that can be applied, and then throws the first error of the others: the
 * processor sends the whole webhook again, and an applied content changes nothing the second time.
 */
async function forAll(
  contents: readonly WebhookContent[],
  apply: (content: WebhookContent) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const content of contents) {
    await apply(content).catch((error: unknown) => {
      failures.push(error);
    });
  }
  const [first, ...others] = failures;
  // The thrown error is logged where it is answered. The others are logged here, refusals excepted.
  for (const other of others) {
    if (!isSwitchError(other)) log.error('content of a webhook not applied', other);
  }
  if (failures.length > 0) throw first;
}

function parseWebhook(webhook: IncomingWebhook, parser: WebhookParser): readonly WebhookContent[] {
  try {
    return parser.parse(webhook).map(limitOutcome);
  } catch {
    // The parser's error is not logged: it may quote card data.
    throw new SwitchError('webhook_unreadable');
  }
}
