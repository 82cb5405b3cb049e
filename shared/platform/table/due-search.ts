import { searchIntervalMs, searchLeadMs } from '../time-limits.ts';
import { dueShards } from './due.ts';
import type { Key } from './port.ts';
import type { Table } from './table.ts';

/** An item of the due index. */
export interface DueItem extends Key {
  /** ISO 8601. */
  readonly dueAt: string;
}

/** One run of the search. */
interface Run {
  /** The time that the run is scheduled for: runs are a minute apart, however late each begins. */
  readonly at: Date;
  /** The most late items that it sends while it is behind. */
  readonly limit: number;
  isTimeLeft(): boolean;
  /** Whether the item works in steps of less than a minute, so that every run has to see it. */
  isInSteps(item: DueItem): boolean;
  /** Sends the messages of some items, and resolves with whether all of them were accepted. */
  send(items: readonly DueItem[]): Promise<boolean>;
}

/** The outcome of a run. */
export interface Found {
  /** The number of items that were sent. */
  readonly count: number;
  /** The due time of the oldest late item; undefined where none is late. */
  readonly oldest: string | undefined;
  /** Whether late items are left to the next run. */
  readonly isBehind: boolean;
}

/** The most items of a page, which is one query of some 40 KB. */
export const pageItems = 200;

/** The late items of a shard that the functions handle in a minute, at least. */
const handledAMinute = 64;

/** Late items are sent again after this time at the latest, in milliseconds. */
const longestSweepMs = 30 * 60_000;

/** How far a search came: the last due time, and the items of that very time that it has seen. */
interface Position {
  at: string | undefined;
  keys: Set<string>;
}

/** A pass through the late items of a shard, from the oldest on. */
interface Sweep extends Position {
  readonly since: number;
  sent: number;
}

/**
 * The search through the due index, all shards side by side, the oldest items of each first.
 *
 * A run sends the items of two stretches of time:
 *
 * - the coming minute, from 5 s before the run on. An item is due in the coming minute of exactly
 *   one run, which sends it once;
 * - everything that was due before the last run's minute. These items are late: their message was
 *   lost, or their work fails. Those of the last run's minute are left to their messages.
 *
 * One page holds the usual due items of a shard. A shard with more is behind: after its first page
 * the run sends its items of the coming minute, and then one page of late items after the other.
 * The next run goes on where this one stopped. It begins again with the oldest when the functions
 * had time to handle all that was sent. How far a run came is known to this container only: a new
 * container begins with the oldest, which repeats messages and loses none.
 */
