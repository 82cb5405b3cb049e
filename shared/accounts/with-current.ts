import type { Configuration } from './merchant-account.ts';

/**
 * What is read anyway, and with it what its merchant has set now: both are on their way at the same
 * time. Where both fail, the failure of `reading` counts, which is the one that callers know.
 */
export async function withCurrent<T>(
  reading: Promise<T>,
  configuration: Promise<Configuration>,
): Promise<readonly [T, Configuration]> {
  configuration.catch(() => {});
  return [await reading, await configuration];
}
