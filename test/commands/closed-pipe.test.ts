import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'turnout-pipe-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program whose reader closes the pipe after the first text, or before it. */
async function readOnce(args: readonly string[], isRead: boolean) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const errors = text(child.stderr);
  const ended = once(child, 'close');
  if (isRead) await once(child.stdout, 'data');
  child.stdout.destroy();
  return { errors: await errors, ended: await ended };
}

it('a command whose reader has closed the pipe ends without an error', async () => {
  const log = join(folder, 'switch.log');
  const line = JSON.stringify({ message: 'request', status: 200, operation: 'a'.repeat(100) });
  writeFileSync(log, `${line}\n`.repeat(5_000));
  const args = [
    'tools/launch/run.cjs',
    'scripts/turnout/logs.ts',
    'fields message, operation',
    '--log',
    log,
  ];
  expect(await readOnce(args, true)).toEqual({ errors: '', ended: [0, null] });
});

// Every command is run by the same lines: of turnout, of its own file, or of npm.
it.each([
  [['scripts/turnout/turnout.ts', 'item']],
  [['scripts/turnout/item.ts']],
  [['scripts/words.ts']],
])('the help of %j whose reader never read ends without an error', async (program) => {
  expect(await readOnce([...program, '--help'], false)).toEqual({ errors: '', ended: [0, null] });
});
