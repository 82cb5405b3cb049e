import { isObject, type JsonObject, parseJson } from '../assembly/json.ts';
import { type Database, numberIn, type Row, textIn } from './database.ts';
import { dropExpiry, makeExpiry } from './expiry.ts';
import { itemsTable, makeIndex, makeItems } from './items.ts';
import { schemaOf, type TableSchema } from './schema.ts';
import { dropSize, sizeOf } from './sizes.ts';
import { TableError } from './table-error.ts';

/** A table that exists. */
export interface Table extends TableSchema {
  readonly id: number;
  readonly name: string;
  /** Its CreateTable request, with the changes of UpdateTable. */
  readonly definition: JsonObject;
  readonly createdAtSeconds: number;
  /** The stream that its changes go to; undefined while it has none. */
  readonly stream: OpenStream | undefined;
  /** The attribute with the time at which an item expires, in seconds since 1970. */
  readonly timeToLive: string | undefined;
  /**
   * The number of the last item whose time of expiry is known, while older items are still read
   * for theirs; undefined once all are known.
   */
  readonly expiryReadTo: number | undefined;
}

interface OpenStream {
  readonly id: number;
  /** When it began; part of its ARN. */
  readonly label: string;
}

/** All tables, by name. */
export interface Catalogue {
  names(): readonly string[];
  /** Throws ResourceNotFoundException. */
  table(name: string): Table;
  find(name: string): Table | undefined;
  create(name: string, definition: JsonObject): Table;
  /** Gives a table another definition: more or fewer indexes, or a stream. */
  update(table: Table, definition: JsonObject): Table;
  setTimeToLive(table: Table, attribute: string | undefined): void;
  /** Notes how far the items of a table were read for their time of expiry. */
  setExpiryReadTo(table: Table, item: number | undefined): void;
  remove(table: Table): void;
}

export function catalogueIn(database: Database, now: () => number): Catalogue {
  const tables = new Map<string, Table>();
  for (const row of database.rows('SELECT * FROM tables')) remember(row);

  function remember(row: Row): Table {
    const table = tableIn(database, row);
    tables.set(table.name, table);
    return table;
  }

  function reload(name: string): Table {
    const row = database.row('SELECT * FROM tables WHERE name = ?', name);
    if (!row) throw new Error(`There is no table ${name}.`);
    return remember(row);
  }

  const catalogue: Catalogue = {
    names: () => [...tables.keys()].sort(),
    find: (name) => tables.get(name),
    table(name) {
      const table = tables.get(name);
      if (table) return table;
      throw new TableError(
        'ResourceNotFoundException',
        'Cannot do operations on a non-existent table',
      );
    },
    create: (name, definition) =>
      database.atomically(() => {
        const schema = schemaOf(definition);
        const { lastInsertRowid } = database.run(
          'INSERT INTO tables (name, definition, created) VALUES (?, ?, ?)',
          ...[name, JSON.stringify(definition), Math.floor(now() / 1_000)],
        );
        const id = Number(lastInsertRowid);
        makeItems(database, id);
        for (const index of schema.indexes) makeIndex(database, { ...schema, id }, index);
        setStream(database, name, definition, now());
        return reload(name);
      }),
    update: (table, definition) =>
      database.atomically(() => {
        const schema = schemaOf(definition);
        setIndexes(database, table, schema);
        database.run(
          'UPDATE tables SET definition = ? WHERE id = ?',
          ...[JSON.stringify(definition), table.id],
        );
        setStream(database, table.name, definition, now());
        return reload(table.name);
      }),
    setTimeToLive(table, attribute) {
      database.atomically(() => {
        dropExpiry(database, table);
        if (attribute !== undefined) makeExpiry(database, table);
        const hasUnread = attribute !== undefined && sizeOf(database, table).items > 0;
        database.run(
          'UPDATE tables SET time_to_live = ?, expiry_read_to = ? WHERE id = ?',
          ...[attribute ?? null, hasUnread ? 0 : null, table.id],
        );
      });
      reload(table.name);
    },
    setExpiryReadTo(table, item) {
      database.run(
        'UPDATE tables SET expiry_read_to = ? WHERE id = ?',
        ...[item ?? null, table.id],
      );
      reload(table.name);
    },
    remove(table) {
      database.atomically(() => {
        for (const { name } of table.indexes) {
          database.run(`DROP TABLE ${itemsTable(table, name)}`);
        }
        database.run(`DROP TABLE ${itemsTable(table)}`);
        dropExpiry(database, table);
        dropSize(database, table);
        database.run('DELETE FROM tables WHERE id = ?', table.id);
        closeStream(database, table.name, now());
      });
      tables.delete(table.name);
    },
  };
  return catalogue;
}

export function makeCatalogue(database: Database): void {
  database.run(
    `CREATE TABLE tables (
       id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, definition TEXT,
       created INTEGER, time_to_live TEXT, expiry_read_to INTEGER
     )`,
  );
  database.run(
    `CREATE TABLE streams (
       id INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT, label TEXT, definition TEXT,
       created INTEGER, closed INTEGER
     )`,
  );
}

/** The table that a row describes, with its open stream. */
function tableIn(database: Database, row: Row): Table {
  const definition = parseJson(textIn(row, 'definition'));
  if (!isObject(definition)) throw new Error('A definition is an object.');
  const name = textIn(row, 'name');
  const stream = database.row(
    'SELECT id, label FROM streams WHERE table_name = ? AND closed IS NULL',
    name,
  );
  return {
    ...schemaOf(definition),
    id: numberIn(row, 'id'),
    name,
    definition,
    createdAtSeconds: numberIn(row, 'created'),
    stream: stream && { id: numberIn(stream, 'id'), label: textIn(stream, 'label') },
    timeToLive: row.time_to_live === null ? undefined : textIn(row, 'time_to_live'),
    expiryReadTo: row.expiry_read_to === null ? undefined : numberIn(row, 'expiry_read_to'),
  };
}

/** Drops the indexes that a schema no longer has, and makes those that it has in addition. */
function setIndexes(database: Database, table: Table, schema: TableSchema) {
  const isIn = ({ indexes }: TableSchema, name: string) =>
    indexes.some((index) => index.name === name);
  for (const { name } of table.indexes) {
    if (!isIn(schema, name)) database.run(`DROP TABLE ${itemsTable(table, name)}`);
  }
  for (const index of schema.indexes) {
    if (!isIn(table, index.name)) makeIndex(database, { ...schema, id: table.id }, index);
  }
}

/** Opens the stream that a definition asks for, or closes the one that it no longer has. */
function setStream(database: Database, name: string, definition: JsonObject, nowMs: number) {
  const { streamView } = schemaOf(definition);
  const open = database.row('SELECT id FROM streams WHERE table_name = ? AND closed IS NULL', name);
  if (!streamView === !open) return;
  if (!streamView) {
    closeStream(database, name, nowMs);
    return;
  }
  // The label distinguishes this stream from earlier ones of a table of this name.
  const label = new Date(nowMs).toISOString().slice(0, -1);
  database.run(
    'INSERT INTO streams (table_name, label, definition, created) VALUES (?, ?, ?, ?)',
    ...[name, label, JSON.stringify(definition), nowMs],
  );
}

const closeStream = (database: Database, name: string, nowMs: number) =>
  database.run(
    'UPDATE streams SET closed = ? WHERE table_name = ? AND closed IS NULL',
    ...[nowMs, name],
  );
