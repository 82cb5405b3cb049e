import * as v from 'valibot';
import type { Key } from '#platform/table/port.ts';
import type { BlocklistRow } from './blocklist-row.ts';

/** The keys of a job: its merchant and its id. */
export interface BlocklistJobRef {
  readonly merchantId: string;
  readonly id: string;
}

/** The sort keys of jobs begin so. */
export const jobPrefix = 'BLOCKLIST_JOB#';

/** Whether an item of the table is a job. */
export const isBlocklistJob = ({ sk }: { readonly sk?: unknown }): boolean =>
  typeof sk === 'string' && sk.startsWith(jobPrefix);

/** The job of a key on the due index; undefined when the key is of another item. */
export function jobRefOf({ pk, sk }: Key): BlocklistJobRef | undefined {
  const [, merchantId] = /^MERCHANT#([^#]+)#BLOCKLIST_JOBS$/.exec(pk) ?? [];
  return merchantId && isBlocklistJob({ sk })
    ? { merchantId, id: sk.slice(jobPrefix.length) }
    : undefined;
}

export const BlocklistJobStatus = v.picklist(['initiated', 'processing', 'completed', 'failed']);

/** The work of adding the rows of one file to a merchant's blocklist, chunk by chunk. */
export const BlocklistJob = v.looseObject({
  merchantId: v.string(),
  id: v.string(),
  status: BlocklistJobStatus,
  totalRows: v.number(),
  /** The rows of the finished chunks; an entry that existed before counts too. */
  succeededRows: v.number(),
  /** The chunks of the file, and how many of them are finished, from the first on. */
  chunks: v.number(),
  finishedChunks: v.number(),
  createdAt: v.string(),
  modifiedAt: v.string(),
  /** When the next step is due; absent when the job is over. */
  dueAt: v.optional(v.string()),
  version: v.number(),
});
export type BlocklistJob = v.InferOutput<typeof BlocklistJob>;

/** The most rows of a chunk, and of its text the most bytes, for which one item has room. */
const chunkRows = 2_000;
const chunkBytes = 60_000;

/** A job whose rows are not all written by then has failed. */
const longestMs = 86_400_000;

/**
 * How long a step has the job for itself, in ms: longer than its function runs. A job whose step
 * died is due again then.
 */
const stepMs = 60_000;

/**
 * Seconds from one message of a job to the next. A step takes some 16 s; a message that finds a step
 * running does nothing.
 */
export const stepSeconds = 20;

/** Rows in groups that are stored and finished together. */
export function chunksOf(rows: readonly BlocklistRow[]): readonly (readonly BlocklistRow[])[] {
  const chunks: BlocklistRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    const last = chunks.at(-1);
    if (last && last.length < chunkRows && bytes + size <= chunkBytes) {
      last.push(row);
      bytes += size;
    } else {
      chunks.push([row]);
      bytes = size;
    }
  }
  return chunks;
}

/** A new job, whose first step is due at once. */
export const newJob = (
  of: Pick<BlocklistJob, 'merchantId' | 'id' | 'totalRows' | 'chunks'>,
  now: Date,
): BlocklistJob => ({
  ...of,
  status: 'initiated',
  succeededRows: 0,
  finishedChunks: 0,
  createdAt: now.toISOString(),
  modifiedAt: now.toISOString(),
  dueAt: now.toISOString(),
  version: 0,
});

/** Whether the next step is due. */
export const isDue = ({ dueAt }: BlocklistJob, now: Date): boolean =>
  dueAt !== undefined && Date.parse(dueAt) <= now.getTime();

/** The job while a step of it runs. A job that is too old has failed instead. */
export function begunStep(job: BlocklistJob, now: Date): BlocklistJob {
  const modifiedAt = now.toISOString();
  if (now.getTime() - Date.parse(job.createdAt) > longestMs) {
    return { ...job, status: 'failed', modifiedAt, dueAt: undefined };
  }
  const dueAt = new Date(now.getTime() + stepMs).toISOString();
  return { ...job, status: 'processing', modifiedAt, dueAt };
}

/** The job after its next chunk; after the last one it is completed. */
export function finishedChunk(job: BlocklistJob, rows: number, now: Date): BlocklistJob {
  const finishedChunks = job.finishedChunks + 1;
  return {
    ...job,
    finishedChunks,
    succeededRows: job.succeededRows + rows,
    modifiedAt: now.toISOString(),
    ...(finishedChunks === job.chunks && { status: 'completed', dueAt: undefined }),
  };
}

/** The job when a step had no time for its next chunk: the next message finds its next step due. */
export const leftToNextStep = (job: BlocklistJob, now: Date): BlocklistJob => ({
  ...job,
  dueAt: now.toISOString(),
});

/** Presents a job. */
export const presentJob = (job: BlocklistJob) => ({
  job_id: job.id,
  merchant_id: job.merchantId,
  status: job.status,
  total_rows: job.totalRows,
  succeeded_rows: job.succeededRows,
  failed_rows: job.status === 'failed' ? job.totalRows - job.succeededRows : 0,
  created_at: job.createdAt,
  updated_at: job.modifiedAt,
});
