import { comparing, ofRate, programWhere } from '../support/entities/decision-programs.ts';
import { readerKey } from '../support/runner/reader-key.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, adminKey, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { alike, cost, done, type Scenarios, type Shop, vaultCost } from './scenario.ts';
import { about, browserReturn, connected, created, paid, withProfile } from './steps.ts';

/** Payments in which a service beside the processor has a part. */

/** Has payments checked for fraud by the sandbox. */
export async function withFraudCheck(shop: Shop): Promise<void> {
  await connected(shop, { connector_type: 'payment_vas', connector_name: 'signifyd' });
  await withProfile(shop, { frm_routing_algorithm: { type: 'single', data: 'signifyd' } });
}

/** Keeps the cards of payments for their merchant to ask for. */
export async function withExtendedCards(shop: Shop): Promise<void> {
  const { id, profileId } = shop.merchant;
  await withProfile(shop, { extended_card_info_config: { public_key: readerKey } });
  await done(shop, 'profiles.toggle-extended-card-info', {
    key: adminKey,
    params: { account_id: id, profile_id: profileId },
    body: { enabled: true },
  });
}

const extended = (shop: Shop) =>
  aPaymentRequest({ payment_id: shop.newId('pay'), confirm: true, ...byCard() });

/** Has tax calculated by the sandbox. */
async function withTax(shop: Shop): Promise<void> {
  const calculator = { connector_type: 'tax_processor', connector_name: 'taxjar' };
  const tax_connector_id = await connected(shop, calculator);
  await withProfile(shop, { tax_connector_id, is_tax_connector_enabled: true });
}

/** Has customers authenticated by the sandbox. */
export async function withAuthentication(shop: Shop): Promise<void> {
  const server = { connector_type: 'authentication_processor', connector_name: 'threedsecureio' };
  await connected(shop, server);
  await withProfile(shop, {
    authentication_connector_details: {
      authentication_connectors: ['threedsecureio'],
      three_ds_requestor_url: 'https://shop.example/about',
      three_ds_requestor_app_url: 'https://shop.example/app',
    },
  });
}

/** Sets a surcharge for every card, and authentication for large payments. */
async function withPrograms(shop: Shop): Promise<void> {
  const isLarge = comparing('amount', 'greater_than', 'number', 1_000_000);
  const algorithm = programWhere([isLarge], { override_3ds: 'three_ds' });
  await done(shop, 'routing.save-decision', { body: { algorithm } });
  await done(shop, 'routing.save-surcharge', {
    body: { merchant_surcharge_configs: {}, algorithm: programWhere([], ofRate(1.5, 19)) },
  });
}

export const toBeAuthenticated = {
  confirm: true,
  authentication_type: 'three_ds',
  request_external_three_ds_authentication: true,
  return_url: 'https://shop.example/return',
  ...byCard(),
};

/** The request about a payment that its merchant has to decide about. */
const heldForItsRisk = async (shop: Shop): Promise<Ask> => ({
  ...(await about(paid(shop, undefined, { email: 'review@example.com' }))),
  body: {},
});

/** The request of a customer who returns from the bank to the payment. */
async function authenticated(shop: Shop): Promise<Ask> {
  const { payment_id } = await created(shop, toBeAuthenticated);
  return browserReturn(shop, payment_id, 'authorize');
}

