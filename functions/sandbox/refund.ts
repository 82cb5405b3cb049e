import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { refund as refunded } from '#sandbox/changes.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationsOf } from '#sandbox/notification.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { presentSandboxRefund, refundSandboxPayment } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/** Refunds a captured payment, or a part of it. A refund's reference is accepted once. */
export const refund = implement(
  refundSandboxPayment,
  async ({ params, body, caller, now }, { ledger, notifications }: Services) => {
    const { reference, refund_reference } = params;
    const part = { id: newId('dummy_ref'), reference: refund_reference, amountMinor: body.amount };
    const place = { keyHash: caller.keyHash, reference };
    const changed = await ledger.change(place, now, (payment) => refunded(payment, part, now));
    if ('refused' in changed) return refusal(changed.refused);
    const { payment, isNew } = changed;
    if (isNew) {
      const pendingNotifications = notificationsOf(payment, () => newId('evt'), now, {
        refundReference: refund_reference,
      });
      await notifications.send(pendingNotifications);
    }
    const answer = presentSandboxRefund(payment, refund_reference, now);
    if (!answer) throw new Error('A refund that was entered is not there.');
    return answer;
  },
);

export const handler = lambda(refund, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
}));
