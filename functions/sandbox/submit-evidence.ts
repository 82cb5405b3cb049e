import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { answerDispute } from '../../shared/sandbox/answer-dispute.ts';
import { submitSandboxEvidence } from '../../shared/sandbox/dispute-operations.ts';
import { showEvidence } from '../../shared/sandbox/ledger-disputes.ts';
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
