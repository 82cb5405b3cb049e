import {
  type AttemptResult,
  isDue,
  lastTimedOut,
  postponed,
  stopped,
  withManualAttempt,
  withScheduledAttempt,
} from '#webhooks/delivery/delivery-changes.ts';
import { type Delivery, newDelivery } from '#webhooks/events/delivery.ts';

const noon = Date.parse('2026-01-01T12:00:00.000Z');
const at = (seconds: number) => new Date(noon + seconds * 1_000).toISOString();
const answered = (status: number, seconds = 0): AttemptResult => ({
  at: at(seconds),
  ms: 0,
  delivered: status >= 200 && status < 300,
  status,
});
const timedOut: AttemptResult = { at: at(0), ms: 30_000, delivered: false, error: 'timeout' };

const fresh = newDelivery('merchant_example', 'evt_1');
/** The next attempt on the schedule, made when it was due. */
const nextAttempt = (delivery: Delivery, status: number) => {
  const { dueAt } = delivery;
  const seconds = dueAt ? (Date.parse(dueAt) - noon) / 1_000 : 0;
  return withScheduledAttempt(delivery, answered(status, seconds), { dueAt, random: 0 });
};
const afterFailures = (count: number) => {
  let delivery = fresh;
  for (let made = 0; made < count; made++) delivery = nextAttempt(delivery, 500);
  return delivery;
};

describe('a delivery that fails', () => {
  it('a delivery that fails is tried again on the schedule, 17 times in about a day, and then abandoned', () => {
    const delaysSeconds: number[] = [];
    let delivery = nextAttempt(fresh, 500);
    let last = 0;
    while (delivery.dueAt) {
      const due = (Date.parse(delivery.dueAt) - noon) / 1_000;
      delaysSeconds.push(due - last);
      last = due;
      delivery = nextAttempt(delivery, 500);
    }
    expect(delaysSeconds).toEqual([
      60,
      ...Array(2).fill(300),
      ...Array(5).fill(600),
      ...Array(5).fill(3_600),
      ...Array(3).fill(21_600),
    ]);
    expect(delivery).toMatchObject({
      state: 'undelivered',
      scheduledAttempts: 17,
      gaveUpAt: at(86_460),
    });
    expect(delivery).not.toHaveProperty('dueAt');
    expect(delivery.attempts.map(({ kind }) => kind)).toEqual([
      'initial_attempt',
      ...Array(16).fill('automatic_retry'),
    ]);
  });

  it('a delivery that fails waits up to a tenth longer, so that not all retries come at once', () => {
    const { dueAt } = withScheduledAttempt(fresh, answered(500), { dueAt: undefined, random: 1 });
    expect(dueAt).toBe(at(66));
  });

  it('a delivery that fails is stopped at once by a receiver that is gone for good', () => {
    const gone = nextAttempt(afterFailures(3), 410);
    expect(gone).toMatchObject({
      state: 'stopped',
      scheduledAttempts: 4,
      gaveUpAt: expect.any(String),
    });
    expect(gone).not.toHaveProperty('dueAt');
  });

  it('a delivery that fails is stopped when no URL is left, but not once it is settled', () => {
    expect(stopped(afterFailures(1), new Date(noon), 'no address')).toMatchObject({
      state: 'stopped',
      gaveUpAt: at(0),
    });
    const delivered = nextAttempt(fresh, 200);
    expect(stopped(delivered, new Date(noon), 'no address')).toEqual(delivered);
  });
});

describe('a receiver that is busy and says for how long', () => {
  const busy = (delivery: Delivery, retryAfterSeconds: number) => {
    const seconds = delivery.dueAt ? (Date.parse(delivery.dueAt) - noon) / 1_000 : 0;
    const result = { ...answered(429, seconds), retryAfterSeconds };
    return withScheduledAttempt(delivery, result, { dueAt: delivery.dueAt, random: 0 });
  };

  it.each([
    [120, 120],
    [3_600, 3_600],
    [99_999_999, 3_600],
    [1, 60],
  ])(
    'a busy receiver that asks for %d seconds gets the next attempt after %d, and none was used up',
    (asked, waited) => {
      const delivery = busy(fresh, asked);
      expect(delivery).toMatchObject({
        state: 'waiting',
        scheduledAttempts: 0,
        waits: 1,
        dueAt: at(waited),
      });
      expect(delivery.attempts).toMatchObject([
        { number: 1, status: 429, retryAfterSeconds: asked },
      ]);
      expect(nextAttempt(delivery, 500)).toMatchObject({
        scheduledAttempts: 1,
        dueAt: at(waited + 60),
      });
      expect(nextAttempt(delivery, 200)).toMatchObject({ state: 'delivered' });
    },
  );

  it('a busy receiver uses up attempts after 24 waits, so that its event is abandoned in the end', () => {
    let delivery = fresh;
    for (let asked = 0; asked < 24; asked += 1) delivery = busy(delivery, 3_600);
    expect(delivery).toMatchObject({ scheduledAttempts: 0, waits: 24 });
    let counted = 0;
    for (; delivery.state === 'waiting' && counted < 100; counted += 1)
      delivery = busy(delivery, 3_600);
    expect([delivery.state, counted]).toEqual(['undelivered', 17]);
    expect(delivery.attempts.length).toBeLessThanOrEqual(50);
  });

  it("a busy receiver's answer moves nothing when another function has made the attempt already", () => {
    const waiting = nextAttempt(fresh, 500);
    const late = { ...answered(429), retryAfterSeconds: 600 };
    expect(withScheduledAttempt(waiting, late, { dueAt: undefined, random: 0 })).toMatchObject({
      scheduledAttempts: 1,
      dueAt: waiting.dueAt,
    });
  });
});

