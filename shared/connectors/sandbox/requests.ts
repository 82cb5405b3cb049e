import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';

/**
 * A host name that never resolves, in any deployment: nothing is sent, and the call fails at once.
 */
export const unreachableUrl = 'https://processor.invalid/';

/**
 * Refusals after which nothing was processed. 409 is not among them: a payment of this reference
 * exists with another amount, and only a sync returns its state.
 */
export const refusalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 422]);

/** Throws for credentials of another shape. */
export const putRequest = (url: string, account: ExchangeAccount, body: object): HttpRequest => ({
  method: 'PUT',
  url,
  headers: { ...keyHeader(account), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The absolute URL of a path; each part is percent-encoded. */
export function sandboxUrlOf({ urls }: ExchangeAccount, ...parts: readonly string[]): string {
  if (!urls.api) throw new Error('The sandbox processor has no address in this deployment.');
  return urls.api + parts.map(encodeURIComponent).join('/');
}

/**
 * Where its webhooks go. It sends those that repeat an answer only where the merchant set up
 * webhooks for the account, as with a real processor.
 */
export const webhookFields = (
  { notificationUrl }: { readonly notificationUrl?: string },
  { hasWebhooks }: ExchangeAccount,
) => ({ notification_url: notificationUrl, repeat_answers: hasWebhooks });

export function keyHeader({ credentials }: ExchangeAccount) {
  if (credentials.auth_type !== 'HeaderKey')
    throw new Error('The sandbox processor takes HeaderKey.');
  return { 'api-key': credentials.api_key };
}
