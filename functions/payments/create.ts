import { chooseProfile } from '../../shared/accounts/choose-profile.ts';
import type {
  Configuration,
  MerchantAccount,
  Profile,
} from '../../shared/accounts/merchant-account.ts';
import { upsertCustomer } from '../../shared/customers/upsert-customer.ts';
import {
  type CustomerEphemeralKey,
  customerEphemeralKey,
} from '../../shared/ephemeral-keys/customer-ephemeral-key.ts';
import {
  type EphemeralKeyStore,
  ephemeralKeyStore,
} from '../../shared/ephemeral-keys/ephemeral-key-store.ts';
import { isSwitchError, SwitchError } from '../../shared/errors.ts';
import {
  createIdempotently,
  fingerprintOf,
  idempotencyClaim,
} from '../../shared/http/idempotent-create.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { newLink } from '../../shared/payment-links/new-link.ts';
import type { CardServices } from '../../shared/payments/card-services.ts';
import { executePlan } from '../../shared/payments/confirm/confirm-payment.ts';
import { planPayment } from '../../shared/payments/confirm/plan-payment.ts';
import { type NewPayment, newPayment } from '../../shared/payments/lifecycle/new-payment.ts';
import { cancelled } from '../../shared/payments/lifecycle/voids.ts';
import { liveCardServices } from '../../shared/payments/live-card-services.ts';
import { livePaymentServices } from '../../shared/payments/live-payment-services.ts';
import { createPayment } from '../../shared/payments/operations.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import {
  findCardRange,
  withCardRange,
} from '../../shared/payments/payment-method-data/card-range.ts';
import type { PaymentServices } from '../../shared/payments/payment-services.ts';
import { attachPaymentMethod } from '../../shared/payments/payment-source/attach-payment-method.ts';
import {
  attachedCardToDelete,
  auditContextOf,
  deleteVaultCard,
} from '../../shared/payments/payment-source/attached-card.ts';
import { findStoredCredential } from '../../shared/payments/payment-source/stored-credential.ts';
import { parsePayment } from '../../shared/payments/payment-store.ts';
import { netAmount } from '../../shared/payments/request/net-amount.ts';
import { withNetworkTransactionCard } from '../../shared/payments/request/network-transaction-card.ts';
import type { PaymentRequest } from '../../shared/payments/request/payment-request.ts';
import { requestCustomerOf } from '../../shared/payments/request/request-customer.ts';
import { customerOf, requestFieldsOf } from '../../shared/payments/request/terms.ts';
import { checkCreate, checkLengths } from '../../shared/payments/request/validate-request.ts';
import { presentPayment } from '../../shared/payments/response/present-payment.ts';
import { defaultSessionSeconds } from '../../shared/profiles/present-profile.ts';
import { offersAnyOf } from '../../shared/routing/eligible-accounts.ts';
import { isIdempotencyKeyReuse } from '../../shared/table/put-idempotently.ts';
import { checkRequestSize } from '../../shared/table/request-size.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends PaymentServices, CardServices {
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
      findCardRange(body, services),
    ]),

  async run(request, services: Services, [configuration, range]) {
    const { merchantId } = request.caller;
    const { body, invocationId, idempotentRequest } = request;
    const customerId = requestCustomerOf(body).id;
    const key = customerEphemeralKey(
      { ...request, merchantId, customerId },
      services.ephemeralKeys,
    );
    const present = async (payment: Payment) =>
      presentPayment(payment, { ephemeralKey: await key.shown() });
    try {
      return await createIdempotently({
        idempotentRequest,
        isNamed: body.payment_id != null,
        make: async () => {
          const createRequest = { ...request, body: withCardRange(body, range) };
          return present(await createNewPayment(createRequest, configuration, services, key));
        },
        find: async () =>
          checkNotOrphaned(
            await services.payments.get(merchantId, nameOf(body, merchantId, invocationId)),
          ),
        parse: (item) => checkNotOrphaned(parsePayment(item)),
        present,
      });
    } finally {
      await key.settled();
    }
  },
});

