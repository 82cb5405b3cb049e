import { createHash } from 'node:crypto';
import type { Contracts, DynamicRouting } from '#merchants/routing-settings/dynamic-settings.ts';
import { ownMember } from '#platform/own-member.ts';
import { everyGroup, type LearnedOutcome, type Level, type Rate, type Scores } from './scores.ts';

/** Characters of each hash in `seen`, and how many are kept. */
const hashLength = 5;
const maxSeen = 100;
/** The most that a profile's scores take, in bytes of JSON. */
const maxBytes = 3_400;

/**
 * The scores with these outcomes counted. An outcome that was counted lately changes nothing; when
 * none is new, the same object is returned. The result stays within 4 KB: of too many groups and
 * accounts, those whose last outcome is the oldest are removed.
 */
export function countOutcomes(
  scores: Scores,
  outcomes: readonly LearnedOutcome[],
  settings: DynamicRouting,
  now: Date,
): Scores {
  let counted = scores;
  for (const outcome of outcomes) counted = countOutcome(counted, outcome, settings, now);
  return counted === scores ? scores : fitted(counted);
}

function countOutcome(
  scores: Scores,
  { attemptId, accountId, group, result }: LearnedOutcome,
  settings: DynamicRouting,
  now: Date,
): Scores {
  const hash = createHash('sha256').update(attemptId).digest('base64').slice(0, hashLength);
  if (isSeen(scores.seen, hash)) return scores;
  const { rates, failures, promised, seen } = scores;
  const { successBased, elimination, contracts } = settings;
  const most = successBased?.maxOutcomes ?? 0;
  const rateIn = (name: string) => ({
    ...ownMember(rates, name),
    [accountId]: counted(
      ownMember(ownMember(rates, name), accountId),
      result === 'success',
      most,
      now,
    ),
  });
  return {
    ...scores,
    // A processor that does not work says nothing about which cards it takes.
    ...(successBased &&
      result !== 'technical failure' && {
        rates: {
          ...rates,
          [everyGroup]: rateIn(everyGroup),
          ...(group !== everyGroup && { [group]: rateIn(group) }),
        },
      }),
    ...(elimination &&
      result === 'technical failure' && {
        failures: {
          ...failures,
          [accountId]: raised(ownMember(failures, accountId), elimination, now),
        },
      }),
    ...(contracts &&
      result === 'success' && {
        promised: {
          ...promised,
          [accountId]: kept(ownMember(promised, accountId), contracts, now),
        },
      }),
    seen: `${hash}${seen}`.slice(0, hashLength * maxSeen),
  };
}

function isSeen(seen: string, hash: string): boolean {
  for (let at = 0; at < seen.length; at += hashLength) {
    if (seen.startsWith(hash, at)) return true;
  }
  return false;
}

/** A rate with one more outcome. Beyond the most, the earlier outcomes fade to make room. */
function counted(before: Rate | undefined, isSuccess: boolean, most: number, now: Date): Rate {
  const [successes, total] = before ?? [0, 0];
  const keep = total + 1 > most && total > 0 ? Math.max(0, most - 1) / total : 1;
  return [
    rounded(successes * keep + (isSuccess ? 1 : 0)),
    rounded(total * keep + 1),
    Math.floor(now.getTime() / 60_000),
  ];
}

/** Rounding down keeps a thousand outcomes from growing the item. */
const rounded = (value: number) => Math.round(value * 100) / 100;

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000);

/** The level of a bucket now: a failure leaks out of it in each interval. */
export const levelNow = (
  level: Level | undefined,
  { leakSeconds }: { readonly leakSeconds: number },
  now: Date,
): number => {
  const [before, at] = level ?? [0, 0];
  return Math.max(0, before - Math.max(0, secondsOf(now) - at) / leakSeconds);
};

/** A bucket overflows at twice its size, so that an outage is over soon after its end. */
const raised = (
  level: Level | undefined,
  settings: NonNullable<DynamicRouting['elimination']>,
  now: Date,
): Level => [
  rounded(Math.min(settings.bucketSize * 2, levelNow(level, settings, now) + 1)),
  secondsOf(now),
];

/** The day or the month, in UTC, in which a promise is counted. */
export const periodOf = ({ timeScale }: Pick<Contracts, 'timeScale'>, now: Date): string =>
  now.toISOString().slice(0, timeScale === 'day' ? 10 : 7);

const kept = (
  before: readonly [number, string] | undefined,
  contracts: Contracts,
  now: Date,
): [number, string] => {
  const period = periodOf(contracts, now);
  return [(before?.[1] === period ? before[0] : 0) + 1, period];
};

function fitted(scores: Scores): Scores {
  let kept = scores;
  while (isTooLarge(kept)) {
    const oldest = oldestGroup(kept.rates);
    if (oldest === undefined) return withFewerAccounts(kept);
    const { [oldest]: _, ...rest } = kept.rates;
    kept = { ...kept, rates: rest };
  }
  return kept;
}

const isTooLarge = (scores: Scores): boolean =>
  Buffer.byteLength(JSON.stringify(scores)) > maxBytes;

/** Keeps the accounts with the latest outcomes, as many as there is room for. */
function withFewerAccounts(scores: Scores): Scores {
  const { [everyGroup]: all = {} } = scores.rates;
  let kept = scores;
  for (let most = Object.keys(all).length; isTooLarge(kept) && most > 0; most -= 1) {
    kept = {
      ...kept,
      rates: { [everyGroup]: newest(all, most) },
      failures: newest(scores.failures, most),
      promised: newest(scores.promised, most),
    };
  }
  return kept;
}

function newest<T extends readonly (number | string)[]>(
  byAccount: Readonly<Record<string, T>>,
  most: number,
): Record<string, T> {
  const heard = (value: T) => String(value.at(-1)).padStart(12, '0');
  return Object.fromEntries(
    Object.entries(byAccount)
      .sort(([, one], [, other]) => heard(other).localeCompare(heard(one)))
      .slice(0, most),
  );
}

function oldestGroup(rates: Scores['rates']): string | undefined {
  const heard = Object.entries(rates)
    .filter(([group]) => group !== everyGroup)
    .map(([group, accounts]) => ({
      group,
      at: Math.max(...Object.values(accounts).map(([, , minutes]) => minutes)),
    }))
    .sort((one, other) => one.at - other.at);
  return heard[0]?.group;
}
