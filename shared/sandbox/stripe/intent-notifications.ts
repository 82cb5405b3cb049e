import { disputesOf, hasOpened } from '../ledger-disputes.ts';
import type { Notification, NotificationMessage } from '../notification-message.ts';
import type { IntentPayment } from './charges.ts';
import { failureOf } from './declines.ts';
import {
  disputeHappening,
  intentHappening,
  refundHappening,
  type StripeHappening,
} from './happenings.ts';
import { seconds } from './wire.ts';

type About = Pick<NotificationMessage, 'refundReference' | 'disputeId'>;

/** Makes the messages about one payment. */
const messagesAbout = (payment: IntentPayment, newId: () => string, now: Date) => {
  const base = { keyHash: payment.keyHash, reference: payment.reference };
  return {
    happened: (happening: StripeHappening | undefined, about: About = {}): Notification[] =>
      happening
        ? [
            {
              message: {
                ...base,
                ...about,
                id: newId(),
                created: seconds(now),
                stripe: { kind: 'happened', ...happening },
              },
              delaySeconds: 0,
            },
          ]
        : [],
    /** A second more than the time until then, since the clocks of two functions differ. */
    expected: (at: string | undefined, about: About = {}): Notification[] =>
      at !== undefined && Date.parse(at) > now.getTime()
        ? [
            {
              message: {
                ...base,
                ...about,
                id: newId(),
                created: seconds(at),
                stripe: { kind: 'expected', at },
              },
              delaySeconds: Math.ceil((Date.parse(at) - now.getTime()) / 1_000) + 1,
            },
          ]
        : [],
  };
};

/** The events after a change of an intent, and those that may follow by themselves. */
export function intentNotifications(
  payment: IntentPayment,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { happened, expected } = messagesAbout(payment, newId, now);
  return [
    ...happened(intentHappening(payment, now)),
    ...contradictions(payment, newId, now),
    ...expected(payment.settlesAt),
    ...disputesOf(payment)
      .filter((dispute) => !hasOpened(dispute, now))
      .flatMap(({ id, opensAt }) => expected(opensAt, { disputeId: id })),
  ];
}

/** How much older a contradicting event claims to be than the one it contradicts, in ms. */
const contradictionAgeMs = 60_000;

/** An event that reports a paid payment as failed, for the card that simulates it. */
function contradictions(
  payment: IntentPayment,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { manner, state } = payment;
  if (manner !== 'contradicts itself' || state !== 'succeeded') return [];
  const failed: IntentPayment = {
    ...payment,
    state: 'failed',
    failure: failureOf('generic_decline'),
  };
  const before = new Date(now.getTime() - contradictionAgeMs);
  return messagesAbout(payment, newId, before)
    .happened(intentHappening(failed, now))
    .map((one) => ({ ...one, delaySeconds: 1 }));
}

/** The events of a refund: of its decision, now or later. */
export function refundNotifications(
  payment: IntentPayment,
  refundId: string,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { happened, expected } = messagesAbout(payment, newId, now);
  const about = { refundReference: refundId };
  const refund = payment.refunds.find(({ reference }) => reference === refundId);
  return [
    ...happened(refundHappening(payment, refundId, now), about),
    ...expected(refund?.settlesAt, about),
  ];
}

/** The events of a dispute that was answered: now, and when it is decided. */
export function intentDisputeNotifications(
  payment: IntentPayment,
  disputeId: string,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { happened, expected } = messagesAbout(payment, newId, now);
  const dispute = disputesOf(payment).find(({ id }) => id === disputeId);
  return [
    ...happened(disputeHappening(payment, disputeId, { isOpening: false, now }), { disputeId }),
    ...expected(dispute?.decidedAt, { disputeId }),
  ];
}
