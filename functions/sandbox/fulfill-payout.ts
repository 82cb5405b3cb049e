import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { fulfilled } from '../../shared/sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '../../shared/sandbox/payout-notification.ts';
import {
  fulfillSandboxPayout,
  presentSandboxPayout,
} from '../../shared/sandbox/payout-operations.ts';
import { refusal } from '../../shared/sandbox/refusal.ts';
import { simulateNoAnswer } from '../../shared/sandbox/simulate-no-answer.ts';
import { liveTable } from '../../shared/table/table.ts';

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
