import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { command } from '../../scripts/command-line/command.ts';
import { runAsProgram } from '../../scripts/command-line/program.ts';
import { clocks, failuresIn, JestResults, type Round } from './chance/rounds.ts';

const root = path.join(import.meta.dirname, '..', '..');
const { version } = process;

const help = `Runs suites again and again on a busy machine, and lists each test that failed once.

  npm run chance -- test/end-to-end/lists
  npm run chance -- test/functions/payments --rounds 20 --clocks

  --rounds N       how often; 5 unless stated
  --load N         so many other processes keep the processors busy; as many as there are
                   processors unless stated
  --clocks         each round begins some seconds before another moment, by a shifted clock of
                   all Node.js processes: ${Object.keys(clocks).join(', ')}
  --help           shows this

It ends with 1 when a test failed. Each day draws other cases: DAY=all plays all of them.
`;

export const chance = command(
  {
    name: 'npm run chance',
    help,
    options: { rounds: 'value', load: 'value', clocks: 'flag' },
    operands: ['SUITES', ...Array.from({ length: 19 }, () => '[SUITES]')],
  },
  async (given) => {
    const rounds = given.wholeNumber('rounds', { least: 1, most: 1_000 }) ?? 5;
    const load = given.wholeNumber('load', { least: 0, most: 1_000 }) ?? availableParallelism();
    const moments = given.has('clocks') ? Object.keys(clocks) : ['now'];
    const busy = Array.from({ length: load }, () =>
      spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }),
    );
    const played: Round[] = [];
    try {
      for (let number = 1; number <= rounds; number++) {
        const clock = moments[(number - 1) % moments.length] ?? 'now';
        const results = await play(given.operands, clock);
        played.push({ number, clock, results });
        const { numPassedTests, numFailedTests } = results;
        console.log(
          `Round ${number} of ${rounds}, ${clock}: ${numPassedTests} passed, ${numFailedTests} failed`,
        );
      }
    } finally {
      for (const one of busy) one.kill('SIGKILL');
    }
    const failures = failuresIn(played);
    for (const { test, rounds: failed, message } of failures) {
      const where = failed.map(({ number, clock }) => `${number} (${clock})`).join(', ');
      console.log(`\nFailed in ${failed.length} of ${rounds} rounds: ${test}\n  Rounds ${where}\n`);
      console.log(message);
    }
    console.log(
      failures.length === 0
        ? `No test failed in ${rounds} rounds, by Node.js ${version}.`
        : `${failures.length} tests failed in some of ${rounds} rounds.`,
    );
    return failures.length === 0 ? 0 : 1;
  },
);

/** Runs the suites once, and returns Jest's results. */
async function play(suites: readonly string[], clock: string): Promise<JestResults> {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-chance-'));
  try {
    const output = path.join(folder, 'results.json');
    const shiftMs = clocks[clock]?.(new Date()) ?? 0;
    const shifted = path.join(root, 'tools', 'tests', 'shifted-clock.cjs');
    const child = spawn(
      process.execPath,
      ['tools/tests/test.mjs', ...suites, '--silent', '--json', `--outputFile=${output}`],
      {
        cwd: root,
        stdio: 'ignore',
        env: {
          ...process.env,
          ...(shiftMs !== 0 && {
            CLOCK_SHIFT_MS: String(shiftMs),
            NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require=${JSON.stringify(shifted)}`,
          }),
        },
      },
    );
    await once(child, 'exit');
    return v.parse(JestResults, JSON.parse(readFileSync(output, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await runAsProgram(import.meta, chance);
