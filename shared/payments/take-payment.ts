import type { ConfigurationStore } from '../accounts/configuration-store.ts';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import type { ConnectorAccess } from '../connectors/connector.ts';
import type { Connectors } from '../connectors/connectors.ts';
import type { CustomerStore } from '../customers/customer-store.ts';
import { rememberCustomer } from '../customers/remember-customer.ts';
import { SwitchError } from '../errors.ts';
import { route } from '../routing/routing.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { accessTo, cardOf, checkCapability, isCapable, referenceOf } from './ask-connector.ts';
import { checkMandate } from './mandate-rules.ts';
import { checkMeansOfPayment } from './means-of-payment.ts';
import { mergedCustomer } from './merged-customer.ts';
import { netAmount } from './net-amount.ts';
import { applyOutcome } from './outcome.ts';
import {
  type Confirmation,
  checkConfirmable,
  confirmed,
  movedOn,
  type Payment,
} from './payment.ts';
import type { PaymentStore } from './payment-store.ts';
import type { PaymentRequest } from './request.ts';
import { checkReadyToConfirm } from './request-rules.ts';
import { straightThroughRouting } from './straight-through-routing.ts';
import { customerOf, shownMethod, termsOf } from './terms.ts';

/** What taking a payment reaches, whether it begins with a create or with a confirm. */
export interface TakingServices {
  readonly payments: PaymentStore;
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  /** The processors, for one request with this much time. */
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  readonly random: () => number;
  readonly clock: () => Date;
  /** Base URL of the switch, where customers and processors find it; empty where it is not needed. */
  readonly switchUrl: string;
}

/** What will be asked of whom, decided before anything is written. */
export interface Plan {
  readonly configuration: Configuration;
  /** The connector account that is asked, and those that are when it certainly was not reached. */
  readonly account: ConnectorAccount;
  readonly others: readonly ConnectorAccount[];
  readonly confirmation: Omit<Confirmation, 'switchUrl'>;
}

/** A plan with all that is needed to ask. */
export interface ReadyPlan extends Plan {
  readonly access: ConnectorAccess;
}

/**
 * Decides how a payment will be taken: with which connector account, for how much. `payment` is as it
 * was before the request, without one for a payment that is yet to be made. Throws every refusal
 * that a confirm can meet before money is at stake.
 */
export function planned(
  configuration: Configuration,
  payment: Pick<Payment, 'profileId' | 'amountMinor' | 'currency' | 'terms' | 'customer'>,
  request: PaymentRequest,
  random: number,
): Plan {
  checkMeansOfPayment(request);
  const terms = termsOf(request, payment.terms);
  const paymentMethodData = shownMethod(request);
  const method = request.payment_method;
  if (!method) throw new SwitchError('missing_param', { field: 'payment_method' });

  const facts = {
    profileId: payment.profileId,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    method,
    type: request.payment_method_type,
    network: paymentMethodData?.card?.card_network,
    allowed: request.connector,
  };
  const routing = straightThroughRouting(request.routing);
  const [account, ...rest] = route(configuration, facts, routing, random);
  checkCapability(account, request);

  const customer = customerOf(request, payment.customer);
  const confirmation = {
    terms,
    netAmountMinor: netAmount({ ...terms, amount: payment.amountMinor }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    connector: chosen(account),
    manualRetry: allowsManualRetry(configuration, payment),
  };
  return {
    configuration,
    account,
    others: rest.filter((other) => isCapable(other, request)),
    confirmation,
  };
}

const chosen = (account: ConnectorAccount) => ({
  name: account.connectorName,
  accountId: account.id,
  label: account.label,
});

/** Whether the payment's profile lets payments that failed be confirmed again. */
export const allowsManualRetry = (
  { profiles }: Configuration,
  { profileId }: Pick<Payment, 'profileId'>,
): boolean =>
  profiles.find(({ id }) => id === profileId)?.settings.is_manual_retry_enabled === true;

/** Opens the credentials, so that nothing is written down that then cannot be asked. */
export const readied = async (plan: Plan, secrets: MerchantSecrets): Promise<ReadyPlan> => ({
  ...plan,
  access: await accessTo(plan.account, plan.configuration, secrets),
});

/** A request that confirms a payment which is there. */
export interface ConfirmingRequest extends TakingRequest {
  readonly now: Date;
}

/**
 * Confirms a payment that is there and asks for its money. `stored` is the payment as it was read,
 * with the changes that the request makes to it besides. Throws every refusal before anything is
 * written, and `concurrent_update` when somebody else changed the payment meanwhile.
 */
export async function take(
  stored: Payment,
  request: ConfirmingRequest,
  services: TakingServices & { readonly customers: CustomerStore },
): Promise<Payment> {
  const { payments, configurations, customers, random, secrets, switchUrl } = services;
  const { body, now } = request;
  const { merchantId } = stored;
  const plan = await configurations.decide(merchantId, (configuration) => {
    const manualRetry = allowsManualRetry(configuration, stored);
    checkConfirmable(stored, { manualRetry, now });
    const whole = withStored(body, stored);
    checkReadyToConfirm(whole);
    checkMandate({ ...whole, confirm: true }, 'create');
    return planned(configuration, stored, whole, random());
  });

  const ready = await readied(plan, secrets);
  await rememberCustomer(merchantId, mergedCustomer(body), customers, now);
  const asked = confirmed(stored, { ...plan.confirmation, switchUrl }, now);
  if (asked.attempt.id !== stored.attempt.id) {
    await payments.keepEarlier(stored, { attempts: [stored.attempt] });
  }
  return authorize(await payments.save(asked), ready, request, services);
}

/** The request with what the payment was told before. Amount and currency are the payment's. */
const withStored = (body: PaymentRequest, { terms, customer }: Payment): PaymentRequest => ({
  // Kept from a parsed request of the same shape; what this request states wins.
  ...(terms as Partial<PaymentRequest>),
  ...Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)),
  ...(customer?.id && !mergedCustomer(body).id && { customer_id: customer.id }),
});

/** With less than this left, in milliseconds, no further connector is asked. */
const worthAnotherMs = 8_000;

interface TakingRequest {
  readonly body: PaymentRequest;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Asks the connector for the money of a payment that was saved as `processing`, and writes down what
 * it answers. Whoever saved it is the only one who gets here, so it is asked for once. Only where a
 * connector was certainly not reached is the next one asked, as a new attempt.
 */
export async function authorize(
  processing: Payment,
  plan: ReadyPlan,
  request: TakingRequest,
  services: TakingServices,
): Promise<Payment> {
  const { payments, connectors, secrets, clock } = services;
  const card = cardOf(request.body);
  if (!card) throw new Error('A payment was planned without a card.');
  let [current, access] = [processing, plan.access];
  for (const next of [...plan.others, undefined]) {
    const outcome = await connectors(request).authorize(access, {
      ...referenceOf(current),
      card,
      ...addressesOf(current, services.switchUrl),
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
      current = await payments.save(movedOn(current, chosen(next), clock()));
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
const addressesOf = ({ id, merchantId, attempt }: Payment, switchUrl: string) =>
  switchUrl && {
    returnUrl: `${switchUrl}/payments/${id}/${merchantId}/redirect/response/${attempt.connectorName}`,
    notificationUrl: `${switchUrl}/webhooks/${merchantId}/${attempt.connectorAccountId}`,
  };
