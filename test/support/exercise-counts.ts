import type { Exercise, ExerciseContext } from './exercise.ts';
import type { Merchant } from './merchant.ts';

/**
 * Counts what was made a moment ago, in a time that begins and ends within a quarter of a day: so
 * rows are read too. Asks until the counts have it.
 */
export const counting =
  (
    path: string,
    prepare: (world: ExerciseContext) => Promise<Pick<Merchant, 'key' | 'profileId'>>,
    { method = 'GET', isSeen = /:[1-9]/ }: { method?: 'GET' | 'POST'; isSeen?: RegExp } = {},
  ): Exercise =>
  async (world) => {
    const { key, profileId } = await prepare(world);
    const near = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const range = { start_time: near(-5), end_time: near(5) };
    const request = method === 'GET' ? { query: range } : { body: range };
    return async () => {
      const headers = { 'x-profile-id': profileId };
      for (let attempt = 1; attempt <= 100; attempt++) {
        const { status, text } = await world.running.call(method, path, {
          key,
          headers,
          ...request,
        });
        if (status === 500) return false;
        if (status >= 400) throw new Error(`${status}: ${text}`);
        if (isSeen.test(text)) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return false;
    };
  };

/** Whether a currency occurs. */
const hasCurrency = /"currency":\["/;

/** The same for what can be filtered by. */
export const filtering = (
  method: 'GET' | 'POST',
  path: string,
  prepare: Parameters<typeof counting>[1],
): Exercise => counting(path, prepare, { method, isSeen: hasCurrency });
