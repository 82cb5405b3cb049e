import {
  type ConfigurationStore,
  configurationStore,
} from '../../shared/accounts/configuration-store.ts';
import type { Connector } from '../../shared/connectors/interface/connector.ts';
import type {
  IncomingWebhook,
  News,
  NewsReader,
} from '../../shared/connectors/interface/webhooks.ts';
import { limited } from '../../shared/connectors/outcome-limits.ts';
import { connectorNamed } from '../../shared/connectors/registry.ts';
import {
  verifiedPayment,
  verifiedPayout,
  verifiedRefund,
} from '../../shared/connectors/verification.ts';
import { type DisputeStore, disputeStore } from '../../shared/disputes/dispute-store.ts';
import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { hearOfDispute } from '../../shared/incoming-webhooks/apply-dispute.ts';
import {
  contradicts,
  contradictsPayout,
  contradictsRefund,
  isLateMoney,
} from '../../shared/incoming-webhooks/contradiction.ts';
import { receiveWebhook } from '../../shared/incoming-webhooks/operations.ts';
import { addressed, sendersOf } from '../../shared/incoming-webhooks/verify-sender.ts';
import { type Log, log } from '../../shared/log.ts';
import { alsoAbout } from '../../shared/log-subject.ts';
import { type Metric, metric } from '../../shared/metrics.ts';
import { referenceOf } from '../../shared/payments/connector-access.ts';
import { applyOutcome } from '../../shared/payments/lifecycle/apply-outcome.ts';
import { withPresentAmount } from '../../shared/payments/lifecycle/incremental-authorization.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { type PaymentStore, paymentStore } from '../../shared/payments/payment-store.ts';
import { applyToldPayout } from '../../shared/payouts/payout-outcome.ts';
import { type PayoutStore, payoutStore } from '../../shared/payouts/payout-store.ts';
import { applyToldOutcome, isOpen, type Refund } from '../../shared/refunds/refund.ts';
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

type NewsOfPayment = Extract<News, { readonly about: 'payment' }>;
type NewsOfPayout = Extract<News, { readonly about: 'payout' }>;
type NewsOfRefund = Extract<News, { readonly about: 'refund' }>;

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
    accounts: addressed(found, connector),
  }));
  const reader = services.connectorNamed(accounts[0].connectorName)?.news;
  if (!reader) return {};

  const webhook = { headers, body };
  const around = { configuration, secrets, now };
  const accountIds = await sendersOf(webhook, accounts, reader, around);
  const news = read(webhook, reader);
  const sender = { merchantId, accountIds, requestId, now };
  if (news.about === 'payment') await hearOfPayment(news, sender, services);
  if (news.about === 'refund') await hearOfRefund(news, sender, services);
  if (news.about === 'payout') await hearOfPayout(news, sender, services);
  if (news.about === 'dispute') await hearOfDispute(news, sender, services);
  return {};
});

function read(webhook: IncomingWebhook, reader: NewsReader): News {
  try {
    return limited(reader.read(webhook));
  } catch {
    // What could not be read is not said: it may hold card data.
    throw new SwitchError('webhook_unreadable');
  }
}

