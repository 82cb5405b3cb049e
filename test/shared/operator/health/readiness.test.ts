import { setTimeout as sleep } from 'node:timers/promises';
import { checkParts, onceASecond } from '#operator/health/readiness.ts';
import { logTo } from '#platform/log.ts';
import { holdTimers } from '../../../support/runner/held-timers.ts';

const lines: string[] = [];
const log = logTo((line) => lines.push(line));
const good = async () => {};
const all = { database: good, queue: good, vault: good };
beforeEach(() => {
  lines.length = 0;
});

it('a switch whose parts all answer is ready, and logs nothing', async () => {
  expect(await checkParts(all, log)).toEqual({ database: true, queue: true, vault: true });
  expect(lines).toEqual([]);
});

it.each(['database', 'queue', 'vault'])(
  'a switch whose %s fails is reported as not ready, with the others as they are',
  async (part) => {
    const failing = async () => {
      throw new Error('AccessDenied');
    };
    const found = await checkParts({ ...all, [part]: failing }, log);
    expect(found).toEqual({ database: true, queue: true, vault: true, [part]: false });
    expect(lines.join()).toContain(`"part":"${part}"`);
    expect(lines.join()).toContain('AccessDenied');
  },
);

it('a part that fails before it waits is reported too', async () => {
  const failing = () => {
    throw new Error('VAULT_KEYS_TABLE is missing');
  };
  expect(await checkParts({ ...all, vault: failing }, log)).toMatchObject({ vault: false });
});

it('a part that does not answer within two seconds is reported as not ready', async () => {
  const release = holdTimers((ms) => (ms === 2_000 ? sleep(0) : undefined));
  try {
    const found = await checkParts({ ...all, queue: () => new Promise(() => {}) }, log);
    expect(found).toEqual({ database: true, queue: false, vault: true });
    expect(lines.join()).toContain('No answer within 2000 ms');
  } finally {
    release();
  }
});

describe('checks of one container', () => {
  /** Work that ends when the test says so. */
  function counted() {
    const runs: PromiseWithResolvers<number>[] = [];
    const clock = { ms: 0 };
    const ask = onceASecond(
      () => {
        const run = Promise.withResolvers<number>();
        runs.push(run);
        return run.promise;
      },
      () => clock.ms,
    );
    return { ask, runs, clock };
  }

  it('a hundred callers at once share one check', async () => {
    const { ask, runs } = counted();
    const asked = Array.from({ length: 100 }, ask);
    runs[0]?.resolve(1);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
    expect(runs).toHaveLength(1);
  });

  it('a caller within a second gets the answer of the last check, and a later one a new check', async () => {
    const { ask, runs, clock } = counted();
    void ask();
    runs[0]?.resolve(1);
    clock.ms = 999;
    expect(await ask()).toBe(1);
    clock.ms = 1_000;
    const later = ask();
    runs[1]?.resolve(2);
    expect(await later).toBe(2);
    expect(runs).toHaveLength(2);
  });

  it('a check that takes longer than a second is shared until it ends', async () => {
    const { ask, runs, clock } = counted();
    const first = ask();
    clock.ms = 5_000;
    const second = ask();
    expect(runs).toHaveLength(1);
    runs[0]?.resolve(1);
    expect([await first, await second]).toEqual([1, 1]);
    await sleep(0);
    void ask();
    expect(runs).toHaveLength(2);
  });
});
