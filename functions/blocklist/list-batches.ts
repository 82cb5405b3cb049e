import { lambda } from '#merchants/lambda.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { presentJob } from '#switch/blocklist/blocklist-job.ts';
import {
  type BlocklistJobStore,
  blocklistJobStore,
} from '#switch/blocklist/blocklist-job-store.ts';
import { listBlocklistJobs } from '#switch/blocklist/operations.ts';

interface Services {
  readonly blocklistJobs: BlocklistJobStore;
}

const usualLimit = 10;

/** Lists the merchant's jobs that add files to the blocklist, newest first. */
export const listBatches = implement(
  listBlocklistJobs,
  async ({ caller, query }, { blocklistJobs }: Services) => {
    const all = await blocklistJobs.list(caller.merchantId);
    const from = query.offset ?? 0;
    const page = all.slice(from, from + (query.limit ?? usualLimit));
    return { count: page.length, total_count: all.length, data: page.map(presentJob) };
  },
);

export const handler = lambda(listBatches, () => ({
  blocklistJobs: blocklistJobStore(liveTable()),
}));
