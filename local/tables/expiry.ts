import { type Database, numberIn } from './database.ts';
import { attribute, type Item } from './values.ts';

// Items by the time at which they expire. Only a table with a time to live has this index.

const expiryTable = ({ id }: { readonly id: number }) => `expiry_${id}`;

export function makeExpiry(database: Database, table: { readonly id: number }): void {
  database.run(
    `CREATE TABLE ${expiryTable(table)} (at, item INTEGER, PRIMARY KEY (at, item)) WITHOUT ROWID`,
  );
}

export function dropExpiry(database: Database, table: { readonly id: number }): void {
  database.run(`DROP TABLE IF EXISTS ${expiryTable(table)}`);
}

/** When an item expires, by this attribute, in seconds since 1970; undefined means never. */
export function expiryOf(
  one: { readonly text: string; readonly item: Item },
  timeToLive: string,
): number | undefined {
  // Most items have no such attribute, and need not be parsed to find that.
  if (!one.text.includes(JSON.stringify(timeToLive))) return undefined;
  const expiry = attribute(one.item, timeToLive);
  return expiry && 'N' in expiry ? Number(expiry.N) : undefined;
}

/** Notes that an item, known by its number, expires at another time than before. */
export function moveExpiry(
  database: Database,
  table: { readonly id: number },
  item: number,
  before: number | undefined,
  after: number | undefined,
): void {
  if (before === after) return;
  if (before !== undefined) {
    database.run(`DELETE FROM ${expiryTable(table)} WHERE at = ? AND item = ?`, before, item);
  }
  if (after !== undefined) {
    database.run(`INSERT OR IGNORE INTO ${expiryTable(table)} VALUES (?, ?)`, after, item);
  }
}

/** DynamoDB does not believe a time that lies five years back. */
const ignoredAgeSeconds = 5 * 365 * 24 * 3_600;

/** The numbers of some items whose time has passed, each with its time, the earliest first. */
export const passedExpiries = (
  database: Database,
  table: { readonly id: number },
  nowSeconds: number,
  limit: number,
): readonly { readonly item: number; readonly at: number }[] =>
  database
    .rows(
      `SELECT item, at FROM ${expiryTable(table)} WHERE at <= ? AND at > ? ORDER BY at LIMIT ?`,
      ...[nowSeconds, nowSeconds - ignoredAgeSeconds, limit],
    )
    .map((row) => ({ item: numberIn(row, 'item'), at: numberIn(row, 'at') }));
