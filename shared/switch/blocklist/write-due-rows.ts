import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { entryOf } from './blocklist-entry.ts';
import {
  type BlocklistJob,
  type BlocklistJobRef,
  begunStep,
  finishedChunk,
  isDue,
  leftToNextStep,
} from './blocklist-job.ts';
import type { BlocklistJobStore } from './blocklist-job-store.ts';
import type { BlocklistRow } from './blocklist-row.ts';
import type { BlocklistStore } from './blocklist-store.ts';

export interface WriteDueRowsServices {
  readonly blocklist: Pick<BlocklistStore, 'addIfMissing'>;
  readonly blocklistJobs: Pick<BlocklistJobStore, 'find' | 'rows' | 'save'>;
  readonly clock: () => Date;
  readonly log: Log;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * A merchant's blocklist is one partition of the table, which takes 1,000 writes a second. A job
 * makes half of them, so that a merchant can block a card meanwhile.
 */
const rowsAtOnce = 25;
const pauseMs = 50;

/** With less time left, a step begins no further chunk: one takes some seconds. */
const chunkReserveMs = 12_000;

/**
 * Makes the due step of a job: adds the entries of as many chunks as there is time for. A job that
 * is not due stays as it is, so a call may be repeated, late or needless.
 *
 * Each save is made over the version that was read. Of two steps at once, one stops at its next
 * save; the rows that it wrote count once, since entries that exist stay as they are. A step that
 * died is due again after its minute.
 */
export async function writeDueRows(
  services: WriteDueRowsServices,
  place: BlocklistJobRef,
  request: { remainingMs(): number },
): Promise<void> {
  const { blocklistJobs, clock, log } = services;
  const found = await blocklistJobs.find(place);
  if (!found || !isDue(found, clock())) return;
  try {
    let job = await blocklistJobs.save(begunStep(found, clock()));
    while (job.status === 'processing' && request.remainingMs() > chunkReserveMs) {
      job = await writeChunk(services, job);
    }
    if (job.status === 'processing') {
      job = await blocklistJobs.save(leftToNextStep(job, clock()));
    }
    const { status, succeededRows, totalRows } = job;
    const facts = { merchantId: place.merchantId, jobId: place.id, succeededRows, totalRows };
    if (status === 'failed') log.error('blocklist job failed', undefined, facts);
    else log.info('blocklist job', { ...facts, status });
  } catch (error) {
    // Another step has the job.
    if (!isSwitchError(error, 'concurrent_update')) throw error;
  }
}

/** Adds the entries of the job's next chunk, and saves that it is finished. */
async function writeChunk(
  services: WriteDueRowsServices,
  job: BlocklistJob,
): Promise<BlocklistJob> {
  const { blocklist, blocklistJobs, clock, pause } = services;
  const rows = await blocklistJobs.rows(job, job.finishedChunks);
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    if (first > 0) await pause(pauseMs);
    const some = rows.slice(first, first + rowsAtOnce);
    await Promise.all(some.map((row) => blocklist.addIfMissing(entryOfRow(job, row))));
  }
  return blocklistJobs.save(finishedChunk(job, rows.length, clock()));
}

/** Entries of a file are as old as its job. */
const entryOfRow = (
  { merchantId, createdAt }: BlocklistJob,
  { type, data, metadata }: BlocklistRow,
) => ({
  ...entryOf(merchantId, type, data, new Date(createdAt)),
  ...(metadata && { metadata }),
});
