import type { Configuration } from '../../accounts/merchant-account.ts';
import type { ConnectorAccess } from '../../connectors/interface/exchange.ts';
import type { PaymentSource } from '../../connectors/interface/payments.ts';
import type { AuthenticationData } from '../../connectors/interface/three-ds.ts';
import { upsertCustomer } from '../../customers/upsert-customer.ts';
import { SwitchError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import { checkRequestSize } from '../../table/request-size.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { openConnectorAccess, referenceOf } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { startAttempt, startNextAttempt } from '../lifecycle/attempts.ts';
import { allowsManualRetry, checkConfirmable } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../payment-source/attached-card.ts';
import { withAttachedMethod } from '../payment-source/attached-method.ts';
import { isAccountVerification, storedCredentialOptions } from '../payment-source/future-usage.ts';
import {
  connectorMandateSource,
  erasePaymentSource,
  type LoadedPaymentSource,
  loadPaymentSource,
  toConnectorSource,
} from '../payment-source/payment-source.ts';
import { type SavedMethod, saveCardFor, shouldSaveCard } from '../payment-source/save-card.ts';
import { type StoredCard, withAttachedCard } from '../payment-source/stored-card.ts';
import { findStoredCredential } from '../payment-source/stored-credential.ts';
import { redirectUrlsOf } from '../redirect/redirect-urls.ts';
import { authorizationOptions } from '../request/authorization-options.ts';
import { withNetworkTransactionCard } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { requestCustomerOf } from '../request/request-customer.ts';
import { checkTaxed } from '../request/taxed-order.ts';
import { checkMandate } from '../request/validate-mandate.ts';
import { checkReadyToConfirm } from '../request/validate-request.ts';
import { countFailedPayment, declineBlockedCard, screenCard } from '../risk/card-blocking.ts';
import { screenForFraud } from '../risk/fraud-screening.ts';
import { authenticationDataOf } from '../three-ds/authentication-proof.ts';
import { startAuthentication } from '../three-ds/start-authentication.ts';
import { chosenConnector, type PaymentPlan, planPayment } from './plan-payment.ts';

/** A plan with all that is needed to ask. */
interface ReadyPlan extends PaymentPlan {
  readonly access: ConnectorAccess;
}

/** Opens the credentials, so that nothing is written down that then cannot be asked. */
const openCredentials = async (
  plan: PaymentPlan,
  secrets: MerchantSecrets,
): Promise<ReadyPlan> => ({
  ...plan,
  access: await openConnectorAccess(plan.account, plan.configuration, secrets),
});

/** A request that a payment is taken with. */
export interface ConfirmRequest {
  readonly body: PaymentRequest;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
  /** Where it came from, where the payer's own device sent it. */
  readonly payerAddress?: string | undefined;
}

type ConfirmServices = PaymentServices & CardServices;

/**
 * Confirms a payment that is there and asks for its money. `stored` is the payment as it was read,
 * with the changes that the request makes to it besides; `configuration` is what was current when the
 * request came. Throws every refusal before anything is written, and `concurrent_update` when another
 * request changed the payment meanwhile.
 */
export async function confirmStoredPayment(
  stored: Payment,
  configuration: Configuration,
  request: ConfirmRequest,
  services: ConfirmServices,
): Promise<Payment> {
  const { payments, random } = services;
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
  const credential = await findStoredCredential(
    whole,
    { merchantId, payment: stored, now },
    services,
  );
  const plan = planPayment(configuration, stored, whole, { credential, random: random(), now });
  checkTaxed({ ...stored, requestFields: plan.confirmation.requestFields });
  const plannedConfirm = { plan, whole, card: credential.card };
  return executePlan(stored, plannedConfirm, request, services, async (asked) => {
    if (asked.attempt.id !== stored.attempt.id) {
      await payments.keepEarlier(stored, { attempts: [stored.attempt] });
    }
    return payments.save(asked);
  });
}

/** A plan, and what it is to be carried out with. */
export interface PlannedConfirm {
  readonly plan: PaymentPlan;
  /** The request with what the payment was told before. */
  readonly whole: PaymentRequest;
  /** The card that it names, where it does not hold one. */
  readonly card?: StoredCard | undefined;
}

/**
 * Carries out a plan. Whatever can be refused is refused first: credentials are opened, the customer
 * is there, the card is in memory and, where it is to be saved, is. Then `save` writes the payment as
 * `processing`, which one caller alone can, and that caller asks. A card that waited for the payment
 * is forgotten then: nobody will ask with it again.
 */
export async function executePlan(
  payment: Payment,
  { plan, whole, card: stored }: PlannedConfirm,
  request: ConfirmRequest,
  services: ConfirmServices,
  save: (asked: Payment) => Promise<Payment>,
): Promise<Payment> {
  const { customers, secrets, switchUrl } = services;
  const { body, now, requestId } = request;
  const { merchantId, id: paymentId } = payment;
  const about = auditContextOf({ merchantId, paymentId, requestId, now });
  checkRequestSize(startAttempt(payment, { ...plan.confirmation, switchUrl }, now));
  const ready = await openCredentials(plan, secrets);
  // Before money is at stake it must be certain that the customer may pay; and whom the payment has
  // named before may have been forgotten since, for whom nothing is to be saved.
  const customer = requestCustomerOf(shouldSaveCard(whole) ? whole : body);
  await upsertCustomer(merchantId, customer, customers, now);
  const inHand = plan.connectorMandate
    ? connectorMandateSource(plan.connectorMandate.connectorMandateId)
    : await loadPaymentSource(whole, stored, about, services);
  if (!inHand) throw await missingCardError(payment, stored, services);
  const { payerAddress } = request;
  const paying = { configuration: plan.configuration, payment, whole, now, payerAddress };
  let cleanup: Promise<void> | undefined;
  try {
    const screening = await screenCard(paying, inHand, services);
    const saved =
      inHand.kind === 'card' && !screening?.declineMessage
        ? await saveCardFor(whole, inHand.card, about, services)
        : undefined;
    cleanup = deleteVaultCard(saved?.supersededToken, about, services);
    const fingerprinted = screening?.fingerprint && { fingerprint: screening.fingerprint };
    const confirmation = {
      ...plan.confirmation,
      ...usedMethodOf(saved),
      ...fingerprinted,
      switchUrl,
    };
    const processing = await save(startAttempt(payment, confirmation, now));
    const heldToken = attachedCardToDelete(payment);
    if (screening?.declineMessage) {
      cleanup = deleteVaultCard(heldToken, about, services);
      throw await declineBlockedCard(processing, screening.declineMessage, services);
    }
    const settled = await authorize(
      processing,
      ready,
      { ...request, loadedSource: inHand, auditContext: about, attachedToken: heldToken },
      services,
    );
    await countFailedPayment(settled, screening, services);
    return settled;
  } finally {
    erasePaymentSource(inHand);
    await cleanup;
  }
}

/** Who confirmed at the same moment may have been faster, and had the card forgotten. */
async function missingCardError(
  payment: Payment,
  stored: StoredCard | undefined,
  { payments }: Pick<PaymentServices, 'payments'>,
): Promise<Error> {
  if (!stored) return new Error('Only a stored card can be gone.');
  if (stored.token !== attachedCardToDelete(payment)) return stored.missingCardError();
  const current = await payments.get(payment.merchantId, payment.id);
  return current.version === payment.version
    ? stored.missingCardError()
    : new SwitchError('concurrent_update');
}

const usedMethodOf = (saved: SavedMethod | undefined) =>
  saved && { paymentMethod: saved.paymentMethod };

/** The request with what the payment was told before. Amount and currency are the payment's. */
const withStored = (
  body: PaymentRequest,
  { requestFields, customer }: Payment,
): PaymentRequest => ({
  // Kept from a parsed request of the same shape; what this request states wins.
  ...(requestFields as Partial<PaymentRequest>),
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)),
  ...(customer?.id && !requestCustomerOf(body).id && { customer_id: customer.id }),
});

