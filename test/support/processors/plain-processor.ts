import type { Connector } from '#connectors/interface/connector.ts';
import type { WebhookContent, WebhookParser } from '#connectors/interface/webhooks.ts';
import { connectorNamed } from '#connectors/registry.ts';

const secretHeader = 'x-webhook-secret';

/**
 * A processor whose webhooks are their contents as JSON, with the account's webhook secret in a
 * header. Everything else about it is the connector of the same name.
 */
export const plainProcessor =
  (changes: Partial<WebhookParser> = {}) =>
  (name: string): Connector | undefined => {
    const connector = connectorNamed(name);
    if (!connector) return undefined;
    const webhooks: WebhookParser = {
      verifySignature: ({ headers }, { webhookSecrets = [] }) =>
        webhookSecrets.includes(headers[secretHeader] ?? ''),
      parse: ({ body }) => JSON.parse(body),
      ...changes,
    };
    return Object.defineProperty(Object.create(connector), 'webhooks', { value: webhooks });
  };

/** The webhook of such a processor. */
export const plainWebhook = (contents: readonly WebhookContent[], secret = '') => ({
  text: JSON.stringify(contents),
  headers: { 'content-type': 'application/json', [secretHeader]: secret },
});
