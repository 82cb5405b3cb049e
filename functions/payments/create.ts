import { chooseProfile } from '../../shared/accounts/choose-profile.ts';
import type {
  Configuration,
  MerchantAccount,
  Profile,
} from '../../shared/accounts/merchant-account.ts';
import { type CustomerStore, customerStore } from '../../shared/customers/customer-store.ts';
import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { derivedId } from '../../shared/ids.ts';
import { liveTakingServices } from '../../shared/payments/live-taking-services.ts';
import { mergedCustomer } from '../../shared/payments/merged-customer.ts';
import { netAmount } from '../../shared/payments/net-amount.ts';
import { createPayment } from '../../shared/payments/operations.ts';
import { confirmed, newPayment } from '../../shared/payments/payment.ts';
import { presentPayment } from '../../shared/payments/present-payment.ts';
import type { PaymentRequest } from '../../shared/payments/request.ts';
import { checkCreate, checkLengths } from '../../shared/payments/request-rules.ts';
import {
  authorize,
  planned,
  readied,
  type TakingServices,
} from '../../shared/payments/take-payment.ts';
import { customerOf, keptMethod, termsOf } from '../../shared/payments/terms.ts';
import { defaultSessionSeconds } from '../../shared/profiles/present-profile.ts';
import { offersAnyOf } from '../../shared/routing/eligible-accounts.ts';
import { liveTable } from '../../shared/table/table.ts';

interface Services extends TakingServices {
  readonly customers: CustomerStore;
}

/**
 * Writes down what a merchant wants to be paid. With `confirm` it is taken at once: the payment is
 * first saved as `processing`, then the connector is asked, then the answer is saved. The identifier
 * can be used once only, so a request that comes twice charges once.
 */
export const create = implement(createPayment, {
  precheck: checkLengths,

  async run({ caller, body, now, remainingMs, requestId, invocationId }, services: Services) {
    const { merchantId } = caller;
    const { payments, configurations, customers, random } = services;
    const { payment, plan } = await configurations.decide(merchantId, (configuration) => {
      checkRequest(body, merchantId, configuration, now);
      const profile = profileFor(configuration, body, caller.profileId);
      const drafted = draft({ body, now, invocationId }, configuration.account, profile);
      const plan = body.confirm ? planned(configuration, drafted, body, random()) : undefined;
      return { payment: drafted, plan };
    });

    const saveCustomer = () => rememberCustomer(merchantId, mergedCustomer(body), customers, now);
    if (!plan) {
      const [saved] = await Promise.all([payments.create(payment), saveCustomer()]);
      return presentPayment(saved);
    }
    const ready = await readied(plan, services.secrets);
    // Before money is at stake it must be certain that the customer may pay.
    await saveCustomer();
    const { switchUrl } = services;
    const processing = await payments.create(
      confirmed(payment, { ...plan.confirmation, switchUrl }, now),
    );
    const request = { body, remainingMs, requestId };
    return presentPayment(await authorize(processing, ready, request, services));
  },
});

/** The order decides which of several mistakes a merchant hears of. */
function checkRequest(
  body: PaymentRequest,
  merchantId: string,
  configuration: Configuration,
  now: Date,
): void {
  const returnUrl = configuration.account.settings.return_url;
  checkCreate(body, now, { returnUrl: typeof returnUrl === 'string' ? returnUrl : undefined });
  if (body.merchant_id && body.merchant_id !== merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
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

type Drafting = Pick<Request<typeof createPayment>, 'body' | 'now' | 'invocationId'>;

/** One that has no name gets its invocation's, so that one invocation makes one payment. */
function draft({ body, now, invocationId }: Drafting, account: MerchantAccount, profile: Profile) {
  const { amount, currency, session_expiry } = body;
  if (typeof amount !== 'number' || !currency) throw new Error('`checkCreate` sees to both.');
  const sessionSeconds = session_expiry ?? profile.settings.session_expiry;
  const customer = customerOf(body);
  const paymentMethodData = keptMethod(body);
  return newPayment({
    merchantId: account.id,
    publishableKey: account.publishableKey,
    id: body.payment_id ?? derivedId('pay', account.id, invocationId),
    profileId: profile.id,
    amountMinor: amount,
    netAmountMinor: netAmount({ ...body, amount }),
    currency,
    terms: termsOf({ ...body, is_iframe_redirection_enabled: inFrame(body, profile) }),
    ...(customer && { customer }),
    ...(paymentMethodData && { paymentMethodData }),
    sessionSeconds: typeof sessionSeconds === 'number' ? sessionSeconds : defaultSessionSeconds,
    now,
  });
}

/** The profile's word where the request says nothing, kept for as long as the payment lives. */
function inFrame({ is_iframe_redirection_enabled: stated }: PaymentRequest, { settings }: Profile) {
  const set = settings.is_iframe_redirection_enabled;
  return stated ?? (typeof set === 'boolean' ? set : undefined);
}

export const handler = lambda(create, () => ({
  ...liveTakingServices(),
  customers: customerStore(liveTable()),
}));
