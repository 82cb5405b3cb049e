import { isSwitchError } from '#platform/errors.ts';
import { redirect } from '#platform/http/response/raw-response.ts';
import { newId } from '#platform/ids.ts';
import { liveTable } from '#platform/table/table.ts';
import { challengePage, closedPage, invalidLinkPage } from '#sandbox/challenge-page.ts';
import { lambda } from '#sandbox/lambda.ts';
import { afterChallenge, answersTo, isChallengeOpen } from '#sandbox/ledger.ts';
import { type Ledger, tableLedger } from '#sandbox/ledger-store.ts';
import { notificationsOf } from '#sandbox/notification.ts';
import { type NotificationQueue, notificationQueue } from '#sandbox/notification-queue.ts';
import { completeSandboxChallenge } from '#sandbox/operations.ts';
import { returnUrlOf } from '#sandbox/stripe/return-url.ts';
import { implementPage } from '#vocabulary/payer-pages/implement-page.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/**
 * Records the customer's answer and redirects the customer to the shop. The first answer counts: a
 * second press, of either button, redirects too and changes nothing.
 */
export const complete = implementPage(
  completeSandboxChallenge,
  async ({ params, query, headers, now }, { ledger, notifications }: Services) => {
    const payment = await ledger.findByChallenge(params.challenge_id);
    const languages = headers['accept-language'];
    if (!payment) return invalidLinkPage(languages);
    let stands = payment;
    if (payment.state === 'challenged') {
      if (!isChallengeOpen(payment, now)) return invalidLinkPage(languages);
      const isComplete = query.confirm === 'true';
      if (!answersTo(payment)[isComplete ? 'complete' : 'reject']) {
        return challengePage(params.challenge_id, payment, languages);
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
    return returnUrl ? redirect(returnUrl) : closedPage(languages);
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
