import { chooseProfile } from '../../shared/accounts/choose-profile.ts';
import type {
  Configuration,
  MerchantAccount,
  Profile,
} from '../../shared/accounts/merchant-account.ts';
import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import {
  type EphemeralKeyStore,
  ephemeralKeyStore,
} from '../../shared/ephemeral-keys/ephemeral-key-store.ts';
import { type KeyForPayer, keyForPayer } from '../../shared/ephemeral-keys/key-for-payer.ts';
import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { claimOf, madeBy, madeOnce } from '../../shared/http/repeated-create.ts';
import { derivedId } from '../../shared/ids.ts';
import { linkOf } from '../../shared/payment-links/new-link.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { takePlanned } from '../../shared/payments/confirm/confirm-payment.ts';
import { planned } from '../../shared/payments/confirm/plan-payment.ts';
import { type NewPayment, newPayment } from '../../shared/payments/lifecycle/new-payment.ts';
import { cancelled } from '../../shared/payments/lifecycle/voids.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { liveTakingServices } from '../../shared/payments/live-payment-services.ts';
import { createPayment } from '../../shared/payments/operations.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { rangeOf, withRange } from '../../shared/payments/payment-method-data/card-range.ts';
import type { TakingServices } from '../../shared/payments/payment-services.ts';
import { heldMeans } from '../../shared/payments/payment-source/attach-payment-method.ts';
import {
  aboutPayment,
  forgotten,
  ownHeldCard,
} from '../../shared/payments/payment-source/attached-card.ts';
import { namedMeansOf } from '../../shared/payments/payment-source/stored-credential.ts';
import { parsePayment } from '../../shared/payments/payment-store.ts';
import { netAmount } from '../../shared/payments/request/net-amount.ts';
import { withRecurringCard } from '../../shared/payments/request/network-transaction-card.ts';
import type { PaymentRequest } from '../../shared/payments/request/payment-request.ts';
import { mergedCustomer } from '../../shared/payments/request/request-customer.ts';
import { customerOf, termsOf } from '../../shared/payments/request/terms.ts';
import { checkCreate, checkLengths } from '../../shared/payments/request/validate-request.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import { defaultSessionSeconds } from '../../shared/profiles/present-profile.ts';
import { offersAnyOf } from '../../shared/routing/eligible-accounts.ts';
import { checkFilled } from '../../shared/table/filled-part.ts';
import { isUnderUsedKey } from '../../shared/table/make-once.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends TakingServices, CardServices {
  readonly ephemeralKeys: Pick<EphemeralKeyStore, 'create' | 'createOnce'>;
}

/**
 * Writes down what a merchant wants to be paid. With `confirm` it is taken at once: the payment is
 * first saved as `processing`, then the connector is asked, then the answer is saved. The identifier
 * can be used once only, so a request that comes twice charges once. Without it a card waits in the
 * vault until the payment is confirmed.
 *
 * A payment that names a customer brings a key for that customer's app. Its secret is kept nowhere, so
 * this answer alone shows it: whoever asks for the payment later finds `ephemeral_key` to be `null`.
 */
export const create = implement(createPayment, {
  precheck: checkLengths,

  load: ({ merchantId, body }, services: Services) =>
    Promise.all([
      body.confirm ? services.configurations.current(merchantId) : undefined,
      rangeOf(body, services),
    ]),

  async run(request, services: Services, [configuration, range]) {
    const { merchantId } = request.caller;
    const { body, invocationId, repeatable } = request;
    const customerId = mergedCustomer(body).id;
    const key = keyForPayer({ ...request, merchantId, customerId }, services.ephemeralKeys);
    const present = async (payment: Payment) =>
      presentPayment(payment, { ephemeralKey: await key.shown() });
    try {
      return await madeOnce({
        repeatable,
        isNamed: body.payment_id != null,
        make: async () => {
          const asked = { ...request, body: withRange(body, range) };
          return present(await made(asked, configuration, services, key));
        },
        find: async () =>
          notGivenUp(
            await services.payments.get(merchantId, nameOf(body, merchantId, invocationId)),
          ),
        parse: (item) => notGivenUp(parsePayment(item)),
        present,
      });
    } finally {
      await key.settled();
    }
  },
});

