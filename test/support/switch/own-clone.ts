import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../runner/eventually.ts';
import { callerOf } from './switch.ts';

const root = path.join(import.meta.dirname, '..', '..', '..');
const parts = `bin connectors console docs functions lib local packages scripts shared site test
  tools biome.json cdk.json jest.config.mjs package-lock.json package.json tsconfig.json .gitignore`;

/** A clone of this version in a folder of its own, with a history, as a company has one. */
export function ownClone() {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-own-'));
  for (const part of parts.split(/\s+/)) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  writeFileSync(path.join(folder, '.git', 'info', 'exclude'), 'node_modules\n');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'the core');
  const launcher = path.join('tools', 'launch', 'run.cjs');
  const running = new Set<() => Promise<unknown>>();

  return {
    folder,
    git,
    /** Runs a program of the clone, as its npm script does. */
    run: (...args: readonly string[]) =>
      new Promise<{ code: number; out: string; error: string }>((resolve) => {
        execFile(process.execPath, [launcher, ...args], { cwd: folder }, (failure, out, error) =>
          resolve({ code: Number(failure?.code ?? 0), out, error }),
        );
      }),
    edit(file: string, from: string, to: string) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no "${from}".`);
      writeFileSync(place, text.replace(from, to));
    },
    /** Starts the switch of the clone, and waits until it is ready. */
    async start(environment: Readonly<Record<string, string>>) {
      const free = { PORT: '0', VAULT_PORT: '0', SANDBOX_PORT: '0', SHOP_PORT: '0' };
      const args = [
        launcher,
        'scripts/turnout/start.ts',
        '--verbose',
        '--data',
        path.join(folder, '.turnout-data'),
      ];
      const child = spawn(process.execPath, args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...free, CONSOLE_PORT: '0', ...environment },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (text) => {
          said += text;
        });
      }
      const ended = once(child, 'close');
      const stop = async () => {
        running.delete(stop);
        if (child.exitCode === null) child.kill('SIGINT');
        await ended;
      };
      running.add(stop);
      await eventually(() => {
        if (child.exitCode !== null) return;
        if (!/^ready$/m.test(said)) throw new Error('It is not ready yet.');
      });
      const [, url] = /^turnout-laptop listens on (http:\S+)$/m.exec(said) ?? [];
      if (url === undefined) throw new Error(`It did not start: ${said}`);
      return { call: callerOf(url), said: () => said, stop };
    },
    async remove() {
      for (const stop of running) await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
