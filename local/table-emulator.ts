import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { awsCall, type Emulator, emulatorAt } from './aws-call.ts';
import { portOf } from './gate.ts';
import type { Log } from './log.ts';

/** AWS's own DynamoDB for a laptop, in a Java process. */
export interface TableEmulator {
  readonly emulator: Emulator;
  stop(): Promise<void>;
}

/** There is no Java on this machine, or none that the shell can find. */
export class JavaMissing extends Error {
  constructor() {
    super('Java was not found. DynamoDB Local needs a Java runtime, version 17 or later, on PATH.');
    this.name = 'JavaMissing';
  }
}

const folder = path.join(
  import.meta.dirname,
  '../node_modules/amplify-dynamodb-simulator/emulator',
);

/**
 * Starts DynamoDB Local, and resolves once it answers.
 *
 * It listens on all interfaces and cannot be told otherwise. But it keeps a separate world for
 * each access key, so one that nobody else knows keeps everybody else out of our tables.
 * Throws JavaMissing.
 */
export async function startTableEmulator(
  region: string,
  dataDirectory: string | undefined,
  log: Log,
): Promise<TableEmulator> {
  const port = await freePort();
  const storage = dataDirectory ? ['-dbPath', databaseFolder(dataDirectory)] : ['-inMemory'];
  const options = [
    ...['-Xms64m', '-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'],
    ...['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar'],
    ...['-port', String(port), '-disableTelemetry', ...storage],
  ];
  // In a session of its own, so that Ctrl-C in the terminal reaches us first and not the database.
  const shell = spawn('/bin/sh', ['-c', guardian, 'sh', ...options], {
    cwd: folder,
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DDB_LOCAL_TELEMETRY: '0' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  shell.stderr.on('data', (part: Buffer) => said.push(String(part)));
  shell.stdin.on('error', () => undefined);
  const ended = new Promise<Error>((resolve) => {
    shell.once('error', resolve);
    shell.once('exit', (code) => {
      const words = said.join('').trim();
      resolve(code === 127 ? new JavaMissing() : new Error(`DynamoDB Local ended: ${words}`));
    });
  });

  const emulator = emulatorAt(`http://127.0.0.1:${port}`, secretKeyId(dataDirectory), region);
  const call = awsCall(emulator);
  let failure: Error | undefined;
  let stopping = false;
  void ended.then((error) => {
    failure = error;
    if (!stopping) log({ level: 'error', source: 'dynamodb', message: error.message });
  });
  for (;;) {
    const answered = await call('DynamoDB_20120810.ListTables', {}).catch(() => undefined);
    if (answered) break;
    if (failure) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    emulator,
    async stop() {
      stopping = true;
      emulator.agent.destroy();
      shell.stdin.end();
      await ended;
    },
  };
}

/**
 * Runs Java for as long as somebody holds the other end of the standard input. The kernel closes
 * that when we die, however we die, so no database is left behind.
 */
const guardian = `
command -v java >/dev/null || exit 127
exec 3<&0
java "$@" 3<&- </dev/null &
java=$!
{ cat <&3 >/dev/null; kill -9 $java; } 2>/dev/null &
exec 3<&-
wait $java
`;

function databaseFolder(dataDirectory: string): string {
  const directory = path.resolve(dataDirectory, 'dynamodb');
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** The access key whose tables are ours: kept with the tables, where tables are kept. */
function secretKeyId(dataDirectory: string | undefined): string {
  const fresh = () => `AKIA${randomBytes(10).toString('hex').toUpperCase()}`;
  if (!dataDirectory) return fresh();
  const file = path.join(dataDirectory, 'dynamodb', 'access-key');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const id = fresh();
    writeFileSync(file, id, { mode: 0o600 });
    return id;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
