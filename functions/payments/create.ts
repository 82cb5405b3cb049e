import { chooseProfile } from '../../shared/accounts/choose-profile.ts';
import type {
  Configuration,
  MerchantAccount,
  Profile,
} from '../../shared/accounts/merchant-account.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { replayed } from '../../shared/http/idempotency.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { linkOf } from '../../shared/payment-links/new-link.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { aboutPayment, forgotten, held, ownHeldCard } from '../../shared/payments/held-card.ts';
import { keptMethod } from '../../shared/payments/held-method.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { mergedCustomer } from '../../shared/payments/merged-customer.ts';
import { namedMeansOf } from '../../shared/payments/named-means.ts';
import { netAmount } from '../../shared/payments/net-amount.ts';
import { createPayment } from '../../shared/payments/operations.ts';
import { type NewPayment, newPayment, type Payment } from '../../shared/payments/payment.ts';
import { RepeatedPayment } from '../../shared/payments/payment-store.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import { withRecurringCard } from '../../shared/payments/recurring-card.ts';
import type { PaymentRequest } from '../../shared/payments/request.ts';
import { checkCreate, checkLengths } from '../../shared/payments/request-rules.ts';
import { planned, type TakingServices, takePlanned } from '../../shared/payments/take-payment.ts';
import { customerOf, termsOf } from '../../shared/payments/terms.ts';
import { defaultSessionSeconds } from '../../shared/profiles/present-profile.ts';
import { offersAnyOf } from '../../shared/routing/eligible-accounts.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends TakingServices, CardServices {
  readonly customers: CustomerStore;
}

/**
 * Writes down what a merchant wants to be paid. With `confirm` it is taken at once: the payment is
 * first saved as `processing`, then the connector is asked, then the answer is saved. The identifier
 * can be used once only, so a request that comes twice charges once. Without it a card waits in the
 * vault until the payment is confirmed.
 */
export const create = implement(createPayment, {
  precheck: checkLengths,

  async run(request, services: Services) {
    try {
      return presentPayment(await made(request, services));
    } catch (error) {
      const earlier = await repeated(request, error, services);
      if (!earlier) throw error;
      return replayed(presentPayment(earlier));
    }
  },
});

async function made(
  { caller, body, headers, now, remainingMs, requestId, invocationId, repeatable }: Asked,
  services: Services,
): Promise<Payment> {
  const { merchantId } = caller;
  const { configurations, payments, random, switchUrl } = services;
  const drafted = await configurations.decide(merchantId, (configuration) => {
    checkRequest(body, merchantId, configuration, { now, profileId: caller.profileId });
    const profile = profileFor(configuration, body, caller.profileId);
    const drafted = draft({ body, now, invocationId, repeatable }, configuration.account, profile);
    if (!body.payment_link) return drafted;
    const { id: paymentId } = drafted;
    const linked = { merchantId, paymentId, profileSettings: profile.settings, switchUrl };
    return { ...drafted, link: linkOf({ ...linked, acceptLanguage: headers['accept-language'] }) };
  });
  const request = { body, now, remainingMs, requestId };
  if (!body.confirm) return createdFor(drafted, request, services);

  const payment = newPayment(drafted);
  const whole = withRecurringCard(body, now);
  const named = await namedMeansOf(whole, { merchantId, now }, services);
  const plan = await configurations.decide(merchantId, (configuration) =>
    planned(configuration, payment, whole, { named, random: random(), now }),
  );
  const planning = { plan, whole, card: named.card };
  return takePlanned(payment, planning, request, services, payments.create);
}

/**
 * The payment that the same request made before, under the same key. What is refused now may have been
 * taken then: a payment token, for one, serves once.
 *
 * @throws SwitchError `idempotency_key_reused` when the key made a payment of another request
 */
async function repeated(
  { caller, body, invocationId, repeatable }: Asked,
  error: unknown,
  { payments }: Services,
): Promise<Payment | undefined> {
  if (error instanceof RepeatedPayment) return error.earlier;
  if (!repeatable || !isSwitchError(error) || isSwitchError(error, 'temporarily_unavailable')) {
    return undefined;
  }
  const id = nameOf(body, caller.merchantId, invocationId);
  const earlier = await payments.get(caller.merchantId, id).catch(() => undefined);
  if (earlier?.requestFingerprint === repeatable.fingerprint) return earlier;
  if (earlier && body.payment_id == null) throw new SwitchError('idempotency_key_reused');
  return undefined;
}

