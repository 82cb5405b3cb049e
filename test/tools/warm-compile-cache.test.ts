import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const file = join('tools', 'launch', 'warm-compile-cache.mjs');

/** Runs the last step of an installation in a checkout, with a compile cache of its own. */
function warm(checkout: string) {
  const cache = mkdtempSync(join(tmpdir(), 'turnout-compiled-'));
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: checkout, env });
  const compiled = readdirSync(cache, { recursive: true, withFileTypes: true });
  rmSync(cache, { recursive: true });
  return {
    ended: { status, stdout: String(stdout), stderr: String(stderr) },
    compiled: compiled.filter((one) => one.isFile()).length,
  };
}
const silent = { status: 0, stdout: '', stderr: '' };

it('the last step of an installation compiles the modules of npm start, and prints nothing', () => {
  const { ended, compiled } = warm(root);
  expect(ended).toEqual(silent);
  // Those of our own code alone are hundreds.
  expect(compiled).toBeGreaterThan(200);
});

it('the last step of an installation succeeds where packages and sources are missing', () => {
  const bare = mkdtempSync(join(tmpdir(), 'turnout-bare-'));
  mkdirSync(join(bare, 'tools', 'launch'), { recursive: true });
  copyFileSync(join(root, file), join(bare, file));
  expect(warm(bare).ended).toEqual(silent);
  rmSync(bare, { recursive: true });
});
