import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import { incrementAuthorization as raised } from '../../shared/sandbox/authorization-changes.ts';
import { incrementSandboxPayment } from '../../shared/sandbox/authorization-operations.ts';
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
