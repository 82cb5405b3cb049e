import { circuitBreaker } from '#connectors/circuit-breaker.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { seededRandom } from '../runner/seeded-random.ts';
import type { VirtualTime } from '../runner/virtual-time.ts';
import { type MemoryPort, memoryPort } from '../table/memory-table.ts';
import type { Guard } from './simulated-fleet.ts';

/** The product's breaker as the guard of each container, over a table that all of them share. */
export function sharedGuards(quota: number, port: MemoryPort = memoryPort()) {
  const table = tableOver(port);
  const random = seededRandom(2);
  return (time: VirtualTime): Guard => {
    const breaker = circuitBreaker({
      table,
      log: logTo(() => {}),
      clock: () => 1_000_000 + Math.floor(time.now()),
      mostWaiting: Math.floor(quota / 2),
      random,
      after: (ms, callBack) => time.after(ms, callBack),
    });
    return {
      async enter(processor, accountId) {
        const permission = await breaker.enter({ processor, accountId });
        if (typeof permission === 'string') return undefined;
        const { promise, resolve } = Promise.withResolvers<void>();
        let ending: Promise<void> = Promise.resolve();
        return {
          limitMs: Math.min(20_000, permission.limitMs),
          waits() {
            ending = permission.whileWaiting(() => promise);
            return () => {
              resolve();
              return ending;
            };
          },
          async ended(how, ms) {
            await permission.ended(how, ms);
          },
        };
      },
    };
  };
}

/**
 * A guard that each container has for itself: it stops after five failures in a row, for ten seconds.
 * The shared one is compared with it.
 */
export function ownGuards() {
  return (time: VirtualTime): Guard => {
    let failures = 0;
    let refusesUntil = 0;
    return {
      async enter() {
        if (failures >= 5 && time.now() < refusesUntil) return undefined;
        refusesUntil = time.now() + 30_000;
        return {
          limitMs: 20_000,
          waits: () => async () => {},
          async ended(how) {
            failures = how === 'failed' ? failures + 1 : 0;
            refusesUntil = time.now() + 10_000;
          },
        };
      },
    };
  };
}
