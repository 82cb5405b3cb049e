import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { BlocklistJob, type BlocklistJobRef, jobPrefix } from './blocklist-job.ts';
import { BlocklistRow } from './blocklist-row.ts';

export interface BlocklistJobStore {
  /** Stores the chunks of a file, then their job, which starts it. A repeat changes nothing. */
  start(job: BlocklistJob, chunks: readonly (readonly BlocklistRow[])[]): Promise<void>;
  find(place: BlocklistJobRef): Promise<BlocklistJob | undefined>;
  /** Throws `blocklist_job_not_found`. */
  get(place: BlocklistJobRef): Promise<BlocklistJob>;
  /** All jobs of a merchant that have not expired, newest first. */
  list(merchantId: string): Promise<readonly BlocklistJob[]>;
  /** The rows of a chunk, of which the first has the index 0. */
  rows(place: BlocklistJobRef, chunk: number): Promise<readonly BlocklistRow[]>;
  /** Saves a job over the version that was read. Throws `concurrent_update`. */
  save(job: BlocklistJob): Promise<BlocklistJob>;
}

const partition = (merchantId: string) => `MERCHANT#${merchantId}#BLOCKLIST_JOBS`;

const jobKey = ({ merchantId, id }: BlocklistJobRef): Key => ({
  pk: partition(merchantId),
  sk: `${jobPrefix}${id}`,
});

/** Each chunk has a partition of its own, since a large file is more than one takes in a second. */
const chunkKey = ({ merchantId, id }: BlocklistJobRef, chunk: number): Key => ({
  pk: `MERCHANT#${merchantId}#${jobPrefix}${id}#CHUNK#${chunk}`,
  sk: 'BLOCKLIST_ROWS',
});
const Chunk = v.object({ rows: v.string() });

/** How long a job is stored, and the rows of its file, in seconds. */
const jobSeconds = 365 * 86_400;
const chunkSeconds = 7 * 86_400;

/** So many chunks are written at once. */
const concurrency = 10;

export function blocklistJobStore(table: Table): BlocklistJobStore {
  const expiry = ({ createdAt }: BlocklistJob, seconds: number) =>
    Math.ceil(Date.parse(createdAt) / 1_000) + seconds;
  const asItem = (job: BlocklistJob): Item & BlocklistJob => {
    const { duePk: _, dueAt, ...rest } = job;
    const key = jobKey(job);
    return {
      ...rest,
      ...key,
      ...(dueAt && dueKeys(key.pk, new Date(dueAt))),
      expiresAtSeconds: expiry(job, jobSeconds),
    };
  };
  const store: BlocklistJobStore = {
    async start(job, chunks) {
      const expiresAtSeconds = expiry(job, chunkSeconds);
      for (let first = 0; first < chunks.length; first += concurrency) {
        const some = chunks.slice(first, first + concurrency);
        await Promise.all(
          some.map((rows, at) => {
            const key = chunkKey(job, first + at);
            return table.putNew({ ...key, rows: JSON.stringify(rows), expiresAtSeconds });
          }),
        );
      }
      await table.putNew(asItem(job));
    },

    async find(place) {
      const item = await table.get(jobKey(place));
      return item && v.parse(BlocklistJob, item);
    },

    async get(place) {
      const job = await store.find(place);
      if (!job) throw new SwitchError('blocklist_job_not_found');
      return job;
    },

    async list(merchantId) {
      const items = await table.query(partition(merchantId), { eventual: true });
      return items
        .map((item) => v.parse(BlocklistJob, item))
        .sort(
          (one, other) =>
            other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id),
        );
    },

    async rows(place, chunk) {
      const item = v.parse(Chunk, await table.get(chunkKey(place, chunk)));
      return v.parse(v.array(BlocklistRow), JSON.parse(item.rows));
    },

    async save(job) {
      return v.parse(BlocklistJob, await table.save(asItem(job)));
    },
  };
  return store;
}
