import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { awsCall, emulatorAt } from '../aws/aws-call.ts';
import type { Log } from '../log.ts';
import { portOf } from '../port-of.ts';
import { type TableEmulator, TablesEnded } from './running-tables.ts';
import type { TableProgram } from './table-program.ts';

/** There is no Java on this machine, or the shell cannot find it. */
export class JavaMissing extends Error {
  constructor() {
    super('Java was not found. DynamoDB Local needs a Java runtime, version 17 or later, on PATH.');
    this.name = 'JavaMissing';
  }
}

/**
 * Starts a program that holds tables, in a process group of its own, and resolves once it answers.
 */
export async function startTableProgram(
  program: () => TableProgram,
  region: string,
  log: Log,
): Promise<TableEmulator> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(program(), region, log);
    } catch (error) {
      // Another program took the port in the moment after it was found free.
      const mayTryAgain = error instanceof TablesEnded && /already in use/i.test(error.message);
      if (!mayTryAgain || attempt === maxStarts) throw error;
    }
  }
}

const maxStarts = 5;

async function start(program: TableProgram, region: string, log: Log): Promise<TableEmulator> {
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
      const isMissing = code === 127 && program.needsJava;
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
      emulator.close();
      throw failed;
    }
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  isReady = true;
  const stop = async () => {
    stopping = true;
    emulator.close();
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
