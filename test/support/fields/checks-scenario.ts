import { queryAt } from '../page-queries.ts';
import { customers } from '../payments-with-fraud-check.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Whoever else is asked about a payment: checkers of fraud, 3-D Secure servers, wallets, tax. */
export async function checksScenario(observed: ObservedAnswers): Promise<void> {
  await isChecked(await fieldContext(observed));
  await isAuthenticated(await fieldContext(observed));
  await isTaxed(await fieldContext(observed));
  await isPaidByWallet(await fieldContext(observed));
}

async function isChecked(stage: FieldContext) {
  const { connects, good, params, pass, pays, shown } = stage;
  await connects({ connector_type: 'payment_vas', connector_name: 'signifyd' });
  const frm_routing_algorithm = { type: 'single', data: 'signifyd' };
  await good('profiles.update', { params, body: { frm_routing_algorithm } });
  await pass(600);
  for (const customer of [customers.safe, customers.doubtful, customers.fraudulent]) {
    const { payment_id } = await pays(customer);
    await shown(payment_id);
    if (customer !== customers.doubtful) continue;
    await good('payments.approve', { params: { payment_id }, body: {} });
    await shown(payment_id);
  }
  const { payment_id } = await pays(customers.doubtful);
  await good('payments.reject', { params: { payment_id }, body: {} });
  await withoutAnswer(stage, '/risk-checks/', () => pays(customers.safe));
}

/** While nobody answers calls to such addresses. */
async function withoutAnswer<T>(
  { dependencies }: FieldContext,
  address: string,
  happens: () => Promise<T>,
): Promise<T> {
  const { send } = dependencies;
  dependencies.send = async (request, options) =>
    request.url.includes(address)
      ? { kind: 'not_sent', reason: 'no connection' }
      : send(request, options);
  try {
    return await happens();
  } finally {
    dependencies.send = send;
  }
}

async function isAuthenticated(stage: FieldContext) {
  const { connects, good, merchant, params, pass, pays, shown } = stage;
  await connects({
    connector_type: 'authentication_processor',
    connector_name: 'threedsecureio',
  });
  const authentication_connector_details = {
    authentication_connectors: ['threedsecureio'],
    three_ds_requestor_url: 'https://shop.example/about',
    three_ds_requestor_app_url: 'https://shop.example/app',
  };
  await good('profiles.update', { params, body: { authentication_connector_details } });
  await pass(600);
  const requests = {
    authentication_type: 'three_ds',
    request_external_three_ds_authentication: true,
    return_url: 'https://shop.example/return',
  };
  for (const number of ['4242424242424242', '4000003800000446', '4000008400001629']) {
    const { payment_id, client_secret } = await pays(requests, number);
    const authenticates = () =>
      good('payments.authenticate', {
        key: merchant.publishableKey,
        params: { payment_id },
        body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' },
      });
    await withoutAnswer(stage, '/authentications/', authenticates);
    await authenticates();
    const poll_id = `external_authentication_${payment_id}`;
    await good('polls.retrieve', {
      key: merchant.publishableKey,
      params: { poll_id },
      query: { client_secret },
    });
    const whose = { payment_id, merchant_id: merchant.id };
    await good('payments.authenticate-return', {
      key: undefined,
      params: { ...whose, connector: 'stripe_test' },
      query: await queryAt(stage.services, whose, 'authorize'),
    });
    await shown(payment_id);
  }
}

async function isTaxed({ connects, good, merchant, params, pass, pays }: FieldContext) {
  const { merchant_connector_id } = await connects({
    connector_type: 'tax_processor',
    connector_name: 'taxjar',
  });
  const body = { tax_connector_id: merchant_connector_id, is_tax_connector_enabled: true };
  await good('profiles.update', { params, body });
  await pass(600);
  const { payment_id, client_secret } = await pays({ confirm: false, shipping_cost: 500 });
  await good('payments.calculate-tax', {
    key: merchant.publishableKey,
    params: { payment_id },
    body: {
      client_secret,
      shipping: { address: { country: 'DE' } },
      payment_method_type: 'paypal',
    },
  });
}

const walletMetadata = {
  paypal_sdk: { client_id: 'client_1' },
  google_pay: {
    merchant_info: { merchant_name: 'Example Retail', merchant_id: 'merchant_1' },
    allowed_payment_methods: [
      {
        type: 'CARD',
        parameters: { allowed_auth_methods: ['PAN_ONLY'], allowed_card_networks: ['VISA'] },
        tokenization_specification: { type: 'PAYMENT_GATEWAY', parameters: { gateway: 'example' } },
      },
    ],
  },
  apple_pay: {
    session_token_data: { merchant_identifier: 'merchant.example' },
    payment_request_data: {
      label: 'Example Retail',
      supported_networks: ['visa'],
      merchant_capabilities: ['supports3DS'],
    },
  },
};

async function isPaidByWallet({ connects, good, merchant, pass, pays }: FieldContext) {
  const wallets = ['google_pay', 'apple_pay', 'paypal'];
  await connects({
    connector_name: 'fauxpay',
    metadata: walletMetadata,
    payment_methods_enabled: [
      {
        payment_method: 'wallet',
        payment_method_types: wallets.map((payment_method_type) => ({ payment_method_type })),
      },
    ],
  });
  await pass(600);
  const { payment_id, client_secret } = await pays({ confirm: false });
  await good('payments.session-tokens', {
    key: merchant.publishableKey,
    body: { payment_id, client_secret, wallets: [...wallets, 'klarna'] },
  });
  await good('payments.post-session-tokens', {
    key: merchant.publishableKey,
    params: { payment_id },
    body: { client_secret, payment_method: 'wallet', payment_method_type: 'paypal' },
  });
}
