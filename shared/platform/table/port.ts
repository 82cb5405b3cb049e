/** The table's keys, by which all items are found. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** Something kept in the table. The list keys and the due keys put it on their index as well. */
export type Item = Key &
  Readonly<Record<string, unknown>> & {
    readonly listPk?: string;
    readonly listSk?: string;
    readonly duePk?: string;
    readonly dueAt?: string;
  };

/** An index holds only the items that have both of its keys, and of these only the keys. */
export const indexKeys = {
  'by-list': ['listPk', 'listSk'],
  'by-due': ['duePk', 'dueAt'],
} as const satisfies Record<string, readonly [keyof Item, keyof Item]>;
export type IndexName = keyof typeof indexKeys;

/** The condition on the existing item under which a write happens. */
export type Condition =
  /** The item is missing. */
  | 'absent'
  /** It is the version that was read. */
  | { readonly version: number }
  /** It is there and has this value. */
  | { readonly attribute: string; readonly is: string };

/**
 * Conditions on the attributes of the existing item, which must all hold. A number that is missing
 * meets no `atLeast`, and is 0 for `atMost`.
 */
export interface AttributeConditions {
  readonly atLeast?: Readonly<Record<string, number>>;
  readonly atMost?: Readonly<Record<string, number>>;
  /** None of the lists may be empty. */
  readonly oneOf?: Readonly<Record<string, readonly string[]>>;
  /** Attributes that are not there. */
  readonly absent?: readonly string[];
  /** Whether the item itself is there; unsaid, it may be or not. */
  readonly present?: boolean;
}

export type Write =
  | { readonly kind: 'put'; readonly item: Item; readonly condition: Condition }
  | {
      readonly kind: 'update';
      readonly key: Key;
      readonly changes: Changes;
      readonly condition: AttributeConditions;
    }
  | {
      readonly kind: 'delete';
      readonly key: Key;
      readonly condition: Exclude<Condition, 'absent'>;
    }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: 'present' };

export interface Reading {
  /** Half the price, and as a rule milliseconds behind the last write. The default is strong. */
  readonly eventual?: boolean;
}

export interface Page {
  readonly index?: IndexName;
  readonly pk: string;
  readonly beginsWith?: string;
  /** The last sort key that is wanted; instead of `beginsWith`. */
  readonly until?: string;
  /** The first sort key that is wanted; with `until` or without, instead of `beginsWith`. */
  readonly from?: string;
  /** The sort key after which to go on; instead of `beginsWith` and `until`. */
  readonly after?: string;
  readonly limit?: number;
  /** From the last sort key to the first. */
  readonly descending?: boolean;
  /** The default is strong; an index is always eventual. */
  readonly eventual?: boolean;
}

/**
 * The calls that we make of DynamoDB, one method a call, so that they can be counted, replaced and
 * made to fail one by one. A refused condition is an answer here, not an error.
 */
export interface TablePort {
  get(key: Key, options?: Reading): Promise<Item | undefined>;
  put(item: Item, condition: Condition): Promise<Written>;
  delete(key: Key, condition: Condition): Promise<Written>;
  /** Adds numbers, sets and removes attributes, making the item when there is none. */
  update(key: Key, changes: Changes): Promise<void>;
  /** The same where this holds; answers with the item as it is afterwards. */
  updateWhere(key: Key, changes: Changes, condition: AttributeConditions): Promise<Changed>;
  /**
   * Removes the item where this holds, and returns the removed item: only one of many callers gets
   * it.
   */
  take(key: Key, condition: AttributeConditions): Promise<Changed>;
  query(page: Page): Promise<readonly Item[]>;
  batchGet(keys: readonly Key[], options?: Reading): Promise<readonly Item[]>;
  /** All or nothing. `token` makes a repeat of the same call harmless for ten minutes. */
  transact(writes: readonly Write[], token: string): Promise<Transacted>;
}

export interface Changes {
  readonly add?: Readonly<Record<string, number>>;
  readonly set?: Readonly<Record<string, unknown>>;
  /** Elements put at the end of lists, which are made when there are none. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  readonly remove?: readonly string[];
}

type Written = { readonly written: true } | { readonly written: false; readonly existing?: Item };

export type Changed =
  | { readonly written: true; readonly item: Item }
  | { readonly written: false; readonly existing?: Item };

export type Transacted =
  | { readonly written: true }
  /** Which writes were refused, and the existing items. */
  | {
      readonly written: false;
      readonly refused: readonly { readonly index: number; readonly existing?: Item }[];
    };
