import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BenchDeployment, root } from './deployment.ts';

/**
 * Measures the cost of operations as the amount of stored data grows: the promise of
 * `test/prove/growth.test.ts` at its full size, with its tables. Throws when the promise does not
 * hold.
 */
export async function growth(
  { directory }: BenchDeployment,
  interrupted: AbortSignal,
): Promise<string> {
  const tables = path.join(directory, 'growth.md');
  const child = spawn(
    process.execPath,
    [
      'node_modules/jest/bin/jest.js',
      '--reporters=default',
      '--runInBand',
      'test/prove/growth.test.ts',
    ],
    {
      cwd: root,
      env: { ...process.env, GROWTH_TABLES: tables, DAY: 'all' },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: interrupted,
    },
  );
  const said: Buffer[] = [];
  child.stderr.on('data', (part: Buffer) => said.push(part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Something grew:\n${Buffer.concat(said).toString()}`);
  return readFile(tables, 'utf8');
}
