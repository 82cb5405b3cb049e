import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { markdownTable } from './markdown-table.ts';

const Time = v.object({ ms: v.number(), cpuMs: v.number() });
const Taken = v.object({
  putCpuMs: v.number(),
  memoryKb: v.number(),
  fileBytes: v.optional(v.number()),
  opening: v.optional(Time),
  idleCpuMs: v.number(),
  expiringCpuMs: v.number(),
  longestMs: v.number(),
  longestCpuMs: v.number(),
});

/**
 * Measures the laptop's built-in tables with a tenth of the items and with all of them, with and
 * without a folder for data: a put, memory, opening, the upkeep with nothing to remove, and the
 * longest wait of a call while all items expire at once. Returns a table.
 */
export async function tables(items: number, interrupted: AbortSignal): Promise<string> {
  const rows: string[][] = [];
  for (const isKept of [false, true]) {
    for (const count of [Math.ceil(items / 10), items]) {
      const { opening, fileBytes, ...taken } = await filled(count, isKept, interrupted);
      rows.push([
        isKept ? 'with `--data`' : 'without',
        count.toLocaleString('en'),
        ((taken.putCpuMs / count) * 1_000).toFixed(0),
        (taken.memoryKb / 1_024).toFixed(0),
        ((taken.memoryKb * 1_024) / count).toFixed(0),
        fileBytes === undefined ? '' : (fileBytes / count).toFixed(0),
        opening ? `${opening.cpuMs.toFixed(0)} (${opening.ms.toFixed(0)})` : '',
        taken.idleCpuMs.toFixed(1),
        ((taken.expiringCpuMs / count) * 1_000).toFixed(0),
        `${taken.longestCpuMs.toFixed(0)} (${taken.longestMs.toFixed(0)})`,
      ]);
    }
  }
  return markdownTable(
    [
      'tables',
      'items',
      'CPU µs of a put',
      'MB of memory',
      'bytes of memory an item',
      'bytes of the file an item',
      'CPU ms (ms) to open',
      'CPU ms of an upkeep that removes nothing',
      'CPU µs of the removal of an item',
      'longest wait of a call meanwhile, CPU ms (ms)',
    ],
    rows,
  );
}

async function filled(count: number, isKept: boolean, signal: AbortSignal) {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-tables-'));
  try {
    const program = path.join(import.meta.dirname, 'tables-process.ts');
    const given = [program, String(count), ...(isKept ? [folder] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, given, { signal });
    return v.parse(Taken, JSON.parse(stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
