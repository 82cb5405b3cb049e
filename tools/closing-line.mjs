import path from 'node:path';

/** As many suites are named, of a run of so many at least. */
const named = 10;
const leastSuites = 30;

/**
 * Ends a test run with its slowest suites, and with one line for people and programs:
 * `12 passed, 0 failed`.
 */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that could not start has failed without a failing test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    const slowest = slowestOf(results.testResults);
    // Jest prints its own summary after all reporters, so this waits for the end.
    process.once('exit', () => {
      process.stdout.write(`${slowest}\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
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
