import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** As many suites are named, of a run of so many at least. */
const named = 10;
const leastSuites = 30;

/**
 * Ends a test run with its slowest suites, with how many cases of each kind the draw played, and
 * with one line for people and programs: `12 passed, 0 failed`.
 */
export default class ClosingLine {
  constructor({ testNamePattern }) {
    // With -t, the names choose the cases, and not the draw.
    this.isDrawn = !testNamePattern;
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that could not start has failed without a failing test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    const before = `${slowestOf(results.testResults)}\n${this.isDrawn ? playedCases() : ''}`;
    // Jest prints its own summary after all reporters, so this waits for the end.
    process.once('exit', () => {
      process.stdout.write(`${before}${numPassedTests} passed, ${failed} failed${skipped}\n`);
    });
  }
}

/** A line for each of the slowest suites, in seconds; nothing for a run of a few suites. */
function slowestOf(suites) {
  if (suites.length < leastSuites) return '';
  const lines = suites
    .map(({ testFilePath, perfStats }) => ({ testFilePath, ms: perfStats.runtime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, named)
    .map(
      ({ testFilePath, ms }) =>
        `${(ms / 1_000).toFixed(0).padStart(5)} s  ${path.relative(process.cwd(), testFilePath)}`,
    );
  return `\nThe slowest suites:\n${lines.join('\n')}\n`;
}

/** How many cases of how many were played, by kind; nothing where no suite drew any. */
function playedCases() {
  const noted = path.join(process.env.TURNOUT_TEST_RUN ?? '', 'drawn.tsv');
  if (!existsSync(noted)) return '';
  const kinds = new Map();
  for (const line of readFileSync(noted, 'utf8').trimEnd().split('\n')) {
    const [kind, played, of] = line.split('\t');
    const before = kinds.get(kind) ?? { played: 0, of: 0 };
    kinds.set(kind, { played: before.played + Number(played), of: before.of + Number(of) });
  }
  const texts = [...kinds].sort().map(([kind, { played, of }]) => `${kind} ${played} of ${of}`);
  return `Played cases: ${texts.join(' · ')}\n`;
}
