// Loaded late: few profiles keep scores.
import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import { type Log, log as liveLog } from '#platform/log.ts';
import type { Table } from '#platform/table/table.ts';
import { noScores, Scores } from './scores.ts';
import { scoresKey } from './scores-key.ts';

/** The scores of profiles. */
export interface ScoresStore {
  /**
   * The scores as they were at most five seconds ago, for one eventually consistent read of one
   * item. Never throws: a payment whose scores cannot be read is routed without them.
   */
  recent(merchantId: string, profileId: string): Promise<Scores | undefined>;
  /** The current scores; undefined until the first outcome was counted. */
  read(merchantId: string, profileId: string): Promise<Scores | undefined>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies it to the
   * saved version. Throws `concurrent_update` after some attempts.
   */
  change(merchantId: string, profileId: string, change: (current: Scores) => Scores): Promise<void>;
}

/** How long a container uses scores that it has read, in milliseconds. */
const cacheMs = 5_000;
const maxCached = 1_000;
const tries = 5;

export function scoresStore(
  table: Table,
  { clock = Date.now, log = liveLog }: { readonly clock?: () => number; readonly log?: Log } = {},
): ScoresStore {
  const cache = new Map<
    string,
    { readonly at: number; readonly reading: Promise<Scores | undefined> }
  >();
  return {
    recent(merchantId, profileId) {
      const key = scoresKey(merchantId, profileId);
      const name = `${key.pk} ${key.sk}`;
      const known = cache.get(name);
      if (known && clock() - known.at < cacheMs) return known.reading;
      if (cache.size >= maxCached) cache.clear();
      const reading = table
        // A missing item is not read once more.
        .batchGet([key], { eventual: true })
        .then(([item]) => item && v.parse(Scores, item))
        .catch((error: unknown) => {
          cache.delete(name);
          log.error('scores not read', error, { profileId });
          return undefined;
        });
      cache.set(name, { at: clock(), reading });
      return reading;
    },

    async read(merchantId, profileId) {
      const item = await table.get(scoresKey(merchantId, profileId));
      return item && v.parse(Scores, item);
    },

    async change(merchantId, profileId, change) {
      const key = scoresKey(merchantId, profileId);
      for (let attempt = 1; ; attempt += 1) {
        const item = await table.get(key);
        const before = item ? v.parse(Scores, item) : noScores(merchantId, profileId);
        const after = change(before);
        if (after === before) return;
        try {
          if (item) {
            await table.save({ ...after, ...key });
            return;
          }
          if (!(await table.putNew({ ...after, version: 1, ...key }))) return;
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === tries) throw error;
        }
      }
    },
  };
}
