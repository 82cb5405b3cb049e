import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { Exchange, NextStep } from '../interface/exchange.ts';
import type { WebhookRegistration, WebhookRegistrationOutcome } from '../interface/webhooks.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';
import { readEvents } from './webhooks.ts';

const path = 'workflows';

const Id = v.pipe(v.string(), v.minLength(1));
const Workflow = v.object({ id: Id });
const Workflows = v.object({
  data: v.array(v.object({ id: Id, name: v.nullish(v.string()), active: v.nullish(v.boolean()) })),
});
const Sources = v.array(
  v.object({ id: v.string(), events: v.array(v.object({ id: v.string() })) }),
);

/**
 * Adds a workflow that sends events to our address, signed with the secret that we chose.
 *
 * Checkout.com documents no idempotency key for workflows, and a list of them without their
 * addresses. The workflow's name therefore ends with our reference, by which a repeat finds it.
 * Checkout.com refuses a whole workflow for one event that it does not offer, so it is asked for
 * the offered events first.
 *
 * @see https://www.checkout.com/docs/developer-resources/event-notifications/receive-webhooks/manage-webhooks-using-the-api
 */
export const registerWebhook: Exchange<WebhookRegistration, WebhookRegistrationOutcome> = {
  request: (_, account) => apiRequest('GET', path, account),

  outcome(response, input, account) {
    const { reference, url, events = readEvents } = input;
    const secret = secretOf(input);
    if (response.status !== 200) return refusalIn(response);
    const name = `Payment switch ${reference}`;
    const known = readJson(Workflows, response).data.find(
      (one) => one.name === name && one.active !== false,
    );
    if (known) return { result: 'registered', connectorWebhookId: known.id, secret };
    return {
      next: apiRequest('GET', `${path}/event-types`, account),
      outcome(offered): WebhookRegistrationOutcome | NextStep<WebhookRegistrationOutcome> {
        if (offered.status !== 200) return refusalIn(offered);
        const body = {
          name,
          active: true,
          conditions: [{ type: 'event', events: eventsBySource(offered, events) }],
          actions: [
            {
              type: 'webhook',
              url,
              headers: {},
              signature: { method: 'HMACSHA256', key: secret },
            },
          ],
        };
        return {
          next: apiRequest('POST', path, account, { body }),
          outcome(added) {
            if (added.status !== 201) return refusalIn(added);
            const { id } = readJson(Workflow, added);
            return { result: 'registered', connectorWebhookId: id, secret };
          },
        };
      },
    };
  },
};

function secretOf({ secret }: WebhookRegistration): string {
  if (secret === undefined) throw new Error('No secret was chosen.');
  return secret;
}

/** Those of the events that Checkout.com offers, by the product that they come from. */
function eventsBySource(offered: HttpResponse, events: readonly string[]) {
  const sources = readJson(Sources, offered)
    .map((source) => ({
      name: source.id,
      events: source.events.map(({ id }) => id).filter((id) => events.includes(id)),
    }))
    .filter((source) => source.events.length > 0);
  if (sources.length === 0) throw new Error('Checkout.com offers none of the events.');
  return Object.fromEntries(sources.map((source) => [source.name, source.events]));
}
