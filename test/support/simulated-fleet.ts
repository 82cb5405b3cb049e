import { seededRandom } from './seeded-random.ts';

/**
 * Lambda as a discrete simulation: containers that serve one request at a time, an account's limit of
 * how many run at once, and processors that answer, hang or fail. It shares no code with the product;
 * the guard that stands before the requests is handed in.
 */

/** Stands before the requests of one container to processors. */
export interface Guard {
  /** Undefined when the request may not be sent. */
  enter(processor: string, account: string): Promise<Entered | undefined>;
}

interface Entered {
  readonly limitMs: number;
  /** Begins to wait; the returned function ends it. */
  waits(): () => Promise<void>;
  ended(how: 'answered' | 'failed', ms: number): Promise<void>;
}

/** The virtual time, and the work that is due at a time. */
export interface VirtualTime {
  now: number;
  /** The returned function cancels it. */
  after(ms: number, work: () => unknown): () => void;
}

/** How a processor answers at a time: after so many ms, or with a failure after so many. */
export type Behaviour = (
  account: string,
  now: number,
) => { readonly ms: number; readonly fails?: true };

export interface Traffic {
  /** Names it in the result. */
  readonly name: string;
  readonly processor: string;
  /** Requests a second, spread over these accounts. */
  readonly perSecond: number;
  readonly accounts: readonly string[];
  readonly behaviour: Behaviour;
}

export interface FleetSettings {
  /** The account's limit of functions that run at once. */
  readonly quota: number;
  readonly seconds: number;
  readonly traffic: readonly Traffic[];
  /** When a release replaces all containers, in seconds. */
  readonly releaseAt?: number;
  readonly guardOf: (time: VirtualTime) => Guard;
}

/** How many requests came, how many found no free function, were not sent, and were answered. */
interface Counts {
  came: number;
  refused: number;
  notSent: number;
  answered: number;
}

export interface FleetResult {
  /** By minute of the arrival and name of the traffic. */
  readonly minutes: readonly Readonly<Record<string, Counts>>[];
  /** The most functions that waited for each processor at one time. */
  readonly mostWaiting: Readonly<Record<string, number>>;
  /** How many functions there were at the end. */
  readonly containers: number;
}

/** The time of a request in a function beside the processor's, in ms. */
const ownMs = 120;

export async function simulateFleet(settings: FleetSettings, seed = 1): Promise<FleetResult> {
  const random = seededRandom(seed);
  const timers = aQueue();
  const time: VirtualTime = {
    now: 0,
    after(ms, work) {
      const timer = { at: time.now + ms, work, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  };
  const idle: { readonly guard: Guard; readonly madeAt: number }[] = [];
  let busy = 0;
  let containers = 0;
  const waiting: Record<string, number> = {};
  const mostWaiting: Record<string, number> = {};
  const minutes: Record<string, Counts>[] = [];
  const releaseMs = (settings.releaseAt ?? Number.POSITIVE_INFINITY) * 1_000;

  const countsOf = (name: string) => {
    const minute = Math.floor(time.now / 60_000);
    const row = minutes[minute] ?? {};
    minutes[minute] = row;
    const counts = row[name] ?? { came: 0, refused: 0, notSent: 0, answered: 0 };
    row[name] = counts;
    return counts;
  };

  async function serve({ name, processor, behaviour, accounts }: Traffic): Promise<void> {
    const counts = countsOf(name);
    counts.came += 1;
    if (busy >= settings.quota) {
      counts.refused += 1;
      return;
    }
    busy += 1;
    // Lambda chooses the container that was used last; after a release the old ones serve no more.
    const warm = idle.pop();
    const isOld = warm && warm.madeAt < releaseMs && time.now >= releaseMs;
    if (!warm || isOld) containers += 1;
    const one = !warm || isOld ? { guard: settings.guardOf(time), madeAt: time.now } : warm;
    const account = accounts[Math.floor(random() * accounts.length)] ?? '';
    const free = () => {
      busy -= 1;
      idle.push(one);
    };
    const entered = await one.guard.enter(processor, account);
    if (!entered) {
      counts.notSent += 1;
      time.after(ownMs, free);
      return;
    }
    const { ms, fails } = behaviour(account, time.now);
    const isLate = ms >= entered.limitMs;
    const waitsMs = Math.min(ms, entered.limitMs);
    waiting[processor] = (waiting[processor] ?? 0) + 1;
    mostWaiting[processor] = Math.max(mostWaiting[processor] ?? 0, waiting[processor]);
    const end = entered.waits();
    time.after(waitsMs, async () => {
      waiting[processor] = (waiting[processor] ?? 1) - 1;
      if (!isLate && !fails) counts.answered += 1;
      await end();
      await entered.ended(isLate || fails ? 'failed' : 'answered', waitsMs);
      time.after(ownMs, free);
    });
  }

  for (const traffic of settings.traffic) {
    const next = async () => {
      // The time to the next request of independent shoppers.
      time.after((-Math.log(1 - random()) / traffic.perSecond) * 1_000, next);
      await serve(traffic);
    };
    time.after(0, next);
  }

  for (let timer = timers.pop(); timer && timer.at < settings.seconds * 1_000; ) {
    time.now = timer.at;
    if (!timer.cancelled) await timer.work();
    timer = timers.pop();
  }
  return { minutes, mostWaiting, containers };
}

/** The share of the traffic's requests that ended so, from 0 to 1, in minutes from `from` on. */
export function shareOf(
  { minutes }: FleetResult,
  name: string,
  end: 'refused' | 'notSent' | 'answered',
  { from = 0, until = minutes.length }: { readonly from?: number; readonly until?: number } = {},
): number {
  const rows = minutes.slice(from, until).flatMap((row) => row[name] ?? []);
  const sum = (of: (counts: Counts) => number) => rows.reduce((all, row) => all + of(row), 0);
  return (
    sum((counts) => counts[end]) /
    Math.max(
      1,
      sum(({ came }) => came),
    )
  );
}

interface Timer {
  readonly at: number;
  readonly work: () => unknown;
  cancelled: boolean;
}

/** Timers in the order of their times: a binary heap. */
function aQueue() {
  const heap: Timer[] = [];
  const at = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number) => {
    const [first, second] = [heap[one], heap[other]];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  return {
    push(timer: Timer): void {
      heap.push(timer);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (at(parent) <= at(index)) return;
        swap(parent, index);
        index = parent;
      }
    },
    pop(): Timer | undefined {
      swap(0, heap.length - 1);
      const first = heap.pop();
      for (let index = 0; ; ) {
        const [left, right] = [2 * index + 1, 2 * index + 2];
        const least = at(right) < at(left) ? right : left;
        if (at(least) >= at(index)) return first;
        swap(least, index);
        index = least;
      }
    },
  };
}
