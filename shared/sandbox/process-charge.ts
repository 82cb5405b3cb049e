import type { Manner } from '#connectors/sandbox/published/cards.ts';
import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { jsonResponse, rawResponse } from '#platform/http/response/raw-response.ts';
import { newId } from '#platform/ids.ts';
import { type Charge, decide, isSameCharge, isTurnedAway } from './ledger.ts';
import type { Ledger } from './ledger-store.ts';
import { notificationsOf } from './notification.ts';
import type { NotificationQueue } from './notification-queue.ts';
import { presentSandboxPayment, type SandboxPayment } from './operations.ts';
import { refusal, tooOften } from './refusal.ts';

export interface ChargeServices {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
  /** The base URL of this service for customers. */
  readonly sandboxUrl: string;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * Decides a charge, stores it in the ledger and answers. A reference is accepted once: a caller
 * that repeats the request, because the answer got lost, gets the existing payment, and nothing is
 * charged a second time.
 */
export async function processCharge(
  charge: Charge,
  { now, remainingMs }: { readonly now: Date; remainingMs(): number },
  { ledger, notifications, sandboxUrl, pause }: ChargeServices,
): Promise<SandboxPayment | RawResponse> {
  if (isTurnedAway(charge)) return tooOften();
  const ids = { id: newId('pay'), challengeId: newId('ch') };
  const payment = await ledger.enter(decide(charge, ids, now));
  if (!isSameCharge(payment, charge)) return refusal('DC_09');
  if (payment.id === ids.id) {
    const isUnanswered = withholdsAnswer(payment.manner);
    await notifications.send(notificationsOf(payment, () => newId('evt'), now, { isUnanswered }));
  }
  // Just long enough that the caller's own timeout ends the request.
  if (payment.manner === 'never answers') await pause(Math.max(0, remainingMs() - 500));
  return simulatedAnswer(payment.manner) ?? presentSandboxPayment(payment, sandboxUrl, now);
}

/** Whether the answer does not state the outcome, for cards that simulate a lost one. */
const withholdsAnswer = (manner: Manner | undefined) =>
  manner === 'never answers' || simulatedAnswer(manner) !== undefined;

/** The answer that replaces the payment, for cards that simulate one. */
function simulatedAnswer(manner: Manner | undefined): RawResponse | undefined {
  if (manner === 'answers 500') {
    return jsonResponse(500, { error: { code: 'DC_00', message: 'Something went wrong' } });
  }
  if (manner === 'answers a page') {
    const body = '<!doctype html><html lang="en"><title>Maintenance</title><p>Back soon.</html>';
    return rawResponse({ status: 200, headers: { 'content-type': 'text/html' }, body });
  }
  return undefined;
}
