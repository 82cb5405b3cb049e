import { checkPayoutIntegrity, isOfAnother } from '#connectors/integrity-check.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { SwitchError } from '#platform/errors.ts';
import { addSubject } from '#platform/log-subject.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import { withSyncNow } from '../payments/pending-sync.ts';
import { referenceOfPayout } from '../payouts/connector-access.ts';
import { mayPayoutBeSynced, type Payout } from '../payouts/payout.ts';
import { applyReportedPayout } from '../payouts/payout-outcome.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';
import { payoutConflictsWith } from './contradiction.ts';
import { type ConflictServices, reportConflict } from './report-conflict.ts';
import {
  checkOwner,
  idOfAttempt,
  retryLater,
  subjectId,
  type WebhookSender,
} from './webhook-sender.ts';

type PayoutWebhook = Extract<WebhookContent, { readonly kind: 'payout' }>;

interface Services extends ConflictServices {
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly connectorIds: ConnectorIds;
  readonly payouts: PayoutStore;
}

/**
 * Applies a processor's report of a payout, and saves it. A report of another transaction than ours
 * changes nothing: the contradiction alarms an operator, and a sync asks about ours.
 *
 * @throws SwitchError `webhook_object_not_found` for a payout that we do not have, or that another
 * account made; `concurrent_update`, `temporarily_unavailable` where it could not be saved
 */
export async function applyWebhookToPayout(
  { subject, outcome }: PayoutWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { merchantId, now } = sender;
  const attemptId = await subjectId(subject, 'PAYOUT', sender, services);
  const { payouts } = services;
  const payoutId = idOfAttempt(attemptId);
  addSubject({ payout_id: payoutId });
  const payout = await payouts.get(merchantId, payoutId).catch(retryLater('payout_not_found'));
  if (payout.attempt.id !== attemptId) throw new SwitchError('webhook_object_not_found');
  checkOwner(sender, { subject, outcome }, payout.attempt);
  const checkedOutcomeOf = ({ amountMinor, currency, attempt }: Payout) => {
    const { connectorTransactionId } = attempt;
    return checkPayoutIntegrity(outcome, { amountMinor, currency, connectorTransactionId });
  };
  const settled = await payouts.settleOrThrow(payout, (current) => {
    const checked = checkedOutcomeOf(current);
    if (!isOfAnother(checked)) {
      return applyReportedPayout(current, checked, now, !canBeSynced(current, services));
    }
    return mayPayoutBeSynced(current) ? withSyncNow(current, now) : current;
  });
  const { status } = settled;
  const checkedOutcome = checkedOutcomeOf(settled);
  const isOther = isOfAnother(checkedOutcome);
  if (isOther || payoutConflictsWith(status, checkedOutcome)) {
    const result = isOther ? `${outcome.result} of another transaction` : checkedOutcome.result;
    reportConflict({ subject: { payoutId }, status, result }, sender, services);
  }
}

/** Whether the processor can be asked about the payout; otherwise its webhooks decide. */
function canBeSynced(payout: Payout, { connectorNamed }: Services): boolean {
  const { connectorName = '' } = payout.attempt;
  const connector = connectorNamed(connectorName);
  if (!connector?.syncPayout) return connector === undefined;
  return connector.syncPayout.canAsk?.(referenceOfPayout(payout)) ?? true;
}
