import * as v from 'valibot';
import type { Log } from '#platform/log.ts';
import type { Changes, Item, Key } from '#platform/table/port.ts';
import type { Table } from '#platform/table/table.ts';
import { circuitProbeMs } from '#platform/time-limits.ts';
import {
  afterAnswer,
  afterFailure,
  afterNothing,
  answerTimesMs,
  classOfTime,
  type Hindrance,
  isCountOver,
  isInTrouble,
  isOpen,
  ProcessorHealth,
  probing,
  timeLimitMs,
  unnoticedMs,
  verdictOn,
  waitingName,
  waitingNames,
} from './processor-health.ts';

/**
 * Stops asking a processor that does not answer, and limits how many functions wait for one: a
 * request need not wait for its time limit to get the same result, another connector can be tried
 * at once, and other processors' payments find functions that are free.
 *
 * All containers share the state of a processor, in one small item (`processor-health.ts`). A
 * container that has not read it for five seconds reads it before it changes something there; where
 * that moves money, beside the save that comes first. It is written while the processor fails or lets
 * requests wait, and with one answer in fifty.
 */
export interface CircuitBreaker {
  /** Begins to read the processor's state, beside other work. The next `enter` uses it. */
  look(caller: Caller): void;
  /**
   * Asks for one exchange; the answer is why it may not be sent, if it may not. Never throws.
   *
   * @param isQuestion whether it changes nothing: unless this container knows of trouble, it is sent
   * without a look at the state, since nothing is in doubt when it is not answered
   */
  enter(caller: Caller, isQuestion?: boolean): Promise<Permission | Hindrance>;
}

/** A processor, by its connector and the origin of its address, and the account that asks it. */
export interface Caller {
  readonly processor: string;
  readonly accountId: string;
}

/** The permission for an exchange. Each step of the exchange ends with `ended`. */
export interface Permission {
  /** The time limit of each step, in ms: the answers by which it goes are those of steps. */
  readonly limitMs: number;
  /** Counts a request that is not answered for a while as one that waits, until it ends. */
  whileWaiting<T>(request: () => Promise<T>): Promise<T>;
  /**
   * Notes how a request ended. Returns whether a circuit closed by it, or opened. A failed probe
   * opens it again, so that operators get a message for as long as the outage lasts.
   *
   * @param ms the time of its answer, where the time limit is to follow it
   */
  ended(end: RequestEnd, ms?: number): Promise<'opened' | 'closed' | undefined>;
}

/**
 * A request's evidence about its processor: it answers, it fails (no connection, no answer in time,
 * a server error), or no evidence, such as from a request that could not be sent at all.
 */
export type RequestEnd = 'answered' | 'failed' | 'says nothing';

export interface BreakerServices {
  readonly table: Pick<Table, 'batchGet' | 'updateWhere'>;
  readonly log: Log;
  /** The time in ms since the epoch. */
  readonly clock: () => number;
  /** How many functions may wait for one processor. */
  readonly mostWaiting: number;
  /** A number from 0 to 1, which decides which answers are written. */
  readonly random?: () => number;
  /** Calls back after so many ms, unless the returned function was called before. */
  readonly after?: (ms: number, callBack: () => void) => () => void;
}

/**
 * One answer in so many is written, with those that the container has counted since. Containers that
 * have few requests write as rarely as busy ones, and all together as often as the processor answers.
 */
const answersToNote = 50;

/** More answers are not counted in one container: by then one has been drawn as good as surely. */
const mostCounted = 1_000;

/**
 * How long a container uses a state that it has read, in ms: shorter than the shortest time limit,
 * so that it knows of an outage as soon as there is anything to know. Answers of the processor
 * lengthen that to the second number: while some requests are answered, many others may wait.
 */
const freshMs = 5_000;
const confirmedMs = 10_000;

/** A change of a state that others change too is tried so often. */
const tries = 6;

/** Processors that a container remembers. */
const maxRemembered = 500;

/** How long a state is kept after its last change, in seconds. */
const keptSeconds = 7 * 86_400;

export const healthKey = (processor: string): Key => ({
  pk: `PROCESSOR#${processor}`,
  sk: 'HEALTH',
});

