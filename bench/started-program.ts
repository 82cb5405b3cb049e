import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Process, processTree } from './processes.ts';

const maxMs = 120_000;

/** As the bench was started: the functions that it runs in this process set variables of theirs. */
const environment = { ...process.env };

export interface Program {
  /** Its working directory. */
  readonly directory: string;
  readonly command: string;
  readonly parameters: readonly string[];
  /** Variables added to its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The switch of a checkout, started as a user starts it, without stored data. */
export const npmStart = (directory: string): Program => ({
  directory,
  command: 'npm',
  parameters: ['start', '--silent'],
});

/** A program that has printed `ready`. */
export interface StartedProgram {
  /** Time from its start to `ready`. */
  readonly ms: number;
  /** The addresses that it printed as `NAME listens on URL`, by name. */
  readonly urls: ReadonlyMap<string, string>;
  /** The program and all its descendants. */
  processes(): readonly Process[];
  /** Ends it, and resolves when all its descendants have ended too. */
  stop(): Promise<void>;
}

/**
 * Starts a program on ports of its own, so that other programs on this machine do not matter, and
 * waits for the line `ready`. Rejects when the program ends before, takes longer than two minutes
 * or is interrupted.
 */
export async function startProgram(
  { directory, command, parameters, environment: own = {} }: Program,
  interrupted: AbortSignal,
): Promise<StartedProgram> {
  const started = performance.now();
  const child = spawn(command, parameters, {
    cwd: directory,
    env: {
      ...environment,
      PORT: '0',
      VAULT_PORT: '0',
      SANDBOX_PORT: '0',
      SHOP_PORT: '0',
      CONSOLE_PORT: '0',
      ...own,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // The program gets a process group of its own: a signal only to npm would not reach npm's
    // children.
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} cannot be started.`);
  const end = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGTERM');
  };
  process.once('exit', end);
  const stop = async () => {
    const below = processTree(pid).map((one) => one.pid);
    end();
    process.off('exit', end);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await ended(below);
  };
  try {
    const late = AbortSignal.timeout(maxMs);
    const signal = AbortSignal.any([late, interrupted]);
    const urls = new Map<string, string>();
    const lines = createInterface({ input: child.stdout, signal });
    for await (const line of lines) {
      const [, name, url] = /^(\S+) listens on (http:\S+)$/.exec(line) ?? [];
      if (name && url) urls.set(name, url);
      if (line !== 'ready') continue;
      const ms = performance.now() - started;
      // Keeps reading the output: the program would block on a full pipe.
      child.stdout.resume();
      return { ms, urls, processes: () => processTree(pid), stop };
    }
    if (interrupted.aborted) throw new Error('Interrupted.');
    throw new Error(late.aborted ? 'It was not ready in two minutes.' : 'It ended before `ready`.');
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends all descendants that still run. */
async function ended(pids: readonly number[]): Promise<void> {
  const lives = (pid: number) => existsSync(`/proc/${pid}`);
  for (let waited = 0; waited < 150 && pids.some(lives); waited++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const pid of pids.filter(lives)) process.kill(pid, 'SIGKILL');
}

/** Where a part of a started program listens. */
export function urlOf({ urls }: StartedProgram, name: string): string {
  const url = urls.get(name);
  if (url === undefined) throw new Error(`${name} did not say where it listens.`);
  return url;
}
