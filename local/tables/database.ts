import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A SQLite database, whose statements are compiled once. */
export interface Database {
  run(sql: string, ...values: SQLInputValue[]): { readonly lastInsertRowid: number | bigint };
  row(sql: string, ...values: SQLInputValue[]): Row | undefined;
  rows(sql: string, ...values: SQLInputValue[]): readonly Row[];
  /** Reads row after row. A statement may be read by one caller at a time. */
  iterate(sql: string, ...values: SQLInputValue[]): Iterable<Row>;
  /** Runs statements that all happen or, when one throws, do not. */
  atomically<T>(work: () => T): T;
  close(): void;
}

/** @param file the file that keeps the database; undefined keeps it in memory */
export function openDatabase(file: string | undefined): Database {
  const sqlite = new DatabaseSync(file ?? ':memory:');
  // With a write-ahead log, committed data outlives this process, however that ends. Only a power
  // failure can lose the last commits.
  sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
  sqlite.exec('PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
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
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`${column} is not text.`);
  return value;
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`${column} is not a number.`);
  return value;
}

export function bufferIn(row: Row, column: string): Buffer {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new Error(`${column} holds no bytes.`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
