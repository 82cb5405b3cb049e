import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { readBlocklistFile } from '#switch/blocklist/blocklist-file.ts';
import { chunksOf, newJob } from '#switch/blocklist/blocklist-job.ts';
import {
  type BlocklistJobStore,
  blocklistJobStore,
} from '#switch/blocklist/blocklist-job-store.ts';
import { createBlocklistJob } from '#switch/blocklist/operations.ts';
import { fileOf } from '#switch/files/upload.ts';

interface Services {
  readonly blocklistJobs: BlocklistJobStore;
}

/**
 * Checks a file with entries for the blocklist and starts a job that adds them. Nothing is added
 * from here: the queue of syncs carries the job out.
 */
export const createBatch = implement(
  createBlocklistJob,
  async ({ caller, body, now, invocationId }, { blocklistJobs }: Services) => {
    const { merchantId } = caller;
    const rows = readBlocklistFile(fileOf(body).bytes);
    const chunks = chunksOf(rows);
    const id = derivedId('blkbatch', merchantId, invocationId);
    const counts = { totalRows: rows.length, chunks: chunks.length };
    await blocklistJobs.start(newJob({ merchantId, id, ...counts }, now), chunks);
    return { job_id: id, total_rows: rows.length, status: 'initiated' as const };
  },
);

export const handler = lambda(createBatch, () => ({
  blocklistJobs: blocklistJobStore(liveTable()),
}));
