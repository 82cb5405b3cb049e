import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { awsClock } from '#platform/clock.ts';

const noon = Date.parse('2030-01-31T12:00:00.000Z');
const hour = 3_600_000;

/** This machine's time, which a test moves. */
let machineMs = noon;
beforeEach(() => {
  machineMs = noon;
});
const aClock = () => awsClock(() => machineMs);

/** The clock after an exchange that took some ms; the answer was written in its midst. */
function exchange(clock: ReturnType<typeof awsClock>, aheadMs: number, tookMs: number) {
  const moment = clock.moment();
  machineMs += tookMs / 2;
  const date = new Date(machineMs + aheadMs).toUTCString();
  machineMs += tookMs / 2;
  return moment.learn({ date });
}
const wrongMs = (clock: ReturnType<typeof awsClock>, aheadMs: number) =>
  Math.abs(clock.now().getTime() - (machineMs + aheadMs));

it('a clock that no answer has set is that of the machine', () => {
  expect(aClock().now().getTime()).toBe(noon);
});

it.each([0, 1, 400, 999, -1, -400, -999])(
  "a machine's clock that is %i ms from the right time stays as it is, however long answers take",
  (aheadMs) => {
    for (const tookMs of [0, 3, 250, 2_000, 28_000, hour]) {
      const clock = aClock();
      exchange(clock, aheadMs, tookMs);
      expect(clock.now().getTime()).toBe(machineMs);
    }
  },
);

it.each([3_000, 59_000, 290_000, 600_000, 24 * hour, -3_000, -59_000, -600_000, -24 * hour])(
  'a clock that is %i ms behind is right after one answer, to the second that a header states',
  (aheadMs) => {
    for (const tookMs of [0, 3, 250]) {
      const clock = aClock();
      exchange(clock, aheadMs, tookMs);
      expect(wrongMs(clock, aheadMs)).toBeLessThanOrEqual(1_000 + tookMs);
    }
  },
);

it('two functions whose machines are twenty minutes apart agree on the age of a request', () => {
  const [behind, ahead] = [aClock(), aClock()];
  exchange(behind, 600_000, 5);
  exchange(ahead, -600_000, 5);
  const askedAt = behind.now().getTime() - 600_000;
  const now = ahead.now().getTime() + 600_000;
  expect(Math.abs(now - askedAt)).toBeLessThan(2_000);
});

it('a slow answer moves no clock that a quick one has set', () => {
  const clock = aClock();
  exchange(clock, 600_000, 3);
  const set = clock.now().getTime() - machineMs;
  exchange(clock, 600_000, 30_000);
  expect(clock.now().getTime() - machineMs).toBe(set);
});

it('a clock that is put right on the machine itself is right again after one answer', () => {
  const clock = aClock();
  exchange(clock, 600_000, 3);
  machineMs += 600_000;
  exchange(clock, 0, 3);
  expect(wrongMs(clock, 0)).toBeLessThan(1_100);
});

it('an answer of a cache, or one without a time that can be read, moves no clock', () => {
  const clock = aClock();
  const date = new Date(noon + hour).toUTCString();
  for (const headers of [{}, { date: '' }, { date: 'yesterday' }, { date, age: '60' }]) {
    expect(clock.moment().learn(headers)).toBe(false);
  }
  expect(clock.now().getTime()).toBe(noon);
});

it('a signature is tried anew where its time was four minutes off, and not with the right time', () => {
  const clock = aClock();
  expect(exchange(clock, 239_000, 2)).toBe(false);
  expect(exchange(clock, 239_000, 2)).toBe(false);
  expect(exchange(clock, hour, 2)).toBe(true);
  expect(exchange(clock, hour, 2)).toBe(false);
});

/** Files that take a date from the machine, with the reason. An age in ms needs no right time. */
const allowed: Readonly<Record<string, string>> = {
  'shared/platform/traces/spans.ts': 'a line of the log, which has the time of its machine too',
  'shared/switch/checkout/browser/ports.ts': "the payer's own time",
  'shared/vault/pages/browser/form-fields.ts': "the payer's own time",
};

it('the code of functions takes the date from the clock on which all agree', () => {
  const root = join(import.meta.dirname, '../../..');
  const using = ['shared', 'functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((file) =>
        /new Date\((?:Date\.now\(\))?\)/.test(readFileSync(join(root, file), 'utf8')),
      ),
  );
  expect(using.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
