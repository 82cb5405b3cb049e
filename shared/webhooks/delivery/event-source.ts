import type { Change } from '#platform/queues/stream-function.ts';
import { parseDispute } from '#switch/disputes/dispute-store.ts';
import { parseMandate } from '#switch/mandates/mandate.ts';
import { mandateSk } from '#switch/mandates/mandate-store.ts';
import type { Payment, Transition } from '#switch/payments/payment.ts';
import { parsePayment } from '#switch/payments/payment-store.ts';
import { allStoredSince } from '#switch/payments/stored-transitions.ts';
import { parsePayout } from '#switch/payouts/payout-store.ts';
import { parseRefund } from '#switch/refunds/refund-store.ts';
import { disabledEndpointsOf } from '../endpoints/disabled-endpoints.ts';
import {
  disputeEvent,
  mandateEvent,
  newTransitions,
  paymentEvent,
  payoutEvent,
  refundEvent,
  type WebhookEvent,
} from '../events/event.ts';

/**
 * A changed item as the source of events: its owner, and the changes for which merchants get
 * events.
 */
export interface EventSource {
  readonly merchantId: string;
  readonly profileId: string;
  /** Those that this change added. */
  readonly transitions: readonly Transition[];
  /** The time of the oldest stored transition, where the item no longer stores earlier ones. */
  readonly storedSince: string | undefined;
  /** The event for the profile's `webhook_url`, or for another endpoint of the profile. */
  toEvent(transition: Transition, endpointId?: string): WebhookEvent;
}

type Image = NonNullable<Change['after']>;

interface Row<T> {
  /** Whether an item with this sort key is of this kind. */
  isOf(sortKey: string): boolean;
  parse(item: Image): T;
  toEvent(subject: T, transition: Transition, endpointId?: string): WebhookEvent;
  /** The time since which an item that leaves some out stores all transitions. */
  storedSince?(stored: readonly Transition[]): string | undefined;
}

const row = <T extends Pick<Payment, 'merchantId' | 'profileId' | 'transitions'>>({
  isOf,
  parse,
  toEvent,
  storedSince,
}: Row<T>) => ({
  isOf,
  read(after: Image, before: Change['before']): EventSource {
    const subject = parse(after);
    return {
      merchantId: subject.merchantId,
      profileId: subject.profileId,
      transitions: newTransitions(subject, before && parse(before)),
      storedSince: storedSince?.(subject.transitions),
      toEvent: (transition, endpointId) => toEvent(subject, transition, endpointId),
    };
  },
});

const payments = row({
  isOf: (sk) => sk === 'PAYMENT',
  parse: parsePayment,
  toEvent: paymentEvent,
  storedSince: allStoredSince,
});

/** The sort keys of the items that events are made of. */
export const eventSourceSortKeys = {
  are: ['PAYMENT', 'PAYOUT', mandateSk],
  beginWith: ['REFUND#', 'DISPUTE#', 'PROFILE#'],
} as const;

/** Every kind of item that the filter on the stream of `publish-events` lets through. */
const rows = [
  row({ isOf: (sk) => sk.startsWith('REFUND#'), parse: parseRefund, toEvent: refundEvent }),
  row({
    isOf: (sk) => sk.startsWith('DISPUTE#'),
    parse: parseDispute,
    toEvent: disputeEvent,
    // It stores its latest ones, and the first of all is of version 1.
    storedSince: ([oldest]) => (oldest?.version === 1 ? undefined : oldest?.at),
  }),
  row({ isOf: (sk) => sk === mandateSk, parse: parseMandate, toEvent: mandateEvent }),
  row({ isOf: (sk) => sk === 'PAYOUT', parse: parsePayout, toEvent: payoutEvent }),
  payments,
];

/**
 * Reads a changed item of the table by its kind. An item of no kind is read as a payment, which
 * throws where it is none: the stream then shows the item again, and its alarm calls the operator.
 */
export function eventSourceOf(after: Image, before: Change['before']): EventSource {
  if (String(after.sk).startsWith('PROFILE#')) return disabledEndpointsOf(after, before);
  const { read } = rows.find(({ isOf }) => isOf(String(after.sk))) ?? payments;
  return read(after, before);
}
