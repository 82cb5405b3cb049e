import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Laboratory, root } from './laboratory.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';

const runs = 3;
const longestMs = 60_000;

/**
 * Time from `npm start` to its line `ready`, and the memory of the whole tree of processes, Java
 * included, then and after every function was started once; as a table.
 */
export async function startUp({ assembly }: Laboratory, interrupted: AbortSignal): Promise<string> {
  const started: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    started.push(await measured('npm', ['start', '--silent'], interrupted));
  }
  const script = path.join(import.meta.dirname, 'warm-switch.ts');
  const warm = await measured(process.execPath, [script, assembly], interrupted);
  const seconds = started.map(({ ms }) => ms / 1_000);
  return markdownTable(
    ['measure', 'figure'],
    [
      ['`npm start` to `ready`, median', `${median(seconds).toFixed(1)} s`],
      ['`npm start` to `ready`, each run', `${seconds.map((one) => one.toFixed(1)).join(', ')} s`],
      [
        'memory after `ready`, with npm and the build, median',
        megabytes(median(started.map(({ rssKb }) => rssKb))),
      ],
      ['memory of the switch alone, after every function was started', megabytes(warm.rssKb)],
    ],
  );
}

interface Measured {
  readonly ms: number;
  /** Resident memory of the process and all below it; pages that two share count twice. */
  readonly rssKb: number;
}

/** Starts a program that says `ready`, looks at it and ends it. */
async function measured(
  command: string,
  parameters: readonly string[],
  interrupted: AbortSignal,
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(command, parameters, {
    cwd: root,
    // Ports of its own, whatever else runs on this machine.
    env: { ...process.env, PORT: '0', SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: a signal to npm alone would not reach what npm has started.
    detached: true,
  });
  const { pid = 0 } = child;
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM');
  };
  process.once('exit', end);
  try {
    await ready(child, interrupted);
    const ms = performance.now() - started;
    return { ms, rssKb: treeRssKb(pid) };
  } finally {
    const below = tree(pid);
    end();
    process.off('exit', end);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await ended(below);
  }
}

async function ready({ stdout }: ChildProcess, interrupted: AbortSignal): Promise<void> {
  if (!stdout) throw new Error('Nobody listens to what it says.');
  const late = AbortSignal.timeout(longestMs);
  const signal = AbortSignal.any([late, interrupted]);
  const lines = createInterface({ input: stdout, signal });
  for await (const line of lines) if (line === 'ready') return;
  if (interrupted.aborted) throw new Error('Interrupted.');
  throw new Error(late.aborted ? 'It was not ready within a minute.' : 'It ended before `ready`.');
}

/** Whatever was started has ended too, or is ended now. */
async function ended(pids: readonly number[]): Promise<void> {
  const lives = (pid: number) => existsSync(`/proc/${pid}`);
  for (let waited = 0; waited < 150 && pids.some(lives); waited++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const pid of pids.filter(lives)) process.kill(pid, 'SIGKILL');
}

/** The process and all that it started, directly or not; on Linux alone. */
function tree(top: number): readonly number[] {
  const parents = globSync('/proc/[0-9]*/stat').flatMap((file) => {
    const [, pid, parent] = /^(\d+) \(.*\) \S (\d+)/s.exec(textOf(file)) ?? [];
    return pid && parent ? [{ pid: Number(pid), parent: Number(parent) }] : [];
  });
  const below = (pid: number): readonly number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((one) => below(one.pid)),
  ];
  return below(top);
}

function treeRssKb(top: number): number {
  return tree(top).reduce((sum, pid) => {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`)) ?? [];
    return sum + Number(kilobytes);
  }, 0);
}

/** A process may end while it is being looked at. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const megabytes = (kilobytes: number) =>
  kilobytes > 0 ? `${(kilobytes / 1_024).toFixed(0)} MB` : 'only known on Linux';
