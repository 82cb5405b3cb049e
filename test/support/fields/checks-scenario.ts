import { withWallet } from '../../scenarios/payments.ts';
import {
  toBeAuthenticated,
  withAuthentication,
  withFraudCheck,
  withTax,
} from '../../scenarios/payments-with-services.ts';
import { browserReturn, cards, created, paid, withProfile } from '../../scenarios/steps.ts';
import { byCard } from '../payments-in-memory.ts';
import { wholePayment } from './every-scenario.ts';
import { type FieldContext, fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Payments with fraud checks, 3-D Secure servers, wallets and tax. */
export async function checksScenario(observed: ObservedAnswers): Promise<void> {
  await fraudChecks(await fieldContext(observed));
  await authentications(await fieldContext(observed));
  await tax(await fieldContext(observed));
  await wallets(await fieldContext(observed));
}

async function fraudChecks(context: FieldContext) {
  const { pass, shop } = context;
  await withFraudCheck(shop);
  await pass();
  await withoutAnswer(context, '/risk-checks/', () => paid(shop));
}

/** While nothing answers calls to such addresses. */
async function withoutAnswer(
  { dependencies }: FieldContext,
  address: string,
  step: () => Promise<unknown>,
): Promise<void> {
  const { send } = dependencies;
  dependencies.send = async (request, options) =>
    request.url.includes(address)
      ? { kind: 'not_sent', reason: 'no connection' }
      : send(request, options);
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
  await withProfile(shop, {
    authentication_connector_details: {
      authentication_connectors: ['threedsecureio'],
      three_ds_requestor_url: 'https://shop.example/about',
      three_ds_requestor_app_url: 'https://shop.example/app',
    },
  });
  await pass();
  for (const number of ['4242424242424242', cards.challenged, '4000008400001629']) {
    const payment = await created(shop, { ...toBeAuthenticated, ...byCard(number) });
    const { payment_id, client_secret } = payment;
    const authenticate = () =>
      good('payments.authenticate', {
        params: { payment_id },
        body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' },
      });
    await withoutAnswer(context, '/authentications/', authenticate);
    await authenticate();
    await good('payments.authenticate-return', await browserReturn(shop, payment_id, 'authorize'));
    await wholePayment(shop, payment_id);
  }
}

async function tax({ good, pass, shop }: FieldContext) {
  await withTax(shop);
  await pass();
  const { payment_id, client_secret } = await created(shop, {
    shipping: undefined,
    shipping_cost: 500,
  });
  await good('payments.calculate-tax', {
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

async function wallets({ good, pass, shop }: FieldContext) {
  const types = ['google_pay', 'apple_pay', 'paypal'];
  for (const type of types) await withWallet(shop, type, { metadata: walletMetadata });
  await pass();
  const { payment_id, client_secret } = await created(shop);
  await good('payments.session-tokens', {
    body: { payment_id, client_secret, wallets: [...types, 'klarna'] },
  });
}