const liveAfter = (ms: number, callBack: () => void) => {
  const timer = setTimeout(callBack, ms);
  return () => clearTimeout(timer);
};

/** The breaker of a container. */
export function circuitBreaker(services: BreakerServices): CircuitBreaker {
  const { clock, mostWaiting, random = Math.random, after = liveAfter } = services;
  const items = healthItems(services);
  const looks = new Map<string, Promise<ProcessorHealth>>();
  const tally = answerTally();

  return {
    look({ processor }) {
      if (!looks.has(processor) && !items.fresh(processor)) {
        looks.set(processor, items.read(processor));
      }
    },

    async enter({ processor, accountId }, isQuestion = false) {
      const looking = looks.get(processor);
      looks.delete(processor);
      const last = items.last(processor);
      const isEnough = isQuestion && !isInTrouble(last, accountId);
      const seen = await (items.fresh(processor) ??
        looking ??
        (isEnough ? last : items.read(processor)));
      const now = clock();
      const verdict = verdictOn(seen, accountId, mostWaiting, now);
      if (verdict === 'circuit open' || verdict === 'too many wait') return verdict;
      const isProbe = verdict === 'probe';
      if (
        isProbe &&
        !(await items.claim(processor, probing(seen, accountId, now + circuitProbeMs)))
      ) {
        return 'circuit open';
      }
      return {
        limitMs: isProbe ? Number.POSITIVE_INFINITY : timeLimitMs(seen, now),

        async whileWaiting(request) {
          let counting: Promise<unknown> | undefined;
          const name = waitingName(accountId);
          const cancel = after(unnoticedMs(seen), () => {
            counting = items.count(processor, name, 1, seen);
          });
          try {
            return await request();
          } finally {
            cancel();
            if (counting) await counting.then(() => items.count(processor, name, -1));
          }
        },

        async ended(end, ms) {
          if (end === 'failed') {
            const { before, after } = await items.change(processor, seen, (health) =>
              afterFailure(health, accountId, clock()),
            );
            const isNew = isProbe || !isOpen(before, accountId);
            return before !== after && isOpen(after, accountId) && isNew ? 'opened' : undefined;
          }
          if (end === 'says nothing') {
            if (isProbe) {
              await items.change(processor, seen, (health) =>
                afterNothing(health, accountId, clock()),
              );
            }
            return undefined;
          }
          const wasInTrouble = isInTrouble(seen, accountId);
          const isDue = wasInTrouble || random() < 1 / answersToNote;
          const times = tally.add(processor, ms, isDue);
          if (!times) {
            items.confirm(processor);
            return undefined;
          }
          const { before } = await items.change(processor, seen, (health) =>
            // Of many answers that end a row of failures, one is enough.
            wasInTrouble && !isInTrouble(health, accountId)
              ? health
              : afterAnswer(health, accountId, { ms, times, now: clock() }),
          );
          return isOpen(before, accountId) ? 'closed' : undefined;
        },
      };
    },
  };
}

interface Remembered {
  readonly health: ProcessorHealth;
  readonly readAt: number;
  readonly freshUntil: number;
}

