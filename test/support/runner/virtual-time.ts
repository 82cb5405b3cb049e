/** A clock that stands still until nothing is left to do, and then jumps to the next event. */
export interface VirtualTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves when this many milliseconds have passed. */
  sleep(ms: number): Promise<void>;
  /** Acts at a time; the returned function cancels it. */
  at(time: number, act: () => void): () => void;
  /** Acts after so many ms. */
  after(ms: number, act: () => void): () => void;
  /** Passes time until this promise has settled, and returns its value. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets time pass until nothing is left to do or the time is up; then it is that time. */
  pass(until: number): Promise<void>;
  /** When the next thing will happen; undefined when nothing will. */
  next(): number | undefined;
}

interface Timer {
  readonly time: number;
  /** Those of one time act in the order in which they were set. */
  readonly order: number;
  act: (() => void) | undefined;
}

/**
 * `quiet` resolves when all work is done that needs no time to pass; for code in memory, when all
 * microtasks have run.
 */
export function virtualTime(start: Date, quiet: () => Promise<void> = nextTurn): VirtualTime {
  let now = start.getTime();
  let order = 0;
  const heap: Timer[] = [];

  function at(time: number, act: () => void) {
    const timer: Timer = { time: Math.max(time, now), order: ++order, act };
    push(heap, timer);
    return () => {
      timer.act = undefined;
    };
  }

  /** Goes on to the next time with an action and performs it; false when that time is too late. */
  async function step(until: number): Promise<boolean> {
    let first = peek();
    if (!first || first.time > until) return false;
    now = first.time;
    while (first && first.time === now) {
      pop(heap);
      first.act?.();
      first = peek();
    }
    await quiet();
    return true;
  }

  function peek(): Timer | undefined {
    while (heap[0] && !heap[0].act) pop(heap);
    return heap[0];
  }

  return {
    now: () => now,
    at,
    after: (ms, act) => at(now + ms, act),
    sleep: (ms) => new Promise((resolve) => at(now + ms, resolve)),
    next: () => peek()?.time,

    async during(work) {
      let settled = false;
      const done = () => {
        settled = true;
      };
      work.then(done, done);
      await quiet();
      while (!settled) {
        if (!(await step(Number.POSITIVE_INFINITY))) throw new Error('It waits for nothing.');
      }
      return work;
    },

    async pass(until) {
      await quiet();
      while (await step(until));
      now = Math.max(now, until);
    },
  };
}

/** Resolves after every microtask that is there, and those that they make. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const isBefore = (one: Timer, other: Timer) =>
  one.time < other.time || (one.time === other.time && one.order < other.order);

function push(heap: Timer[], timer: Timer) {
  let place = heap.length;
  heap.push(timer);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (!parent || !isBefore(timer, parent)) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = timer;
}

function pop(heap: Timer[]) {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  let place = 0;
  for (;;) {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
    if (!left) break;
    const child = right && isBefore(right, left) ? right : left;
    if (!isBefore(child, last)) break;
    heap[place] = child;
    place = child === left ? 2 * place + 1 : 2 * place + 2;
  }
  heap[place] = last;
}

/**
 * Makes `new Date()`, `Date.now()` and `setTimeout` follow the virtual time for all code of this
 * context, until the returned function is called.
 */
export function installClock({ now, at }: VirtualTime): () => void {
  const real = { Date: globalThis.Date, setTimeout, clearTimeout };
  class VirtualDate extends real.Date {
    constructor(...given: readonly unknown[]) {
      // The constructor takes a time, a text, or the parts of a date.
      super(...((given.length === 0 ? [now()] : given) as [number]));
    }
    static override now = now;
  }
  const cancels = new Map<unknown, () => void>();
  const virtual = {
    Date: VirtualDate,
    setTimeout(act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) {
      // A timer of this world keeps no process alive.
      const timer = { unref: () => timer };
      const cancel = at(now() + ms, () => {
        cancels.delete(timer);
        act(...given);
      });
      cancels.set(timer, cancel);
      return timer;
    },
    clearTimeout(timer: unknown) {
      cancels.get(timer)?.();
      cancels.delete(timer);
    },
  };
  install(virtual);
  return () => install(real);
}

function install(globals: object) {
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}
