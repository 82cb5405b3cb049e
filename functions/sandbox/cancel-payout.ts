import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { cancelled } from '../../shared/sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '../../shared/sandbox/payout-notification.ts';
import {
  cancelSandboxPayout,
  presentSandboxPayout,
} from '../../shared/sandbox/payout-operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { liveTable } from '../../shared/table/table.ts';

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