/** With less than this left, in milliseconds, no further connector is asked. */
const failoverMinimumMs = 8_000;

/** What authorizing needs beside the payment and the plan. */
interface AuthorizeContext extends ConfirmRequest {
  readonly loadedSource: LoadedPaymentSource;
  /** What the audit trail is told. */
  readonly auditContext: VaultRequest;
  /** The card that waited in the vault for this payment, and was put there for it. */
  readonly attachedToken: string | undefined;
}

/**
 * Asks for the money of a payment that was saved as `processing`, with the card in hand. Whoever saved
 * it is the only one who gets here, so it is asked for once, and the card's code is taken by whoever
 * uses it. Where the vault does not give the code nobody is asked, and the payment has failed.
 */
async function authorize(
  processing: Payment,
  plan: ReadyPlan,
  context: AuthorizeContext,
  services: PaymentServices & CardServices,
): Promise<Payment> {
  const { payments, clock } = services;
  const { auditContext: about } = context;
  let source: PaymentSource;
  try {
    source = await toConnectorSource(context.loadedSource, about, services);
  } catch (error) {
    const { id: paymentId, attempt } = processing;
    log.error('card cannot be read', error, { paymentId });
    await deleteVaultCard(context.attachedToken, about, services);
    const outcome = { result: 'not_sent', message: 'Card could not be read' } as const;
    return payments.settle(processing, (current) =>
      applyOutcome(current, { attemptId: attempt.id, outcome }, clock()),
    );
  }
  const [settled] = await Promise.all([
    startAuthentication(processing, plan.configuration, { ...context, source }, services, (one) =>
      screenForFraud(one, plan.configuration, { ...context, source }, services, (checked) =>
        authorizeWithFailover(checked, plan, { ...context, source }, services),
      ),
    ),
    deleteVaultCard(context.attachedToken, about, services),
    deletePaymentToken(processing, context.loadedSource, services),
  ]);
  return settled;
}

