import { settlingMs } from './ledger.ts';
import type { Notification, NotificationMessage } from './notification-message.ts';
import type { LedgerPayout } from './payout-ledger.ts';
import { presentSandboxPayout } from './payout-operations.ts';

/** The webhooks to a payout's owner after a change of it. */
export function payoutNotifications(
  { keyHash, reference, notificationUrl, settlesAt }: LedgerPayout,
  newId: () => string,
  now: Date,
): readonly Notification[] {
  if (!notificationUrl) return [];
  const created = Math.floor(now.getTime() / 1_000);
  const notificationOf = (delaySeconds: number): Notification => ({
    message: { id: newId(), keyHash, reference, payout: true, created: created + delaySeconds },
    delaySeconds,
  });
  // A second more, since the clocks of two functions differ.
  return settlesAt === undefined
    ? [notificationOf(0)]
    : [notificationOf(0), notificationOf(settlingMs / 1_000 + 1)];
}

/** The body of a webhook about an existing payout. */
export const payoutNotificationBody = (
  { id, created }: NotificationMessage,
  payout: LedgerPayout,
  now: Date,
): string =>
  JSON.stringify({ id, created, type: 'payout', payout: presentSandboxPayout(payout, now) });
