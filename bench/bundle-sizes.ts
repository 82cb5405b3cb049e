import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Laboratory } from './laboratory.ts';
import { markdownTable } from './markdown-table.ts';

/** What one function may be, minified, with the AWS client inside. */
const limitKb = 450;

/** Every function's bundle against the limit, as a table. */
export function bundleSizes({ bundles }: Laboratory): string {
  const rows = bundles.map(({ name, file }) => {
    const code = readFileSync(file);
    const kb = code.length / 1_024;
    return [
      name,
      kb.toFixed(0),
      (gzipSync(code).length / 1_024).toFixed(0),
      `${((kb / limitKb) * 100).toFixed(0)} %`,
    ];
  });
  return markdownTable(['function', 'KB', 'KB gzipped', `of ${limitKb} KB`], rows);
}
