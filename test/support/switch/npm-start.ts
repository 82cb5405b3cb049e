import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../runner/eventually.ts';
import { familyOf, type RunningProcess, runningProcesses } from './processes.ts';
import { type Call, callerOf } from './switch.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const children = new Set<ChildProcess>();

/** Ends all starts that still run. */
export function killStarts(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Starts the switch as its user does, and collects its output. */
export function runStart(
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn(
    process.execPath,
    ['tools/launch/run.cjs', 'scripts/turnout/start.ts', ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: '0',
        VAULT_PORT: '0',
        SANDBOX_PORT: '0',
        SHOP_PORT: '0',
        CONSOLE_PORT: '0',
        ...environment,
      },
    },
  );
  children.add(child);
  const said = { out: '', error: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.error += text;
  });
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return Number(code);
  });
  return { child, said, ended };
}

/** A start that is ready. */
export interface Started extends ReturnType<typeof runStart> {
  readonly call: Call;
  readonly ports: readonly number[];
  /** Every process that belongs to it. */
  readonly processes: readonly RunningProcess[];
}

/** Starts the switch as its user does, and waits until it is ready. */
export async function start(...given: Parameters<typeof runStart>): Promise<Started> {
  const running = runStart(...given);
  const { child, said } = running;
  await eventually(() => {
    if (child.exitCode !== null) return;
    if (!/^ready$/m.test(said.out)) throw new Error('It is not ready yet.');
  });
  if (child.exitCode !== null) throw new Error(`It ended: ${said.error}`);
  const listening = [...said.out.matchAll(/^(\S+) listens on (http:\S+)$/gm)];
  const urls = new Map(listening.map(([, name, url = '']) => [name, url]));
  return {
    ...running,
    call: callerOf(urls.get('turnout-laptop') ?? ''),
    ports: [...urls.values()].map((url) => Number(new URL(url).port)),
    processes: familyOf(child.pid ?? 0),
  };
}

/** Nothing of it runs, and nothing listens where it did. */
export const isGone = ({ processes, ports }: Pick<Started, 'processes' | 'ports'>) =>
  eventually(async () => {
    const running = new Set(runningProcesses().map(({ pid }) => pid));
    expect(processes.filter(({ pid }) => running.has(pid))).toEqual([]);
    for (const port of ports) expect([port, await listens(port)]).toEqual([port, false]);
  });

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
