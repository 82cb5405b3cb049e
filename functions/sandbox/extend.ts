import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { extendAuthorization as extended } from '#sandbox/authorization-changes.ts';
import { extendSandboxPayment } from '#sandbox/authorization-operations.ts';
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

/** Extends an authorization. A repeat extends it further. */
export const extend = implement(
  extendSandboxPayment,
  async ({ params, caller, now }, { ledger, notifications, sandboxUrl }: Services) => {
    const place = { keyHash: caller.keyHash, reference: params.reference };
    const changed = await ledger.change(place, now, (payment) => extended(payment, now));
    if ('refused' in changed) return refusal(changed.refused);
    const { payment, isNew } = changed;
    if (isNew) await notifications.send(notificationsOf(payment, () => newId('evt'), now));
    return presentSandboxPayment(payment, sandboxUrl, now);
  },
);

export const handler = lambda(extend, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
}));
