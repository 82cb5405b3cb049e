import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../runner/free-port.ts';
import { familyOf, runningProcesses } from './processes.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Which processes get the interrupt. */
type Receiver =
  /** Each of the start, as from Ctrl-C in a terminal. */
  | 'all processes'
  /** That of npm, as from `kill`. */
  | 'npm'
  /** The switch itself, below npm and the launcher. */
  | 'the switch';

/** A moment of a start. */
interface Moment {
  readonly name: string;
  readonly receiver: Receiver;
  /** The start has printed so many lines, */
  readonly lines: number;
  /** and so much time has passed since then, in ms. */
  readonly laterMs: number;
}

/** The number of lines that a start prints until it is ready. */
const linesOfStart = 12;

const receivers = ['all processes', 'npm', 'the switch'] as const;

/** 50 moments of a start, from before its first line to some time after its last one. */
export const moments: readonly Moment[] = Array.from({ length: 50 }, (_, index) => {
  const receiver = receivers[index % receivers.length] ?? 'npm';
  const lines = Math.round((index / 49) * linesOfStart);
  // A part of the moments is right at a line; others are spread over the time between two lines.
  const laterMs = (index % 4) * (lines === 0 ? 120 : 40);
  const when = lines === 0 ? 'before its first line' : `after line ${lines}`;
  return { name: `${index + 1}, ${laterMs} ms ${when}, to ${receiver}`, receiver, lines, laterMs };
});

/** The end of an interrupted start. */
interface Ending {
  /** The time from the interrupt to the end of the last process, in ms. */
  readonly ms: number;
  /** The output of the start. */
  readonly output: string;
  /** The processes that went on. */
  readonly left: readonly string[];
  /** The ports on which a process still listens. */
  readonly held: readonly number[];
}

/**
 * Starts the switch with `npm start`, interrupts it at the moment and waits for its end.
 *
 * @param environment variables of the start
 * @param tries starts at most, where another program takes a port
 */
export async function interruptedStart(
  moment: Moment,
  environment: Readonly<Record<string, string>> = {},
  tries = 3,
): Promise<Ending> {
  const { receiver, lines, laterMs } = moment;
  const ports: number[] = [];
  for (const _ of portVariables) ports.push(await freePort());
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    // A process group of its own, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...Object.fromEntries(portVariables.map((name, index) => [name, String(ports[index])])),
      ...environment,
    },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('npm cannot be started.');
  let output = '';
  const hasPrinted = Promise.withResolvers<void>();
  const read = (part: Buffer) => {
    output += part;
    if (output.split('\n').length > lines) hasPrinted.resolve();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  if (lines === 0) hasPrinted.resolve();
  const closed = once(child, 'close');
  try {
    await Promise.race([hasPrinted.promise, closed]);
    await pause(laterMs);
    if (child.exitCode !== null) {
      // Another program may take a port between its choice and the start.
      const isPortTaken = /\bPort \d+.* is taken by/.test(output);
      if (isPortTaken && tries > 1) return await interruptedStart(moment, environment, tries - 1);
      throw new Error(`npm start ended by itself. ${output}`);
    }
    const family = familyOf(pid);
    const startedAt = performance.now();
    interrupt(pid, receiver);
    // A process that goes on holds the output open.
    await Promise.race([closed, pause(soMuchMs, undefined, { ref: false })]);
    const closedMs = performance.now() - startedAt;
    const { left, looks } = await endOf(pid, new Set(family.map((one) => one.pid)));
    // A look takes time too.
    const ms = looks === 1 ? closedMs : performance.now() - startedAt;
    const held = await Promise.all(ports.map(async (port) => ((await isFree(port)) ? [] : port)));
    return { ms, output, left, held: held.flat() };
  } finally {
    if (hasMembers(pid)) process.kill(-pid, 'SIGKILL');
  }
}

/** How long a start has to end before its processes are looked at, in ms. */
const soMuchMs = 30_000;

const portVariables = ['PORT', 'VAULT_PORT', 'SANDBOX_PORT', 'SHOP_PORT', 'CONSOLE_PORT'];

function interrupt(npm: number, receiver: Receiver): void {
  // npm has not started the launcher yet, or the launcher the switch.
  const chain = chainBelow(npm);
  if (receiver === 'all processes') process.kill(-npm, 'SIGINT');
  else process.kill((receiver === 'npm' ? undefined : chain.at(-1)) ?? npm, 'SIGINT');
}

/** The launcher and the switch, as far as they run. */
function chainBelow(npm: number): readonly number[] {
  const family = familyOf(npm);
  const launcher = family.find(({ command }) =>
    /run\.cjs scripts\/turnout\/start\.ts/.test(command),
  );
  const itself = family.find(
    ({ parent, command }) =>
      parent === launcher?.pid && command.includes('scripts/turnout/start.ts'),
  );
  return [launcher, itself].flatMap((one) => one?.pid ?? []);
}

/** Waits some time until the processes and their group have ended. Returns those that have not. */
async function endOf(
  group: number,
  pids: ReadonlySet<number>,
): Promise<{ readonly left: readonly string[]; readonly looks: number }> {
  for (let looks = 1; ; looks += 1) {
    const known = runningProcesses().filter(({ pid }) => pids.has(pid));
    const left = known.map(({ command }) => command);
    if (left.length === 0 && hasMembers(group)) left.push(`A process of the group ${group}.`);
    if (left.length === 0 || looks > 400) return { left, looks };
    await pause(25);
  }
}

function hasMembers(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const opened = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (opened) await new Promise((resolve) => server.close(resolve));
  return opened;
}
