import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { fulfilled } from '#sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '#sandbox/payout-notification.ts';
import { fulfillSandboxPayout, presentSandboxPayout } from '#sandbox/payout-operations.ts';
import { refusal } from '#sandbox/refusal.ts';
import { simulateNoAnswer } from '#sandbox/simulate-no-answer.ts';

interface Services {
  readonly payoutLedger: PayoutLedger;
  readonly notifications: NotificationQueue;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Pays a test payout that waits for the instruction. A repeat pays nothing. */
export const fulfillPayout = implement(
  fulfillSandboxPayout,
  async ({ params, caller, now, remainingMs }, services: Services) => {
    const { payoutLedger, notifications, pause } = services;
    const place = { keyHash: caller.keyHash, reference: params.reference };
    const changed = await payoutLedger.change(place, now, (payout) => fulfilled(payout, now));
    if ('refused' in changed) return refusal(changed.refused);
    const { payout, isNew } = changed;
    if (isNew) await notifications.send(payoutNotifications(payout, () => newId('evt'), now));
    const noAnswer = await simulateNoAnswer(payout, () => pause(Math.max(0, remainingMs() - 500)));
    return noAnswer ?? presentSandboxPayout(payout, now);
  },
);

export const handler = lambda(fulfillPayout, () => ({
  payoutLedger: tablePayoutLedger(liveTable()),
  notifications: notificationQueue(),
  pause: sleep,
}));
