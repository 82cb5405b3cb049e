import type { Configuration } from '../../accounts/merchant-account.ts';
import type { ConnectorAccess } from '../../connectors/interface/exchange.ts';
import type { Means } from '../../connectors/interface/payments.ts';
import type { ProofOfCustomer } from '../../connectors/interface/three-ds.ts';
import { rememberCustomer } from '../../customers/remember-customer.ts';
import { SwitchError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { MerchantSecrets } from '../../secrets/merchant-secrets.ts';
import { checkFilled } from '../../table/filled-part.ts';
import type { VaultRequest } from '../../vault/cards/card-vault.ts';
import type { CardServices } from '../card-services.ts';
import { accessTo, referenceOf } from '../connector-access.ts';
import { applyOutcome } from '../lifecycle/apply-outcome.ts';
import { confirmed, movedOn } from '../lifecycle/attempts.ts';
import { allowsManualRetry, checkConfirmable } from '../lifecycle/manual-retry.ts';
import type { Payment } from '../payment.ts';
import type { TakingServices } from '../payment-services.ts';
import { aboutPayment, forgotten, ownHeldCard } from '../payment-source/attached-card.ts';
import { withHeldMethod } from '../payment-source/attached-method.ts';
import { isVerification, wishToKeep } from '../payment-source/future-usage.ts';
import {
  keptInHand,
  letGo,
  type MeansInHand,
  meansInHand,
  meansToAskWith,
} from '../payment-source/payment-source.ts';
import { isToBeSaved, type Saved, savedFor } from '../payment-source/save-card.ts';
import { type StoredCard, withHeldCard } from '../payment-source/stored-card.ts';
import { namedMeansOf } from '../payment-source/stored-credential.ts';
import { customerAddresses } from '../redirect/redirect-urls.ts';
import { reservationWishes } from '../request/authorization-options.ts';
import { withRecurringCard } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { mergedCustomer } from '../request/request-customer.ts';
import { checkTaxed } from '../request/taxed-order.ts';
import { checkMandate } from '../request/validate-mandate.ts';
import { checkReadyToConfirm } from '../request/validate-request.ts';
import { noteFailure, refusedAsBlocked, screenedFor } from '../risk/card-blocking.ts';
import { unlessFraud } from '../risk/fraud-screening.ts';
import { proofGiven } from '../three-ds/authentication-proof.ts';
import { authenticatedFirst } from '../three-ds/start-authentication.ts';
import { chosen, type Plan, planned } from './plan-payment.ts';

/** A plan with all that is needed to ask. */
interface ReadyPlan extends Plan {
  readonly access: ConnectorAccess;
}

/** Opens the credentials, so that nothing is written down that then cannot be asked. */
const readied = async (plan: Plan, secrets: MerchantSecrets): Promise<ReadyPlan> => ({
  ...plan,
  access: await accessTo(plan.account, plan.configuration, secrets),
});

/** A request that a payment is taken with. */
export interface TakingRequest {
  readonly body: PaymentRequest;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
  /** Where it came from, where the payer's own device sent it. */
  readonly payerAddress?: string | undefined;
}

type Reached = TakingServices & CardServices;

/**
 * Confirms a payment that is there and asks for its money. `stored` is the payment as it was read,
 * with the changes that the request makes to it besides; `configuration` is what was current when the
 * request came. Throws every refusal before anything is written, and `concurrent_update` when another
 * request changed the payment meanwhile.
 */
export async function take(
  stored: Payment,
  configuration: Configuration,
  request: TakingRequest,
  services: Reached,
): Promise<Payment> {
  const { payments, random } = services;
  const { body, now } = request;
  const { merchantId } = stored;
  const { account: holder } = configuration;
  checkConfirmable(stored, { manualRetry: allowsManualRetry(configuration, stored), now });
  const held = await withHeldMethod(withHeldCard(body, stored), stored, holder, services);
  const whole = withRecurringCard(withStored(held, stored), now);
  checkReadyToConfirm(whole);
  checkMandate({ ...whole, confirm: true }, 'create');
  const named = await namedMeansOf(whole, { merchantId, payment: stored, now }, services);
  const plan = planned(configuration, stored, whole, { named, random: random(), now });
  checkTaxed({ ...stored, terms: plan.confirmation.terms });
  const planning = { plan, whole, card: named.card };
  return takePlanned(stored, planning, request, services, async (asked) => {
    if (asked.attempt.id !== stored.attempt.id) {
      await payments.keepEarlier(stored, { attempts: [stored.attempt] });
    }
    return payments.save(asked);
  });
}

/** A plan, and what it is to be carried out with. */
export interface Planned {
  readonly plan: Plan;
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
export async function takePlanned(
  payment: Payment,
  { plan, whole, card: stored }: Planned,
  request: TakingRequest,
  services: Reached,
  save: (asked: Payment) => Promise<Payment>,
): Promise<Payment> {
  const { customers, secrets, switchUrl } = services;
  const { body, now, requestId } = request;
  const { merchantId, id: paymentId } = payment;
  const about = aboutPayment({ merchantId, paymentId, requestId, now });
  checkFilled(confirmed(payment, { ...plan.confirmation, switchUrl }, now));
  const ready = await readied(plan, secrets);
  // Before money is at stake it must be certain that the customer may pay; and whom the payment has
  // named before may have been forgotten since, for whom nothing is to be saved.
  const customer = mergedCustomer(isToBeSaved(whole) ? whole : body);
  await rememberCustomer(merchantId, customer, customers, now);
  const inHand = plan.kept
    ? keptInHand(plan.kept.connectorMandateId)
    : await meansInHand(whole, stored, about, services);
  if (!inHand) throw await whyGone(payment, stored, services);
  const { payerAddress } = request;
  const paying = { configuration: plan.configuration, payment, whole, now, payerAddress };
  let spare: Promise<void> | undefined;
  try {
    const screening = await screenedFor(paying, inHand, services);
    const saved =
      inHand.kind === 'card' && !screening?.blocked
        ? await savedFor(whole, inHand.card, about, services)
        : undefined;
    spare = forgotten(saved?.spare, about, services);
    const seen = screening?.fingerprint && { fingerprint: screening.fingerprint };
    const confirmation = { ...plan.confirmation, ...usedBy(saved), ...seen, switchUrl };
    const processing = await save(confirmed(payment, confirmation, now));
    const heldToken = ownHeldCard(payment);
    if (screening?.blocked) {
      spare = forgotten(heldToken, about, services);
      throw await refusedAsBlocked(processing, screening.blocked, services);
    }
    const settled = await authorize(
      processing,
      ready,
      { ...request, inHand, about, heldToken },
      services,
    );
    await noteFailure(settled, screening, services);
    return settled;
  } finally {
    letGo(inHand);
    await spare;
  }
}

/** Who confirmed at the same moment may have been faster, and had the card forgotten. */
async function whyGone(
  payment: Payment,
  stored: StoredCard | undefined,
  { payments }: Pick<TakingServices, 'payments'>,
): Promise<Error> {
  if (!stored) return new Error('Only a stored card can be gone.');
  if (stored.token !== ownHeldCard(payment)) return stored.gone();
  const current = await payments.get(payment.merchantId, payment.id);
  return current.version === payment.version ? stored.gone() : new SwitchError('concurrent_update');
}

const usedBy = (saved: Saved | undefined) => saved && { paymentMethod: saved.paymentMethod };

/** The request with what the payment was told before. Amount and currency are the payment's. */
const withStored = (body: PaymentRequest, { terms, customer }: Payment): PaymentRequest => ({
  // Kept from a parsed request of the same shape; what this request states wins.
  ...(terms as Partial<PaymentRequest>),
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)),
  ...(customer?.id && !mergedCustomer(body).id && { customer_id: customer.id }),
});

