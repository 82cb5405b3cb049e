import { stop } from 'esbuild';

let users = 0;

/**
 * Runs work of the bundler, and ends the bundler's own process after the last work that runs side by
 * side: it would hold hundreds of megabytes while the switch runs.
 *
 * @param signal ends the work; then this rejects with the signal's reason. The work itself may never
 *   settle, since esbuild settles no build whose process it ends.
 */
export async function withBundler<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal?.reason);
  signal?.addEventListener('abort', end);
  users += 1;
  try {
    return await Promise.race([work(), ended.promise]);
  } finally {
    signal?.removeEventListener('abort', end);
    users -= 1;
    if (users === 0) await stop();
  }
}
