import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '#platform/http/operation/implement.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { lambda } from '#sandbox/lambda.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { isSameInstruction, payoutEntered } from '#sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '#sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '#sandbox/payout-notification.ts';
import {
  createSandboxPayout,
  instructionOf,
  presentSandboxPayout,
} from '#sandbox/payout-operations.ts';
import { refusal } from '#sandbox/refusal.ts';
import { simulateNoAnswer } from '#sandbox/simulate-no-answer.ts';

interface Services {
  readonly payoutLedger: PayoutLedger;
  readonly notifications: NotificationQueue;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Creates a test payout, and pays it at once if the request says so. A reference is accepted once:
 * a caller that repeats the request, because the answer got lost, gets the existing payout, and
 * nothing is paid twice.
 */
export const createPayout = implement(
  createSandboxPayout,
  async ({ params, body, caller, now, remainingMs }, services: Services) => {
    const { payoutLedger, notifications, pause } = services;
    const instruction = instructionOf(caller.keyHash, params.reference, body);
    const id = newId('po');
    const payout = await payoutLedger.enter(payoutEntered(instruction, id, now));
    if (!isSameInstruction(payout, instruction)) return refusal('DC_20');
    if (payout.id === id) {
      await notifications.send(payoutNotifications(payout, () => newId('evt'), now));
    }
    const noAnswer = await simulateNoAnswer(payout, () => pause(Math.max(0, remainingMs() - 500)));
    return noAnswer ?? presentSandboxPayout(payout, now);
  },
);

export const handler = lambda(createPayout, () => ({
  payoutLedger: tablePayoutLedger(liveTable()),
  notifications: notificationQueue(),
  pause: sleep,
}));
