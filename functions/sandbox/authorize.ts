import { setTimeout as sleep } from 'node:timers/promises';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { jsonResponse, type RawResponse, rawResponse } from '../../shared/http/raw-response.ts';
import { newId } from '../../shared/ids.ts';
import type { Manner } from '../../shared/sandbox/cards.ts';
import { decide, isSameCharge, isTurnedAway } from '../../shared/sandbox/ledger.ts';
import { type Ledger, tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { notificationsOf } from '../../shared/sandbox/notification.ts';
import {
  type NotificationQueue,
  notificationQueue,
} from '../../shared/sandbox/notification-queue.ts';
import {
  authorizeSandboxPayment,
  chargeOf,
  presentSandboxPayment,
} from '../../shared/sandbox/operations.ts';
import { refusal, tooOften } from '../../shared/sandbox/refusal.ts';
import { sandboxUrl } from '../../shared/stage.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
  /** Where customers find this service. */
  readonly sandboxUrl: string;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Charges a test card. A reference is taken once: whoever asks again, because the answer got lost,
 * hears of the payment that is there, and nothing is charged a second time.
 */
export const authorize = implement(
  authorizeSandboxPayment,
  async ({ params, body, caller, now, remainingMs }, services: Services) => {
    const { ledger, notifications, sandboxUrl, pause } = services;
    const charge = chargeOf(caller.keyHash, params.reference, body);
    if (isTurnedAway(charge)) return tooOften();
    const ids = { id: newId('pay'), challengeId: newId('ch') };
    const payment = await ledger.enter(decide(charge, ids, now));
    if (!isSameCharge(payment, charge)) return refusal('DC_09');
    if (payment.id === ids.id) {
      await notifications.send(notificationsOf(payment, () => newId('evt'), now));
    }
    // Just long enough to be stopped by nobody but the caller's own patience.
    if (payment.manner === 'never answers') await pause(Math.max(0, remainingMs() - 500));
    return noAnswer(payment.manner) ?? presentSandboxPayment(payment, sandboxUrl, now);
  },
);

/** What comes back instead of the payment, where that is what the card is for. */
function noAnswer(manner: Manner | undefined): RawResponse | undefined {
  if (manner === 'answers 500') {
    return jsonResponse(500, { error: { code: 'DC_00', message: 'Something went wrong' } });
  }
  if (manner === 'answers a page') {
    const body = '<!doctype html><html lang="en"><title>Maintenance</title><p>Back soon.</html>';
    return rawResponse({ status: 200, headers: { 'content-type': 'text/html' }, body });
  }
  return undefined;
}

export const handler = lambda(authorize, () => ({
  ledger: tableLedger(liveTable()),
  notifications: notificationQueue(),
  sandboxUrl: sandboxUrl() ?? '',
  pause: sleep,
}));
