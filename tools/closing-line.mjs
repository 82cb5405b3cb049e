/** Ends a test run with one line that people and machines read alike: `12 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    // A suite that could not even start has failed without failing a test.
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
    // Jest's own summary comes after all reporters, so this waits for the end.
    process.once('exit', () => {
      process.stdout.write(`\n${numPassedTests} passed, ${failed} failed${skipped}\n`);
    });
  }
}