/** With `current`, what is set now, the payment is taken at once; without it, it waits for its confirm. */
async function createNewPayment(
  createRequest: CreateRequest,
  current: Configuration | undefined,
  services: Services,
  key: CustomerEphemeralKey,
): Promise<Payment> {
  const { caller, body, headers, now, remainingMs, requestId, invocationId, idempotentRequest } =
    createRequest;
  const { merchantId } = caller;
  const { configurations, payments, random, switchUrl } = services;
  const draftFor = (configuration: Configuration) => {
    checkRequest(body, merchantId, configuration, { now, profileId: caller.profileId });
    const profile = profileFor(configuration, body, caller.profileId);
    const drafted = draft(
      { body, now, invocationId, idempotentRequest },
      configuration.account,
      profile,
    );
    if (!body.payment_link) return drafted;
    const { id: paymentId } = drafted;
    const linked = { merchantId, paymentId, profileSettings: profile.settings, switchUrl };
    return { ...drafted, link: newLink({ ...linked, acceptLanguage: headers['accept-language'] }) };
  };
  const drafted = current ? draftFor(current) : await configurations.decide(merchantId, draftFor);
  const request = { body, now, remainingMs, requestId };
  const isNamed = body.payment_id != null;
  const claim = idempotencyClaim(createRequest, merchantId, { isNamed, operation: createPayment });
  const save = (payment: Payment) => payments.create(payment, claim);
  if (!current) return createUnconfirmed(drafted, request, services, { save, key });

  const payment = newPayment(drafted);
  checkRequestSize(payment);
  const whole = withNetworkTransactionCard(body, now);
  const credential = await findStoredCredential(whole, { merchantId, now }, services);
  const plan = planPayment(current, payment, whole, { credential, random: random(), now });
  const plannedConfirm = { plan, whole, card: credential.card };
  // Beside the first write of what follows. What asks for money does not wait for it.
  key.begin();
  return executePlan(payment, plannedConfirm, request, services, save);
}

/** The payment as it waits for its confirm. What was put into the vault in vain is taken out again. */
async function createUnconfirmed(
  drafted: NewPayment,
  { body, now, requestId }: Pick<Request<typeof createPayment>, 'body' | 'now' | 'requestId'>,
  services: Services,
  { save, key }: { save(payment: Payment): Promise<Payment>; readonly key: CustomerEphemeralKey },
): Promise<Payment> {
  const { customers } = services;
  const { merchantId, id: paymentId } = drafted;
  const withoutMethod = newPayment(drafted);
  const { expiresAt } = withoutMethod;
  checkRequestSize(withoutMethod);
  const context = { merchantId, paymentId, expiresAt, requestId, now };
  const payment = newPayment({
    ...drafted,
    ...(await attachPaymentMethod(body, context, services)),
  });
  await checkSizeBeforeSave(payment, context, services);
  const saving = save(payment);
  try {
    const [saved] = await Promise.all([
      saving,
      upsertCustomer(merchantId, requestCustomerOf(body), customers, now),
      key.shown(),
    ]);
    return saved;
  } catch (error) {
    const hasNoCustomer = isSwitchError(error, 'customer_not_found');
    if (hasNoCustomer) await cancelOrphaned(saving, now, services);
    if (hasNoCustomer || isSwitchError(error, 'payment_exists') || isIdempotencyKeyReuse(error)) {
      await deleteVaultCard(attachedCardToDelete(payment), auditContextOf(context), services);
    }
    throw error;
  }
}

/** Refuses what is too large before its customer is written down beside it. */
async function checkSizeBeforeSave(
  payment: Payment,
  context: Parameters<typeof auditContextOf>[0],
  services: Services,
): Promise<void> {
  try {
    checkRequestSize(payment);
  } catch (error) {
    await deleteVaultCard(attachedCardToDelete(payment), auditContextOf(context), services);
    throw error;
  }
}

/**
 * Ends a payment that was saved at the same moment as its customer turned out to be gone. Its merchant
 * was told that there is none, so nobody may pay it, and nobody is told of its end. Its name
 * stays taken.
 */
async function cancelOrphaned(saving: Promise<Payment>, now: Date, { payments }: Services) {
  const saved = await saving.catch(() => undefined);
  if (!saved) return;
  const { transitions } = saved;
  await payments.saveProgress({ ...cancelled(saved, undefined, now), transitions });
}

/** Whoever repeats a request that was refused like that is refused like that again. */
function checkNotOrphaned(payment: Payment): Payment {
  const isOrphaned =
    payment.status === 'cancelled' && payment.transitions.at(-1)?.type === 'payment_created';
  if (isOrphaned) throw new SwitchError('customer_not_found');
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

type CreateRequest = Request<typeof createPayment>;
type DraftInput = Pick<CreateRequest, 'body' | 'now' | 'invocationId' | 'idempotentRequest'>;

/** One that has no name gets its invocation's, so that one invocation makes one payment. */
const nameOf = ({ payment_id }: PaymentRequest, merchantId: string, invocationId: string) =>
  payment_id ?? derivedId('pay', merchantId, invocationId);

function draft(
  { body, now, invocationId, idempotentRequest }: DraftInput,
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
    ...fingerprintOf(idempotentRequest),
    id: nameOf(body, account.id, invocationId),
    profileId: profile.id,
    amountMinor: amount,
    netAmountMinor: netAmount({ ...body, amount }),
    currency,
    requestFields: requestFieldsOf({
      ...body,
      is_iframe_redirection_enabled: inFrame(body, profile),
    }),
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
  ...livePaymentServices(),
  ...liveCardServices(),
  ephemeralKeys: ephemeralKeyStore(liveTable()),
}));
