import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { PaymentSource } from '#connectors/interface/payments.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import type { VaultRequest } from '#vault/cards/card-vault.ts';
import { withRecord } from '../../customers/customer-copy.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { upsertCustomer } from '../../customers/upsert-customer.ts';
import { reportDecision, reportTroubles } from '../../routing/report-decision.ts';
import type { CardServices } from '../card-services.ts';
import { openConnectorAccess } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { type Confirmation, startAttempt, withoutLearning } from '../lifecycle/attempts.ts';
import { allowsManualRetry, checkConfirmable } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import { attachedCardToDelete, auditContextOf } from '../payment-source/attached-card.ts';
import { withAttachedMethod } from '../payment-source/attached-method.ts';
import { isConnectorAgnostic } from '../payment-source/charge-without-customer.ts';
import {
  connectorMandateSource,
  erasePaymentSource,
  type LoadedPaymentSource,
  loadPaymentSource,
  toConnectorSource,
} from '../payment-source/payment-source.ts';
import { withRangeForRules } from '../payment-source/range-for-rules.ts';
import { saveCardFor, shouldSaveCard } from '../payment-source/save-card.ts';
import { type StoredCard, withAttachedCard } from '../payment-source/stored-card.ts';
import { findStoredCredential } from '../payment-source/stored-credential.ts';
import { type VaultCleanup, vaultCleanup } from '../payment-source/vault-cleanup.ts';
import { withNetworkTransactionCard } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { checkTaxed } from '../request/taxed-order.ts';
import { checkMandate } from '../request/validate-mandate.ts';
import { checkReadyToConfirm } from '../request/validate-request.ts';
import { countFailedPayment, declineBlockedCard, screenCard } from '../risk/card-blocking.ts';
import { screenForFraud } from '../risk/fraud-screening.ts';
import { startAuthentication } from '../three-ds/start-authentication.ts';
import { authorizeWithFailover } from './authorize.ts';
import { type PaymentPlan, planPayment } from './plan-payment.ts';
import { scoresFor } from './scores-for.ts';

/** What a confirm needs of its request, whether it creates the payment or finds it. */
export interface ConfirmRequest {
  readonly body: PaymentRequest;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
  /** The IP address of the customer's own device, if that device sent the request. */
  readonly payerAddress?: string | undefined;
}

type ConfirmServices = PaymentServices & CardServices;

/**
 * Confirms a stored payment: loads the payment source, plans, saves the payment as `processing`,
 * and authorizes it.
 *
 * @param stored as it was read, with the other changes that the request makes
 * @param configuration of the merchant, as it was when the request came
 * @throws SwitchError every refusal before anything is saved; `concurrent_update` when another
 * request changed the payment meanwhile; `payment_blocked`
 */
export async function confirmStoredPayment(
  stored: Payment,
  configuration: Configuration,
  request: ConfirmRequest,
  services: ConfirmServices,
): Promise<Payment> {
  const { payments } = services;
  const { body, now } = request;
  const { merchantId } = stored;
  const { account: keyOwner } = configuration;
  checkConfirmable(stored, { manualRetry: allowsManualRetry(configuration, stored), now });
  const withAttached = await withAttachedMethod(
    withAttachedCard(body, stored),
    stored,
    keyOwner,
    services,
  );
  const whole = withNetworkTransactionCard(withStored(withAttached, stored), now);
  checkReadyToConfirm(whole);
  checkMandate({ ...whole, confirm: true }, 'create');
  const isAgnostic = isConnectorAgnostic(configuration, stored.profileId);
  const [named, scores] = await Promise.all([
    findStoredCredential(whole, { merchantId, payment: stored, isAgnostic, now }, services),
    scoresFor(configuration, stored, services),
  ]);
  const credential = await withRangeForRules(named, configuration, stored.profileId, services);
  const plan = planPayment(configuration, stored, whole, { credential, scores, now });
  checkTaxed({ ...stored, requestFields: plan.confirmation.requestFields });
  const plannedConfirm = { plan, whole, card: credential.card };
  return executePlan(stored, plannedConfirm, request, services, async (processing) => {
    if (processing.attempt.id !== stored.attempt.id) {
      await payments.keepEarlier(stored, { attempts: [stored.attempt] });
    }
    return payments.save(processing);
  });
}

