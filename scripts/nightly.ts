import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { noteProvenGrants } from '../tools/nightly-suites.ts';
import { command, UsageError } from './command-line/command.ts';

const root = path.join(import.meta.dirname, '..');

const Results = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numFailedTestSuites: v.number(),
});

interface Part {
  /** The promise that it proves beside the tests of every run. */
  readonly proves: string;
  readonly suites: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const parts = (seeds: number): Readonly<Record<string, Part>> => ({
  grants: {
    proves: 'each grant taken away in turn, and what its function cannot do then',
    suites: 'test/nightly/taken-grants',
  },
  crash: {
    proves: 'each fault at each call, also those that a day leaves out',
    suites: 'test/prove/faults/crash',
    environment: { CRASH_CASES: 'all' },
  },
  races: {
    proves: 'two hundred rounds of each race, and every order of two operations’ calls',
    suites: 'test/prove/faults/races',
    environment: { ROUNDS: '200', ORDERS: 'all' },
  },
  simulation: {
    proves: `${seeds} seeds of a day of everything at once`,
    suites: 'test/prove/faults/simulation',
    environment: { SEEDS: String(seeds) },
  },
  keys: {
    proves:
      'ten thousand cards sealed anew under another key, by a job that crashes again and again',
    suites: 'test/shared/vault/jobs/rotate-keys',
    environment: { CARDS: '10000' },
  },
  deployments: {
    proves: 'each setting alone turned on and off in a deployment',
    suites: 'test/cloudformation/deployments',
    environment: { EACH_SETTING: '1' },
  },
  requests: {
    proves: 'a thousand drawn requests of each operation',
    suites: 'test/prove/any-request',
    environment: { ANY_REQUEST_RUNS: '1000' },
  },
  starts: {
    proves: 'the first invocation of each function, which the cold starts measure',
    suites: 'test/bench/first-invocations',
    environment: { FIRST_INVOCATIONS: 'all' },
  },
});

/** One test may have thousands of cases at night. */
const maxTestMs = 6 * 3_600_000;

const defaultSeeds = 10_000;
const names = Object.keys(parts(defaultSeeds));
const help = `Runs what takes too long for each run of the tests, one part after another, and prints how many
tests passed and failed, with the time that each part took.

  npm run nightly -- [--only ${names.slice(0, 2).join(',')}] [--seeds 100000]

${Object.entries(parts(defaultSeeds))
  .map(([name, { proves }]) => `  ${name.padEnd(12)} ${proves}`)
  .join('\n')}

  --only     some of the parts
  --seeds    how many days are simulated; ${defaultSeeds} without it, which take about an hour
  --help     shows this

When every grant was taken away, that is noted in test/nightly/taken-grants.json. Without a note about
lib/ and local/iam as they are, npm test does it itself. Ends with 1 when a test failed.
`;

await command(
  { name: 'npm run nightly', help, options: { only: 'value', seeds: 'value' } },
  async (given) => {
    const seeds = given.wholeNumber('seeds', { least: 1, most: 1_000_000 }) ?? defaultSeeds;
    const wanted = given.text('only')?.split(',') ?? names;
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new UsageError(`There is no part "${unknown}". Parts: ${names.join(', ')}.`);
    }
    let failures = 0;
    const lines: string[] = [];
    for (const [name, part] of Object.entries(parts(seeds))) {
      if (!wanted.includes(name)) continue;
      const { passed, failed, seconds } = await run(part);
      if (name === 'grants' && failed === 0) noteProvenGrants(passed);
      failures += failed;
      const figures = `${passed} passed, ${failed} failed`;
      lines.push(
        `${name.padEnd(12)} ${figures.padEnd(26)} ${seconds.toFixed(0)} s: ${part.proves}`,
      );
    }
    console.log(`\n${lines.join('\n')}`);
    return failures === 0 ? 0 : 1;
  },
);

/** Runs the suites of a part, whose output is shown. Times in s. */
async function run({ suites, environment }: Part) {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-nightly-'));
  try {
    const output = path.join(folder, 'results.json');
    const jest = [
      ...['node_modules/jest/bin/jest.js', suites, '--json', `--outputFile=${output}`],
      `--testTimeout=${maxTestMs}`,
    ];
    const startedAt = performance.now();
    const child = spawn('node', ['tools/run.cjs', ...jest], {
      cwd: root,
      env: { ...process.env, ...environment },
      // Jest's reporters write to stderr while its results go to a file.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const results = v.parse(Results, JSON.parse(readFileSync(output, 'utf8')));
    return {
      passed: results.numPassedTests,
      // A suite that could not start has failed without a failing test.
      failed: Math.max(results.numFailedTests, results.numFailedTestSuites),
      seconds: (performance.now() - startedAt) / 1_000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