export function dueSearch(table: Pick<Table, 'query'>): (run: Run) => Promise<Found> {
  const sweeps = new Map<string, Sweep>();

  return async (run) => {
    const work = sharedWork(run);
    const { bounds } = work;
    const pages = await Promise.allSettled(
      dueShards.map(async (shard) => {
        const sweep = sweepOf(shard, run.at);
        return { shard, sweep, page: await nextPage(shard, sweep, bounds.end) };
      }),
    );
    const firsts = valuesOf(pages);
    // In one go, because a message that shares its call with nine others costs a tenth.
    const items = firsts.flatMap(({ page }) => page.items);
    const isSent = await work.send(items.sort((one, other) => (one.dueAt < other.dueAt ? -1 : 1)));
    if (isSent) {
      for (const { sweep, page } of firsts) advance(sweep, page.items.filter(work.isLate));
    }
    const more = firsts.filter(({ page }) => !page.isLast);
    const rest = await Promise.allSettled(
      more.map(({ shard, sweep, page }) => goOn(shard, sweep, page.items, work)),
    );
    const isBehind = valuesOf(rest).includes('behind');
    for (const one of [...pages, ...rest]) if (one.status === 'rejected') throw one.reason;
    return { ...work.found, isBehind };
  };

  function sweepOf(shard: string, at: Date): Sweep {
    const known = sweeps.get(shard);
    if (known && !isHandled(known, at)) return known;
    const sweep = { since: at.getTime(), sent: 0, at: undefined, keys: new Set<string>() };
    sweeps.set(shard, sweep);
    return sweep;
  }

  /** Goes on with a shard that has more items than its first page. */
  async function goOn(
    shard: string,
    sweep: Sweep,
    first: readonly DueItem[],
    work: SharedWork,
  ): Promise<'done' | 'behind'> {
    const { bounds } = work;
    const onTime: Position = { at: bounds.late, keys: new Set() };
    move(
      onTime,
      first.filter((item) => !work.isLate(item)),
    );
    for (let isLast = false; !isLast; ) {
      const page = await nextPage(shard, onTime, bounds.end);
      await work.send(page.items);
      move(onTime, page.items);
      isLast = page.isLast;
    }
    while (work.mayGoOn()) {
      const page = await nextPage(shard, sweep, justBefore(bounds.late));
      if (!(await work.send(page.items))) return 'behind';
      advance(sweep, page.items);
      if (page.isLast) return 'done';
    }
    return 'behind';
  }

  /** The next items at or after the position that were not seen yet. */
  async function nextPage(shard: string, { at, keys }: Position, until: string) {
    const limit = pageItems + keys.size;
    const from = at !== undefined && { from: at };
    const found = await table.query(shard, { index: 'by-due', ...from, until, limit });
    return {
      items: found
        .flatMap(({ pk, sk, dueAt }): DueItem[] => (dueAt === undefined ? [] : [{ pk, sk, dueAt }]))
        .filter((item) => item.dueAt !== at || !keys.has(nameOf(item))),
      isLast: found.length < limit,
    };
  }
}

/** The state that the shards of a run share. */
interface SharedWork {
  /** ISO 8601, each inclusive but for `late`, before which items are late. */
  readonly bounds: Readonly<Record<'late' | 'coming' | 'end', string>>;
  readonly found: { count: number; oldest: string | undefined };
  mayGoOn(): boolean;
  isLate(item: DueItem): boolean;
  send(items: readonly DueItem[]): Promise<boolean>;
}

function sharedWork({ at, limit, isTimeLeft, isInSteps, send }: Run): SharedWork {
  const from = at.getTime() - searchLeadMs;
  const bounds = {
    late: new Date(from - searchIntervalMs).toISOString(),
    coming: new Date(from).toISOString(),
    end: new Date(from + searchIntervalMs - 1).toISOString(),
  };
  const found: SharedWork['found'] = { count: 0, oldest: undefined };
  const isLate = ({ dueAt }: DueItem) => dueAt < bounds.late;
  const isOfThisRun = (item: DueItem) =>
    isLate(item) || item.dueAt >= bounds.coming || isInSteps(item);
  return {
    bounds,
    found,
    mayGoOn: () => found.count + dueShards.length * pageItems <= limit && isTimeLeft(),
    isLate,
    async send(items) {
      const wanted = items.filter(isOfThisRun);
      if (wanted.length === 0) return true;
      found.count += wanted.length;
      // The oldest item of the run is on the first page of its shard, and pages are in order.
      found.oldest ??= wanted.find(isLate)?.dueAt;
      return send(wanted);
    },
  };
}

/** Whether the functions had time to handle all that was sent. */
const isHandled = ({ since, sent }: Sweep, at: Date): boolean => {
  if (sent <= handledAMinute) return true;
  const minutes = Math.ceil(sent / handledAMinute);
  return at.getTime() - since >= Math.min(longestSweepMs, minutes * searchIntervalMs);
};

const valuesOf = <T>(settled: readonly PromiseSettledResult<T>[]): readonly T[] =>
  settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const justBefore = (time: string): string => new Date(Date.parse(time) - 1).toISOString();

function advance(sweep: Sweep, items: readonly DueItem[]): void {
  sweep.sent += items.length;
  move(sweep, items);
}

function move(position: Position, items: readonly DueItem[]): void {
  for (const item of items) {
    if (item.dueAt !== position.at) position.keys = new Set();
    position.at = item.dueAt;
    position.keys.add(nameOf(item));
  }
}
