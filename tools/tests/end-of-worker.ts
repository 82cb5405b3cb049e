/**
 * The end of a process that runs suites. They share servers and keep connections in it, which would
 * keep it running.
 */
const closers: (() => Promise<void>)[] = [];

/**
 * Calls this after the last suite, where the suites ran in Jest's own process. A worker of Jest
 * ends at once instead, and its threads and servers with it.
 */
export function closeAfterSuites(close: () => Promise<void>): void {
  closers.push(close);
}

/** Closes everything that suites shared in this process. */
export async function closeShared(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

let endsWithJest = false;

/**
 * Ends a worker with Jest, which stops listening to its messages when it has no more suites to run,
 * and whose channel closes when Jest itself was killed. Each suite calls this, before it is loaded.
 */
export function endWithJest(): void {
  if (endsWithJest || process.listenerCount('message') === 0) return;
  endsWithJest = true;
  process.once('disconnect', () => process.exit());
  process.on('removeListener', (event) => {
    if (event === 'message' && process.listenerCount('message') === 0) process.exit();
  });
}