describe('a delivery that is taken', () => {
  it.each([0, 1, 16])(
    'a delivery accepted after %i failures is delivered and due no more',
    (failures) => {
      const delivered = nextAttempt(afterFailures(failures), 204);
      expect(delivered).toMatchObject({ state: 'delivered', scheduledAttempts: failures + 1 });
      expect(delivered).not.toHaveProperty('dueAt');
    },
  );

  it('a delivery that was accepted stays delivered whatever a repeated attempt brings', () => {
    const delivered = nextAttempt(fresh, 200);
    const repeated = withScheduledAttempt(delivered, answered(500), {
      dueAt: undefined,
      random: 0,
    });
    expect(repeated).toMatchObject({ state: 'delivered', scheduledAttempts: 1 });
    expect(repeated.attempts).toHaveLength(2);
  });
});

describe('an attempt that another function has made already', () => {
  it('an attempt that another function has made is recorded and moves neither count nor time', () => {
    const once = afterFailures(1);
    const twice = withScheduledAttempt(once, answered(500), { dueAt: undefined, random: 0 });
    expect(twice).toMatchObject({ state: 'waiting', scheduledAttempts: 1, dueAt: once.dueAt });
    expect(twice.attempts).toHaveLength(2);
  });

  it('an attempt that another function has made is noticed before it is repeated', () => {
    const [once, twice] = [afterFailures(1), afterFailures(2)];
    expect(isDue(once, once.dueAt ?? '')).toBe(true);
    expect(isDue(twice, once.dueAt ?? '')).toBe(false);
    expect(isDue(nextAttempt(once, 200), once.dueAt ?? '')).toBe(false);
  });

  it('an attempt that another function has made delivers all the same', () => {
    const taken = withScheduledAttempt(afterFailures(2), answered(200), {
      dueAt: undefined,
      random: 0,
    });
    expect(taken).toMatchObject({ state: 'delivered', scheduledAttempts: 2 });
  });
});

describe('an attempt by hand', () => {
  it.each([
    ['while it waits', afterFailures(2)],
    ['after it was given up', afterFailures(17)],
    ['after it was stopped', nextAttempt(fresh, 410)],
  ])('an attempt by hand %s delivers the event, or changes nothing', (_, delivery) => {
    const taken = withManualAttempt(delivery, answered(200));
    expect(taken).toMatchObject({
      state: 'delivered',
      scheduledAttempts: delivery.scheduledAttempts,
    });
    expect(taken).not.toHaveProperty('dueAt');
    expect(taken).not.toHaveProperty('gaveUpAt');
    const refused = withManualAttempt(delivery, answered(500));
    expect({ ...refused, attempts: [] }).toEqual({ ...delivery, attempts: [] });
    expect(refused.attempts.at(-1)).toMatchObject({ kind: 'manual_retry', status: 500 });
  });

  it('a hundred times leaves all tries of the schedule, and the last of those by hand', () => {
    let delivery = afterFailures(17);
    for (let made = 0; made < 100; made++) delivery = withManualAttempt(delivery, answered(500));
    const numbers = delivery.attempts.map(({ number }) => number);
    expect(numbers).toEqual([
      ...Array.from({ length: 17 }, (_, index) => index + 1),
      ...Array.from({ length: 33 }, (_, index) => index + 85),
    ]);
  });
});

it('a receiver is slow when its last try ended in waiting', () => {
  const position = { dueAt: undefined, random: 0 };
  const before = withScheduledAttempt(
    fresh,
    { ...timedOut, error: 'timeout before the connection' },
    position,
  );
  expect(lastTimedOut(withScheduledAttempt(fresh, timedOut, position))).toBe(true);
  expect(lastTimedOut(before)).toBe(true);
  expect(lastTimedOut(nextAttempt(before, 500))).toBe(false);
  expect(lastTimedOut(fresh)).toBe(false);
});

describe('a postponed attempt', () => {
  const until = new Date(at(400));

  it('a postponed attempt counts as none, and the delivery waits for another time', () => {
    const waiting = afterFailures(2);
    const { dueAt } = waiting;
    expect(postponed(waiting, until, { dueAt })).toEqual({ ...waiting, dueAt: at(400) });
    expect(postponed(fresh, until, { dueAt: undefined })).toEqual({ ...fresh, dueAt: at(400) });
  });

  it('a postponed attempt is not postponed once more, nor when it was made meanwhile', () => {
    const waiting = afterFailures(2);
    expect(postponed(waiting, until, { dueAt: at(1) })).toBe(waiting);
    const delivered = nextAttempt(fresh, 200);
    expect(postponed(delivered, until, { dueAt: undefined })).toBe(delivered);
  });
});
