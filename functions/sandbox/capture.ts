import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { capture as captured } from '#sandbox/changes.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationsOf } from '#sandbox/notification.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { captureSandboxPayment, presentSandboxCapture } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
  readonly sandboxUrl: string;
}

/** Captures an authorization, or a part of it. A capture's reference is accepted once. */
export const capture = implement(
  captureSandboxPayment,
  async ({ params, body, caller, now }, { ledger, notifications, sandboxUrl }: Services) => {
    const { reference, capture_reference } = params;
    const part = { id: newId('cap'), reference: capture_reference, amountMinor: body.amount };
    const place = { keyHash: caller.keyHash, reference };
    const changed = await ledger.change(place, now, (payment) => captured(payment, part, now));
    if ('refused' in changed) return refusal(changed.refused);
    const { payment, isNew } = changed;
    if (isNew) await notifications.send(notificationsOf(payment, () => newId('evt'), now));
    const answer = presentSandboxCapture(payment, capture_reference, sandboxUrl, now);
    if (!answer) throw new Error('A capture that was entered is not there.');
    return answer;
  },
);

export const handler = lambda(capture, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
}));
