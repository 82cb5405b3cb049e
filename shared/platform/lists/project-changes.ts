import { type Log, log } from '../log.ts';
import type { Change } from '../queues/stream-function.ts';
import type { Item, Key, Table } from '../table/table.ts';
import type { BusyLists } from './busy-lists.ts';
import { entryIn, type ListDefinition, type ListedEntity } from './list-definition.ts';
import type { ListEntry } from './list-entry.ts';
import { type Listing, projectListings } from './project-entries.ts';
import type { Shards } from './shards.ts';
import { type Writers, writers } from './writer.ts';

interface Services {
  /** All lists. */
  readonly registry: readonly ListDefinition[];
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
export function projectChanges(
  { registry, table, shards, busy }: Services,
  to: Log = log,
): ProjectLists {
  const all: { readonly shards: Shards; readonly writers: Writers } = {
    shards,
    writers: writers(),
  };
  return listingJob({ registry, table }, to, async (listings) => {
    // Before the rows: a partition that is too busy for them is the reason to spread.
    await busy?.note(listings);
    await projectListings(table, all, listings);
  });
}

/** Finds the rows of objects from the changes of their items, and calls `write` for them. */
export const listingJob =
  (
    { registry, table }: Pick<Services, 'registry' | 'table'>,
    to: Log,
    write: (listings: readonly Listing[]) => Promise<void>,
  ): ProjectLists =>
  async (changes) => {
    const entities = await Promise.all(
      entitiesOf(changes, registry).map(async (entity) => {
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
function entitiesOf(
  changes: readonly NumberedChange[],
  registry: readonly ListDefinition[],
): readonly ChangedEntity[] {
  const entities = new Map<string, ChangedEntity>();
  for (const change of changes) {
    const item = asItem(change.after ?? change.before);
    const kind = item && registry.find((one) => one.entityOf(item));
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
