import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Table } from '../table/table.ts';

/**
 * The number of partitions of an owner's lists from some time on. A partition takes about a
 * thousand writes a second. An owner who needs more gets more partitions for new entities; older
 * ones stay where they are.
 */
const ShardPeriod = v.object({ from: v.string(), shards: v.number() });
export type ShardPeriod = v.InferOutput<typeof ShardPeriod>;

const ShardPeriods = v.looseObject({ periods: v.array(ShardPeriod) });

export interface Shards {
  /** The numbers of partitions of an owner's lists, each with its start; oldest first. */
  periodsOf(owner: string): Promise<readonly ShardPeriod[]>;
  /** The cached periods, if any. */
  known(owner: string): Promise<readonly ShardPeriod[]> | undefined;
}

const shardsKey = (owner: string) => ({ pk: `${owner}#LISTS`, sk: 'SHARDS' });

/** Readers and writers of lists cache the periods for this long, in ms. */
const cacheMs = 60_000;
/** A change takes effect this much later, in ms, when all containers have read it. */
const aheadMs = 5 * 60_000;
const maxCachedOwners = 1_000;
export const maxShards = 32;

export function cachedShards(table: Table, clock: () => number = Date.now): Shards {
  const cache = new Map<
    string,
    { readonly at: number; readonly reading: Promise<readonly ShardPeriod[]> }
  >();
  const known = (owner: string) => {
    const found = cache.get(owner);
    return found && clock() - found.at < cacheMs ? found.reading : undefined;
  };
  return {
    known,
    periodsOf(owner) {
      const found = known(owner);
      if (found) return found;
      if (cache.size >= maxCachedOwners) cache.clear();
      const reading = table
        .get(shardsKey(owner))
        .then((item) => (item ? v.parse(ShardPeriods, item).periods : []));
      cache.set(owner, { at: clock(), reading });
      reading.catch(() => cache.delete(owner));
      return reading;
    },
  };
}

/** The number of partitions for entities created at this time. */
export const shardsAt = (periods: readonly ShardPeriod[], at: string): number =>
  periods.findLast(({ from }) => from <= at)?.shards ?? 1;

/** The largest number of partitions for entities created between these times. */
export const shardsBetween = (
  periods: readonly ShardPeriod[],
  from: string,
  until: string,
): number =>
  Math.max(
    shardsAt(periods, from),
    ...periods
      .filter((period) => period.from > from && period.from <= until)
      .map(({ shards }) => shards),
  );

/** The number of partitions that an owner's lists have, or soon get. */
export async function latestShards(table: Table, owner: string): Promise<number> {
  const item = await table.get(shardsKey(owner));
  return (item && v.parse(ShardPeriods, item).periods.at(-1)?.shards) ?? 1;
}

/**
 * Spreads an owner's entities that are created from five minutes hence over so many partitions, 1
 * to 32. Throws `concurrent_update` when another call does the same.
 */
export async function spreadLists(
  table: Table,
  owner: string,
  shards: number,
  now: Date,
): Promise<ShardPeriod> {
  if (!Number.isInteger(shards) || shards < 1 || shards > maxShards) {
    throw new Error(`Lists are spread over 1 to ${maxShards} partitions.`);
  }
  const period = { from: new Date(now.getTime() + aheadMs).toISOString(), shards };
  const item = await table.get(shardsKey(owner));
  if (!item) {
    const first = { ...shardsKey(owner), periods: [period], version: 1 };
    if (await table.putNew(first)) throw new SwitchError('concurrent_update');
    return period;
  }
  const { periods, version } = v.parse(
    v.looseObject({ ...ShardPeriods.entries, version: v.number() }),
    item,
  );
  await table.save({ ...item, version, periods: [...periods, period] });
  return period;
}
