import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { answerDispute } from '#sandbox/answer-dispute.ts';
import { acceptSandboxDispute } from '#sandbox/dispute-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { acceptDispute as accepted } from '#sandbox/ledger-disputes.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/** Accepts a dispute, which the merchant then loses. */
export const acceptDispute = implement(acceptSandboxDispute, (request, services: Services) =>
  answerDispute(request, services, (payment, id, now) => accepted(payment, id, now)),
);

export const handler = lambda(acceptDispute, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
}));
