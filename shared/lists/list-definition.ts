import type { Item, Key } from '../table/port.ts';
import type { ListEntry } from './list-entry.ts';

/** Of whom, and which: what lists know of a thing before they have read it. */
export interface ListedEntity {
  /** The beginning of its owner's keys, such as `MERCHANT#shop`. */
  readonly owner: string;
  /** Within the owner; letters, digits and `_-/.` only. */
  readonly id: string;
}

/** A kind of thing that is listed. All of it is pure. */
export interface ListDefinition {
  readonly list: string;
  /** Which thing a changed item belongs to; undefined for an item that no list of this kind is about. */
  entityOf(item: Item): ListedEntity | undefined;
  /** The items that are shown of the thing: one as a rule. The first must be there, others may be missing. */
  itemKeys(thing: ListedEntity): readonly Key[];
  /** From how many of these, the first ones, its entry follows; from one without it. */
  readonly entryItems?: number;
  /**
   * The thing as lists have it, from its items in the order of `itemKeys`; undefined where it is not
   * listed. A thing is listed for good or not at all, until its item is deleted.
   */
  entryOf(items: readonly [Item, ...(Item | undefined)[]]): ListEntry | undefined;
  /** Whether its rows move, because it is sorted by something that changes. */
  readonly moves?: boolean;
}
