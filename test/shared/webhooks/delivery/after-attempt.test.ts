import { afterAttempt, type RecordedAttempt } from '#webhooks/delivery/after-attempt.ts';
import { type AttemptResult, withScheduledAttempt } from '#webhooks/delivery/delivery-changes.ts';
import { type Delivery, newDelivery } from '#webhooks/events/delivery.ts';

const ids = { merchantId: 'merchant_example', eventId: 'evt_1' };
const event = { ...ids, profileId: 'pro_1', body: '{}' };
const fresh = newDelivery(ids.merchantId, ids.eventId);
const quick = { id: 'rcv_1', slow: undefined };
const slow = { id: 'rcv_1', slow: { id: 'rcv_1', timedOutAt: 1 } };

const result = (status: number, ms = 10): AttemptResult => ({
  at: '2026-01-01T12:00:00.000Z',
  ms,
  delivered: status < 300,
  status,
});
const timedOut: AttemptResult = {
  at: '2026-01-01T12:00:00.000Z',
  ms: 4_999,
  delivered: false,
  error: 'timeout before the connection',
};

/** The attempt that follows on so many failed ones. */
function attempt(
  made: AttemptResult,
  { failures = 0, receiver = quick as RecordedAttempt['receiver'], endpointId = '' } = {},
): RecordedAttempt {
  const before: Delivery = { ...fresh, scheduledAttempts: failures };
  const delivery = withScheduledAttempt(before, made, { dueAt: undefined, random: 0 });
  const sent = { ...event, ...(endpointId && { endpointId }) };
  return { event: sent, receiver, result: made, before, delivery };
}

it.each<[string, AttemptResult, RecordedAttempt['receiver'], string | undefined]>([
  ['a quick answer of a quick receiver records nothing', result(200), quick, undefined],
  ['a quick refusal of a slow receiver records nothing', result(500), slow, undefined],
  ['a quick delivery records that a slow receiver recovered', result(200), slow, 'recovered'],
  ['a delivery after 5 s records that its receiver is slow', result(200, 5_000), quick, 'slow'],
  ['a time-out records that its receiver is slow', timedOut, quick, 'slow'],
])('%s', (_, made, receiver, speed) => {
  expect(afterAttempt(attempt(made, { receiver })).speed).toBe(speed);
});

it.each<[string, AttemptResult, number, string | undefined, boolean]>([
  ['a delivered attempt records a receiver that takes events', result(200), 0, 'taking', false],
  ['a failed attempt before the ninth records nothing', result(500), 7, undefined, false],
  [
    'the ninth failure records a failing receiver and counts the event',
    result(500),
    8,
    'failing',
    true,
  ],
  [
    'the tenth failure records a failing receiver and counts nothing',
    result(500),
    9,
    'failing',
    false,
  ],
  ['the ninth attempt counts nothing when it is delivered', result(200), 8, 'taking', false],
  ['the ninth attempt counts nothing when it answers 410', result(410), 8, 'failing', false],
])('%s', (_, made, failures, health, isFailingNow) => {
  expect(afterAttempt(attempt(made, { failures }))).toMatchObject({ health, isFailingNow });
});

it('a receiver that asks to wait after its ninth failure counts no second time', () => {
  const before = { ...fresh, scheduledAttempts: 9 };
  const made = { ...result(429), retryAfterSeconds: 60 };
  const delivery = withScheduledAttempt(before, made, { dueAt: undefined, random: 0 });
  const after = afterAttempt({ event, receiver: quick, result: made, before, delivery });
  expect(after).toMatchObject({ health: 'failing', isFailingNow: false, next: { kind: 'none' } });
});

it.each<[string, RecordedAttempt, object]>([
  [
    'a refused attempt leaves the next one to the search of due items',
    attempt(result(500)),
    { kind: 'none' },
  ],
  [
    'an attempt that timed out leaves the next one to the search of due items',
    attempt(timedOut),
    { kind: 'none' },
  ],
  [
    'the last failed attempt parks a copy of the event',
    attempt(result(500), { failures: 16 }),
    { kind: 'park', message: event },
  ],
  [
    'the last failed attempt for an endpoint parks a copy that names the endpoint',
    attempt(result(500), { failures: 16, endpointId: 'we_1' }),
    { kind: 'park', message: { ...event, endpointId: 'we_1' } },
  ],
  ['an attempt that is answered 410 has no next one', attempt(result(410)), { kind: 'stopped' }],
  ['a delivered attempt has no next one', attempt(result(200)), { kind: 'none' }],
])('%s', (_, made, next) => {
  expect(afterAttempt(made).next).toEqual(next);
});
