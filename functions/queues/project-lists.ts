import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { currentTime } from '#platform/clock.ts';
import { type BusyLists, busyLists } from '#platform/lists/busy-lists.ts';
import {
  entryIn,
  type ListDefinition,
  type ListedEntity,
} from '#platform/lists/list-definition.ts';
import type { ListEntry } from '#platform/lists/list-entry.ts';
import { countMoves, type Move } from '#platform/lists/move-counts.ts';
import { type Listing, projectListings } from '#platform/lists/project-entries.ts';
import { relistEntries, uncountedMoves } from '#platform/lists/relist-entries.ts';
import { cachedShards, type Shards } from '#platform/lists/shards.ts';
import { type Writers, writers } from '#platform/lists/writer.ts';
import { type Log, log } from '#platform/log.ts';
import { withSubject } from '#platform/log-subject.ts';
import { type Change, changeOf, subjectOfRecord } from '#platform/queues/stream-function.ts';
import { type Item, type Key, liveTable, type Table } from '#platform/table/table.ts';
import { listRegistry } from '../../shared/list-registry.ts';

interface Services {
  readonly table: Table;
  readonly shards: Shards;
  /** Spreads the lists of busy owners; absent where lists are written by hand. */
  readonly busy?: BusyLists;
}

/** A change of the table as the stream numbers it. */
export interface NumberedChange extends Change {
  readonly number: string;
}

/** Writes changes down on lists, and returns the numbers of those that could not be. */
export type ProjectLists = (changes: readonly NumberedChange[]) => Promise<readonly string[]>;

/**
 * Writes the list rows of changed objects. Of several changes of one object the last one counts, so
 * a payment that was created and paid within a batch is listed once. Returns the numbers of the
 * changes that have to come again; a change that comes twice is listed once.
 */
export function projectLists({ table, shards, busy }: Services, to: Log = log): ProjectLists {
  const all: { readonly shards: Shards; readonly writers: Writers } = {
    shards,
    writers: writers(),
  };
  return listingJob(table, to, async (listings) => {
    // Before the rows: a partition that is too busy for them is the reason to spread.
    await busy?.note(listings);
    await projectListings(table, all, listings);
  });
}

/** Writes rows anew from the present items, whose earlier rows are unknown. */
export interface Relisting {
  /** Writes the rows of items, and returns the keys of those that could not be listed. */
  relist(items: readonly Item[]): Promise<readonly string[]>;
  /**
   * Counts the objects whose rows say that they were never counted, once all items were given;
   * returns their number.
   */
  countLeft(): Promise<number>;
}

export function createRelisting(
  { table, shards }: Services,
  to: Log = log,
  clock: () => number = Date.now,
): Relisting {
  const moves: Move[] = [];
  const write = listingJob(table, to, async (listings) => {
    const entries = listings.map(({ entry }) => ({ entry }));
    await relistEntries(table, shards, entries);
    moves.push(...(await uncountedMoves(table, shards, entries, clock())));
  });
  return {
    relist: (items) =>
      write(
        items.map((after) => ({ number: `${after.pk} ${after.sk}`, before: undefined, after })),
      ),
    async countLeft() {
      await countMoves(table, moves);
      return moves.length;
    },
  };
}

/** Finds the rows of objects from the changes of their items, and calls `write` for them. */
const listingJob =
  (table: Table, to: Log, write: (listings: readonly Listing[]) => Promise<void>): ProjectLists =>
  async (changes) => {
    const entities = await Promise.all(
      entitiesOf(changes).map(async (entity) => {
        try {
          return { listings: await listingsOf(entity, table), failed: [] };
        } catch (error) {
          const failed = entity.changes.map(({ number }) => number);
          to.error('change not listed', error, { numbers: failed.join(' ') });
          return { listings: [], failed };
        }
      }),
    );
    try {
      // An object that was deleted and created again within a batch is listed twice, one after the
      // other.
      for (let round = 0; entities.some(({ listings }) => listings[round]); round++) {
        await write(entities.flatMap(({ listings }) => listings[round] ?? []));
      }
    } catch (error) {
      to.error('lists not written', error, { count: changes.length });
      return changes.map(({ number }) => number);
    }
    return entities.flatMap(({ failed }) => failed);
  };

/** A listed object, and the stream's changes of its items. */
interface ChangedEntity {
  readonly kind: ListDefinition;
  readonly entity: ListedEntity;
  readonly changes: readonly NumberedChange[];
}

