import { isSwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { redirect } from '../../shared/http/raw-response.ts';
import { newId } from '../../shared/ids.ts';
import { challengePage, closedPage, invalidLinkPage } from '../../shared/sandbox/challenge-page.ts';
import { afterChallenge, answersTo, isChallengeOpen } from '../../shared/sandbox/ledger.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { notificationsOf } from '../../shared/sandbox/notification.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import { completeSandboxChallenge } from '../../shared/sandbox/operations.ts';
import { returnUrlOf } from '../../shared/sandbox/stripe/return-url.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/**
 * Records the customer's answer and redirects the customer to the shop. The first answer counts: a
 * second press, of either button, redirects too and changes nothing.
 */
export const complete = implement(
  completeSandboxChallenge,
  async ({ params, query, now }, { ledger, notifications }: Services) => {
    const payment = await ledger.findByChallenge(params.challenge_id);
    if (!payment) return invalidLinkPage();
    let stands = payment;
    if (payment.state === 'challenged') {
      if (!isChallengeOpen(payment, now)) return invalidLinkPage();
      const isComplete = query.confirm === 'true';
      if (!answersTo(payment)[isComplete ? 'complete' : 'reject']) {
        return challengePage(params.challenge_id, payment);
      }
      const answered = afterChallenge(payment, isComplete, now);
      const saved = await ledger.save(answered).catch(unlessAnswered);
      // The customer gets the answer, so the payment's owner always gets a webhook.
      if (saved) {
        await notifications.send(
          notificationsOf(saved, () => newId('evt'), now, { isUnanswered: true }),
        );
      }
      stands = saved ?? answered;
    }
    const returnUrl = returnUrlOf(stands);
    return returnUrl ? redirect(returnUrl) : closedPage();
  },
);

/** A challenge ends once, by an answer or a void: the first save ends it. */
function unlessAnswered(error: unknown): undefined {
  if (!isSwitchError(error, 'concurrent_update')) throw error;
}

export const handler = lambda(complete, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
}));
