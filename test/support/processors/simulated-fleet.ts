import { seededRandom } from '../runner/seeded-random.ts';
import { type VirtualTime, virtualTime } from '../runner/virtual-time.ts';

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
  /** All work of one time ends before the time passes. */
  const working: unknown[] = [];
  const time = virtualTime(new Date(0), async () => {
    while (working.length > 0) await Promise.all(working.splice(0));
  });
  const after = (ms: number, work: () => unknown) => time.after(ms, () => working.push(work()));
  const idle: { readonly guard: Guard; readonly madeAt: number }[] = [];
  let busy = 0;
  let containers = 0;
  const waiting: Record<string, number> = {};
  const mostWaiting: Record<string, number> = {};
  const minutes: Record<string, Counts>[] = [];
  const releaseMs = (settings.releaseAt ?? Number.POSITIVE_INFINITY) * 1_000;

  const countsOf = (name: string) => {
    const minute = Math.floor(time.now() / 60_000);
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
    const isOld = warm && warm.madeAt < releaseMs && time.now() >= releaseMs;
    if (!warm || isOld) containers += 1;
    const one = !warm || isOld ? { guard: settings.guardOf(time), madeAt: time.now() } : warm;
    const account = accounts[Math.floor(random() * accounts.length)] ?? '';
    const free = () => {
      busy -= 1;
      idle.push(one);
    };
    const entered = await one.guard.enter(processor, account);
    if (!entered) {
      counts.notSent += 1;
      after(ownMs, free);
      return;
    }
    const { ms, fails } = behaviour(account, time.now());
    const isLate = ms >= entered.limitMs;
    const waitsMs = Math.min(ms, entered.limitMs);
    waiting[processor] = (waiting[processor] ?? 0) + 1;
    mostWaiting[processor] = Math.max(mostWaiting[processor] ?? 0, waiting[processor]);
    const end = entered.waits();
    after(waitsMs, async () => {
      waiting[processor] = (waiting[processor] ?? 1) - 1;
      if (!isLate && !fails) counts.answered += 1;
      await end();
      await entered.ended(isLate || fails ? 'failed' : 'answered', waitsMs);
      after(ownMs, free);
    });
  }

  for (const traffic of settings.traffic) {
    const next = async () => {
      // The time to the next request of independent shoppers.
      after((-Math.log(1 - random()) / traffic.perSecond) * 1_000, next);
      await serve(traffic);
    };
    after(0, next);
  }

  await time.pass(settings.seconds * 1_000);
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
