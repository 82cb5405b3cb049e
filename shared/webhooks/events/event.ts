import * as v from 'valibot';
import type { WebhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { withRequestLanguage } from '#platform/http/request/request-language.ts';
import type { Dispute } from '#switch/disputes/dispute.ts';
import { presentDispute } from '#switch/disputes/present-dispute.ts';
import { type Mandate, MandateStatus } from '#switch/mandates/mandate.ts';
import { presentMandate } from '#switch/mandates/present-mandate.ts';
import type { Payment, Transition } from '#switch/payments/payment.ts';
import { presentPayment } from '#switch/payments/response/present-payment.ts';
import { isStoredForGood } from '#switch/payments/stored-transitions.ts';
import type { Payout } from '#switch/payouts/payout.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';
import { presentRefund } from '#switch/refunds/present-refund.ts';
import type { Refund } from '#switch/refunds/refund.ts';
import { type EventSubjectKind, eventIdOf } from './event-id.ts';

/** The body of a webhook, exactly as sent: every attempt sends these bytes. */
export interface WebhookEvent {
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly type: string;
  readonly class:
    | 'payments'
    | 'refunds'
    | 'disputes'
    | 'payouts'
    | 'mandates'
    | 'webhook_endpoints';
  /** The id of the event's payment, refund, dispute, payout, mandate or webhook endpoint. */
  readonly objectId: string;
  readonly createdAt: string;
  readonly body: string;
  /** The endpoint that gets it; absent for the profile's `webhook_url`. */
  readonly endpointId?: string | undefined;
  /** Whether its object stores its transition for good, so that the object leads to it. */
  readonly isUnderObject?: true | undefined;
}

/**
 * The event of one transition for one endpoint. All of it comes from the transition, the payment as
 * it was saved and the endpoint's id, so building it twice gives the same event, to the byte.
 */
export function paymentEvent(
  payment: Payment,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  // The same bytes each time, so no request's language may count.
  const object = withRequestLanguage(undefined, () => presentPayment(payment));
  const content = { type: 'payment_details', object };
  const isStored = isStoredForGood(payment.transitions, transition);
  return eventOf(payment, transition, { endpointId, class: 'payments', content, isStored });
}

/** The event of one transition of a refund. */
export function refundEvent(
  refund: Refund,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  const content = { type: 'refund_details', object: presentRefund(refund) };
  const about = { endpointId, class: 'refunds', content, kind: 'refund/' } as const;
  return eventOf(refund, transition, { ...about, isStored: true });
}

/** The event of one transition of a dispute. */
export function disputeEvent(
  dispute: Dispute,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  const content = { type: 'dispute_details', object: presentDispute(dispute) };
  return eventOf(dispute, transition, { endpointId, class: 'disputes', content, kind: 'dispute/' });
}

/** The event of one transition of a mandate. */
export function mandateEvent(
  mandate: Mandate,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  // The event shows the transition's status, not that of a later change.
  const then = { ...mandate, status: v.parse(MandateStatus, transition.status) };
  const content = { type: 'mandate_details', object: presentMandate(then) };
  return eventOf(mandate, transition, { endpointId, class: 'mandates', content, kind: 'mandate/' });
}

/** The event of one transition of a payout. */
export function payoutEvent(
  payout: Payout,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  const content = { type: 'payout_details', object: presentPayout(payout) };
  return eventOf(payout, transition, { endpointId, class: 'payouts', content, kind: 'payout/' });
}

/** An endpoint that was switched off, because it took nothing for five days. */
export interface EndpointOff {
  /** The profile's id for its `webhook_url`. */
  readonly id: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly since: string;
}

/** The event of an endpoint that was switched off. */
export function endpointEvent(
  { id, merchantId, profileId, since }: EndpointOff,
  transition: Transition,
  endpointId?: string,
): WebhookEvent {
  const object = {
    endpoint_id: id,
    merchant_id: merchantId,
    profile_id: profileId,
    enabled: false,
    disabled_reason: 'failing',
    disabled_since: since,
  };
  const content = { type: 'webhook_endpoint_details', object };
  const subject = { id, merchantId, profileId };
  return eventOf(subject, transition, {
    endpointId,
    class: 'webhook_endpoints',
    content,
    kind: 'endpoint/',
  });
}

function eventOf(
  subject: Pick<Payment, 'merchantId' | 'profileId' | 'id'>,
  transition: Transition,
  {
    endpointId,
    class: eventClass,
    content,
    kind = '',
    isStored = false,
  }: Pick<WebhookEvent, 'endpointId' | 'class'> & {
    readonly content: object;
    readonly kind?: EventSubjectKind;
    /** Whether the subject stores the transition for good, and `eventsUnder` finds it there. */
    readonly isStored?: boolean;
  },
): WebhookEvent {
  const { merchantId, profileId, id: objectId } = subject;
  const { type, at: createdAt } = transition;
  const id = eventIdOf(subject, transition, kind, endpointId);
  const body = JSON.stringify({
    merchant_id: merchantId,
    event_id: id,
    event_type: type,
    content,
    timestamp: createdAt,
    processor_merchant_id: merchantId,
  });
  return {
    id,
    merchantId,
    profileId,
    type,
    class: eventClass,
    objectId,
    createdAt,
    body,
    // A deleted endpoint would lead to none of its events.
    ...(endpointId === undefined ? isStored && { isUnderObject: true } : { endpointId }),
  };
}

/** The transitions that a save added: those in an item's new image and not in its old one. */
export function newTransitions(
  after: WithTransitions,
  before: WithTransitions | undefined,
): Transition[] {
  const known = new Set(before?.transitions.map(nameOf));
  return after.transitions.filter((transition) => !known.has(nameOf(transition)));
}

type WithTransitions = Pick<Payment, 'transitions'>;

const nameOf = ({ type, version }: Transition) => `${version}/${type}`;

/**
 * Whether a merchant gets a webhook for a transition. The merchant's setting decides. By default,
 * success and failure are sent and the creation of a payment is not.
 */
export function isWanted({ type, status }: Transition, settings: WebhookSettings): boolean {
  // These have no setting: a merchant that misses a dispute loses it.
  if (/^(dispute|mandate|webhook_endpoint)_/.test(type)) return true;
  switch (type) {
    case 'refund_succeeded':
      return isOneOf('success', settings.refund_statuses_enabled);
    case 'refund_failed':
      return isOneOf('failure', settings.refund_statuses_enabled);
    case 'payout_success':
    case 'payout_failed':
    case 'payout_cancelled':
    case 'payout_initiated':
    case 'payout_expired':
    case 'payout_reversed':
      return isOneOf(status, settings.payout_statuses_enabled);
    case 'payment_created':
      return settings.payment_created_enabled ?? false;
    case 'payment_succeeded':
      return (settings.payment_succeeded_enabled ?? true) && isListed(status, settings);
    case 'payment_failed':
      return (settings.payment_failed_enabled ?? true) && isListed(status, settings);
    default:
      return isListed(status, settings);
  }
}

const isListed = (status: string, { payment_statuses_enabled }: WebhookSettings) =>
  isOneOf(status, payment_statuses_enabled);

/** A non-empty list of statuses names all that are sent. */
const isOneOf = (status: string, listed: readonly string[] | null | undefined) =>
  !listed || listed.length === 0 || listed.includes(status);
