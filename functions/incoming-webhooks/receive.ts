import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import {
  checkPaymentIntegrity,
  checkPayoutIntegrity,
  checkRefundIntegrity,
} from '../../shared/connectors/integrity-check.ts';
import type { Connector } from '../../shared/connectors/interface/connector.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
} from '../../shared/connectors/interface/webhooks.ts';
import { limitOutcome } from '../../shared/connectors/outcome-limits.ts';
import { connectorNamed } from '../../shared/connectors/registry.ts';
import { type DisputeStore, disputeStore } from '../../shared/disputes/dispute-store.ts';
import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { applyDisputeWebhook } from '../../shared/incoming-webhooks/apply-dispute.ts';
import {
  conflictsWith,
  isLateCharge,
  payoutConflictsWith,
  refundConflictsWith,
} from '../../shared/incoming-webhooks/contradiction.ts';
import { receiveWebhook } from '../../shared/incoming-webhooks/operations.ts';
import { addressedAccounts, verifySender } from '../../shared/incoming-webhooks/verify-sender.ts';
import { type Log, log } from '../../shared/log.ts';
import { addSubject } from '../../shared/log-subject.ts';
import { type Metric, metric } from '../../shared/metrics.ts';
import { referenceOf } from '../../shared/payments/connector-access.ts';
import { applyOutcome } from '../../shared/payments/lifecycle/apply-outcome.ts';
import { withPresentAmount } from '../../shared/payments/lifecycle/incremental-authorization.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { applyReportedPayout } from '../../shared/payouts/payout-outcome.ts';
import { type PayoutStore, payoutStore } from '../../shared/payouts/payout-store.ts';
import { applyReportedRefund, isOpen, type Refund } from '../../shared/refunds/refund.ts';
import { type RefundStore, refundStore } from '../../shared/refunds/refund-store.ts';
import { kmsMerchantKeys } from '../../shared/secrets/merchant-keys.ts';
import { type MerchantSecrets, merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly payouts: PayoutStore;
  readonly disputes: DisputeStore;
  readonly connectorNamed: (name: string) => Connector | undefined;
  readonly log: Log;
  readonly metric: Metric;
}

type PaymentWebhook = Extract<WebhookContent, { readonly kind: 'payment' }>;
type PayoutWebhook = Extract<WebhookContent, { readonly kind: 'payout' }>;
type RefundWebhook = Extract<WebhookContent, { readonly kind: 'refund' }>;

