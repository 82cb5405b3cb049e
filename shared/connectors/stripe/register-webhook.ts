import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { isSuccess, refusalIn } from './errors.ts';
import { post } from './requests.ts';
import { eventsVersion, readEvents } from './webhooks.ts';

const Endpoint = v.object({ id: v.string(), secret: v.optional(v.string()) });

/** A repeat gets the first request's endpoint and secret, for as long as Stripe stores keys. */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  request: ({ reference, url, events = readEvents }, account) =>
    post('webhook_endpoints', account, {
      form: { url, enabled_events: events, api_version: eventsVersion },
      idempotencyKey: reference,
    }),

  outcome(response) {
    if (!isSuccess(response)) {
      const { connectorTransactionId: _, ...refusal } = refusalIn(response);
      return refusal;
    }
    const { id, secret } = readJson(Endpoint, response);
    return {
      result: 'registered',
      connectorWebhookId: id,
      ...(secret !== undefined && { secret }),
    };
  },
};