/** With `current`, what is set now, the payment is taken at once; without it, it waits for its confirm. */
async function made(
  asked: Asked,
  current: Configuration | undefined,
  services: Services,
  key: KeyForPayer,
): Promise<Payment> {
  const { caller, body, headers, now, remainingMs, requestId, invocationId, repeatable } = asked;
  const { merchantId } = caller;
  const { configurations, payments, random, switchUrl } = services;
  const draftFor = (configuration: Configuration) => {
    checkRequest(body, merchantId, configuration, { now, profileId: caller.profileId });
    const profile = profileFor(configuration, body, caller.profileId);
    const drafted = draft({ body, now, invocationId, repeatable }, configuration.account, profile);
    if (!body.payment_link) return drafted;
    const { id: paymentId } = drafted;
    const linked = { merchantId, paymentId, profileSettings: profile.settings, switchUrl };
    return { ...drafted, link: linkOf({ ...linked, acceptLanguage: headers['accept-language'] }) };
  };
  const drafted = current ? draftFor(current) : await configurations.decide(merchantId, draftFor);
  const request = { body, now, remainingMs, requestId };
  const isNamed = body.payment_id != null;
  const claim = claimOf(asked, merchantId, { isNamed, operation: createPayment });
  const save = (payment: Payment) => payments.create(payment, claim);
  if (!current) return createdFor(drafted, request, services, { save, key });

  const payment = newPayment(drafted);
  checkFilled(payment);
  const whole = withRecurringCard(body, now);
  const named = await namedMeansOf(whole, { merchantId, now }, services);
  const plan = planned(current, payment, whole, { named, random: random(), now });
  const planning = { plan, whole, card: named.card };
  // Beside the first write of what follows. What asks for money does not wait for it.
  key.begin();
  return takePlanned(payment, planning, request, services, save);
}

/** The payment as it waits for its confirm. What was put into the vault in vain is taken out again. */
async function createdFor(
  drafted: NewPayment,
  { body, now, requestId }: Pick<Request<typeof createPayment>, 'body' | 'now' | 'requestId'>,
  services: Services,
  { save, key }: { save(payment: Payment): Promise<Payment>; readonly key: KeyForPayer },
): Promise<Payment> {
  const { customers } = services;
  const { merchantId, id: paymentId } = drafted;
  const bare = newPayment(drafted);
  const { expiresAt } = bare;
  checkFilled(bare);
  const holding = { merchantId, paymentId, expiresAt, requestId, now };
  const payment = newPayment({ ...drafted, ...(await heldMeans(body, holding, services)) });
  await refusedFirst(payment, holding, services);
  const saving = save(payment);
  try {
    const [saved] = await Promise.all([
      saving,
      rememberCustomer(merchantId, mergedCustomer(body), customers, now),
      key.shown(),
    ]);
    return saved;
  } catch (error) {
    const hasNoCustomer = isSwitchError(error, 'customer_not_found');
    if (hasNoCustomer) await givenUp(saving, now, services);
    if (hasNoCustomer || isSwitchError(error, 'payment_exists') || isUnderUsedKey(error)) {
      await forgotten(ownHeldCard(payment), aboutPayment(holding), services);
    }
    throw error;
  }
}

/** Refuses what is too large before its customer is written down beside it. */
async function refusedFirst(
  payment: Payment,
  holding: Parameters<typeof aboutPayment>[0],
  services: Services,
): Promise<void> {
  try {
    checkFilled(payment);
  } catch (error) {
    await forgotten(ownHeldCard(payment), aboutPayment(holding), services);
    throw error;
  }
}

/**
 * Ends a payment that was saved at the same moment as its customer turned out to be gone. Its merchant
 * was told that there is none, so nobody may pay it, and nobody is told of its end. Its name
 * stays taken.
 */
async function givenUp(saving: Promise<Payment>, now: Date, { payments }: Services) {
  const saved = await saving.catch(() => undefined);
  if (!saved) return;
  const { transitions } = saved;
  await payments.saveProgress({ ...cancelled(saved, undefined, now), transitions });
}

/** Whoever repeats a request that was refused like that is refused like that again. */
function notGivenUp(payment: Payment): Payment {
  const isGivenUp =
    payment.status === 'cancelled' && payment.transitions.at(-1)?.type === 'payment_created';
  if (isGivenUp) throw new SwitchError('customer_not_found');
  return payment;
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
    profileId: body.profile_id,
    ownProfileId: callersProfileId,
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
    ...madeBy(repeatable),
    id: nameOf(body, account.id, invocationId),
    profileId: profile.id,
    amountMinor: amount,
    netAmountMinor: netAmount({ ...body, amount }),
    currency,
    terms: termsOf({ ...body, is_iframe_redirection_enabled: inFrame(body, profile) }),
    ...(customer && { customer }),
    confirm: body.confirm,
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
  ephemeralKeys: ephemeralKeyStore(liveTable()),
}));
