import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import path from 'node:path';
import { awsCall, type Emulator, emulatorAt } from '../aws/aws-call.ts';
import { portOf } from '../aws/gate.ts';
import type { Log } from '../log.ts';
import { dynamodbLocal } from './dynamodb-local.ts';
import { dynoxide, hasDynoxide } from './dynoxide.ts';
import type { TableProgram } from './table-program.ts';

/** The programs that can replace DynamoDB on a laptop. */
export type TableEmulatorName = 'dynoxide' | 'dynamodb-local';

/** A DynamoDB for a laptop, in a process of its own. */
export interface TableEmulator {
  readonly emulator: Emulator;
  /** Resolves with the reason when the process ends before it is stopped. */
  readonly failure: Promise<TablesEnded>;
  stop(): Promise<void>;
}

/** There is no Java on this machine, or the shell cannot find it. */
export class JavaMissing extends Error {
  constructor() {
    super('Java was not found. DynamoDB Local needs a Java runtime, version 17 or later, on PATH.');
    this.name = 'JavaMissing';
  }
}

/** The database ended, though this program did not stop it. The message is one line. */
export class TablesEnded extends Error {
  constructor(title: string, why: string) {
    super(`${title}, which holds the tables, ended: ${why}`);
    this.name = 'TablesEnded';
  }
}

/** The default program for the tables: the one that needs no Java, if it is installed. */
export const defaultTables = (): TableEmulatorName =>
  hasDynoxide() ? 'dynoxide' : 'dynamodb-local';

const programs: Readonly<Record<TableEmulatorName, (kept: string | undefined) => TableProgram>> = {
  dynoxide,
  'dynamodb-local': dynamodbLocal,
};

/** Where each program keeps its tables, in the data folder. */
const folders: Readonly<Record<TableEmulatorName, string>> = {
  dynoxide: 'dynoxide',
  'dynamodb-local': 'dynamodb',
};

/** The program whose tables are in a folder; undefined if there are none. */
export function tablesPersistedIn(dataDirectory: string): TableEmulatorName | undefined {
  if (existsSync(path.join(dataDirectory, folders.dynoxide))) return 'dynoxide';
  if (existsSync(path.join(dataDirectory, folders['dynamodb-local']))) return 'dynamodb-local';
  return undefined;
}

/**
 * Starts a program that holds tables, and resolves once it answers.
 * Throws JavaMissing, TablesEnded, and an Error when the other program's tables lie in the folder.
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
  const kept = dataDirectory && path.resolve(dataDirectory, folders[name]);
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(name, kept, region, log);
    } catch (error) {
      // Another program took the port in the moment after it was found free.
      const mayTryAgain = error instanceof TablesEnded && /already in use/i.test(error.message);
      if (!mayTryAgain || attempt === maxStarts) throw error;
    }
  }
}

const maxStarts = 5;

async function start(
  name: TableEmulatorName,
  kept: string | undefined,
  region: string,
  log: Log,
): Promise<TableEmulator> {
  const program = programs[name](kept);
  const { title, host } = program;
  const port = await freePort(host);
  // In a session of its own, so that Ctrl-C in the terminal reaches this process first and not the
  // database.
  const shell = spawn('/bin/sh', ['-c', guardian, 'sh', ...program.command(port, host)], {
    cwd: program.directory,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DDB_LOCAL_TELEMETRY: '0',
      LEAVES: program.leaves,
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  shell.stderr.on('data', (part: Buffer) => said.push(String(part)));
  shell.stdin.on('error', () => undefined);
  const ended = new Promise<Error>((resolve) => {
    shell.once('error', resolve);
    shell.once('exit', (code) => {
      const isMissing = code === 127 && name === 'dynamodb-local';
      resolve(isMissing ? new JavaMissing() : new TablesEnded(title, reason(code, said.join(''))));
    });
  });

  const emulator = emulatorAt(`http://${host}:${port}`, program.accessKeyId, region);
  const call = awsCall(emulator);
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
  for (;;) {
    const answer = call('DynamoDB_20120810.ListTables', {}).catch(() => undefined);
    // Another program at this port need not answer.
    const answered = await Promise.race([answer, ended]);
    if (failed) {
      emulator.agent.destroy();
      throw failed;
    }
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  isReady = true;
  const stop = async () => {
    stopping = true;
    emulator.agent.destroy();
    shell.stdin.end();
    await ended;
  };
  try {
    program.onceReady?.();
  } catch (error) {
    await stop();
    throw error;
  }
  return { emulator, failure: failure.promise, stop };
}

/**
 * Runs a program while this process holds the other end of its standard input. The kernel closes
 * that end when this process ends in any way, so neither database nor folder is left behind.
 */
const guardian = `
command -v "$1" >/dev/null || exit 127
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
{ while read -r _; do :; done <&3; kill -9 $program; } 2>/dev/null &
exec 3<&-
wait $program 2>/dev/null
code=$?
[ -z "$LEAVES" ] || /bin/rm -rf "$LEAVES"
exit $code
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

async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
