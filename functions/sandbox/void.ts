import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { sandboxUrl } from '#platform/stage.ts';
import { liveTable } from '#platform/table/table.ts';
import { voidAuthorized, voidCaptured } from '#sandbox/changes.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationsOf } from '#sandbox/notification.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { presentSandboxPayment, voidSandboxPayment } from '#sandbox/operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
  readonly sandboxUrl: string;
}

/** Releases an authorization, or gives back a captured payment. A repeat changes nothing. */
export const voidPayment = implement(
  voidSandboxPayment,
  async ({ params, body, caller, now }, { ledger, notifications, sandboxUrl }: Services) => {
    const place = { keyHash: caller.keyHash, reference: params.reference };
    const changed = await ledger.change(place, now, (payment) =>
      body.after_capture ? voidCaptured(payment, now) : voidAuthorized(payment, now),
    );
    if ('refused' in changed) return refusal(changed.refused);
    const { payment, isNew } = changed;
    if (isNew) await notifications.send(notificationsOf(payment, () => newId('evt'), now));
    return presentSandboxPayment(payment, sandboxUrl, now);
  },
);

export const handler = lambda(voidPayment, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
}));
