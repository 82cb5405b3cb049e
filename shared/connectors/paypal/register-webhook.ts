import * as v from 'valibot';
import type { Exchange } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest } from './requests.ts';
import { isDone, readAnswer } from './responses.ts';

const path = 'v1/notifications/webhooks';

const Webhook = v.object({ id: v.pipe(v.string(), v.minLength(1)), url: v.string() });
const Webhooks = v.object({ webhooks: v.array(Webhook) });

/** PayPal verifies an event by the id of its webhook, so the id is the secret. */
const registered = (id: string): WebhookRegistrationOutcome => ({
  result: 'registered',
  connectorWebhookId: id,
  secret: id,
});

/**
 * PayPal takes an address once and refuses it the second time. Then it is found among the addresses
 * that are registered, so a repeat after a lost answer gets the same id.
 *
 * @see https://developer.paypal.com/docs/api/webhooks/v1/
 */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  request: ({ reference, url, events = ['*'] }, account) =>
    // PayPal documents the asterisk for all events. It would refuse a name that the app may not
    // have.
    apiRequest('POST', path, account, reference, {
      url,
      event_types: events.map((name) => ({ name })),
    }),

  outcome(response, { reference, url }, account) {
    if (isDone(response)) return registered(readAnswer(Webhook, response).id);
    const refusal = refusalIn(response);
    if (refusal.code !== 'WEBHOOK_URL_ALREADY_EXISTS') return refusal;
    return {
      next: apiRequest('GET', path, account, reference),
      outcome(answer) {
        if (!isDone(answer)) return refusalIn(answer);
        const { webhooks } = readAnswer(Webhooks, answer);
        const known = webhooks.find((one) => one.url === url);
        // It belongs to another app of the same account.
        return known ? registered(known.id) : refusal;
      },
    };
  },
};