/** The states in the table. A call that fails is logged, and costs no request. */
function healthItems({ table, log, clock }: BreakerServices) {
  const failed = (processor: string) => (error: unknown) => {
    log.error('state of a processor not kept', error, { processor });
    return undefined;
  };
  /** The states as this container has seen them last. */
  const memory = new Map<string, Remembered>();
  const remember = (processor: string, health: ProcessorHealth): ProcessorHealth => {
    // A container asks few processors; merchants may name many addresses.
    if (memory.size >= maxRemembered) memory.clear();
    memory.set(processor, { health, readAt: clock(), freshUntil: clock() + freshMs });
    return health;
  };
  const write = (processor: string, before: ProcessorHealth, after: ProcessorHealth) =>
    table.updateWhere(healthKey(processor), changesOf(after), {
      atMost: { version: before.version },
      ...(before.version > 0 && { atLeast: { version: before.version } }),
    });
  const kept = () => ({ expiresAtSeconds: Math.ceil(clock() / 1_000) + keptSeconds });

  const changesOf = ({ version, ...state }: ProcessorHealth): Changes => ({
    set: {
      ...Object.fromEntries(
        dependent.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])),
      ),
      version: version + 1,
      ...kept(),
    },
    remove: dependent.filter((name) => state[name] === undefined),
  });

  return {
    /** Uses a state that was read for longer, since the processor has just answered. */
    confirm(processor: string): void {
      const known = memory.get(processor);
      if (!known) return;
      const freshUntil = Math.min(clock() + freshMs, known.readAt + confirmedMs);
      memory.set(processor, { ...known, freshUntil });
    },

    /** The state where this container has read it a moment ago. */
    fresh(processor: string): ProcessorHealth | undefined {
      const known = memory.get(processor);
      return known && clock() < known.freshUntil ? known.health : undefined;
    },

    /** The state as this container has read it last; that of a healthy processor otherwise. */
    last: (processor: string): ProcessorHealth => memory.get(processor)?.health ?? healthy,

    /** The state; that of a healthy processor where it cannot be read. */
    read: async (processor: string): Promise<ProcessorHealth> => {
      const found = await table
        // A missing item, which is the rule, is not read once more.
        .batchGet([healthKey(processor)], { eventual: true })
        .then(([item]) => remember(processor, parsed(item)))
        .catch(failed(processor));
      return found ?? healthy;
    },

    /** Whether this caller changed the state that was read. */
    async claim(processor: string, after: ProcessorHealth): Promise<boolean> {
      const changed = await write(processor, after, after).catch(failed(processor));
      return changed?.written === true;
    },

    /** Changes the state, however others have changed it since it was seen. */
    async change(
      processor: string,
      seen: ProcessorHealth,
      change: (health: ProcessorHealth) => ProcessorHealth,
    ): Promise<{ readonly before: ProcessorHealth; readonly after: ProcessorHealth }> {
      let before = seen;
      for (let attempt = 1; attempt <= tries; attempt += 1) {
        const after = change(before);
        if (after === before) break;
        const changed = await write(processor, before, after).catch(failed(processor));
        if (!changed) break;
        if (changed.written) {
          remember(processor, parsed(changed.item));
          return { before, after };
        }
        before = remember(processor, parsed(changed.existing));
      }
      return { before, after: before };
    },

    /** Counts a waiting request, or one that waits no more. */
    async count(
      processor: string,
      name: string,
      by: 1 | -1,
      seen?: ProcessorHealth,
    ): Promise<void> {
      const key = healthKey(processor);
      const now = clock();
      const set = { waitingAt: now, ...kept() };
      if (by === 1 && seen && isCountOver(seen, now)) {
        const anew: Changes = {
          set: { ...set, waitingSince: now, [name]: 1 },
          remove: waitingNames.filter((one) => one !== name),
        };
        const first = await table
          .updateWhere(key, anew, { atMost: { waitingAt: seen.waitingAt } })
          .catch(failed(processor));
        if (!first || first.written) return;
      }
      await table.updateWhere(key, { add: { [name]: by }, set }, {}).catch(failed(processor));
    },
  };
}

/** The attributes that change under the version. */
const dependent = [
  'failures',
  'failedBy',
  'answeredAt',
  'answeredBy',
  'refusesUntil',
  'accounts',
  'patientUntil',
  'times',
] as const satisfies readonly (keyof ProcessorHealth)[];

const healthy = v.parse(ProcessorHealth, {});

function parsed(item: Item | undefined): ProcessorHealth {
  const read = v.safeParse(ProcessorHealth, item ?? {});
  return read.success ? read.output : healthy;
}

/** Counts answers by their time, until they are worth a write. */
function answerTally() {
  const tallies = new Map<string, number[]>();
  return {
    /** The answers to be written; undefined as long as they can wait. */
    add(processor: string, ms: number | undefined, isDue: boolean): readonly number[] | undefined {
      const tally = tallies.get(processor) ?? answerTimesMs.map(() => 0);
      if (ms !== undefined) {
        const at = classOfTime(ms);
        tally[at] = (tally[at] ?? 0) + 1;
      }
      const count = tally.reduce((sum, one) => sum + one, 0);
      if (!isDue && count < mostCounted) {
        if (tallies.size >= maxRemembered) tallies.clear();
        tallies.set(processor, tally);
        return undefined;
      }
      tallies.delete(processor);
      return tally;
    },
  };
}
