import { randomInt } from 'node:crypto';
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownedFolder } from '../owned-folder.ts';
import type { TableProgram } from './table-program.ts';

const binary = () =>
  path.join(
    import.meta.dirname,
    `../../node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`,
  );

/** Whether Dynoxide is installed for this platform. */
export function hasDynoxide(): boolean {
  try {
    accessSync(binary(), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Prefix of the folders of databases, which no later start reads. */
export const tablesPrefix = 'local-tables-';

/** On Linux, files here are in memory. */
const inMemory = '/dev/shm';

/** Where such folders may be. */
export const tablesParents: readonly string[] = [inMemory, tmpdir()];

/** Minimum free space: a container often has 64 MB there, which a busy hour fills. */
const maxMemoryBytes = 2 * 1024 ** 3;

/**
 * Dynoxide: DynamoDB on SQLite, in one static binary.
 *
 * It checks no credentials and answers to web pages of every origin, so the address that it listens
 * at is drawn at random, where Linux has all of 127.0.0.0/8: no page can find it by trying.
 */
export function dynoxide(kept: string | undefined): TableProgram {
  const folder = kept ?? ownedFolder(volatileParent(), tablesPrefix);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'tables.db');
  return {
    title: 'Dynoxide',
    host:
      process.platform === 'linux'
        ? `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`
        : '127.0.0.1',
    accessKeyId: 'local',
    directory: folder,
    command: (port, host) => [
      ...[binary(), 'serve', '--host', host, '--port', String(port), '--db-path', file],
    ],
    onceReady: () => indexStreamRecords(file),
    ...(kept === undefined && { leaves: folder }),
  };
}

function volatileParent(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    accessSync(inMemory, constants.W_OK);
    return bavail * bsize >= maxMemoryBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Dynoxide 1.2.1 numbers each change by searching for the highest number among all changes of the
 * table. Every write is slower than the one before: 1 ms after 10,000 changes. With this index the
 * search reads one row. Decision 35 has more.
 */
function indexStreamRecords(file: string) {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_stream_numbers ' +
        'ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    database.close();
  }
}
