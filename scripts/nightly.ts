import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { command, UsageError } from './command-line/command.ts';
import { type Environment, runAsProgram } from './command-line/program.ts';

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
  /** How often the suite repeats its proof. */
  readonly count: number;
}

const parts = (seeds: number): Readonly<Record<string, Part>> => ({
  crash: {
    proves: 'each fault at each call, also those that end as another one does',
    suites: 'test/prove/faults/crash',
    count: 1,
  },
  races: {
    proves: 'two hundred rounds of each race, and every order of two operations’ calls',
    suites: 'test/prove/faults/races',
    count: 200,
  },
  simulation: {
    proves: `${seeds} seeds of a day of everything at once`,
    suites: 'test/prove/faults/simulation',
    count: seeds,
  },
  keys: {
    proves:
      'ten thousand cards sealed anew under another key, by a job that crashes again and again',
    suites: 'test/shared/vault/jobs/rotate-keys',
    count: 10_000,
  },
  deployments: {
    proves: 'each setting alone turned on and off in a deployment',
    suites: 'test/cloudformation/deployments',
    count: 1,
  },
  tables: {
    proves: 'ten thousand drawn items, put and updated as DynamoDB Local does',
    suites: 'test/local/tables/like-dynamodb-local',
    count: 10_000,
  },
  requests: {
    proves: 'a thousand drawn requests of each operation',
    suites: 'test/prove/any-request',
    count: 1_000,
  },
  strangers: {
    proves: 'a hundred thousand drawn requests without a valid key, to all addresses together',
    suites: 'test/prove/any-stranger',
    count: 100_000,
  },
  walks: {
    proves: 'a thousand random walks over a started switch that is killed, with wrong clocks',
    suites: 'test/prove/walks',
    count: 1_000,
  },
  kills: {
    proves: 'npm start, killed in the midst of two hundred payments: none lost, all webhooks sent',
    suites: 'test/prove/killed-start',
    count: 200,
  },
  starts: {
    proves: 'the first invocation of each function, which the cold starts measure',
    suites: 'test/bench/first-invocations',
    count: 1,
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

Each part plays all cases of its suite, as DAY=all npm test does, and repeats each more often or
leaves none out that is known to end as another one does. Ends with 1 when a test failed.
`;

export const nightly = command(
  { name: 'npm run nightly', help, options: { only: 'value', seeds: 'value' } },
  async (given, { environment, output }) => {
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
      const { passed, failed, seconds } = await run(part, environment);
      failures += failed;
      const figures = `${passed} passed, ${failed} failed`;
      lines.push(
        `${name.padEnd(12)} ${figures.padEnd(26)} ${seconds.toFixed(0)} s: ${part.proves}`,
      );
    }
    output.write(`\n${lines.join('\n')}\n`);
    return failures === 0 ? 0 : 1;
  },
);

/** Runs the suites of a part, whose output is shown. Times in s. */
async function run({ suites, count }: Part, environment: Environment) {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-nightly-'));
  try {
    const output = path.join(folder, 'results.json');
    const jest = [
      ...['node_modules/jest/bin/jest.js', suites, '--json', `--outputFile=${output}`],
      `--testTimeout=${maxTestMs}`,
    ];
    const startedAt = performance.now();
    const child = spawn('node', ['tools/launch/run.cjs', ...jest], {
      cwd: root,
      env: { ...environment, DAY: 'all', NIGHT: String(count) },
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

await runAsProgram(import.meta, nightly);
