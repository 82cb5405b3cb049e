import type { RawResponse } from '#platform/http/response/raw-response.ts';
import { newId } from '#platform/ids.ts';
import { presentSandboxDispute, type SandboxDispute } from './dispute-operations.ts';
import type { DisputeDecision } from './ledger-disputes.ts';
import type { LedgerPayment } from './ledger-payment.ts';
import type { Ledger } from './ledger-store.ts';
import { disputeNotifications } from './notification.ts';
import type { NotificationQueue } from './notification-queue.ts';
import { refusal } from './refusal.ts';

interface DisputeRequest {
  readonly params: { readonly reference: string; readonly dispute_id: string };
  readonly caller: { readonly keyHash: string };
  readonly now: Date;
}

interface Services {
  readonly ledger: Ledger;
  readonly notifications: NotificationQueue;
}

/** Applies the owner's change to a dispute, sends its webhooks, and returns the dispute. */
export async function answerDispute(
  { params, caller, now }: DisputeRequest,
  { ledger, notifications }: Services,
  decide: (payment: LedgerPayment, id: string, now: Date) => DisputeDecision,
): Promise<SandboxDispute | RawResponse> {
  const { reference, dispute_id: id } = params;
  const place = { keyHash: caller.keyHash, reference };
  const changed = await ledger.change(place, now, (payment) => decide(payment, id, now));
  if ('refused' in changed) return refusal(changed.refused);
  const { payment, isNew } = changed;
  if (isNew) await notifications.send(disputeNotifications(payment, id, () => newId('evt'), now));
  const answer = presentSandboxDispute(payment, id, now);
  if (!answer) throw new Error('A dispute that was answered is not there.');
  return answer;
}
