import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { extendAuthorization as extended } from '../../shared/sandbox/authorization-changes.ts';
import { extendSandboxPayment } from '../../shared/sandbox/authorization-operations.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { notificationsOf } from '../../shared/sandbox/notification.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { presentSandboxPayment } from '../../shared/sandbox/operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

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