/** A plan, with what its execution needs. */
export interface PlannedConfirm {
  readonly plan: PaymentPlan;
  /** The request, completed from what the payment stores of earlier ones. */
  readonly whole: PaymentRequest;
  /** The stored card that the request refers to, if any. */
  readonly card?: StoredCard | undefined;
}

/**
 * Executes a plan. Every refusal comes before `save`: the credentials open, the customer exists,
 * the payment source is in memory, and a card to be saved is saved. `save` writes the payment as
 * `processing`. Of two racing callers only one wins that save and authorizes the payment.
 */
export async function executePlan(
  payment: Payment,
  { plan, whole, card: stored }: PlannedConfirm,
  request: ConfirmRequest,
  services: ConfirmServices,
  save: (processing: Payment) => Promise<Payment>,
): Promise<Payment> {
  const { customers, secrets, switchUrl } = services;
  const { body, now, requestId, payerAddress } = request;
  const { configuration } = plan;
  const connectorMandate = plan.connectorMandates.get(plan.account.id);
  const { merchantId, id: paymentId } = payment;
  const auditContext = auditContextOf({ merchantId, paymentId, requestId, now });
  reportDecision(plan.confirmation.routing, { paymentId });
  if (plan.troubles) reportTroubles(plan.troubles, { paymentId });
  const checkSize = (confirmation: Confirmation) =>
    checkRequestSize(startAttempt(payment, { ...confirmation, switchUrl }, now));
  checkSize(plan.confirmation);
  const access = await openConnectorAccess(plan.account, configuration, secrets);
  // A customer named by an earlier request may be deleted by now. Then no card is saved for that
  // customer.
  const customer = requestCustomerOf(shouldSaveCard(whole) ? whole : body);
  const record = await upsertCustomer(merchantId, customer, customers, now);
  const completed = withRecord(plan.confirmation, record);
  if (completed !== plan.confirmation) checkSize(completed);
  const loaded: LoadedPaymentSource | undefined = connectorMandate
    ? {
        kind: 'other',
        source: connectorMandateSource(connectorMandate.connectorMandateId, plan.method),
      }
    : await loadPaymentSource(whole, stored, auditContext, services);
  if (!loaded) throw await missingCardError(payment, stored, services);

  const cleanup = vaultCleanup(auditContext, services);
  let loadedLater: LoadedPaymentSource | undefined;
  const loadCard = async () => {
    loadedLater = await loadPaymentSource(whole, stored, auditContext, services);
    return loadedLater && toConnectorSource(loadedLater, auditContext, services);
  };
  try {
    const screeningInput = { configuration, payment, whole, now, payerAddress };
    const screening = await screenCard(screeningInput, loaded, services);
    const { declineMessage, fingerprint } = screening ?? {};
    const saved =
      loaded.kind === 'card' && !declineMessage
        ? await saveCardFor(whole, loaded.card, auditContext, services)
        : undefined;
    cleanup.deleteCard(saved?.supersededToken);
    const confirmation = {
      ...completed,
      ...(saved && { paymentMethod: saved.paymentMethod }),
      ...(fingerprint && { fingerprint }),
      switchUrl,
    };
    if (!declineMessage) services.connectors(request).prepare(access);
    const processing = await save(startAttempt(payment, confirmation, now));

    const attachedToken = attachedCardToDelete(payment);
    if (declineMessage) {
      cleanup.deleteCard(attachedToken);
      throw await declineBlockedCard(processing, declineMessage, services);
    }
    const context = { ...request, loaded, loadCard, attachedToken, auditContext, cleanup };
    const settled = await authorizePayment(processing, { ...plan, access }, context, services);
    await countFailedPayment(settled, screening, services);
    return settled;
  } finally {
    erasePaymentSource(loaded);
    erasePaymentSource(loadedLater);
    await cleanup.finished();
  }
}