interface AuthorizeRequest extends ConfirmRequest {
  readonly source: PaymentSource;
  /** That the customer was authenticated. */
  readonly authenticationData?: AuthenticationData;
}

/** What is needed to ask for a payment whose customer was authenticated meanwhile. */
interface Authenticated extends Pick<AuthorizeRequest, 'source'> {
  readonly configuration: Configuration;
  readonly access: ConnectorAccess;
  readonly authenticationData: AuthenticationData;
}

/** Asks for the money of a payment that was saved as `processing` once its customer is authenticated. */
export const authorizeAfterAuthentication = (
  processing: Payment,
  { configuration, access, ...paying }: Authenticated,
  request: Omit<ConfirmRequest, 'body'>,
  services: Omit<PaymentServices, 'random'>,
): Promise<Payment> => {
  const context = { ...request, ...paying, body: {} };
  return screenForFraud(processing, configuration, context, services, (checked) =>
    authorizeWithFailover(checked, { configuration, access, others: [] }, context, services),
  );
};

/** A payment token serves once. It never throws: what is left ends with its time. */
async function deletePaymentToken(
  { merchantId, id: paymentId }: Payment,
  inHand: LoadedPaymentSource,
  { paymentMethods }: CardServices,
): Promise<void> {
  const { paymentToken } = (inHand.kind === 'card' && inHand.card.stored) || {};
  if (!paymentToken) return;
  try {
    await paymentMethods.deleteToken(merchantId, paymentToken);
  } catch (error) {
    log.error('payment token not forgotten yet', error, { paymentId });
  }
}

/**
 * Asks the connector and writes down what it answers. Only where a connector was certainly not reached
 * is the next one asked, as a new attempt, with the same card.
 */
async function authorizeWithFailover(
  processing: Payment,
  plan: Pick<ReadyPlan, 'configuration' | 'others' | 'access' | 'networkTransactionId'>,
  request: AuthorizeRequest,
  services: Omit<PaymentServices, 'random'>,
): Promise<Payment> {
  const { payments, connectors, secrets, clock } = services;
  let [current, access] = [processing, plan.access];
  for (const next of [...plan.others, undefined]) {
    const flow = isAccountVerification(current) ? 'verify' : 'authorize';
    const outcome = await connectors(request)[flow](access, {
      ...referenceOf(current),
      source: request.source,
      ...storedCredentialOptions(current, request.body, plan.networkTransactionId),
      ...callbackUrlsOf(current),
      ...authorizationOptions(current),
      ...authenticationDataOf(request),
    });
    const attemptOutcome = { attemptId: current.attempt.id, outcome };
    const settled = () =>
      payments.settle(current, (one) => applyOutcome(one, attemptOutcome, clock()));
    if (outcome.result !== 'not_sent' || !next || request.remainingMs() < failoverMinimumMs) {
      return settled();
    }
    try {
      access = await openConnectorAccess(next, plan.configuration, secrets);
      const { attempt } = applyOutcome(current, attemptOutcome, clock());
      await payments.keepEarlier(current, { attempts: [attempt] });
      current = await payments.saveProgress(
        startNextAttempt(current, chosenConnector(next), clock()),
      );
    } catch {
      // Then this was the only try; or somebody else knows better by now.
      return settled();
    }
  }
  return current;
}

/**
 * Where the processor sends the customer after a challenge, and where it tells what happens later: in
 * both cases to us.
 */
function callbackUrlsOf(payment: Payment) {
  const { switchUrl, merchantId, attempt } = payment;
  const returnUrl = redirectUrlsOf(payment)?.back;
  const notificationUrl = `${switchUrl}/webhooks/${merchantId}/${attempt.connectorAccountId}`;
  return returnUrl && { returnUrl, notificationUrl };
}
