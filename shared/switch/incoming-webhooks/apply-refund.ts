import { checkRefundIntegrity, isOfAnother } from '#connectors/integrity-check.ts';
import type { About } from '#connectors/interface/about.ts';
import type { Connector } from '#connectors/interface/connector.ts';
import type { RefundOutcome } from '#connectors/interface/refunds.ts';
import type { WebhookContent } from '#connectors/interface/webhooks.ts';
import { addSubject } from '#platform/log-subject.ts';
import type { ConnectorIds } from '#platform/table/connector-ids.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { applyReportedRefund, isOpen, type Refund, withRefundSyncNow } from '../refunds/refund.ts';
import type { RefundStore } from '../refunds/refund-store.ts';
import { referenceOfRefund } from '../refunds/send-refund.ts';
import { refundConflictsWith } from './contradiction.ts';
import { type ConflictServices, reportConflict } from './report-conflict.ts';
import { checkOwner, retryLater, subjectId, type WebhookSender } from './webhook-sender.ts';

type RefundWebhook = Extract<WebhookContent, { readonly kind: 'refund' }>;

interface Services extends ConflictServices {
  readonly connectorIds: ConnectorIds;
  readonly refunds: RefundStore;
  readonly payments: PaymentStore;
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly aboutNamed: (name: string) => About | undefined;
}

/**
 * Applies a processor's report of a refund, and saves it. A report of another refund than ours
 * changes nothing: the contradiction alarms an operator, and a sync asks about ours.
 *
 * @throws SwitchError `webhook_object_not_found` for a refund that we do not have, or that another
 * account made; `concurrent_update`, `temporarily_unavailable` where it could not be saved
 */
export async function applyWebhookToRefund(
  { subject, outcome }: RefundWebhook,
  sender: WebhookSender,
  services: Services,
): Promise<void> {
  const { merchantId, now } = sender;
  const refundId = await subjectId(subject, 'REFUND', sender, services);
  const { refunds, connectorNamed } = services;
  const recent = await refunds
    .getRecent(merchantId, refundId)
    .catch(retryLater('refund_not_found'));
  addSubject({ payment_id: recent.paymentId, refund_id: recent.id });
  checkOwner(sender, { subject, outcome }, recent);
  const isRenamed = services.aboutNamed(recent.connectorName)?.renames?.includes('refund') ?? false;
  const checkedOutcomeOf = ({ amountMinor, currency, connectorRefundId }: Refund) =>
    checkRefundIntegrity(outcome, {
      amountMinor,
      currency,
      connectorRefundId: isRenamed ? undefined : connectorRefundId,
    });
  const checkedOutcome = checkedOutcomeOf(recent);
  const { result } = checkedOutcome;
  const connector = connectorNamed(recent.connectorName);
  const isDecisive =
    result === 'declined' &&
    connector !== undefined &&
    !(await canBeSynced(recent, checkedOutcome, connector, services));
  const apply = (current: Refund) => {
    const checked = checkedOutcomeOf(current);
    return isOfAnother(checked)
      ? withRefundSyncNow(current, now)
      : applyReportedRefund(current, checked, now, isDecisive);
  };
  // Whether a copy that is some milliseconds old will do, as for payments.
  const isApplicable =
    apply(recent) !== recent || !(isOpen(recent) || isConflict(recent, checkedOutcome));
  const refund = isApplicable ? recent : await refunds.find(merchantId, recent.paymentId, refundId);
  const settled = await refunds.settleOrThrow(refund ?? recent, apply);
  const lastOutcome = checkedOutcomeOf(settled);
  if (isConflict(settled, lastOutcome)) {
    const said = isOfAnother(lastOutcome) ? `${outcome.result} of another refund` : result;
    const { status } = settled;
    reportConflict({ subject: { refundId }, status, result: said }, sender, services);
  }
}

const isConflict = ({ status }: Refund, outcome: RefundOutcome): boolean =>
  isOfAnother(outcome) || refundConflictsWith(status, outcome);

/**
 * Whether a sync can ask about the refund, now that the webhook may have brought the processor's
 * id.
 */
async function canBeSynced(
  refund: Refund,
  { connectorRefundId }: { readonly connectorRefundId?: string },
  { syncRefund }: Connector,
  { payments }: Services,
): Promise<boolean> {
  if (!syncRefund?.canAsk) return syncRefund !== undefined;
  const payment = await payments.getRecent(refund.merchantId, refund.paymentId);
  const known = { ...(connectorRefundId !== undefined && { connectorRefundId }), ...refund };
  return syncRefund.canAsk(referenceOfRefund(known, payment));
}
