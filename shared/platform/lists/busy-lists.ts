import * as v from 'valibot';
import { isSwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Table } from '../table/table.ts';
import type { Listing } from './listing.ts';
import { latestShards, maxShards, spreadLists } from './shards.ts';

export interface BusyLists {
  /**
   * Counts the rows that a batch writes, and spreads the lists of an owner whose rows of the last
   * minute were too many for its partitions. Never throws: lists are written without it.
   */
  note(listings: readonly Listing[]): Promise<void>;
}

const minuteMs = 60_000;
/**
 * The rows a second that a partition of a list is meant to take: a quarter of its thousand writes,
 * because a new number of partitions takes effect six minutes after the minute that showed the
 * need.
 */
const rowsOfPartition = 250;
/** A container reports an owner's list from so many rows a minute on. */
const reportedRows = 60;

/**
 * The lists of busy owners. Each container counts its own rows. Once a minute it adds the counts of
 * busy lists to an item of the owner and the minute, which returns the sum of the containers so
 * far: the last of them sees all.
 */
export function busyLists(table: Table, log: Log, clock: () => number): BusyLists {
  let minute = 0;
  /** Rows of the current minute, by owner and list. */
  let rows = new Map<string, Map<string, number>>();

  async function report(owner: string, of: number, counts: ReadonlyMap<string, number>) {
    const busy = [...counts].filter(([, count]) => count >= reportedRows);
    if (busy.length === 0) return;
    const item = await table.changeWhere(
      { pk: `${owner}#LISTS`, sk: `MINUTE#${of}` },
      {
        add: Object.fromEntries(busy.map(([list, count]) => [`rows_${list}`, count])),
        // DynamoDB deletes it some time after.
        set: { expiresAtSeconds: (of + 60) * (minuteMs / 1_000) },
      },
      {},
    );
    const sums = busy.map(([list, count]) =>
      v.parse(v.optional(v.number(), count), item?.[`rows_${list}`]),
    );
    const shards = partitionsFor(Math.max(...sums) / 60);
    if (shards <= 1 || (await latestShards(table, owner)) >= shards) return;
    const { from } = await spreadLists(table, owner, shards, new Date(clock()));
    log.info('lists spread', { owner, shards, from });
  }

  return {
    async note(listings) {
      const now = Math.floor(clock() / minuteMs);
      const ended = rows;
      if (now !== minute) rows = new Map();
      for (const { entry } of listings) {
        const counts = rows.get(entry.owner) ?? new Map<string, number>();
        rows.set(entry.owner, counts.set(entry.list, (counts.get(entry.list) ?? 0) + 1));
      }
      if (now === minute) return;
      const of = minute;
      minute = now;
      await Promise.all(
        [...ended].map(([owner, counts]) =>
          report(owner, of, counts).catch((error: unknown) => {
            // Another container spreads the same lists.
            if (isSwitchError(error, 'concurrent_update')) return;
            log.error('lists not spread', error, { owner });
          }),
        ),
      );
    },
  };
}

/** A power of two, so that a growing owner's lists are spread at most five times. */
const partitionsFor = (perSecond: number): number =>
  Math.min(maxShards, 2 ** Math.max(0, Math.ceil(Math.log2(perSecond / rowsOfPartition))));