/** In the order of the last change of each. */
function entitiesOf(changes: readonly NumberedChange[]): readonly ChangedEntity[] {
  const entities = new Map<string, ChangedEntity>();
  for (const change of changes) {
    const item = asItem(change.after ?? change.before);
    const kind = item && listRegistry.find((one) => one.entityOf(item));
    const entity = item && kind?.entityOf(item);
    if (!kind || !entity) continue;
    const name = JSON.stringify([kind.list, entity.owner, entity.id]);
    const known = entities.get(name)?.changes ?? [];
    entities.delete(name);
    entities.set(name, { kind, entity, changes: [...known, change] });
  }
  return [...entities.values()];
}

const asItem = (image: Change['after']): Item | undefined =>
  typeof image?.pk === 'string' && typeof image.sk === 'string'
    ? { ...image, pk: image.pk, sk: image.sk }
    : undefined;

/**
 * How an object was listed before its changes and after them: one listing, except for a deleted
 * one.
 */
async function listingsOf(
  { kind, entity, changes }: ChangedEntity,
  table: Table,
): Promise<readonly Listing[]> {
  const keys = kind.itemKeys(entity).slice(0, kind.entryItems ?? 1);
  const inOrder = ordered(changes);
  const items = await itemsBefore(keys, inOrder, table);
  const entry = (): ListEntry | undefined => {
    const [first, ...rest] = keys.map(({ sk }) => items.get(sk));
    return first && entryIn(kind, [first, ...rest]);
  };
  const listings: Listing[] = [];
  let before = readable(entry);
  let states: ListEntry[] = [];
  for (const { before: was, after } of inOrder) {
    const last = after ? undefined : entry();
    items.set(String((after ?? was)?.sk), asItem(after));
    const next = entry();
    if (next) states.push(next);
    else if (last) {
      listings.push({ entry: last, before, between: states, isGone: true });
      [before, states] = ['new', []];
    }
  }
  const last = states.at(-1);
  return last ? [...listings, { entry: last, before, between: states.slice(0, -1) }] : listings;
}

/** The earlier entry of the object; undefined where the earlier item cannot be read. */
function readable(entry: () => ListEntry | undefined): ListEntry | 'new' | undefined {
  try {
    return entry() ?? 'new';
  } catch {
    return undefined;
  }
}

/** Changes of one item sorted by version, from any order of the stream. */
function ordered(changes: readonly NumberedChange[]): readonly NumberedChange[] {
  const versions = changes.map(({ after }) => after?.version);
  const isAlone = new Set(changes.map(({ before, after }) => (after ?? before)?.sk)).size === 1;
  if (!isAlone || !versions.every((one) => typeof one === 'number')) return changes;
  return changes.toSorted(
    ({ after: one }, { after: other }) => Number(one?.version) - Number(other?.version),
  );
}

/**
 * An object's items before these changes, by their sort keys. An unchanged item is read from the
 * table; it is missing there where the first item is new.
 */
async function itemsBefore(
  keys: readonly Key[],
  changes: readonly NumberedChange[],
  table: Table,
): Promise<Map<string, Item | undefined>> {
  const changeOfItem = (sk: string) =>
    changes.find(({ before, after }) => (after ?? before)?.sk === sk);
  const first = changeOfItem(keys[0]?.sk ?? '');
  const isNew = first !== undefined && first.before === undefined;
  return new Map(
    await Promise.all(
      keys.map(async (key): Promise<[string, Item | undefined]> => {
        const change = changeOfItem(key.sk);
        if (change) return [key.sk, asItem(change.before)];
        return [key.sk, isNew ? undefined : await table.getRecent(key)];
      }),
    ),
  );
}

let project: ProjectLists | undefined;

export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  project ??= projectLists({
    table: liveTable(),
    shards: cachedShards(liveTable()),
    busy: busyLists(liveTable(), log, () => currentTime().getTime()),
  });
  const unreadable: string[] = [];
  const changes = Records.flatMap((record) =>
    withSubject(subjectOfRecord(record), (): NumberedChange[] => {
      const number = record.dynamodb?.SequenceNumber ?? '';
      try {
        return [{ number, ...changeOf(record) }];
      } catch (error) {
        log.error('change not read', error, { id: record.eventID });
        unreadable.push(number);
        return [];
      }
    }),
  );
  const failed = [...unreadable, ...(await project(changes))];
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
