import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';

/** A partition that holds at most so many members, whose sort keys begin alike. */
interface LimitedPartition {
  readonly pk: string;
  readonly prefix: string;
  readonly most: number;
}

type Write = Parameters<Table['transact']>[0][number];

/** The result of a creation. */
export type Creation = 'created' | 'too many' | 'refused';

/** Each round that fails lets another request's member in, so a crowd is served one by one. */
const maxRounds = 100;

/**
 * Writes a new member of the partition. Creations are decided one after another, each on all
 * members before it, so that a crowd does not exceed the limit.
 *
 * @param writes the writes of the member; `refused` when their own conditions do not hold
 * @throws SwitchError `concurrent_update`
 */
export async function createInOrder(
  table: Table,
  { pk, prefix, most }: LimitedPartition,
  writes: readonly Write[],
): Promise<Creation> {
  for (let round = 1; round <= maxRounds; round += 1) {
    // The counter is read before the members. A concurrent creation after this read is in the
    // query's result, or makes the condition below fail.
    const counter = await table.get(counterKey(pk));
    const created = counter ? v.parse(Counter, counter).version : 0;
    const members = await table.query(pk, { beginsWith: prefix });
    if (members.length >= most) return 'too many';
    const { refused } = await table.transact([
      {
        kind: 'put',
        item: { ...counterKey(pk), version: created + 1 },
        condition: created > 0 ? { version: created } : 'absent',
      },
      ...writes,
    ]);
    if (refused.length === 0) return 'created';
    if (refused.some(({ index }) => index > 0)) return 'refused';
  }
  throw new SwitchError('concurrent_update');
}

/** Counts all members that were ever created in the partition. */
const counterKey = (pk: string) => ({ pk, sk: 'CREATED' });
const Counter = v.object({ version: v.number() });
