import * as v from 'valibot';
import { ownMember } from '#platform/own-member.ts';

/**
 * A processor's state as all containers share it, and the rules by which requests change it. Pure:
 * `circuit-breaker.ts` reads and writes it. All times are in ms since the epoch.
 *
 * Two circuits stand before a request: the processor's, for an outage that all merchants have, and
 * the account's, for one that a single merchant has. A circuit opens after five failures in a row,
 * unless an answer was noted in the last five seconds: where many requests are under way, five of a
 * hundred may fail one after another.
 */
export const ProcessorHealth = v.looseObject({
  /** Rises with every change that depends on the state before. */
  version: v.optional(v.number(), 0),
  /** Failures in a row, where each is of another account than the one before. */
  failures: v.optional(v.number(), 0),
  /** The account of the last failure. */
  failedBy: v.optional(v.string()),
  /** When an answer was last noted, and for which account. */
  answeredAt: v.optional(v.number(), 0),
  answeredBy: v.optional(v.string()),
  /** No request is sent until then; only of an open circuit. */
  refusesUntil: v.optional(v.number()),
  /** Accounts that failed lately, latest last. */
  accounts: v.optional(
    v.array(
      v.object({
        id: v.string(),
        failures: v.number(),
        answeredAt: v.number(),
        refusesUntil: v.optional(v.number()),
      }),
    ),
    [],
  ),
  /** Until then a request has the longest time limit: the processor was slow, and it answered. */
  patientUntil: v.optional(v.number(), 0),
  /** How many changes were answered, by their time: see `answerTimesMs`. Older ones count less. */
  times: v.optional(v.array(v.number()), []),
  /** Since when requests have been counted as waiting, and when their number last changed. */
  waitingSince: v.optional(v.number(), 0),
  waitingAt: v.optional(v.number(), 0),
});
export type ProcessorHealth = v.InferOutput<typeof ProcessorHealth>;
type AccountHealth = ProcessorHealth['accounts'][number];

/** Consecutive failures that open a circuit: fewer may be single requests that always fail. */
const failuresToOpen = 5;

/** From so many failures on, the next answer is noted, so that it breaks their row. */
const failuresToNote = 3;

/** A circuit does not open while answers are noted that are younger than this, in ms. */
const answerCountsMs = 5_000;

/**
 * How long no request is sent, in ms. Long enough to relieve a processor, and short against an
 * outage: after it the processor would take payments that are still refused here.
 */
const openMs = 10_000;

/** Accounts that are remembered: more fail at once only where the processor does. */
const maxAccounts = 8;

/** How long the longest time limit is used after a slow answer, in ms. */
const patientMs = 600_000;

/**
 * The upper ends, in ms, of the classes in which answer times are counted; the last is the longest
 * time limit.
 */
export const answerTimesMs = [
  250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000, 20_000,
] as const;

/** The longest time of an exchange, in ms, and the shortest that a quick processor gets. */
const longestMs = answerTimesMs[answerTimesMs.length - 1] ?? 20_000;
const shortestMs = 6_000;

/** So many answers state a 99th percentile; above the second number all are halved. */
const timesToJudge = 200;
const timesToHalve = 5_000;

/** The longest time after which a request counts as waiting, and the shortest, in ms. */
const longestUnnoticedMs = 2_000;
const shortestUnnoticedMs = 1_000;

/** No request waits longer than this for its outcome, in ms. */
const longestWaitMs = 25_000;

/**
 * The attributes that count waiting requests, each those of a group of accounts: so the state says
 * whose they are, however many merchants there are.
 */
export const waitingNames: readonly string[] = Array.from(
  { length: 16 },
  (_, group) => `waiting${group}`,
);

/** Why a request may not be sent. */
export type Hindrance = 'circuit open' | 'too many wait';

/** Whether a request may be sent: as usual, as the one that probes an open circuit, or not. */
export type Verdict = 'send' | 'probe' | Hindrance;

