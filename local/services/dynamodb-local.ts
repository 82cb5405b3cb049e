import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOf, isFetched } from '../../tools/npm-files.cjs';
import type { TableProgram } from './table-program.ts';

/** AWS's own DynamoDB for laptops, which is written in Java; a command fetches it from npm. */
const folder = path.join(folderOf('dynamodb-local'), 'emulator');

export const hasDynamodbLocal = (): boolean => isFetched('dynamodb-local');

/** DynamoDB Local was not fetched. */
export class DynamodbLocalMissing extends Error {
  constructor() {
    super('DynamoDB Local is not on this machine.');
    this.name = 'DynamodbLocalMissing';
  }
}

const options = [
  ...['-Xms64m', '-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'],
  ...['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', '-disableTelemetry'],
];

/**
 * DynamoDB Local. It listens on all interfaces, with no option against that. It keeps separate
 * tables for each access key, so a secret access key id keeps other programs out of our tables.
 * Throws DynamodbLocalMissing.
 */
export function dynamodbLocal(kept: string | undefined): TableProgram {
  if (!hasDynamodbLocal()) throw new DynamodbLocalMissing();
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  return {
    title: 'DynamoDB Local',
    needsJava: true,
    host: '127.0.0.1',
    accessKeyId: secretKeyId(kept),
    directory: folder,
    command: (port) => [
      ...['java', ...options, '-port', String(port)],
      ...(kept === undefined ? ['-inMemory'] : ['-dbPath', kept]),
    ],
  };
}

/** The access key of our tables, stored with the tables if they are kept. */
function secretKeyId(kept: string | undefined): string {
  const fresh = () => `AKIA${randomBytes(10).toString('hex').toUpperCase()}`;
  if (kept === undefined) return fresh();
  const file = path.join(kept, 'access-key');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const id = fresh();
    writeFileSync(file, id, { mode: 0o600 });
    return id;
  }
}
