import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { newId } from '../../shared/ids.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { isSameInstruction, payoutEntered } from '../../shared/sandbox/payout-ledger.ts';
import { type PayoutLedger, tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import { payoutNotifications } from '../../shared/sandbox/payout-notification.ts';
import {
  createSandboxPayout,
  instructionOf,
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
