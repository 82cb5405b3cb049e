import { type Database, numberIn } from './database.ts';

// The number of a table's items and their bytes. Counting them anew would read all of them, which a
// start does for each table.

interface Sized {
  readonly bytes: number;
}

export function makeSizes(database: Database): void {
  database.run('CREATE TABLE sizes (table_id INTEGER PRIMARY KEY, items INTEGER, bytes INTEGER)');
}

export const sizeOf = (
  database: Database,
  { id }: { readonly id: number },
): { readonly items: number; readonly bytes: number } => {
  const row = database.row('SELECT items, bytes FROM sizes WHERE table_id = ?', id);
  return { items: row ? numberIn(row, 'items') : 0, bytes: row ? numberIn(row, 'bytes') : 0 };
};

/** Notes that an item was put in the place of another one or of none, or removed. */
export function addToSize(
  database: Database,
  { id }: { readonly id: number },
  before: Sized | undefined,
  after: Sized | undefined,
): void {
  const bytes = (after?.bytes ?? 0) - (before?.bytes ?? 0);
  const items = (after ? 1 : 0) - (before ? 1 : 0);
  if (bytes === 0 && items === 0) return;
  const change = 'SET items = items + ?, bytes = bytes + ? WHERE table_id = ?';
  const { changes } = database.run(`UPDATE sizes ${change}`, items, bytes, id);
  if (changes === 0) database.run('INSERT INTO sizes VALUES (?, ?, ?)', id, items, bytes);
}

export const dropSize = (database: Database, { id }: { readonly id: number }) =>
  database.run('DELETE FROM sizes WHERE table_id = ?', id);