/** With less than this left, in milliseconds, no further connector is asked. */
const worthAnotherMs = 8_000;

/** What authorizing needs beside the payment and the plan. */
interface Asking extends TakingRequest {
  readonly inHand: MeansInHand;
  /** What the audit trail is told. */
  readonly about: VaultRequest;
  /** The card that waited in the vault for this payment, and was put there for it. */
  readonly heldToken: string | undefined;
}

/**
 * Asks for the money of a payment that was saved as `processing`, with the card in hand. Whoever saved
 * it is the only one who gets here, so it is asked for once, and the card's code is taken by whoever
 * uses it. Where the vault does not give the code nobody is asked, and the payment has failed.
 */
async function authorize(
  processing: Payment,
  plan: ReadyPlan,
  asking: Asking,
  services: TakingServices & CardServices,
): Promise<Payment> {
  const { payments, clock } = services;
  const { about } = asking;
  let means: Means;
  try {
    means = await meansToAskWith(asking.inHand, about, services);
  } catch (error) {
    const { id: paymentId, attempt } = processing;
    log.error('card cannot be read', error, { paymentId });
    await forgotten(asking.heldToken, about, services);
    const outcome = { result: 'not_sent', message: 'Card could not be read' } as const;
    return payments.settle(processing, (current) =>
      applyOutcome(current, { attemptId: attempt.id, outcome }, clock()),
    );
  }
  const [settled] = await Promise.all([
    authenticatedFirst(processing, plan.configuration, { ...asking, means }, services, (one) =>
      unlessFraud(one, plan.configuration, { ...asking, means }, services, (checked) =>
        asked(checked, plan, { ...asking, means }, services),
      ),
    ),
    forgotten(asking.heldToken, about, services),
    tokenForgotten(processing, asking.inHand, services),
  ]);
  return settled;
}