async function hearOfPayment(
  { reference: attemptId, outcome }: NewsOfPayment,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const [, paymentId = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  alsoAbout({ payment_id: paymentId });
  const { payments } = services;
  const believedOf = (current: Payment) =>
    verifiedPayment(withPresentAmount(current, outcome), referenceOf(current));
  const hear = (current: Payment) =>
    applyOutcome(current, { attemptId, outcome: believedOf(current) }, now, 'told');
  /**
   * Whether it can be heard of a payment that is some milliseconds old: what it changes is saved only
   * over that very version, and what was known by then stays known.
   */
  const isHeardOf = (recent: Payment) =>
    recent.attempt.id === attemptId &&
    recent.attempt.askedAt !== undefined &&
    accountIds.has(recent.attempt.connectorAccountId ?? '') &&
    (hear(recent) !== recent ||
      !(recent.waiting || contradicts(recent.status, believedOf(recent))));

  const recent = await payments
    .getRecent(merchantId, paymentId)
    .catch(comeAgain('payment_not_found'));
  const payment = isHeardOf(recent) ? recent : await payments.get(merchantId, paymentId);
  if (payment.attempt.id !== attemptId) {
    return hearOfEarlierAttempt(payment, { attemptId, outcome }, sender, services);
  }

  checkSender(accountIds, payment.attempt.connectorAccountId);
  const settled = await payments.settleOrThrow(payment, hear);
  if (settled.attempt.id !== attemptId) {
    return hearOfEarlierAttempt(settled, { attemptId, outcome }, sender, services);
  }
  const { status } = settled;
  const believed = believedOf(settled);
  if (contradicts(status, believed)) {
    contradiction({ about: { paymentId }, status, result: believed.result }, sender, services);
  }
}

/** An attempt that is over changes nothing any more; that money moved for it, somebody has to know. */
async function hearOfEarlierAttempt(
  { id: paymentId, status }: Payment,
  { attemptId, outcome }: { readonly attemptId: string } & Pick<NewsOfPayment, 'outcome'>,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { attempts } = await services.payments.getWhole(sender.merchantId, paymentId);
  const attempt = attempts.find(({ id }) => id === attemptId);
  if (!attempt) throw new SwitchError('webhook_object_not_found');
  checkSender(sender.accountIds, attempt.connectorAccountId);
  if (isLateMoney(outcome)) {
    const { result } = outcome;
    contradiction({ about: { paymentId, attemptId }, status, result }, sender, services);
  }
}

async function hearOfRefund(
  { reference: refundId, outcome }: NewsOfRefund,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const { refunds } = services;
  const recent = await refunds.getRecent(merchantId, refundId).catch(comeAgain('refund_not_found'));
  alsoAbout({ payment_id: recent.paymentId, refund_id: recent.id });
  checkSender(accountIds, recent.connectorAccountId);
  const believed = verifiedRefund(outcome, recent);
  const hear = (current: Refund) => applyToldOutcome(current, believed, now);
  // As for payments.
  const isHeardOf =
    hear(recent) !== recent || !(isOpen(recent) || contradictsRefund(recent.status, believed));
  const refund = isHeardOf ? recent : await refunds.find(merchantId, recent.paymentId, refundId);
  const { status } = await refunds.settleOrThrow(refund ?? recent, hear);
  if (contradictsRefund(status, believed)) {
    contradiction({ about: { refundId }, status, result: believed.result }, sender, services);
  }
}

async function hearOfPayout(
  { reference: attemptId, outcome }: NewsOfPayout,
  sender: Sender,
  services: Services,
): Promise<void> {
  const { merchantId, accountIds, now } = sender;
  const [, payoutId = ''] = /^(.+)_\d+$/.exec(attemptId) ?? [];
  alsoAbout({ payout_id: payoutId });
  const payout = await services.payouts
    .get(merchantId, payoutId)
    .catch(comeAgain('payout_not_found'));
  if (payout.attempt.id !== attemptId) throw new SwitchError('webhook_object_not_found');
  checkSender(accountIds, payout.attempt.connectorAccountId);
  const believed = verifiedPayout(outcome, payout);
  const { status } = await services.payouts.settleOrThrow(payout, (current) =>
    applyToldPayout(current, believed, now),
  );
  if (contradictsPayout(status, believed)) {
    contradiction({ about: { payoutId }, status, result: believed.result }, sender, services);
  }
}

/** What is not there may be a moment later: it is news again then. */
const comeAgain =
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

interface Facts {
  readonly about: Readonly<Record<string, string>>;
  readonly status: string;
  readonly result: string;
}

/** Nothing is changed by what cannot be; a person has to find out. */
function contradiction(
  { about, status, result }: Facts,
  { merchantId, requestId }: Sender,
  { log, metric }: Services,
) {
  const error = new Error(`It is ${status}, and the processor says ${result}.`);
  log.error('processor contradicts itself', error, { merchantId, requestId, ...about });
  metric('Contradiction', 1);
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
