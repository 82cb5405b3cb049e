import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../log.ts';
import { startBuiltInTables } from './built-in-tables.ts';
import { dynamodbLocal } from './dynamodb-local.ts';
import { dynoxide, hasDynoxide } from './dynoxide.ts';
import type { TableEmulator } from './running-tables.ts';
import { startTableProgram } from './table-process.ts';

/** The replacements of DynamoDB on a laptop. */
export type TableEmulatorName = 'built-in' | 'dynoxide' | 'dynamodb-local';

/** The default for the tables: Dynoxide where it is installed. Neither needs Java. */
export const defaultTables = (): TableEmulatorName => (hasDynoxide() ? 'dynoxide' : 'built-in');

/** Names for people. */
export const tableTitles: Readonly<Record<TableEmulatorName, string>> = {
  'built-in': 'the built-in tables',
  dynoxide: 'Dynoxide',
  'dynamodb-local': 'DynamoDB Local',
};

/** Where each program keeps its tables, in the data folder. */
export const tableFolders: Readonly<Record<TableEmulatorName, string>> = {
  'built-in': 'tables',
  dynoxide: 'dynoxide',
  'dynamodb-local': 'dynamodb',
};

/** The emulator whose tables are in a folder; undefined if there are none. */
export const tablesPersistedIn = (dataDirectory: string): TableEmulatorName | undefined =>
  names.find((name) => existsSync(path.join(dataDirectory, tableFolders[name])));

const names = ['built-in', 'dynoxide', 'dynamodb-local'] as const;

/**
 * Starts an emulator of DynamoDB, and resolves once it answers. Throws JavaMissing, TablesEnded,
 * and an Error when another emulator's tables lie in the folder.
 */
export async function startTableEmulator(
  region: string,
  dataDirectory: string | undefined,
  log: Log,
  name = defaultTables(),
): Promise<TableEmulator> {
  const before = dataDirectory === undefined ? undefined : tablesPersistedIn(dataDirectory);
  if (before !== undefined && before !== name) {
    throw new Error(`${dataDirectory} holds tables of ${before}, which ${name} cannot read.`);
  }
  const kept = dataDirectory && path.resolve(dataDirectory, tableFolders[name]);
  if (name === 'built-in') return startBuiltInTables(kept, region, log);
  const program = name === 'dynoxide' ? dynoxide : dynamodbLocal;
  return startTableProgram(() => program(kept), region, log);
}
