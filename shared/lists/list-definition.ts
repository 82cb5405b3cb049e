import type { Item, Key } from '../table/port.ts';
import type { ListEntry } from './list-entry.ts';

/** The owner and id of an entity: what lists know of it before they read it. */
export interface ListedEntity {
  /** The beginning of its owner's keys, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** Within the owner; letters, digits and `_-/.` only. */
  readonly id: string;
}

/** Defines the list of one kind of entity, such as payments. All of it is pure. */
export interface ListDefinition {
  readonly list: string;
  /** The entity that a changed item belongs to; undefined for an item that this list ignores. */
  entityOf(item: Item): ListedEntity | undefined;
  /** The items of an entity, usually one. The first must exist; the others may be missing. */
  itemKeys(thing: ListedEntity): readonly Key[];
  /** How many of these items, from the first, the entry is computed from; one by default. */
  readonly entryItems?: number;
  /**
   * The entity's entry, from its items in the order of `itemKeys`; undefined when it is not listed.
   * Whether an entity is listed never changes until its item is deleted.
   */
  entryOf(items: readonly [Item, ...(Item | undefined)[]]): ListEntry | undefined;
  /** Whether its rows move, because a time that changes sorts them. */
  readonly moves?: boolean;
}
