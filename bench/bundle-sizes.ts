import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { bundleLimitKb } from '../tools/bundle/bundle-limits.ts';
import type { BenchDeployment, Bundle } from './deployment.ts';

/** A function with an `index.cjs` above this many KB is listed with its contents. */
const largeKb = 250;

const listed = 10;

/** Tables of every function's bundle against its limit, and of the content of the bundles. */
export function bundleSizes({ bundles }: BenchDeployment): string {
  const sized = bundles.map((bundle) => ({ bundle, code: readFileSync(bundle.file) }));
  const rows = sized.map(({ bundle: { name, parts }, code }) => [
    name,
    kb(code.length),
    kb(gzipSync(code).length),
    String(bundleLimitKb(name)),
    percent(code.length / 1_024 / bundleLimitKb(name)),
    [...parts].map(([file, bytes]) => `${file.replace('.part.cjs', '')} ${kb(bytes)}`).join(', '),
  ]);
  const large = sized
    .filter(({ code }) => code.length > largeKb * 1_024)
    .sort((one, other) => other.code.length - one.code.length);
  return [
    markdownTable(
      ['function', 'KB', 'KB gzipped', 'limit, KB', 'of it', 'parts loaded when needed, KB'],
      rows,
    ),
    `The ${listed} largest contributors over all functions:`,
    largestOfAll(bundles),
    `The ${listed} largest contributors of each function above ${largeKb} KB:`,
    markdownTable(
      ['function', 'KB', 'made of, KB'],
      large.map(({ bundle, code }) => [bundle.name, kb(code.length), largestOf(bundle)]),
    ),
  ].join('\n\n');
}

function largestOfAll(bundles: readonly Bundle[]): string {
  const totals = new Map<string, { bytes: number; functions: number }>();
  for (const bundle of bundles) {
    for (const [name, bytes] of contributorsOf(bundle)) {
      const known = totals.get(name) ?? { bytes: 0, functions: 0 };
      totals.set(name, { bytes: known.bytes + bytes, functions: known.functions + 1 });
    }
  }
  const all = [...totals.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = [...totals]
    .sort(([, one], [, other]) => other.bytes - one.bytes)
    .slice(0, listed)
    .map(([name, { bytes, functions }]) => [
      `\`${name}\``,
      String(functions),
      kb(bytes / functions),
      percent(bytes / all),
    ]);
  return markdownTable(['contributor', 'functions', 'KB in each, mean', 'of all code'], rows);
}

const largestOf = (bundle: Bundle) =>
  [...contributorsOf(bundle)]
    .sort(([, one], [, other]) => other - one)
    .slice(0, listed)
    .map(([name, bytes]) => `\`${name}\` ${kb(bytes)}`)
    .join(', ');

/** Bytes by npm package, or by our own folder. */
function contributorsOf({ bytes }: Bundle): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [source, size] of bytes) {
    const name = contributorOf(source);
    if (size > 0) sums.set(name, (sums.get(name) ?? 0) + size);
  }
  return sums;
}

function contributorOf(source: string): string {
  const inside = source.split('node_modules/').at(-1) ?? source;
  const [first = '', second = ''] = inside.split('/');
  if (inside !== source) return first.startsWith('@') ? `${first}/${second}` : first;
  // A file directly in `shared/` belongs to no subfolder.
  return second.includes('.') ? first : `${first}/${second}`;
}

const kb = (bytes: number) => (bytes / 1_024).toFixed(bytes < 10_240 ? 1 : 0);
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
