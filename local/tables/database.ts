import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { ownMember } from '../own-member.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A SQLite database, whose statements are compiled once. */
export interface Database {
  run(
    sql: string,
    ...values: SQLInputValue[]
  ): { readonly lastInsertRowid: number | bigint; readonly changes: number | bigint };
  row(sql: string, ...values: SQLInputValue[]): Row | undefined;
  rows(sql: string, ...values: SQLInputValue[]): readonly Row[];
  /** Reads row after row. A statement may be read by one caller at a time. */
  iterate(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
  /** Runs statements that all happen or, when one throws, do not. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/**
 * How much of a database is in memory at most, in KB. A commit visits each changed page there, so
 * that more memory costs time: kept in memory as a whole, a database would become slower with each
 * item.
 */
const cacheKb = 8 * 1_024;

/** Of a new database. Items of one to two KB leave much of a page of 4 KB empty. */
const pageBytes = 8 * 1_024;

/**
 * @param file the file that keeps the database; undefined keeps it for this process only: in
 *   memory and, beyond the size of the cache, in a temporary file that has no name
 */
export function openDatabase(file: string | undefined): Database {
  const sqlite = new DatabaseSync(file ?? '');
  // With a write-ahead log, committed data outlives this process, however that ends. Only a power
  // failure can lose the last commits. A temporary file needs only rollbacks.
  const journal = file === undefined ? 'MEMORY' : 'WAL';
  sqlite.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA cache_size = -${cacheKb}`);
  sqlite.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = ${journal}`);
  sqlite.exec('PRAGMA synchronous = NORMAL');
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? sqlite.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  let isAtomic = false;
  return {
    run: (sql, ...values) => prepared(sql).run(...values),
    row: (sql, ...values) => prepared(sql).get(...values),
    rows: (sql, ...values) => prepared(sql).all(...values),
    iterate: (sql, ...values) => prepared(sql).iterate(...values),
    atomically(work) {
      if (isAtomic) return work();
      prepared('BEGIN IMMEDIATE').run();
      isAtomic = true;
      try {
        const result = work();
        prepared('COMMIT').run();
        return result;
      } catch (error) {
        prepared('ROLLBACK').run();
        throw error;
      } finally {
        isAtomic = false;
      }
    },
    close: () => sqlite.close(),
  };
}

export function textIn(row: Row, column: string): string {
  const value = ownMember(row, column);
  if (typeof value !== 'string') throw new Error(`${column} is not text.`);
  return value;
}

export function numberIn(row: Row, column: string): number {
  const value = ownMember(row, column);
  if (typeof value !== 'number') throw new Error(`${column} is not a number.`);
  return value;
}

export function bufferIn(row: Row, column: string): Buffer {
  const value = ownMember(row, column);
  if (!(value instanceof Uint8Array)) throw new Error(`${column} holds no bytes.`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
