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
  ): Exercise =>
  async (world) => {
    const { key, profileId } = await prepare(world);
    const near = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const query = { start_time: near(-5), end_time: near(5) };
    return async () => {
      const headers = { 'x-profile-id': profileId };
      for (let attempt = 1; attempt <= 100; attempt++) {
        const { status, text } = await world.running.call('GET', path, { key, headers, query });
        if (status === 500) return false;
        if (status >= 400) throw new Error(`${status}: ${text}`);
        if (/:[1-9]/.test(text)) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return false;
    };
  };
