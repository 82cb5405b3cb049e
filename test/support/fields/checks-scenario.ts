import type { Sent } from '#platform/http/egress/egress.ts';
import { withWallet } from '../../scenarios/payments.ts';
import {
  toBeAuthenticated,
  withAuthentication,
  withFraudCheck,
} from '../../scenarios/payments-with-services.ts';
import { browserReturn, cards, created, paid, withProfile } from '../../scenarios/steps.ts';
import { failingCalls } from '../runner/faults.ts';
import { byCard } from '../switch/payments-in-memory.ts';
import { wholePayment } from './every-scenario.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import { aBrowser, anAddress, aPayer } from './full-payments.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Payments with fraud checks, 3-D Secure servers and wallets. */
export async function checksScenario(observed: ObservedAnswers): Promise<void> {
  await fraudChecks(await fieldContext(observed));
  await authentications(await fieldContext(observed));
  await plainAuthentications(await fieldContext(observed));
  await wallets(await fieldContext(observed));
}

async function fraudChecks(context: FieldContext) {
  const { pass, shop } = context;
  await withFraudCheck(shop);
  await pass();
  await whileAnswered(context, '/risk-checks/', () => paid(shop));
}

/** While calls to such addresses are answered like this: not at all, unless it is stated. */
async function whileAnswered(
  { dependencies }: FieldContext,
  address: string,
  step: () => Promise<unknown>,
  answer: Sent = { kind: 'not_sent', reason: 'no connection' },
): Promise<void> {
  const { send } = dependencies;
  dependencies.send = async (request, options) =>
    request.url.includes(address) ? answer : send(request, options);
  try {
    await step();
  } finally {
    dependencies.send = send;
  }
}

/** One succeeds at once, for one the customer has to act at the bank, and one fails. */
async function authentications(context: FieldContext) {
  const { good, pass, shop } = context;
  await withAuthentication(shop);
  await pass();
  for (const number of ['4242424242424242', cards.challenged, '4000008400001629']) {
    const payment = await created(shop, { ...toBeAuthenticated, ...byCard(number) });
    const { payment_id, client_secret } = payment;
    const authenticate = () =>
      good('payments.authenticate', {
        params: { payment_id },
        body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' },
      });
    await whileAnswered(context, '/authentications/', authenticate);
    await authenticate();
    await good('payments.authenticate-return', await browserReturn(shop, payment_id, 'authorize'));
    await wholePayment(shop, payment_id);
  }
}

/** Authentications without a payment: for one the customer has to act, and one has no bank. */
async function plainAuthentications(context: FieldContext) {
  const { good, pass, shop, ofProfile } = context;
  const { merchant } = shop;
  await withAuthentication(shop);
  const { profile_acquirer_id } = await good('profile-acquirers.create', {
    body: { profile_id: ofProfile.params.profile_id, network: 'Visa', acquirer_bin: '456789' },
  });
  await pass();
  const { authentication_id } = await good('authentications.create', {
    body: {
      amount: 6_540,
      currency: 'USD',
      authentication_connector: 'threedsecureio',
      return_url: 'https://shop.example/return',
      psd2_sca_exemption_type: 'low_value',
      profile_acquirer_id,
      acquirer_details: {
        acquirer_bin: '456789',
        acquirer_merchant_id: 'M123456789',
        merchant_country_code: 'US',
      },
      customer_details: { id: 'customer_1', ...aPayer },
    },
  });
  const params = { authentication_id };
  const eligible = (number: string) =>
    good('authentications.eligibility', {
      params,
      body: {
        ...byCard(number),
        billing: anAddress,
        shipping: anAddress,
        browser_information: aBrowser,
        email: anAddress.email,
      },
    });
  const sync = () =>
    good('authentications.sync', { params: { merchant_id: merchant.id, ...params }, body: {} });
  const authenticate = () =>
    good('authentications.authenticate', {
      params,
      body: { device_channel: 'BRW', threeds_method_comp_ind: 'U' },
    });
  const { dependencies } = context;
  const { send } = dependencies;
  const broken = () => failingCalls(/authentications/, 500, 500, 500, 500)(send);
  dependencies.send = broken();
  await eligible(cards.challenged);
  await sync();
  dependencies.send = send;
  await eligible(cards.challenged);
  dependencies.send = broken();
  await authenticate();
  dependencies.send = send;
  await authenticate();
  await sync();
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
    session_token_data: {
      merchant_identifier: 'merchant.example',
      display_name: 'Example Retail',
      certificate: '-----BEGIN CERTIFICATE-----',
      certificate_keys: '-----BEGIN PRIVATE KEY-----',
      initiative_context: 'shop.example',
    },
    payment_request_data: {
      label: 'Example Retail',
      supported_networks: ['visa'],
      merchant_capabilities: ['supports3DS'],
    },
  },
};

async function wallets(context: FieldContext) {
  const { good, pass, shop } = context;
  const types = ['google_pay', 'apple_pay', 'paypal'];
  for (const type of types) await withWallet(shop, type, { metadata: walletMetadata });
  await withProfile(shop, {
    always_collect_billing_details_from_wallet_connector: true,
    always_collect_shipping_details_from_wallet_connector: true,
  });
  await pass();
  const { payment_id, client_secret } = await created(shop);
  const body = { payment_id, client_secret, wallets: [...types, 'klarna'] };
  await whileAnswered(
    context,
    'apple-pay-gateway.apple.com',
    () => good('payments.session-tokens', { body }),
    { kind: 'answered', response: { status: 200, headers: {}, body: '{"signature":"3080"}' } },
  );
}
