import { lambda } from '#merchants/lambda.ts';
import { checkReadiness } from '#operator/health/operations.ts';
import { checkParts, checkTable, onceASecond, type Readiness } from '#operator/health/readiness.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { jsonResponse } from '#platform/http/response/raw-response.ts';
import { log } from '#platform/log.ts';
import { queueCheck } from '#platform/queues/check-queue.ts';
import { liveTable } from '#platform/table/table.ts';
import { liveVaultCheck } from '#vault/switch/live-vault-check.ts';

interface Services {
  readonly readiness: () => Promise<Readiness>;
}

/** Answers every caller, 503 where a part does not answer. */
export const ready = implement(checkReadiness, async (_, { readiness }: Services) => {
  const parts = await readiness();
  const isReady = Object.values(parts).every(Boolean);
  return isReady ? parts : jsonResponse(503, parts);
});

export const handler = lambda(ready, () => {
  const checks = {
    database: () => checkTable(liveTable()),
    queue: queueCheck(process.env.DELIVERY_QUEUE_URL ?? ''),
    vault: liveVaultCheck,
  };
  return {
    readiness: onceASecond(
      () => checkParts(checks, log),
      () => performance.now(),
    ),
  };
});
