import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { answerDispute } from '../../shared/sandbox/answer-dispute.ts';
import { acceptSandboxDispute } from '../../shared/sandbox/dispute-operations.ts';
import { acceptDispute as accepted } from '../../shared/sandbox/ledger-disputes.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { liveTable } from '../../shared/table/table.ts';

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