/** The payment as it waits for its confirm. What was put into the vault in vain is taken out again. */
async function createdFor(
  drafted: NewPayment,
  { body, now, requestId }: Pick<Request<typeof createPayment>, 'body' | 'now' | 'requestId'>,
  services: Services,
): Promise<Payment> {
  const { payments, customers } = services;
  const { merchantId, id: paymentId } = drafted;
  const { expiresAt } = newPayment(drafted);
  const holding = { merchantId, paymentId, expiresAt, requestId, now };
  const payment = newPayment({ ...drafted, ...(await held(body, holding, services)) });
  try {
    const [saved] = await Promise.all([
      payments.create(payment),
      rememberCustomer(merchantId, mergedCustomer(body), customers, now),
    ]);
    return saved;
  } catch (error) {
    if (isSwitchError(error, 'payment_exists')) {
      await forgotten(ownHeldCard(payment), aboutPayment(holding), services);
    }
    throw error;
  }
}

/** The order decides which of several mistakes a merchant hears of. */
function checkRequest(
  body: PaymentRequest,
  merchantId: string,
  configuration: Configuration,
  { now, profileId }: { readonly now: Date; readonly profileId: string | undefined },
): void {
  checkCreate(body, now, { returnUrl: returnUrlFor(configuration, body, profileId) });
  if (body.merchant_id && body.merchant_id !== merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
}

/** What a payment link that names no page of the shop leads back to; looked for there alone. */
function returnUrlFor(
  configuration: Configuration,
  body: PaymentRequest,
  callersProfileId: string | undefined,
): string | undefined {
  if (!body.payment_link || body.return_url) return undefined;
  const { settings } = profileFor(configuration, body, callersProfileId);
  const url = settings.return_url ?? configuration.account.settings.return_url;
  return typeof url === 'string' ? url : undefined;
}

function profileFor(
  configuration: Configuration,
  body: PaymentRequest,
  callersProfileId: string | undefined,
): Profile {
  const profile = chooseProfile(configuration, {
    profileId: body.profile_id ?? callersProfileId,
    businessCountry: body.business_country,
    businessLabel: body.business_label,
  });
  const wanted = body.allowed_payment_method_types;
  if (wanted?.length && !offersAnyOf(configuration, profile.id, wanted)) {
    throw new SwitchError('no_eligible_connector');
  }
  return profile;
}

type Asked = Request<typeof createPayment>;
type Drafting = Pick<Asked, 'body' | 'now' | 'invocationId' | 'repeatable'>;

/** One that has no name gets its invocation's, so that one invocation makes one payment. */
const nameOf = ({ payment_id }: PaymentRequest, merchantId: string, invocationId: string) =>
  payment_id ?? derivedId('pay', merchantId, invocationId);

function draft(
  { body, now, invocationId, repeatable }: Drafting,
  account: MerchantAccount,
  profile: Profile,
): NewPayment {
  const { amount, currency, session_expiry } = body;
  if (typeof amount !== 'number' || !currency) throw new Error('`checkCreate` sees to both.');
  const sessionSeconds = session_expiry ?? profile.settings.session_expiry;
  const customer = customerOf(body);
  return {
    merchantId: account.id,
    publishableKey: account.publishableKey,
    ...(repeatable && { requestFingerprint: repeatable.fingerprint }),
    id: nameOf(body, account.id, invocationId),
    profileId: profile.id,
    amountMinor: amount,
    netAmountMinor: netAmount({ ...body, amount }),
    currency,
    terms: termsOf({ ...body, is_iframe_redirection_enabled: inFrame(body, profile) }),
    ...(customer && { customer }),
    ...keptMethod(body),
    sessionSeconds: typeof sessionSeconds === 'number' ? sessionSeconds : defaultSessionSeconds,
    now,
  };
}

/** The profile's word where the request says nothing, kept for as long as the payment lives. */
function inFrame({ is_iframe_redirection_enabled: stated }: PaymentRequest, { settings }: Profile) {
  const set = settings.is_iframe_redirection_enabled;
  return stated ?? (typeof set === 'boolean' ? set : undefined);
}

export const handler = lambda(create, () => ({
  ...liveTakingServices(),
  ...liveCardServices(),
  customers: customerStore(liveTable()),
}));