interface AuthorizeContext extends ConfirmRequest {
  readonly loaded: LoadedPaymentSource;
  /** Loads the card behind a connector mandate. */
  loadCard(): Promise<PaymentSource | undefined>;
  /** The card that was stored in the vault for this payment alone. */
  readonly attachedToken: string | undefined;
  readonly auditContext: VaultRequest;
  readonly cleanup: VaultCleanup;
}

/**
 * Authorizes a payment that was saved as `processing`. If the merchant requires it, the customer is
 * authenticated and the payment is screened for fraud first. The card's cvc is taken from the vault
 * here, after the save, so that a caller that lost the race uses up none.
 */
async function authorizePayment(
  processing: Payment,
  plan: PaymentPlan & { readonly access: ConnectorAccess },
  { loaded, attachedToken, cleanup, ...request }: AuthorizeContext,
  services: ConfirmServices,
): Promise<Payment> {
  const { configuration } = plan;
  const source = await openSource(processing, loaded, request.auditContext, services);
  cleanup.deleteCard(attachedToken);
  if (!source) return settleUnreadable(processing, services);
  cleanup.deletePaymentToken(paymentTokenOf(loaded));
  const context = { ...request, source };

  const started = await startAuthentication(processing, configuration, context, services);
  if (!started.mayAuthorize) return started.payment;
  const screened = await screenForFraud(started.payment, configuration, context, services);
  if (!screened.mayAuthorize) return screened.payment;
  const { access, others } = plan;
  const attempt = { payment: screened.payment, access, source, others, retries: 0 };
  return authorizeWithFailover(attempt, { ...plan, ...context }, services);
}

/**
 * The payment source as the connector gets it; undefined when the vault does not give the card's
 * cvc.
 */
async function openSource(
  { id: paymentId }: Payment,
  loaded: LoadedPaymentSource,
  auditContext: VaultRequest,
  services: CardServices,
): Promise<PaymentSource | undefined> {
  try {
    return await toConnectorSource(loaded, auditContext, services);
  } catch (error) {
    log.error('cvc not read from the vault', error, { paymentId });
    return undefined;
  }
}

/** Fails a payment whose card could not be read. No authorization was sent. */
const settleUnreadable = (
  processing: Payment,
  { payments, clock }: PaymentServices,
): Promise<Payment> => {
  const { id: attemptId } = processing.attempt;
  const outcome = { result: 'not_sent', message: 'Card could not be read' } as const;
  return payments.settle(processing, (current) =>
    applyOutcome(withoutLearning(current), { attemptId, outcome }, clock()),
  );
};

const paymentTokenOf = (loaded: LoadedPaymentSource): string | undefined =>
  loaded.kind === 'card' ? loaded.card.stored?.paymentToken : undefined;

/**
 * The error when the card is gone. A racing confirm may have won the save and deleted the attached
 * card: then it is `concurrent_update`.
 */
async function missingCardError(
  payment: Payment,
  stored: StoredCard | undefined,
  { payments }: Pick<PaymentServices, 'payments'>,
): Promise<Error> {
  if (!stored) return new Error('Only a stored card can be missing.');
  if (stored.token !== attachedCardToDelete(payment)) return stored.missingCardError();
  const current = await payments.get(payment.merchantId, payment.id);
  return current.version === payment.version
    ? stored.missingCardError()
    : new SwitchError('concurrent_update');
}

/** The request, completed from the fields that the payment stores of earlier requests. */
const withStored = (
  body: PaymentRequest,
  { requestFields, customer }: Payment,
): PaymentRequest => ({
  // Stored from a parsed request of the same schema; the fields of this request win.
  ...(requestFields as Partial<PaymentRequest>),
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)),
  ...(customer?.id && !requestCustomerOf(body).id && { customer_id: customer.id }),
});