export const paymentsWithServices: Scenarios = {
  // The programs stand in the configuration, so that they cost a payment nothing.
  'payments.confirm, with a surcharge': {
    prepare: withPrograms,
    request: async (shop) => ({
      ...(await about(created(shop, { authentication_type: undefined }))),
      body: byCard(),
    }),
    succeeded: ({ body }) => body.net_amount === 6_540 + 99 + 19,
    budget: cost(3, 5, 4, 2.5),
    crash: true,
  },
  // The result of the check is stored before the processor is asked for money: one step, three
  // units.
  'payments.create, checked for fraud': {
    prepare: withFraudCheck,
    request: (shop) => ({
      body: aPaymentRequest({ payment_id: shop.newId('pay'), confirm: true, ...byCard() }),
    }),
    budget: cost(4, 5, 5, 1.5),
    moreStepsAtFirst: 1,
  },
  'payments.create, its card kept for its merchant': {
    prepare: withExtendedCards,
    request: (shop) => ({ body: extended(shop) }),
    budget: cost(3, 4, 4, 1.5),
    vault: { cards: vaultCost(1, 3, 0), audit: vaultCost(1, 2, 0) },
  },
  'payments.retrieve-extended-card': {
    prepare: withExtendedCards,
    request: async (shop) => {
      const { payment_id } = await done(shop, 'payments.create', { body: extended(shop) });
      return { params: { payment_id } };
    },
    budget: cost(1, 2, 0, 1.5),
    vault: { cards: vaultCost(1, 0, 1), audit: vaultCost(1, 2, 0) },
  },
  'payments.create, left to its merchant by the fraud check': {
    prepare: withFraudCheck,
    request: (shop) => ({
      body: aPaymentRequest({
        payment_id: shop.newId('pay'),
        confirm: true,
        email: 'review@example.com',
        ...byCard(),
      }),
    }),
    crash: true,
  },
  // The result of the check makes the payment one unit larger.
  'payments.approve': {
    prepare: withFraudCheck,
    request: heldForItsRisk,
    succeeded: ({ body }) => body.status === 'succeeded',
    budget: cost(3, 4, 4, 1.5),
    crash: true,
  },
  'payments.reject': {
    prepare: withFraudCheck,
    request: heldForItsRisk,
    succeeded: ({ body }) => body.merchant_decision === 'rejected',
    budget: cost(3, 4, 4, 1.5),
    crash: true,
  },
  // A card that waits for its customer is stored without its code.
  'payments.create, to be authenticated': {
    prepare: withAuthentication,
    request: (shop) => ({
      body: aPaymentRequest({ payment_id: shop.newId('pay'), ...toBeAuthenticated }),
    }),
    budget: cost(3, 4, 4, 1.5),
    moreStepsAtFirst: 1,
    vault: { cards: vaultCost(1, 3, 0), audit: vaultCost(1, 2, 0) },
    crash: true,
  },
  // The payment is changed, and the browser's poll begun.
  'payments.authenticate': {
    prepare: withAuthentication,
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop, toBeAuthenticated);
      const body = { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' };
      return { params: { payment_id }, body };
    },
    succeeded: async ({ body }, shop, { params }) => {
      const { text } = await shop.ask('payments.retrieve', { params });
      return body.trans_status === 'Y' && text.includes('"authentication_flow":"frictionless"');
    },
    budget: cost(3, 5, 3, 2.5),
    crash: true,
  },
  // The payment is saved before and after the authorization; the poll is ended. One of the calls
  // takes the turn to ask, which one visitor has in five seconds.
  ...alike(['payments.authenticate-return', 'payments.authenticate-return-posted'], (name) => ({
    prepare: withAuthentication,
    request: authenticated,
    status: 302,
    // Afterwards the vault has no card of the merchant's any more.
    succeeded: async ({ headers }, shop) =>
      String(headers.location).includes('status=succeeded') && (await shop.cardsInVault()) === 0,
    budget: cost(5, 6, 6, 2),
    vault: { cards: vaultCost(3, 3, 2), codes: vaultCost(1, 1, 0), audit: vaultCost(2, 4, 0) },
    crash:
      name === 'payments.authenticate-return' || 'the same code as payments.authenticate-return',
  })),
  'payments.calculate-tax': {
    prepare: withTax,
    request: async (shop) => {
      const delivery = { shipping: undefined, shipping_cost: 500 };
      const { payment_id, client_secret } = await created(shop, delivery);
      const shipping = { address: { country: 'DE' } };
      const body = { client_secret, shipping, payment_method_type: 'paypal' };
      return { params: { payment_id }, body };
    },
    succeeded: ({ body }) => Number(body.order_tax_amount) > 0,
    budget: cost(2, 3, 1, 1.5),
    crash: 'one write, and no money moves before the payment is confirmed',
  },
};
