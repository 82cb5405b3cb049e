import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookVerification,
} from '../interface/webhooks.ts';
import { getRequest } from './requests.ts';
import { Charge, chargeOutcome, readAnswer } from './responses.ts';

const Event = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  type: v.string(),
  data: v.looseObject({}),
});

const ChargeEvent = v.object({ data: Charge });

/** The events that tell the state of a charge. */
const charges: ReadonlySet<string> = new Set([
  'CHARGE_SUCCEEDED',
  'CHARGE_PENDING',
  'CHARGE_FAILED',
  'CHARGE_CAPTURED',
  'CHARGE_UPDATED',
]);

/** Shift4 signs nothing: an event is believed where Shift4 itself has it, with the same content. */
const verifyByAsking: Exchange<IncomingWebhook, WebhookVerification> = {
  request: (webhook, account) => getRequest(`events/${readJson(Event, webhook).id}`, account),

  outcome(response, webhook) {
    if (response.status === 404) return { result: 'forged' };
    const theirs = readAnswer(Event, response);
    const isSame = JSON.stringify(readJson(Event, webhook)) === JSON.stringify(theirs);
    return { result: isSame ? 'verified' : 'forged' };
  },
};

export const webhooks: WebhookParser = {
  verifyByAsking,

  parse(webhook): readonly WebhookContent[] {
    const { type } = readJson(Event, webhook);
    if (!charges.has(type)) return [{ kind: 'nothing' }];
    const { data: charge } = readJson(ChargeEvent, webhook);
    const subject = { connectorId: charge.id };
    return [{ kind: 'payment', subject, outcome: chargeOutcome(charge) }];
  },
};
