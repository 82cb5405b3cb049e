import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentJob } from '#switch/blocklist/blocklist-job.ts';
import {
  type BlocklistJobStore,
  blocklistJobStore,
} from '#switch/blocklist/blocklist-job-store.ts';
import { retrieveBlocklistJob } from '#switch/blocklist/operations.ts';

interface Services {
  readonly blocklistJobs: BlocklistJobStore;
}

/** Returns a job that adds a file to the blocklist. */
export const retrieveBatch = implement(
  retrieveBlocklistJob,
  async ({ caller: { merchantId }, params }, { blocklistJobs }: Services) =>
    presentJob(await blocklistJobs.get({ merchantId, id: params.job_id })),
);

export const handler = lambda(retrieveBatch, () => ({
  blocklistJobs: blocklistJobStore(liveTable()),
}));
