import * as v from 'valibot';
import { readJson } from '../formats/json.ts';
import type { Exchange } from '../interface/exchange.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookVerification,
} from '../interface/webhooks.ts';
import { Dispute, disputeContent } from './disputes.ts';
import { getRequest } from './requests.ts';
import {
  Charge,
  chargeOutcome,
  Refund,
  readAnswer,
  refundOutcome,
  subjectOf,
} from './responses.ts';

const Event = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  type: v.string(),
  data: v.looseObject({}),
});

const EventTime = v.object({ created: v.number() });
const ChargeEvent = v.object({ data: Charge });
const RefundedEvent = v.object({ data: v.union([Charge, Refund]) });
const DisputeEvent = v.object({ data: Dispute });
const CardEvent = v.object({ data: v.object({ id: v.string() }) });

/** The events that contain the state of a charge. */
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
    if (charges.has(type)) return [paymentIn(readJson(ChargeEvent, webhook).data)];
    switch (type) {
      case 'CHARGE_REFUNDED':
      case 'REFUND_UPDATED':
        return refundsIn(readJson(RefundedEvent, webhook).data);
      case 'CUSTOMER_CARD_DELETED': {
        const { id: connectorId } = readJson(CardEvent, webhook).data;
        return [{ kind: 'mandate', subject: { connectorId }, status: 'revoked' }];
      }
      default:
        return type.startsWith('CHARGE_DISPUTE_')
          ? [disputeContent(readJson(DisputeEvent, webhook).data) ?? { kind: 'nothing' }]
          : [{ kind: 'nothing' }];
    }
  },

  happenedAt: (webhook) => new Date(readJson(EventTime, webhook).created * 1_000),
};

const paymentIn = (charge: Charge): WebhookContent => ({
  kind: 'payment',
  subject: subjectOf(charge),
  outcome: chargeOutcome(charge),
});

const refundIn = (refund: Refund): WebhookContent => ({
  kind: 'refund',
  subject: subjectOf(refund),
  outcome: refundOutcome(refund),
});

/** A refund, or a charge's refunds. The refund of a charge that was not captured is its void. */
function refundsIn(data: Charge | Refund): readonly WebhookContent[] {
  if (!('captured' in data)) return [refundIn(data)];
  const refunds = data.captured ? (data.refunds ?? []) : [];
  return refunds.length > 0 ? refunds.map(refundIn) : [paymentIn(data)];
}
