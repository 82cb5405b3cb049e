import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import path from 'node:path';
import { awsCall, type Emulator, emulatorAt } from '../../../local/aws/aws-call.ts';
import type { Log } from '../../../local/log.ts';
import { portOf } from '../../../local/port-of.ts';
import { givenTables } from '../../../local/services/given-tables.ts';
import { type RunningTables, TablesEnded } from '../../../local/services/running-tables.ts';
import { folderOf, isFetched } from '../../../tools/launch/npm-files.cjs';

// AWS's own DynamoDB for laptops, which is written in Java: the judge of the built-in tables. A
// command fetches it from npm.
const folder = path.join(folderOf('dynamodb-local'), 'emulator');
const title = 'DynamoDB Local';

export const hasDynamodbLocal = (): boolean => isFetched('dynamodb-local');

/** DynamoDB Local was not fetched. */
export class DynamodbLocalMissing extends Error {
  constructor() {
    super('DynamoDB Local is not on this machine: "npx turnout dynamodb-local" fetches it once.');
    this.name = 'DynamodbLocalMissing';
  }
}

/** There is no Java on this machine, or the shell cannot find it. */
export class JavaMissing extends Error {
  constructor() {
    super('Java was not found. DynamoDB Local needs a Java runtime, version 17 or later, on PATH.');
    this.name = 'JavaMissing';
  }
}

interface DynamodbLocal extends RunningTables {
  /** Where it listens. */
  readonly emulator: Emulator;
}

const options = [
  ...['-Xms64m', '-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'],
  ...['-Djava.library.path=./DynamoDBLocal_lib', '-jar', 'DynamoDBLocal.jar', '-disableTelemetry'],
];

const maxStarts = 5;

/**
 * Starts DynamoDB Local in a process group of its own, and resolves once it answers. It listens on
 * all interfaces, with no option against that. It keeps separate tables for each access key, so a
 * secret access key id keeps other programs out of ours.
 *
 * @param kept the folder that keeps the tables; undefined keeps them in memory
 */
export async function startDynamodbLocal(
  region: string,
  kept?: string,
  log: Log = () => undefined,
): Promise<DynamodbLocal> {
  if (!hasDynamodbLocal()) throw new DynamodbLocalMissing();
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(region, kept, log);
    } catch (error) {
      // Another program took the port in the moment after it was found free.
      const mayTryAgain = error instanceof TablesEnded && /already in use/i.test(error.message);
      if (!mayTryAgain || attempt === maxStarts) throw error;
    }
  }
}

async function start(region: string, kept: string | undefined, log: Log): Promise<DynamodbLocal> {
  const port = await freePort();
  const place = kept === undefined ? ['-inMemory'] : ['-dbPath', kept];
  // In a session of its own, so that Ctrl-C in the terminal reaches this process first and not the
  // database.
  const shell = spawn(
    '/bin/sh',
    ['-c', guardian, 'sh', 'java', ...options, '-port', String(port), ...place],
    {
      cwd: folder,
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DDB_LOCAL_TELEMETRY: '0' },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  const said: string[] = [];
  shell.stderr.on('data', (part: Buffer) => said.push(String(part)));
  shell.stdin.on('error', () => undefined);
  const ended = new Promise<Error>((resolve) => {
    shell.once('error', resolve);
    shell.once('exit', (code) => {
      resolve(
        code === 127 ? new JavaMissing() : new TablesEnded(title, reason(code, said.join(''))),
      );
    });
  });

  const emulator = emulatorAt(`http://127.0.0.1:${port}`, secretKeyId(kept), region);
  const { signature, accessKeyId, host } = emulator;
  const tables = givenTables({ signature, accessKeyId, host, port });
  const failure = Promise.withResolvers<TablesEnded>();
  let failed: Error | undefined;
  let isReady = false;
  let stopping = false;
  void ended.then((error) => {
    failed = error;
    shell.stdin.end();
    if (!isReady || stopping || !(error instanceof TablesEnded)) return;
    log({ level: 'error', source: 'tables', message: error.message });
    failure.resolve(error);
  });
  const close = async () => {
    emulator.close();
    await tables.stop();
  };
  for (;;) {
    const asking = awsCall(tables.call)('DynamoDB_20120810.ListTables', {});
    // Another program at this port need not answer.
    const answered = await Promise.race([asking.catch(() => undefined), ended]);
    if (failed) {
      await close();
      throw failed;
    }
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  isReady = true;
  return {
    ...tables,
    emulator,
    failure: failure.promise,
    async stop() {
      stopping = true;
      await close();
      shell.stdin.end();
      await ended;
    },
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

/**
 * Runs a program while this process holds the other end of its standard input. The kernel closes
 * that end when this process ends in any way, so no database is left behind.
 */
const guardian = `
command -v "$1" >/dev/null || exit 127
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{ while read -r _; do :; done <&3; kill -9 $program; } 2>/dev/null &
exec 3<&-
wait $program 2>/dev/null
`;

/** Why a process ended, in one line. A shell adds 128 to the number of the signal. */
function reason(code: number | null, said: string): string {
  const [signal] =
    Object.entries(constants.signals).find(([, number]) => number + 128 === code) ?? [];
  if (signal) return `it was killed by ${signal}.`;
  const lines = said.split('\n').map((line) => line.trimEnd());
  // In a Java stack trace, each line below the message begins with white space.
  const last = lines.filter((line) => /^\S/.test(line)).at(-1) ?? 'it said nothing.';
  return `${last} (exit code ${code})`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
