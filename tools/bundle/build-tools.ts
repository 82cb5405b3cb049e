import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf } from './build-cache.ts';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * A hash of everything that every step of a build depends on besides its own sources: Node.js, the
 * installed packages, and the files that configure the build.
 */
export function buildTools(): string {
  const files = [
    ...globSync('tools/**/*.{ts,cjs}', { cwd: root }).sort(),
    'package.json',
    'package-lock.json',
    // The list of packages that npm really installed; absent if another tool installed them.
    'node_modules/.package-lock.json',
    'tsconfig.json',
    // The bundler reads the nearest one above a source.
    ...globSync('{functions,shared,console}/**/tsconfig.json', { cwd: root }).sort(),
  ];
  const hashes = files.map((file) => [file, hashOfFile(path.join(root, file))]);
  return hashOf(JSON.stringify([process.version, hashes]));
}

function hashOfFile(file: string): string | undefined {
  try {
    return hashOf(readFileSync(file));
  } catch {
    return undefined;
  }
}
