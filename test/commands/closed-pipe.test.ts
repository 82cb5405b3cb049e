import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..');

it('a command whose reader has closed the pipe ends without an error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnout-pipe-'));
  const log = join(folder, 'switch.log');
  const line = JSON.stringify({ message: 'request', status: 200, operation: 'a'.repeat(100) });
  writeFileSync(log, `${line}\n`.repeat(5_000));
  try {
    const args = ['tools/run.cjs', 'scripts/logs.ts', 'fields message, operation', '--log', log];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const errors = text(child.stderr);
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await errors).toBe('');
    expect(await ended).toEqual([0, null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
