import { accountKey } from '#platform/table/shared-keys.ts';
import {
  authenticationKey,
  parseAuthentication,
} from '#switch/authentications/authentication-store.ts';
import { authenticationReturnUrl } from '#switch/authentications/return-to-shop.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { withAuthentication } from './payments-with-services.ts';
import { askedAt } from './request-keys.ts';
import { alike, cost, done, type Scenarios, type Shop } from './scenario.ts';
import { connected, withProfile } from './steps.ts';

/** Authentications without a payment, and a payment with the proof of one. */

const stated = (shop: Shop) => ({
  authentication_id: shop.newId('authn'),
  amount: 6_540,
  currency: 'USD',
  return_url: 'https://shop.example/return',
  customer_details: { email: 'payer@example.com', phone: '8056594427', phone_country_code: '+1' },
});

interface Named {
  readonly authentication_id: string;
}

const created = (shop: Shop): Promise<Named> =>
  done(shop, 'authentications.create', { body: stated(shop) });

const about = ({ authentication_id }: Named) => ({ params: { authentication_id } });

async function eligible(shop: Shop): Promise<Named> {
  const one = await created(shop);
  await done(shop, 'authentications.eligibility', { ...about(one), body: byCard() });
  return one;
}

const authenticating = (one: Named): Ask => ({
  ...about(one),
  body: { device_channel: 'BRW', threeds_method_comp_ind: 'U' },
});

const syncing = (shop: Shop, { authentication_id }: Named): Ask => ({
  params: { merchant_id: shop.merchant.id, authentication_id },
  body: {},
});

/** The return of a customer whom the bank has authenticated. */
async function returning(shop: Shop): Promise<Ask> {
  const { authentication_id: id } = await eligible(shop);
  const key = authenticationKey({ merchantId: shop.merchant.id, id });
  const stored = parseAuthentication(await shop.stored(key));
  const address = authenticationReturnUrl(stored, 'https://switch.test');
  return askedAt('authentications.redirect', address);
}

async function proven(shop: Shop): Promise<object> {
  const one = await eligible(shop);
  await done(shop, 'authentications.authenticate', authenticating(one));
  const { authentication_details } = await done(shop, 'authentications.sync', syncing(shop, one));
  return authentication_details.three_ds_data;
}

/**
 * Enables Click to Pay. The account stands as an adapter for it would let a merchant create one:
 * today's switch refuses its name.
 */
export async function withClickToPay(shop: Shop, more: object = {}): Promise<void> {
  const connector_label = shop.newId('click_to_pay');
  const { id: merchantId, profileId } = shop.merchant;
  const server = { connector_type: 'authentication_processor', connector_name: 'threedsecureio' };
  const click_to_pay = await connected(shop, server, {
    connector_label,
    metadata: {
      dpa_id: 'dpa_1',
      dpa_name: 'Example',
      locale: 'en_US',
      acquirer_bin: '545301',
      acquirer_merchant_id: 'SRC3DS',
      merchant_country_code: 'US',
      ...more,
    },
  });
  const { pk } = accountKey(merchantId);
  const account = await shop.stored({ pk, sk: `CONNECTOR#${profileId}#${connector_label}` });
  await shop.store({ ...account, connectorName: 'ctp_mastercard' });
  await withProfile(shop, {
    is_click_to_pay_enabled: true,
    authentication_product_ids: { click_to_pay },
  });
}

const present = { consumerPresent: true };
const checked = {
  eligibility_check_data: { click_to_pay: { visa: present, mastercard: present } },
};

export const authentications: Scenarios = {
  'authentications.create': {
    request: (shop) => ({ body: stated(shop) }),
    budget: cost(2, 2, 1, 0.5),
    crash: 'one write, and no money moves',
  },
  // The start is saved before the server is asked, and its result after.
  'authentications.eligibility': {
    prepare: withAuthentication,
    request: async (shop) => ({ ...about(await created(shop)), body: byCard() }),
    succeeded: ({ body }) => body.status === 'pending',
    budget: cost(3, 5, 2, 2.5),
    moreStepsAtFirst: 1,
    crash: true,
  },
  // The proof is named, and then the success saved.
  'authentications.authenticate': {
    prepare: withAuthentication,
    request: async (shop) => authenticating(await eligible(shop)),
    succeeded: ({ body }) => body.trans_status === 'Y' && body.authentication_value !== null,
    budget: cost(3, 5, 2, 2.5),
    crash: true,
  },
  'authentications.sync': {
    prepare: withAuthentication,
    request: async (shop) => syncing(shop, await eligible(shop)),
    succeeded: ({ body }) => body.status === 'success' && body.authentication_details !== null,
    budget: cost(3, 5, 2, 2.5),
    crash: true,
  },
  ...alike(['authentications.redirect', 'authentications.redirect-posted'], (name) => ({
    prepare: withAuthentication,
    request: returning,
    status: 302,
    succeeded: ({ headers }) => String(headers.location).includes('status=success'),
    budget: cost(3, 4, 2, 2),
    crash: name === 'authentications.redirect' || 'the same code as authentications.redirect',
  })),
  'authentications.submit-eligibility-check': {
    request: async (shop) => ({ ...about(await created(shop)), body: checked }),
    budget: cost(2, 3, 1, 1.5),
    crash: 'one write, and no money moves',
  },
  'authentications.retrieve-eligibility-check': {
    request: async (shop) => {
      const one = await created(shop);
      await done(shop, 'authentications.submit-eligibility-check', {
        ...about(one),
        body: checked,
      });
      return about(one);
    },
    budget: cost(2, 3, 0, 2.5),
  },
  'authentications.session-tokens': {
    request: async (shop) => ({ ...about(await created(shop)), body: {} }),
    budget: cost(1, 3, 0, 2.5),
  },
  'authentications.session-tokens, with Click to Pay': {
    prepare: (shop) =>
      withClickToPay(shop, { merchant_category_code: '5661', dpa_client_id: 'client_1' }),
    request: async (shop) => ({ ...about(await created(shop)), body: {} }),
    succeeded: ({ body }) => body.session_token.length === 1,
    budget: cost(1, 3, 0, 2.5),
    grants: 'all others',
  },
  // The proof is looked up before the payment is saved, and reserved after.
  'payments.create, with the proof of an authentication': {
    prepare: withAuthentication,
    request: async (shop) => ({
      body: aPaymentRequest({
        payment_id: shop.newId('pay'),
        confirm: true,
        authentication_type: 'three_ds',
        three_ds_data: await proven(shop),
        ...byCard(),
      }),
    }),
    budget: cost(5, 6, 5, 2.5),
    crash: true,
  },
};
