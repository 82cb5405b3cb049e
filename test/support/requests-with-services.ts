import { byCard } from './a-shop.ts';
import { backFrom, created, doneBefore, type ShopInUse } from './requests-about-payments.ts';
import { type Ask, adminKey, aPaymentRequest } from './switch-in-memory.ts';

/**
 * Connects a merchant with a service beside the processor, in the first round, and has the profile use
 * it, for all who read the configuration from now on.
 */
async function connected(
  scene: ShopInUse,
  service: Readonly<Record<'connector_type' | 'connector_name', string>>,
  settings: (connectorAccountId: string) => object,
): Promise<void> {
  const { world, merchant, round } = scene;
  if (round > 1) return;
  const { merchant_connector_id } = await doneBefore(scene, 'connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      ...service,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a service' },
    },
  });
  await doneBefore(scene, 'profiles.update', {
    params: { account_id: merchant.id, profile_id: merchant.profileId },
    body: settings(merchant_connector_id),
  });
  world.around.clock.now = new Date(world.around.clock.now.getTime() + 3_000);
}

/** Has payments checked for fraud by the sandbox. */
const withFraudCheck = (scene: ShopInUse) =>
  connected(scene, { connector_type: 'payment_vas', connector_name: 'signifyd' }, () => ({
    frm_routing_algorithm: { type: 'single', data: 'signifyd' },
  }));

/** Has tax calculated by the sandbox. */
const withTax = (scene: ShopInUse) =>
  connected(
    scene,
    { connector_type: 'tax_processor', connector_name: 'taxjar' },
    (tax_connector_id) => ({ tax_connector_id, is_tax_connector_enabled: true }),
  );

/** Has customers authenticated by the sandbox. */
const withAuthentication = (scene: ShopInUse) =>
  connected(
    scene,
    { connector_type: 'authentication_processor', connector_name: 'threedsecureio' },
    () => ({
      authentication_connector_details: {
        authentication_connectors: ['threedsecureio'],
        three_ds_requestor_url: 'https://shop.example/about',
      },
    }),
  );

/** Connects a merchant with all services that there are beside processors. */
export async function withServices(scene: ShopInUse): Promise<void> {
  for (const connect of [withFraudCheck, withTax, withAuthentication]) await connect(scene);
}

const toBeAuthenticated = {
  confirm: true,
  authentication_type: 'three_ds',
  request_external_three_ds_authentication: true,
  return_url: 'https://shop.example/return',
  ...byCard(),
};

/** A payment whose customer is to be authenticated. */
async function authenticating(scene: ShopInUse) {
  await withAuthentication(scene);
  return created(scene, toBeAuthenticated);
}

/** A payment as the customer comes back to it from the bank. */
const authenticated = async (scene: ShopInUse) =>
  backFrom(scene, await authenticating(scene), 'authorize');

/** The request about a payment that its merchant has to decide about. */
async function heldForItsRisk(scene: ShopInUse): Promise<Ask> {
  await withFraudCheck(scene);
  const email = 'review@example.com';
  const { payment_id } = await created(scene, { confirm: true, email, ...byCard() });
  return { key: scene.merchant.key, params: { payment_id }, body: {} };
}

/** A request for each row of the budgets in which a service beside the processor has a part. */
export const requestsWithServices: Readonly<Record<string, (scene: ShopInUse) => Promise<Ask>>> = {
  'payments.create, checked for fraud': async (scene) => {
    await withFraudCheck(scene);
    const body = aPaymentRequest({ confirm: true, ...byCard() });
    return { key: scene.merchant.key, body };
  },
  'payments.approve': heldForItsRisk,
  'payments.reject': heldForItsRisk,
  'payments.create, to be authenticated': async (scene) => {
    await withAuthentication(scene);
    return { key: scene.merchant.key, body: aPaymentRequest(toBeAuthenticated) };
  },
  'payments.authenticate': async (scene) => {
    const { payment_id, client_secret } = await authenticating(scene);
    const body = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
    return { key: scene.merchant.publishableKey, params: { payment_id }, body };
  },
  'payments.go-on': authenticated,
  'payments.go-on-posted': authenticated,
  'payments.calculate-tax': async (scene) => {
    await withTax(scene);
    const { payment_id, client_secret } = await created(scene, { shipping: undefined });
    const shipping = { address: { country: 'DE' } };
    const body = { client_secret, shipping, payment_method_type: 'paypal' };
    return { key: scene.merchant.publishableKey, params: { payment_id }, body };
  },
};

/** What such a request is answered with: customers on their way back are sent on. */
export const statusWithServices = (row: string): number =>
  row.startsWith('payments.go-on') ? 302 : 200;
