/** On a machine that is busy, anything may take a minute. A thing that never comes fails within some. */
const patienceMs = 180_000;

/**
 * Asks until the answer does not throw any more; rejects with its error after three minutes, unless
 * another time in ms is stated.
 */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = patienceMs): Promise<T> {
  for (const until = Date.now() + withinMs; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