/** Who says it, and when it reached us. */
interface Sender {
  readonly merchantId: string;
  readonly accountIds: ReadonlySet<string>;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Hears what a processor tells by itself. It is applied like the answer to a question, so it may come
 * twice, late or in any order. Success is answered only after the news was saved: a processor that
 * hears anything else tells it again.
 */
export const receive = implement(receiveWebhook, async (request, services: Services) => {
  const { params, headers, body, requestId, now } = request;
  const { merchant_id: merchantId, connector } = params;
  const { configurations, secrets } = services;
  const { configuration, accounts } = await configurations.decide(merchantId, (found) => ({
    configuration: found,
    accounts: addressedAccounts(found, connector),
  }));
  const reader = services.connectorNamed(accounts[0].connectorName)?.webhooks;
  if (!reader) return {};

  const webhook = { headers, body };
  const verification = { configuration, secrets, now };
  const accountIds = await verifySender(webhook, accounts, reader, verification);
  const content = parseWebhook(webhook, reader);
  const sender = { merchantId, accountIds, requestId, now };
  if (content.kind === 'payment') await applyPaymentWebhook(content, sender, services);
  if (content.kind === 'refund') await applyRefundWebhook(content, sender, services);
  if (content.kind === 'payout') await applyPayoutWebhook(content, sender, services);
  if (content.kind === 'dispute') await applyDisputeWebhook(content, sender, services);
  return {};
});

function parseWebhook(webhook: IncomingWebhook, reader: WebhookParser): WebhookContent {
  try {
    return limitOutcome(reader.parse(webhook));
  } catch {
    // What could not be read is not said: it may hold card data.
    throw new SwitchError('webhook_unreadable');
  }
}

async function applyPaymentWebhook(
  { reference: attemptId, outcome }: PaymentWebhook,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const [, paymentId = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  addSubject({ payment_id: paymentId });
  const { payments } = services;
  const checkedOutcomeOf = (current: Payment) =>
    checkPaymentIntegrity(withPresentAmount(current, outcome), referenceOf(current));
  const apply = (current: Payment) =>
    applyOutcome(current, { attemptId, outcome: checkedOutcomeOf(current) }, now, 'webhook');
  /**
   * Whether it can be heard of a payment that is some milliseconds old: what it changes is saved only
   * over that very version, and what was known by then stays known.
   */
  const isApplicableTo = (recent: Payment) =>
    recent.attempt.id === attemptId &&
    recent.attempt.askedAt !== undefined &&
    accountIds.has(recent.attempt.connectorAccountId ?? '') &&
    (apply(recent) !== recent ||
      !(recent.pendingSync || conflictsWith(recent.status, checkedOutcomeOf(recent))));

  const recent = await payments
    .getRecent(merchantId, paymentId)
    .catch(retryLater('payment_not_found'));
  const payment = isApplicableTo(recent) ? recent : await payments.get(merchantId, paymentId);
  if (payment.attempt.id !== attemptId) {
    return applyToEarlierAttempt(payment, { attemptId, outcome }, sender, services);
  }

  checkSender(accountIds, payment.attempt.connectorAccountId);
  const settled = await payments.settleOrThrow(payment, apply);
  if (settled.attempt.id !== attemptId) {
    return applyToEarlierAttempt(settled, { attemptId, outcome }, sender, services);
  }
  const { status } = settled;
  const checkedOutcome = checkedOutcomeOf(settled);
  if (conflictsWith(status, checkedOutcome)) {
    reportConflict(
      { subject: { paymentId }, status, result: checkedOutcome.result },
      sender,
      services,
    );
  }
}

/** An attempt that is over changes nothing any more; that money moved for it, somebody has to know. */
async function applyToEarlierAttempt(
  { id: paymentId, status }: Payment,
  { attemptId, outcome }: { readonly attemptId: string } & Pick<PaymentWebhook, 'outcome'>,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { attempts } = await services.payments.getWhole(sender.merchantId, paymentId);
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw new SwitchError('webhook_object_not_found');
  checkSender(sender.accountIds, attempt.connectorAccountId);
  if (isLateCharge(outcome)) {
    const { result } = outcome;
    reportConflict({ subject: { paymentId, attemptId }, status, result }, sender, services);
  }
}

async function applyRefundWebhook(
  { reference: refundId, outcome }: RefundWebhook,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const { refunds } = services;
  const recent = await refunds
    .getRecent(merchantId, refundId)
    .catch(retryLater('refund_not_found'));
  addSubject({ payment_id: recent.paymentId, refund_id: recent.id });
  checkSender(accountIds, recent.connectorAccountId);
  const checkedOutcome = checkRefundIntegrity(outcome, recent);
  const apply = (current: Refund) => applyReportedRefund(current, checkedOutcome, now);
  // As for payments.
  const isApplicable =
    apply(recent) !== recent ||
    !(isOpen(recent) || refundConflictsWith(recent.status, checkedOutcome));
  const refund = isApplicable ? recent : await refunds.find(merchantId, recent.paymentId, refundId);
  const { status } = await refunds.settleOrThrow(refund ?? recent, apply);
  if (refundConflictsWith(status, checkedOutcome)) {
    reportConflict(
      { subject: { refundId }, status, result: checkedOutcome.result },
      sender,
      services,
    );
  }
}

async function applyPayoutWebhook(
  { reference: attemptId, outcome }: PayoutWebhook,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const [, payoutId = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  addSubject({ payout_id: payoutId });
  const payout = await services.payouts
    .get(merchantId, payoutId)
    .catch(retryLater('payout_not_found'));
  if (payout.attempt.id !== attemptId) throw new SwitchError('webhook_object_not_found');
  checkSender(accountIds, payout.attempt.connectorAccountId);
  const checkedOutcome = checkPayoutIntegrity(outcome, payout);
  const { status } = await services.payouts.settleOrThrow(payout, (current) =>
    applyReportedPayout(current, checkedOutcome, now),
  );
  if (payoutConflictsWith(status, checkedOutcome)) {
    reportConflict(
      { subject: { payoutId }, status, result: checkedOutcome.result },
      sender,
      services,
    );
  }
}

/** What is not there may be a moment later: it is news again then. */
const retryLater =
  (missing: 'payment_not_found' | 'refund_not_found' | 'payout_not_found') =>
  (error: unknown): never => {
    if (!isSwitchError(error, missing)) throw error;
    throw new SwitchError('webhook_object_not_found', {}, { cause: error });
  };

/** Nobody speaks of what another account took. */
function checkSender(accountIds: ReadonlySet<string>, accountId: string | undefined) {
  if (accountId === undefined || !accountIds.has(accountId)) {
    throw new SwitchError('webhook_object_not_found');
  }
}

interface Conflict {
  readonly subject: Readonly<Record<string, string>>;
  readonly status: string;
  readonly result: string;
}

/** Nothing is changed by what cannot be; a person has to find out. */
function reportConflict(
  { subject, status, result }: Conflict,
  { merchantId, requestId }: Sender,
  { log, metric }: Services,
) {
  const error = new Error(`It is ${status}, and the processor says ${result}.`);
  log.error('processor contradicts itself', error, { merchantId, requestId, ...subject });
  metric('ConflictingOutcome', 1);
}

export const handler = lambda(receive, () => ({
  configurations: configurationStore(liveTable()),
  secrets: merchantSecrets(kmsMerchantKeys()),
  payments: paymentStore(liveTable()),
  refunds: refundStore(liveTable()),
  payouts: payoutStore(liveTable()),
  disputes: disputeStore(liveTable()),
  connectorNamed,
  log,
  metric,
}));
