import { byCard } from './payments-in-memory.ts';
import {
  created,
  doneBefore,
  type PaymentRequestContext,
  returnFrom,
} from './requests-about-payments.ts';
import { type Ask, adminKey, aPaymentRequest } from './switch-in-memory.ts';

/**
 * Connects a merchant with a service beside the processor, in the first round, and has the profile use
 * it, for all who read the configuration from now on.
 */
async function connected(
  context: PaymentRequestContext,
  service: Readonly<Record<'connector_type' | 'connector_name', string>>,
  settings: (connectorAccountId: string) => object,
): Promise<void> {
  const { world, merchant, round } = context;
  if (round > 1) return;
  const { merchant_connector_id } = await doneBefore(context, 'connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      ...service,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a service' },
    },
  });
  await doneBefore(context, 'profiles.update', {
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: settings(merchant_connector_id),
  });
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
}

/** Has payments checked for fraud by the sandbox. */
const withFraudCheck = (context: PaymentRequestContext) =>
  connected(context, { connector_type: 'payment_vas', connector_name: 'signifyd' }, () => ({
    frm_routing_algorithm: { type: 'single', data: 'signifyd' },
  }));

/** Has tax calculated by the sandbox. */
const withTax = (context: PaymentRequestContext) =>
  connected(
    context,
    { connector_type: 'tax_processor', connector_name: 'taxjar' },
    (tax_connector_id) => ({ tax_connector_id, is_tax_connector_enabled: true }),
  );

/** Has customers authenticated by the sandbox. */
const withAuthentication = (context: PaymentRequestContext) =>
  connected(
    context,
    { connector_type: 'authentication_processor', connector_name: 'threedsecureio' },
    () => ({
      authentication_connector_details: {
        authentication_connectors: ['threedsecureio'],
        three_ds_requestor_url: 'https://shop.example/about',
      },
    }),
  );

/** Connects a merchant with all services that there are beside processors. */
export async function withServices(context: PaymentRequestContext): Promise<void> {
  for (const connect of [withFraudCheck, withTax, withAuthentication]) await connect(context);
}

const toBeAuthenticated = {
  confirm: true,
  authentication_type: 'three_ds',
  request_external_three_ds_authentication: true,
  return_url: 'https://shop.example/return',
  ...byCard(),
};

/** A payment whose customer is to be authenticated. */
async function authenticating(context: PaymentRequestContext) {
  await withAuthentication(context);
  return created(context, toBeAuthenticated);
}

/** A payment as the customer comes back to it from the bank. */
const authenticated = async (context: PaymentRequestContext) =>
  returnFrom(context, await authenticating(context), 'authorize');

/** The request about a payment that its merchant has to decide about. */
async function heldForReview(context: PaymentRequestContext): Promise<Ask> {
  await withFraudCheck(context);
  const email = 'review@example.com';
  const { payment_id } = await created(context, { confirm: true, email, ...byCard() });
  return { key: context.merchant.key, params: { payment_id }, body: {} };
}

/** A request for each row of the budgets in which a service beside the processor has a part. */
export const requestsWithServices: Readonly<
  Record<string, (context: PaymentRequestContext) => Promise<Ask>>
> = {
  'payments.create, checked for fraud': async (context) => {
    await withFraudCheck(context);
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    return { key: context.merchant.key, body };
  },
  'payments.approve': heldForReview,
  'payments.reject': heldForReview,
  'payments.create, to be authenticated': async (context) => {
    await withAuthentication(context);
    return { key: context.merchant.key, body: aPaymentRequest(toBeAuthenticated) };
  },
  'payments.authenticate': async (context) => {
    const { payment_id, client_secret } = await authenticating(context);
    const body = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
    return { key: context.merchant.publishableKey, params: { payment_id }, body };
  },
  'payments.authenticate-return': authenticated,
  'payments.authenticate-return-posted': authenticated,
  'payments.calculate-tax': async (context) => {
    await withTax(context);
    const { payment_id, client_secret } = await created(context, { shipping: undefined });
    const shipping = { address: { country: 'DE' } };
    const body = { client_secret, shipping, payment_method_type: 'paypal' };
    return { key: context.merchant.publishableKey, params: { payment_id }, body };
  },
};

/** What such a request is answered with: customers on their way back are sent on. */
export const statusWithServices = (row: string): number =>
  row.startsWith('payments.authenticate-return') ? 302 : 200;
