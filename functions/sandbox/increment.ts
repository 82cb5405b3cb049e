import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { incrementAuthorization as raised } from '#sandbox/authorization-changes.ts';
import { incrementSandboxPayment } from '#sandbox/authorization-operations.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationsOf } from '#sandbox/notification.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { presentSandboxPayment } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
  readonly sandboxUrl: string;
}

/** Raises a payment's authorized amount. The reference of an increment is accepted once. */
export const increment = implement(
  incrementSandboxPayment,
  async ({ params, body, caller, now }, { ledger, notifications, sandboxUrl }: Services) => {
    const input = { reference: params.increment_reference, totalMinor: body.amount };
    const place = { keyHash: caller.keyHash, reference: params.reference };
    const changed = await ledger.change(place, now, (payment) => raised(payment, input, now));
    if ('refused' in changed) return refusal(changed.refused);
    const { payment, isNew } = changed;
    if (isNew) await notifications.send(notificationsOf(payment, () => newId('evt'), now));
    return presentSandboxPayment(payment, sandboxUrl, now);
  },
);

export const handler = lambda(increment, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
}));
