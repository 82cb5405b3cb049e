import type { Connectors } from '#connectors/connectors.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookVerification,
} from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import { type AskingBudget, askingLimits } from './asking-budget.ts';
import { type ObjectStores, ownObjectIn } from './find-object.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** The services that ask a processor whether a webhook is its own. */
export interface AskingServices extends ObjectStores {
  readonly askingBudget: AskingBudget;
}

interface Question {
  readonly webhook: IncomingWebhook;
  /** Of the webhook, not verified. */
  readonly contents: readonly WebhookContent[];
  readonly access: ConnectorAccess;
  readonly accountId: string;
}

/**
 * Asks the processor whether a webhook is its own. The request has the merchant's credentials and
 * anyone can cause it, so it has limits:
 *
 * - a text that the processor has just refused is refused without a request;
 * - about an object of ours it is asked some times a minute, and above that the sync job asks;
 * - about any other object each account has a budget. Such a webhook may be the only report of a
 *   payment whose response was lost, so above the budget the processor has to send it again.
 *
 * @throws SwitchError `too_many_requests` above the budget
 */
export async function askProcessorAbout(
  { webhook, contents, access, accountId }: Question,
  { merchantId, requestId, now }: Omit<WebhookSender, 'accountIds'>,
  connectors: Pick<Connectors, 'verifyWebhook'>,
  services: AskingServices,
): Promise<WebhookVerification> {
  const { askingBudget } = services;
  const account = { merchantId, accountId };
  const sender = { merchantId, accountIds: new Set([accountId]), requestId, now };
  const ours = await ownObjectIn(contents, sender, services);
  if (ours !== undefined) {
    return (await askingBudget.countAboutOurs(account, ours, now))
      ? connectors.verifyWebhook(access, webhook)
      : { result: 'not_sent' };
  }
  if (await askingBudget.isRefused(account, webhook.body, now)) return { result: 'forged' };
  const waitMs = await askingBudget.countAboutUnknown(account, now);
  if (waitMs !== undefined) {
    const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
    throw new SwitchError('too_many_requests', { rate: askingLimits.perSecond, retryAfter });
  }
  const verification = await connectors.verifyWebhook(access, webhook);
  if (verification.result === 'forged') {
    await askingBudget.recordRefused(account, webhook.body, now);
  }
  return verification;
}
