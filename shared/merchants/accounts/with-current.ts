import type { Configuration } from './merchant-account.ts';

/**
 * Awaits a read together with the merchant's current configuration, both in parallel. When both
 * fail, the error of `reading` is thrown, because the API documents that one.
 */
export async function withCurrent<T>(
  reading: Promise<T>,
  configuration: Promise<Configuration>,
): Promise<readonly [T, Configuration]> {
  configuration.catch(() => {});
  return [await reading, await configuration];
}
