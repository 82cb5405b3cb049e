import { randomUUID } from 'node:crypto';
import { type Container, type Invocation, startContainer } from './function-container.ts';
import type { LocalFunction } from './functions.ts';
import type { Log } from './log.ts';

/** All containers of all functions. */
export interface FunctionPool {
  /** Runs a function once, in a container of its own; waits while all that it may have are busy. */
  invoke(target: LocalFunction, event: string): Promise<Invocation>;
  /** Starts a container for every function that has none. */
  warm(): Promise<void>;
  /** How many invocations run or wait just now. */
  running(): number;
  /** How many containers there are. */
  size(): number;
  stop(): Promise<void>;
}

export interface PoolSettings {
  environment(target: LocalFunction): Readonly<Record<string, string>>;
  /** Whether the function's output arrives anywhere. */
  mayLog(target: LocalFunction): boolean;
  readonly log: Log;
  /** How many containers of all functions are kept while they have nothing to do; each takes some 20 MB. */
  readonly mostKept?: number;
  /** How long a container has nothing to do before it may end, in milliseconds. */
  readonly idleMs?: number;
}

/** How many containers one function may have. */
const mostContainers = 8;
const sweepEveryMs = 2_000;

export function functionPool(
  functions: readonly LocalFunction[],
  settings: PoolSettings,
): FunctionPool {
  const fleets = new Map(functions.map((target) => [target, fleetOf(target, settings)]));
  const fleet = (target: LocalFunction) => {
    const found = fleets.get(target);
    if (!found) throw new Error(`${target.logicalId} is not in the pool.`);
    return found;
  };
  const sweep = setInterval(() => endIdle([...fleets.values()], settings), sweepEveryMs).unref();
  return {
    invoke: (target, event) => fleet(target).invoke(event),
    async warm() {
      // One after the other, so that the peak of memory is not the start itself.
      for (const one of fleets.values()) await one.warm();
    },
    running: () => [...fleets.values()].reduce((sum, one) => sum + one.running(), 0),
    size: () => [...fleets.values()].reduce((sum, one) => sum + one.size(), 0),
    async stop() {
      clearInterval(sweep);
      await Promise.all([...fleets.values()].map((one) => one.stop()));
    },
  };
}

/**
 * Ends what has had nothing to do for long enough, the longest idle first: all but one container of
 * each function, and of these as many as are more than the machine should keep.
 */
function endIdle(
  fleets: readonly Fleet[],
  { mostKept = 64, idleMs = 10_000 }: Pick<PoolSettings, 'mostKept' | 'idleMs'>,
): void {
  const before = Date.now() - idleMs;
  const idle = (fleet: Fleet) => (fleet.idleSince() ?? Number.POSITIVE_INFINITY) < before;
  for (const fleet of fleets) while (fleet.size() > 1 && idle(fleet)) fleet.endLongestIdle();

  const tooMany = fleets.reduce((sum, fleet) => sum + fleet.size(), 0) - mostKept;
  if (tooMany <= 0) return;
  const longestIdle = fleets
    .filter(idle)
    .sort((one, other) => (one.idleSince() ?? 0) - (other.idleSince() ?? 0));
  for (const fleet of longestIdle.slice(0, tooMany)) fleet.endLongestIdle();
}

type Fleet = ReturnType<typeof fleetOf>;

/** The containers of one function, and who waits for one. */
function fleetOf(target: LocalFunction, { environment, mayLog, log }: PoolSettings) {
  const most = Math.min(target.reservedConcurrency ?? mostContainers, mostContainers);
  const waiting: { event: string; resolve: (ending: Invocation) => void }[] = [];
  const idle: { container: Container; since: number }[] = [];
  const all = new Set<Container>();
  let starting = 0;
  let busy = 0;
  let stopped = false;

  const source = target.displayName;
  async function start() {
    starting += 1;
    const print = lineByLine((message) => {
      if (mayLog(target)) log({ level: 'info', source, message });
    });
    const container = startContainer(target, environment(target), print);
    all.add(container);
    try {
      await container.ready;
      idle.push({ container, since: Date.now() });
    } catch (error) {
      all.delete(container);
      print(`${String(error)}\n`);
      // Whoever waits for it learns why, rather than waiting for one that loads.
      waiting.shift()?.resolve({ kind: 'failure', error: String(error) });
    } finally {
      starting -= 1;
    }
    pump();
  }

  function pump() {
    while (waiting.length > 0) {
      const free = idle.pop();
      if (!free) break;
      if (free.container.ended) all.delete(free.container);
      else void run(free.container);
    }
    while (!stopped && starting < waiting.length && all.size < most) void start();
  }

  async function run(container: Container) {
    const next = waiting.shift();
    if (!next) return;
    busy += 1;
    const ending = await container.invoke(randomUUID(), next.event);
    busy -= 1;
    if (container.ended) all.delete(container);
    else idle.push({ container, since: Date.now() });
    next.resolve(ending);
    pump();
  }

  return {
    running: () => busy + waiting.length,
    size: () => all.size,
    /** Since when its longest idle container has had nothing to do; undefined where none is idle. */
    idleSince: () => idle[0]?.since,
    endLongestIdle() {
      const { container } = idle.shift() ?? {};
      if (!container) return;
      all.delete(container);
      void container.stop();
    },
    invoke(event: string): Promise<Invocation> {
      if (most === 0 || stopped) return Promise.resolve({ kind: 'failure', error: throttled });
      return new Promise((resolve) => {
        waiting.push({ event, resolve });
        pump();
      });
    },
    async warm() {
      if (all.size === 0) await start();
    },
    async stop() {
      stopped = true;
      for (const { resolve } of waiting.splice(0)) resolve({ kind: 'failure', error: throttled });
      await Promise.all([...all].map((container) => container.stop()));
    },
  };
}

const throttled = JSON.stringify({
  errorType: 'TooManyRequestsException',
  errorMessage: 'Rate Exceeded.',
});

/** Hands text on in whole lines; what has no end yet waits for it. */
function lineByLine(print: (line: string) => void) {
  let rest = '';
  return (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') print(line);
  };
}
