import type { Item, Key } from '../table/port.ts';
import type { Table } from '../table/table.ts';
import type { ListEntry } from './list-entry.ts';

/** The owner and id of an entity: lists have only these before they read it. */
export interface ListedEntity {
  /** The beginning of its owner's keys, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** Within the owner; letters, digits and `_-/.` only. */
  readonly id: string;
}

/** The items of an entity in the order of `itemKeys`. The first exists. */
type EntityItems = readonly [Item, ...(Item | undefined)[]];

/** Defines the list of one kind of entity, such as payments. All of it is pure but `idsUnder`. */
export interface ListDefinition<T = unknown> {
  readonly list: string;
  /** The entity that a changed item belongs to; undefined for an item that this list ignores. */
  entityOf(item: Item): ListedEntity | undefined;
  /** The items of an entity, usually one. The first must exist; the others may be missing. */
  itemKeys(thing: ListedEntity): readonly Key[];
  /** How many of these items, from the first, the entry is computed from; one by default. */
  readonly entryItems?: number;
  /**
   * The entity; undefined when it is not listed. Whether an entity is listed never changes until
   * its item is deleted. Throws for an item that has another form.
   */
  parse(items: EntityItems): T | undefined;
  entryOf(entity: T): ListEntry;
  /** Whether its rows move, because a time that changes sorts them. */
  readonly moves?: boolean;
  /**
   * The ids of entities with one `derived` value, from other items. Some may name no entity, or one
   * with another value.
   */
  idsUnder?(table: Table, owner: string, name: string, value: string): Promise<readonly string[]>;
}

/** The entry of an entity, from its items; undefined when it is not listed. */
export function entryIn<T>(kind: ListDefinition<T>, items: EntityItems): ListEntry | undefined {
  const entity = kind.parse(items);
  return entity === undefined ? undefined : kind.entryOf(entity);
}