interface AskingWith extends TakingRequest {
  readonly means: Means;
  /** That the customer was authenticated. */
  readonly proof?: ProofOfCustomer;
}

/** What is needed to ask for a payment whose customer was authenticated meanwhile. */
interface Authenticated extends Pick<AskingWith, 'means'> {
  readonly configuration: Configuration;
  readonly access: ConnectorAccess;
  readonly proof: ProofOfCustomer;
}

/** Asks for the money of a payment that was saved as `processing` once its customer is authenticated. */
export const askAuthenticated = (
  processing: Payment,
  { configuration, access, ...paying }: Authenticated,
  request: Omit<TakingRequest, 'body'>,
  services: Omit<TakingServices, 'random'>,
): Promise<Payment> => {
  const asking = { ...request, ...paying, body: {} };
  return unlessFraud(processing, configuration, asking, services, (checked) =>
    asked(checked, { configuration, access, others: [] }, asking, services),
  );
};

/** A payment token serves once. It never throws: what is left ends with its time. */
async function tokenForgotten(
  { merchantId, id: paymentId }: Payment,
  inHand: MeansInHand,
  { paymentMethods }: CardServices,
): Promise<void> {
  const { paymentToken } = (inHand.kind === 'card' && inHand.card.stored) || {};
  if (!paymentToken) return;
  try {
    await paymentMethods.forgetToken(merchantId, paymentToken);
  } catch (error) {
    log.error('payment token not forgotten yet', error, { paymentId });
  }
}

/**
 * Asks the connector and writes down what it answers. Only where a connector was certainly not reached
 * is the next one asked, as a new attempt, with the same card.
 */
async function asked(
  processing: Payment,
  plan: Pick<ReadyPlan, 'configuration' | 'others' | 'access' | 'networkTransactionId'>,
  request: AskingWith,
  services: Omit<TakingServices, 'random'>,
): Promise<Payment> {
  const { payments, connectors, secrets, clock } = services;
  let [current, access] = [processing, plan.access];
  for (const next of [...plan.others, undefined]) {
    const flow = isVerification(current) ? 'verify' : 'authorize';
    const outcome = await connectors(request)[flow](access, {
      ...referenceOf(current),
      means: request.means,
      ...wishToKeep(current, request.body, plan.networkTransactionId),
      ...addressesOf(current),
      ...reservationWishes(current),
      ...proofGiven(request),
    });
    const about = { attemptId: current.attempt.id, outcome };
    const settled = () => payments.settle(current, (one) => applyOutcome(one, about, clock()));
    if (outcome.result !== 'not_sent' || !next || request.remainingMs() < worthAnotherMs) {
      return settled();
    }
    try {
      access = await accessTo(next, plan.configuration, secrets);
      const { attempt } = applyOutcome(current, about, clock());
      await payments.keepEarlier(current, { attempts: [attempt] });
      current = await payments.saveProgress(movedOn(current, chosen(next), clock()));
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
function addressesOf(payment: Payment) {
  const { switchUrl, merchantId, attempt } = payment;
  const returnUrl = customerAddresses(payment)?.back;
  const notificationUrl = `${switchUrl}/webhooks/${merchantId}/${attempt.connectorAccountId}`;
  return returnUrl && { returnUrl, notificationUrl };
}
