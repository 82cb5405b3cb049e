import { settlingMs } from './ledger.ts';
import type { Notification, NotificationMessage } from './notification-message.ts';
import type { LedgerPayout } from './payout-ledger.ts';
import { presentSandboxPayout } from './payout-operations.ts';
import { withholdsPayoutAnswer } from './simulate-no-answer.ts';

/**
 * The webhooks to a payout's owner after a change of it: when its delayed result is final, and at
 * once where the answer is withheld on purpose, or to an owner that asked for webhooks that repeat
 * answers.
 */
export function payoutNotifications(
  payout: LedgerPayout,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  const { keyHash, reference, notificationUrl, repeatsAnswers, settlesAt } = payout;
  if (!notificationUrl) return [];
  const created = Math.floor(now.getTime() / 1_000);
  const notificationOf = (delaySeconds: number): Notification => ({
    message: { id: newId(), keyHash, reference, payout: true, created: created + delaySeconds },
    delaySeconds,
  });
  return [
    ...(repeatsAnswers || withholdsPayoutAnswer(payout) ? [notificationOf(0)] : []),
    // A second more, since the clocks of two functions differ.
    ...(settlesAt === undefined ? [] : [notificationOf(settlingMs / 1_000 + 1)]),
  ];
}

/** The body of a webhook about an existing payout. */
export const payoutNotificationBody = (
  { id, created }: NotificationMessage,
  payout: LedgerPayout,
  now: Date,
): string =>
  JSON.stringify({ id, created, type: 'payout', payout: presentSandboxPayout(payout, now) });
