import * as v from 'valibot';
import { isSignedWith } from '../formats/hashes.ts';
import { readJson } from '../formats/json.ts';
import { word } from '../formats/words.ts';
import type { WebhookContent, WebhookParser } from '../interface/webhooks.ts';
import { contentAbout, subjectNamed } from '../webhook-subject.ts';
import { stripeAmounts } from './amounts.ts';
import { Dispute, disputeContent, reportedInEvent } from './disputes.ts';
import {
  GeneratingDetails,
  generatedDebitIn,
  Intent,
  intentOutcome,
  leavesUnnamedDebit,
} from './intents.ts';
import { payoutContent } from './payouts.ts';
import { referenceIn, refundOutcome, StripeRefund } from './refunds.ts';

const Event = v.object({ type: v.string() });

/** In seconds since 1970. */
const Created = v.object({ created: v.pipe(v.number(), v.safeInteger()) });

const eventOf = <S extends v.GenericSchema>(object: S) => v.object({ data: v.object({ object }) });

const Charge = v.object({
  amount_captured: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  currency: v.string(),
  metadata: v.nullish(v.record(v.string(), v.string())),
  payment_intent: v.nullish(v.string()),
  customer: v.nullish(v.string()),
  payment_method_details: v.nullish(
    v.intersect([v.object({ type: v.string() }), v.unwrap(GeneratingDetails)]),
  ),
});

/** An object, or only its id. */
const Named = v.union([
  v.string(),
  v.pipe(
    v.object({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
]);

/** The customer's consent to charges by a payment method. A single-use one ends with its charge. */
const Mandate = v.object({
  status: word(['active', 'inactive', 'pending']),
  type: word(['multi_use', 'single_use']),
  payment_method: Named,
});

const DetachedMethod = v.object({ id: v.string() });

const intentEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'payment_intent.partially_funded',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'setup_intent.requires_action',
];

const disputeEvents = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

/**
 * One change of a refund has several of these names. The last one is sent for refunds of some
 * payment methods only; it is the only one where a merchant made the endpoint with an older
 * version.
 */
const refundEvents = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'];

const mandateEvents = ['mandate.updated', 'payment_method.detached'];

/** The events that are registered. */
export const readEvents: readonly string[] = [
  ...intentEvents,
  ...refundEvents,
  'charge.succeeded',
  ...disputeEvents,
  ...mandateEvents,
];

/**
 * The version of the API for the events of an endpoint that we register: the first version with
 * events for every refund. The members of an event that are read are the same in the version of the
 * requests.
 *
 * @see https://docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-update
 */
export const eventsVersion = '2024-10-28.acacia';

/**
 * Stripe's events. The age of a signature is not checked: Stripe repeats an event for three days,
 * and a sync confirms everything that an old event reports.
 *
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
export const webhooks: WebhookParser = {
  verifySignature({ headers, body }, { webhookSecrets = [] }) {
    const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim());
    const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice('t='.length);
    if (time === undefined) return false;
    const given = parts
      .filter((part) => /^v1=[0-9a-f]{64}$/i.test(part))
      .slice(0, maxSignatures)
      .map((part) => Buffer.from(part.slice('v1='.length), 'hex'));
    return given.some((one) => isSignedWith(webhookSecrets, `${time}.${body}`, one));
  },

  parse(webhook): readonly WebhookContent[] {
    const { type } = readJson(Event, webhook);
    if (intentEvents.includes(type)) {
      const { object } = readJson(eventOf(Intent), webhook).data;
      // The charge's own event contains the same, and the payment method for later charges.
      if (object.status === 'succeeded' && leavesUnnamedDebit(object)) return [{ kind: 'nothing' }];
      return [
        contentAbout(subjectNamed(object.metadata?.order_id, object.id), (subject) => ({
          kind: 'payment',
          subject,
          outcome: intentOutcome(object),
        })),
      ];
    }
    const payout = payoutContent(type, webhook);
    if (payout) return [payout];
    if (disputeEvents.includes(type)) {
      const { object } = readJson(eventOf(Dispute), webhook).data;
      return [disputeContent(object, reportedInEvent(object, type)) ?? { kind: 'nothing' }];
    }
    if (refundEvents.includes(type)) {
      const { object } = readJson(eventOf(StripeRefund), webhook).data;
      return [
        contentAbout(subjectNamed(referenceIn(object), object.id), (subject) => ({
          kind: 'refund',
          subject,
          outcome: refundOutcome(object),
        })),
      ];
    }
    if (type === 'mandate.updated') {
      return [mandateIn(readJson(eventOf(Mandate), webhook).data.object)];
    }
    if (type === 'payment_method.detached') {
      const { id: connectorId } = readJson(eventOf(DetachedMethod), webhook).data.object;
      return [{ kind: 'mandate', subject: { connectorId }, status: 'revoked' }];
    }
    if (type === 'charge.succeeded') {
      return [chargeIn(readJson(eventOf(Charge), webhook).data.object)];
    }
    return [{ kind: 'nothing' }];
  },

  happenedAt: (webhook) => new Date(readJson(Created, webhook).created * 1_000),
};

/** While a secret is replaced, Stripe signs with both. */
const maxSignatures = 8;

/** Later charges take the payment method, so its id is the mandate's id here. */
function mandateIn({
  status,
  type,
  payment_method,
}: v.InferOutput<typeof Mandate>): WebhookContent {
  if (type !== 'multi_use' || !status || status === 'pending') return { kind: 'nothing' };
  const subject = { connectorId: payment_method };
  return { kind: 'mandate', subject, status: status === 'active' ? 'active' : 'revoked' };
}

/** Only for these does the charge contain data that the intent lacks. */
const toldByCharge: ReadonlySet<string> = new Set(['ach_credit_transfer', 'multibanco']);

function chargeIn(charge: v.InferOutput<typeof Charge>): WebhookContent {
  const { payment_intent: id, metadata, amount_captured: captured, customer, currency } = charge;
  const { payment_method_details: details } = charge;
  const debit = generatedDebitIn(details);
  if (!id || (debit === undefined && !toldByCharge.has(details?.type ?? ''))) {
    return { kind: 'nothing' };
  }
  // Only authorized, and not captured yet.
  if (captured === 0) return { kind: 'nothing' };
  return contentAbout(subjectNamed(metadata?.order_id, id), (subject) => ({
    kind: 'payment',
    subject,
    outcome: {
      result: 'captured',
      ...(captured !== undefined && {
        capturedMinor: stripeAmounts.fromMinor(captured, currency.toUpperCase()),
      }),
      connectorTransactionId: id,
      ...(debit !== undefined && { connectorMandateId: debit }),
      ...(debit !== undefined && customer && { connectorCustomerId: customer }),
    },
  }));
}
