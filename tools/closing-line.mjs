/** Ends a test run with one line for people and programs: `12 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that could not start has failed without a failing test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    // Jest prints its own summary after all reporters, so this waits for the end.
    process.once('exit', () => {
      process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
    });
  }
}