export function verdictOn(
  health: ProcessorHealth,
  accountId: string,
  mostWaiting: number,
  now: number,
): Verdict {
  const open = opensOf(health, accountId);
  if (open.some((until) => now < until)) return 'circuit open';
  if (open.length > 0) return 'probe';
  return isCrowded(health, accountId, mostWaiting, now) ? 'too many wait' : 'send';
}

/** The state in which one request probes the open circuits and the others wait for its end. */
export const probing = (health: ProcessorHealth, accountId: string, until: number) =>
  changeOpen(health, accountId, until);

/** The state after a probe that says nothing: the next request probes. */
export const afterNothing = (health: ProcessorHealth, accountId: string, now: number) =>
  changeOpen(health, accountId, now);

function changeOpen(health: ProcessorHealth, accountId: string, until: number): ProcessorHealth {
  return {
    ...health,
    ...(health.refusesUntil !== undefined && { refusesUntil: until }),
    accounts: health.accounts.map((one) =>
      one.id === accountId && one.refusesUntil !== undefined
        ? { ...one, refusesUntil: until }
        : one,
    ),
  };
}

/**
 * The state after a request that the processor did not answer. A circuit that was opened a moment
 * ago learns nothing from requests that were sent before.
 */
export function afterFailure(
  health: ProcessorHealth,
  accountId: string,
  now: number,
): ProcessorHealth {
  const until = Math.max(...opensOf(health, accountId));
  if (until > now + openMs / 2 && until <= now + openMs) return health;
  const others = health.accounts.filter(({ id }) => id !== accountId);
  const before = accountOf(health, accountId) ?? {
    id: accountId,
    failures: 0,
    answeredAt: health.answeredBy === accountId ? health.answeredAt : 0,
  };
  const account = { ...before, failures: before.failures + 1 };
  const failures = health.failures + (health.failedBy === accountId ? 0 : 1);
  return {
    ...health,
    failures,
    failedBy: accountId,
    ...openedBy({ ...health, failures }, now),
    accounts: [...others, { ...account, ...openedBy(account, now) }].slice(-maxAccounts),
  };
}

const openedBy = (
  { failures, answeredAt }: Pick<AccountHealth, 'failures' | 'answeredAt'>,
  now: number,
): { readonly refusesUntil?: number } =>
  failures >= failuresToOpen && now - answeredAt >= answerCountsMs
    ? { refusesUntil: now + openMs }
    : {};

/** The state after an answer: both circuits are closed. */
export function afterAnswer(
  health: ProcessorHealth,
  accountId: string,
  {
    ms = 0,
    times,
    now,
  }: { readonly ms?: number | undefined; readonly times: Times; readonly now: number },
): ProcessorHealth {
  const { refusesUntil, failedBy: _, ...rest } = health;
  const known = accountOf(health, accountId);
  const isSlow = ms > timeLimitMs(health, now);
  return {
    ...rest,
    failures: 0,
    answeredAt: now,
    answeredBy: accountId,
    accounts: [
      ...health.accounts.filter(({ id }) => id !== accountId),
      ...(known ? [{ id: accountId, failures: 0, answeredAt: now }] : []),
    ],
    times: addTimes(health.times, times),
    ...(isSlow && { patientUntil: now + patientMs }),
  };
}

export const isOpen = (health: ProcessorHealth, accountId: string): boolean =>
  opensOf(health, accountId).length > 0;

/** Until when each open circuit that stands before an account's requests refuses them. */
const opensOf = (health: ProcessorHealth, accountId: string): readonly number[] =>
  [health.refusesUntil, accountOf(health, accountId)?.refusesUntil].filter(
    (until) => until !== undefined,
  );

/** Whether an answer would end a row of failures, or an open circuit. */
export const isInTrouble = (health: ProcessorHealth, accountId: string): boolean =>
  isOpen(health, accountId) ||
  health.failures >= failuresToNote ||
  (accountOf(health, accountId)?.failures ?? 0) >= failuresToNote;

