import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './deployment.ts';

/** A clone of this checkout, as `npm ci` leaves one. */
export interface FreshClone {
  readonly directory: string;
  remove(): void;
}

/** Copies the files that Git knows, with their changes, and shares the installed packages. */
export function freshClone(): FreshClone {
  const directory = mkdtempSync(path.join(tmpdir(), 'turnout-clone-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached'], { cwd: root });
  for (const file of String(listed).split('\0')) {
    if (file) cpSync(path.join(root, file), path.join(directory, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(directory, 'node_modules'));
  mkdirSync(path.join(directory, '.turnout'));
  symlinkSync(
    path.join(root, '.turnout', 'packages'),
    path.join(directory, '.turnout', 'packages'),
  );
  execFileSync('npm', ['run', 'postinstall', '--silent'], { cwd: directory });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
