import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { root } from './deployment.ts';

const Report = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(
        v.object({
          ancestorTitles: v.array(v.string()),
          title: v.string(),
          status: v.string(),
          duration: v.nullish(v.number(), 0),
        }),
      ),
    }),
  ),
});

/**
 * Runs every race `rounds` times and every duel in all orders of its calls, as the tests do on a
 * smaller scale. Returns a table. Throws when a result breaks the rule of its race or duel.
 */
export async function races(rounds: number): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'turnout-races-'));
  const report = path.join(directory, 'report.json');
  try {
    await runTests(rounds, report);
    const { testResults } = v.parse(Report, JSON.parse(readFileSync(report, 'utf8')));
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    const table = markdownTable(
      ['Race', 'Rounds', 'Ended well', 'Seconds'],
      all.map(({ ancestorTitles, title, status, duration }) => [
        title,
        ancestorTitles.includes('at once') ? String(rounds) : 'every order',
        status === 'passed' ? 'all' : 'NOT ALL',
        ((duration ?? 0) / 1_000).toFixed(0),
      ]),
    );
    if (all.length === 0 || all.some(({ status }) => status !== 'passed')) {
      throw new Error(`A race did not end well.\n${table}`);
    }
    return table;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runTests(rounds: number, report: string): Promise<void> {
  const jest = ['node_modules/jest/bin/jest.js', 'test/prove/faults/races.test.ts', '--json'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...jest, `--outputFile=${report}`], {
      cwd: root,
      env: { ...process.env, DAY: 'all', NIGHT: String(rounds) },
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
}
