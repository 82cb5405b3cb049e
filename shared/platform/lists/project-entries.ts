import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Item, Key, Write } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import { cellOf, type ListEntry } from './list-entry.ts';
import { ListedState, type StoredMove } from './list-row.ts';
import {
  hashesOf,
  isIndexedTheSame,
  type Listing,
  lifeOf,
  type PlacedListing,
  placeListing,
  pointersOf,
  storedRowOf,
} from './listing.ts';
import { countMoves, type Move, moveOf, placeOf, settleAll } from './move-counts.ts';
import { relistPlaced } from './relist-entries.ts';
import type { Shards } from './shards.ts';
import type { Writers } from './writer.ts';

export type { Listing } from './listing.ts';

/** A writer that loses a race reads again, this often; then the stream repeats the change. */
const maxAttempts = 8;

/**
 * Stores how entities are listed, in the order of the stream. First it writes each entity's row,
 * which includes the pending change of the counts. Then it writes each count once, with the
 * sequence numbers that it includes.
 *
 * An entity whose stored entry is as new is skipped. After a crash between the two steps, the
 * stream's repeat finishes the counts. Of several listings of one entity only the last is given.
 * Entities of different owners and lists may be given together. Throws when some could not be
 * written; others may be.
 */
export async function projectListings(
  table: Table,
  { shards, writers }: { readonly shards: Shards; readonly writers: Writers },
  listings: readonly Listing[],
): Promise<void> {
  const placed = await Promise.all(listings.map((listing) => placeListing(listing, shards)));
  const others = await writers.batch(placed.length, async (name, first) => {
    const written = await settleAll(
      placed.map((one, index) =>
        isPlain(one) ? writeRow(table, one, [name, first + index]) : finishOther(table, one),
      ),
    );
    await countMoves(
      table,
      written.flatMap(({ move }) => move ?? []),
    );
    return placed.filter((_, index) => written[index]?.isLeft);
  });
  await relistPlaced(table, others);
}

/** A listing whose previous entry is known, as for nearly all: one row write is enough. */
type Plain = PlacedListing & { readonly before: ListEntry | 'new' };

function isPlain(placed: PlacedListing): placed is Plain {
  const { before, entry, isGone = false } = placed;
  if (isGone || before === undefined) return false;
  if (before === 'new') return true;
  const { createdAt, version } = entry;
  return (
    before.createdAt === createdAt && before.version < version && isIndexedTheSame(before, entry)
  );
}

interface WrittenRow {
  /** The pending change of the counts, from now or from an earlier attempt. */
  readonly move?: Move | undefined;
  /**
   * Whether the stored row is not the one that the change began with, so that it has to be read.
   */
  readonly isLeft?: boolean;
}

/** Writes a row over the one that its change began with. */
async function writeRow(
  table: Table,
  placed: Plain,
  [writer, number]: readonly [string, number],
): Promise<WrittenRow> {
  const { entry, before, key, cell, indexedHashes } = placed;
  const from = before === 'new' ? '' : cellOf(before.facets);
  const move: StoredMove = [writer, number, entry.version, from, cell];
  if (before === 'new') {
    await settleAll(
      pointersOf(entry, indexedHashes).map((pointer) =>
        table.putNew({ ...pointer, ...lifeOf(entry) }),
      ),
    );
  }
  const stored = { ...storedRowOf(placed), ...(from !== cell && { move }) };
  const stale = ['n', 'u', 'move', 'save_id'].filter((name) => !Object.hasOwn(stored, name));
  const put = await table.updateWhere(
    key,
    {
      set: { version: entry.version, ...stored },
      ...(before !== 'new' && { remove: stale }),
    },
    before === 'new'
      ? { present: false }
      : {
          atLeast: { version: before.version },
          atMost: { version: before.version },
          oneOf: { cell: [from] },
        },
  );
  if (!put.written) return finishEarlierMove(table, placed, put.existing);
  if (strayPointersOf(placed, indexedHashes).length > 0)
    await repairPointers(table, placed, put.item);
  return { move: from === cell ? undefined : moveOf(placed, move) };
}

/** Handles an entity whose row cannot be written by a single write. */
async function finishOther(table: Table, placed: PlacedListing): Promise<WrittenRow> {
  const row = await table.get(placed.key);
  if (placed.isGone && !row) {
    // The entity was created and deleted before its row was written; its pointers may exist.
    await settleAll(
      strayPointersOf(placed, {}).map((key) => table.remove(key, { attribute: 'pk', is: key.pk })),
    );
  }
  return { ...(await finishEarlierMove(table, placed, row)), isLeft: true };
}

/**
 * Handles a stored row that was not as expected. An earlier attempt at this change failed half-way,
 * so its counts may be missing.
 */
async function finishEarlierMove(
  table: Table,
  placed: PlacedListing,
  existing: Item | undefined,
): Promise<WrittenRow> {
  const { entry, before } = placed;
  const state = existing && v.parse(ListedState, existing);
  if (!state) return { isLeft: true };
  const movedVersion = state.move?.[2] ?? 0;
  const since = before === 'new' ? Number.NEGATIVE_INFINITY : before?.version;
  const isOfTheseChanges =
    since !== undefined && movedVersion > since && movedVersion <= entry.version;
  await repairPointers(table, placed, existing);
  return {
    move: state.move && isOfTheseChanges ? moveOf(placed, state.move) : undefined,
    isLeft: state.version < entry.version,
  };
}

/** Pointers that an earlier attempt may have left, for a state that the row does not show. */
const strayPointersOf = (
  { entry, between = [] }: PlacedListing,
  shown: Readonly<Record<string, string>>,
): readonly Key[] => {
  const current = new Set(pointersOf(entry, shown).map(placeOf));
  const strays = [entry, ...between]
    .flatMap((state) => pointersOf(entry, hashesOf(state)))
    .filter((key) => !current.has(placeOf(key)));
  return [...new Map(strays.map((key) => [placeOf(key), key])).values()];
};

/**
 * Makes the pointers match the row. They change together with the row; otherwise the row is read
 * again.
 */
async function repairPointers(
  table: Table,
  placed: PlacedListing,
  row: Item | undefined,
): Promise<void> {
  const { entry, key } = placed;
  for (let [item, attempt] = [row, 1]; item; attempt++) {
    const { u = {}, version } = v.parse(ListedState, item);
    const [shown, strays] = [pointersOf(entry, u), strayPointersOf(placed, u)];
    if (shown.length + strays.length === 0) return;
    const there = new Set((await table.batchGet([...shown, ...strays])).map(placeOf));
    const writes = [
      ...shown
        .filter((to) => !there.has(placeOf(to)))
        .map(
          (to): Write => ({
            kind: 'update',
            key: to,
            changes: { set: lifeOf(entry) },
            condition: {},
          }),
        ),
      ...strays
        .filter((from) => there.has(placeOf(from)))
        .map(
          (from): Write => ({
            kind: 'delete',
            key: from,
            condition: { attribute: 'pk', is: from.pk },
          }),
        ),
    ];
    if (writes.length === 0) return;
    const asItIs = { atLeast: { version }, atMost: { version } };
    const { refused } = await table.transact([
      { kind: 'update', key, changes: {}, condition: asItIs },
      ...writes,
    ]);
    if (refused.length === 0) return;
    if (attempt === maxAttempts) throw new SwitchError('concurrent_update');
    item = await table.get(key);
  }
}
