import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';
import { answerDispute } from '#sandbox/answer-dispute.ts';
import { submitSandboxEvidence } from '#sandbox/dispute-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { showEvidence } from '#sandbox/ledger-disputes.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/** Accepts evidence. The dispute is decided some seconds later, by the evidence's text. */
export const submitEvidence = implement(submitSandboxEvidence, (request, services: Services) =>
  answerDispute(request, services, (payment, id, now) =>
    showEvidence(payment, id, request.body, now),
  ),
);

export const handler = lambda(submitEvidence, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
}));
