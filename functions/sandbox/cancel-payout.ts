import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { cancelled } from '#sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '#sandbox/payout-notification.ts';
import { cancelSandboxPayout, presentSandboxPayout } from '#sandbox/payout-operations.ts';
import { refusal } from '#sandbox/refusal.ts';

interface Services {
  readonly payoutLedger: PayoutLedger;
  readonly notifications: NotificationQueue;
}

/** Cancels a test payout that was not paid. A repeat changes nothing. */
export const cancelPayout = implement(
  cancelSandboxPayout,
  async ({ params, caller, now }, { payoutLedger, notifications }: Services) => {
    const place = { keyHash: caller.keyHash, reference: params.reference };
    const changed = await payoutLedger.change(place, now, cancelled);
    if ('refused' in changed) return refusal(changed.refused);
    const { payout, isNew } = changed;
    if (isNew) await notifications.send(payoutNotifications(payout, () => newId('evt'), now));
    return presentSandboxPayout(payout, now);
  },
);

export const handler = lambda(cancelPayout, () => ({
  payoutLedger: tablePayoutLedger(liveTable()),
  notifications: notificationQueue(),
}));
