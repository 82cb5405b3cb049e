import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import {
  attemptOf,
  type DueAttempt,
  firstAttempt,
  laterAttempt,
  type ReceiverState,
} from '#webhooks/delivery/attempt.ts';
import { withScheduledAttempt } from '#webhooks/delivery/delivery-changes.ts';
import { type Delivery, newDelivery } from '#webhooks/events/delivery.ts';

const ids = { merchantId: 'merchant_example', eventId: 'evt_1' };
const event = { ...ids, profileId: 'pro_1', body: '{}' };
const noon = new Date('2026-01-01T12:00:00.000Z');
const dueAt = '2026-01-01T12:01:00.000Z';

/** A delivery whose first attempt failed at noon, so that the next one is due a minute later. */
const failed = (error: string): Delivery =>
  withScheduledAttempt(
    newDelivery(ids.merchantId, ids.eventId),
    { at: noon.toISOString(), ms: 0, delivered: false, error },
    { dueAt: undefined, random: 0 },
  );

const configuration = { slowReceivers: [] } as unknown as Configuration;
const quick: ReceiverState = {
  merchantId: ids.merchantId,
  profileId: 'pro_1',
  id: 'rcv_1',
  url: 'https://shop.example',
  configuration,
  profile: undefined,
  slow: undefined,
  isCrowded: false,
  areSlotsTaken: false,
};
const slow: ReceiverState = { ...quick, slow: { id: 'rcv_1', timedOutAt: noon.getTime() } };
const crowded: ReceiverState = { ...quick, isCrowded: true };
const full = (receiver: ReceiverState): ReceiverState => ({ ...receiver, areSlotsTaken: true });

const first: DueAttempt = { message: event, event, delivery: undefined };
const later: DueAttempt = { message: { ...ids, dueAt }, event, delivery: failed('broken') };
const fromSlowQueue = (due: DueAttempt): DueAttempt => ({
  ...due,
  message: { ...due.message, slow: true },
});

describe('attemptOf', () => {
  const cases: readonly [string, DueAttempt, ReceiverState | undefined, object][] = [
    [
      'the first attempt at a quick receiver is sent with 5 s to answer',
      first,
      quick,
      { kind: 'send', timeoutMs: 5_000 },
    ],
    [
      'a later attempt at a quick receiver is sent with 5 s to answer',
      later,
      quick,
      { kind: 'send', timeoutMs: 5_000 },
    ],
    [
      'an attempt at a quick receiver is sent without a slot',
      first,
      quick,
      { kind: 'send', needsSlot: false },
    ],
    [
      'an attempt in a crowd is sent within a slot',
      first,
      crowded,
      { kind: 'send', needsSlot: true },
    ],
    [
      'an attempt in a crowd is forwarded when all slots are taken',
      first,
      full(crowded),
      { kind: 'forward' },
    ],
    [
      'an attempt at a slow receiver is forwarded to the slow queue',
      first,
      slow,
      { kind: 'forward', receiver: slow },
    ],
    [
      'an attempt after a time-out is forwarded to the slow queue',
      { ...later, delivery: failed('timeout') },
      quick,
      { kind: 'forward', receiver: quick },
    ],
    [
      'an attempt after a time-out is forwarded when its receiver is gone',
      { ...later, delivery: failed('timeout') },
      undefined,
      { kind: 'forward', receiver: undefined },
    ],
    [
      'an attempt at a slow receiver is sent from the slow queue within a slot, with 30 s to answer',
      fromSlowQueue(first),
      slow,
      { kind: 'send', needsSlot: true, timeoutMs: 30_000 },
    ],
    [
      'an attempt at a quick receiver is sent from the slow queue without a slot, with 30 s to answer',
      fromSlowQueue(first),
      crowded,
      { kind: 'send', needsSlot: false, timeoutMs: 30_000 },
    ],
    [
      'an attempt from the slow queue is postponed when all slots of its slow receiver are taken',
      fromSlowQueue(first),
      full(slow),
      { kind: 'postpone' },
    ],
    [
      'an attempt is dropped when its profile has no webhook_url',
      first,
      undefined,
      { kind: 'drop', reason: 'no address' },
    ],
    [
      'an attempt is dropped when its endpoint is gone',
      { ...first, event: { ...event, endpointId: 'we_1' } },
      undefined,
      { kind: 'drop', reason: 'endpoint gone or off' },
    ],
    [
      'an attempt from the slow queue is dropped when its profile has no webhook_url',
      fromSlowQueue({ ...later, delivery: failed('timeout') }),
      undefined,
      { kind: 'drop', reason: 'no address' },
    ],
  ];

  it.each(cases)('%s', (_, due, receiver, decision) => {
    expect(attemptOf(due, receiver)).toMatchObject(decision);
  });
});

it('the first message of an event is an attempt by itself, without the stored delivery', () => {
  expect(firstAttempt(event)).toEqual({ message: event, event, delivery: undefined });
  expect(firstAttempt({ ...ids, dueAt })).toBeUndefined();
});

describe('laterAttempt', () => {
  const stored = (delivery: Delivery | undefined) => ({
    event: {
      id: 'evt_1',
      merchantId: ids.merchantId,
      profileId: 'pro_1',
      body: '{}',
      type: 'payment_succeeded',
      class: 'payments',
      objectId: 'pay_1',
      createdAt: dueAt,
    },
    delivery,
  });
  const waiting = failed('broken');
  const message = { ...ids, dueAt };
  const at = (time: string) => new Date(time);

  it('a later message asks for the stored attempt from 5 s before its due time', () => {
    const due = laterAttempt(message, stored(waiting), at('2026-01-01T12:00:55.000Z'));
    expect(due).toMatchObject({ message, event, delivery: waiting });
    expect(laterAttempt(message, stored(waiting), at('2026-01-01T12:00:54.999Z'))).toBeUndefined();
  });

  it.each<[string, object, ReturnType<typeof stored> | undefined]>([
    ['the event was deleted', {}, undefined],
    ['the event has no delivery', {}, stored(undefined)],
    ['the message names no due time', { dueAt: undefined }, stored(waiting)],
    ['another message made the attempt', {}, stored({ ...waiting, dueAt: '2026-01-01T12:06:00Z' })],
    ['the delivery has ended', {}, stored({ ...waiting, state: 'delivered' })],
  ])('a later message asks for no attempt when %s', (_, change, found) => {
    expect(laterAttempt({ ...message, ...change }, found, at(dueAt))).toBeUndefined();
  });
});