const accountOf = ({ accounts }: ProcessorHealth, accountId: string): AccountHealth | undefined =>
  accounts.find(({ id }) => id === accountId);

/** Answers by their time, as many numbers as `answerTimesMs`. */
export type Times = readonly number[];

/** The class of an answer's time. */
export const classOfTime = (ms: number): number => {
  const found = answerTimesMs.findIndex((end) => ms <= end);
  return found < 0 ? answerTimesMs.length - 1 : found;
};

function addTimes(known: Times, more: Times): number[] {
  const sum = answerTimesMs.map((_, at) => (known[at] ?? 0) + (more[at] ?? 0));
  return total(sum) > timesToHalve ? sum.map((count) => Math.round(count / 2)) : sum;
}

const total = (times: Times) => times.reduce((sum, count) => sum + count, 0);

/** The 99th percentile of the answer times, in ms, to the end of its class. */
function slowestUsualMs({ times }: ProcessorHealth): number | undefined {
  const all = total(times);
  if (all < timesToJudge) return undefined;
  let seen = 0;
  return answerTimesMs.find((_, at) => {
    seen += times[at] ?? 0;
    return seen >= all * 0.99;
  });
}

/**
 * The time limit of a step of an exchange, in ms: three times the 99th percentile of the processor's answers,
 * between 6 and 20 s. 20 s while fewer than 200 answers are known, and for ten minutes after an
 * answer that was slower than the limit.
 */
export function timeLimitMs(health: ProcessorHealth, now: number): number {
  const usual = slowestUsualMs(health);
  if (usual === undefined || now < health.patientUntil) return longestMs;
  return Math.min(longestMs, Math.max(shortestMs, 3 * usual));
}

/** After this time without an answer a request counts as waiting, in ms. */
export const unnoticedMs = (health: ProcessorHealth): number =>
  Math.min(
    longestUnnoticedMs,
    Math.max(shortestUnnoticedMs, slowestUsualMs(health) ?? longestUnnoticedMs),
  );

/** The attribute that counts an account's waiting requests, with those of its group. */
export function waitingName(accountId: string): string {
  let hash = 0;
  for (const letter of accountId) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  return waitingNames[hash % waitingNames.length] ?? '';
}

/**
 * Whether nothing was counted for longer than any request waits: then none does. A function that
 * was stopped does not take its request back.
 */
export const isCountOver = (health: ProcessorHealth, now: number): boolean =>
  now - health.waitingAt > longestWaitMs;

/**
 * Whether so many functions wait for the processor that no further one may: a little less than
 * `mostWaiting`, because containers know the number with seconds of delay. Those that wait since
 * less than `unnoticedMs` are not counted: they are taken to come as fast as the counted ones came.
 * Accounts with more than their part of the waiting requests are refused before all others, so that
 * one merchant's trouble is not another's.
 */
function isCrowded(
  health: ProcessorHealth,
  accountId: string,
  mostWaiting: number,
  now: number,
): boolean {
  if (isCountOver(health, now)) return false;
  const counted = total(waitingNames.map((name) => countIn(health, name)));
  const unnoticed = unnoticedMs(health);
  const countedForMs = Math.min(
    timeLimitMs(health, now) - unnoticed,
    Math.max(shortestUnnoticedMs, now - health.waitingSince),
  );
  const waiting = counted * (1 + unnoticed / countedForMs);
  if (waiting >= mostWaiting * 0.85) return true;
  const own = countIn(health, waitingName(accountId));
  return waiting >= mostWaiting * 0.7 && own * waitingNames.length > counted;
}

const countIn = (health: ProcessorHealth, name: string): number => {
  const count = ownMember(health, name);
  return typeof count === 'number' ? Math.max(0, count) : 0;
};
