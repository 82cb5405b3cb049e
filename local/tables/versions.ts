import { makeCatalogue } from './catalogue.ts';
import { makeChanges } from './changes.ts';
import { type Database, numberIn, textIn } from './database.ts';
import { makeExpiry } from './expiry.ts';
import { itemsTable } from './items.ts';
import { makeSizes } from './sizes.ts';
import { makeTokens, requestDigest } from './transactions.ts';

/** The version of the database's own tables; SQLite stores it in the file. */
const version = 1;

/**
 * Makes the database's own tables in a new database, and changes those of an older version in
 * place. Throws for a database of a later version, and changes nothing then.
 */
export function prepareDatabase(database: Database): void {
  const found = versionIn(database);
  if (found > version) {
    throw new Error(`The tables were written by a later version of this program (${found}).`);
  }
  if (found === version) return;
  database.atomically(() => {
    const isNew = !database.row("SELECT 1 FROM sqlite_master WHERE name = 'tables'");
    if (isNew) {
      makeCatalogue(database);
      makeChanges(database);
      makeTokens(database);
      makeSizes(database);
    } else migrate(database);
    database.run(`PRAGMA user_version = ${version}`);
  });
}

const versionIn = (database: Database): number => {
  const row = database.row('PRAGMA user_version');
  return row ? numberIn(row, 'user_version') : 0;
};

/** Version 0 counted items and looked for expired ones by reading all of them. */
function migrate(database: Database) {
  database.run('ALTER TABLE tables ADD COLUMN expiry_read_to INTEGER');
  makeSizes(database);
  for (const row of database.rows('SELECT id, time_to_live FROM tables')) {
    const table = { id: numberIn(row, 'id') };
    database.run(
      `INSERT INTO sizes SELECT ?, count(*), ifnull(sum(bytes), 0) FROM ${itemsTable(table)}`,
      table.id,
    );
    if (row.time_to_live === null) continue;
    makeExpiry(database, table);
    database.run('UPDATE tables SET expiry_read_to = 0 WHERE id = ?', table.id);
  }
  for (const row of database.rows('SELECT token, request FROM tokens')) {
    database.run(
      'UPDATE tokens SET request = ? WHERE token = ?',
      ...[requestDigest(textIn(row, 'request')), textIn(row, 'token')],
    );
  }
}
