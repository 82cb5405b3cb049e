import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Declined } from '../formats/refusal.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { restRequest } from './requests.ts';
import { readEvents } from './webhooks.ts';

const path = 'rest/v1/webhooks';

const Webhook = v.object({
  webhookId: v.pipe(v.string(), v.minLength(1)),
  url: v.string(),
  status: v.string(),
  eventTypes: v.optional(v.array(v.string())),
});

/**
 * Looks among the registered URLs before it registers ours, because Authorize.net takes no
 * idempotency key. Ours is changed where it lacks an event that is read. Authorize.net signs with
 * the account's signature key, which it never returns.
 *
 * @see https://developer.authorize.net/api/reference/features/webhooks.html
 */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  request: (_, account) => restRequest('GET', path, account),

  outcome(response, { url, events = readEvents }, account) {
    if (response.status !== 200) return refusalIn(response);
    const known = readJson(v.array(Webhook), response).find(
      (one) => one.url === url && one.status === 'active',
    );
    const has = new Set(known?.eventTypes?.map((event) => event.toLowerCase()));
    if (known && events.every((event) => has.has(event.toLowerCase()))) {
      return { result: 'registered', connectorWebhookId: known.webhookId };
    }
    const body = { name: 'Payment switch', url, eventTypes: events, status: 'active' };
    return {
      next: known
        ? restRequest('PUT', `${path}/${encodeURIComponent(known.webhookId)}`, account, body)
        : restRequest('POST', path, account, body),
      outcome(answer) {
        if (answer.status !== 200 && answer.status !== 201) return refusalIn(answer);
        const { webhookId } = readJson(Webhook, answer);
        return { result: 'registered', connectorWebhookId: webhookId };
      },
    };
  },
};

const Refusal = v.object({ reason: v.string(), message: v.string() });

/** Throws where the answer is not Authorize.net's own. */
function refusalIn(response: HttpResponse): Declined {
  if (response.status < 400) throw new Error('Authorize.net does not refuse so.');
  const { reason: code, message } = readJson(Refusal, response);
  return { result: 'declined', code, message };
}
