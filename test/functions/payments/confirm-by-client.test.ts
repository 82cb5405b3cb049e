import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

async function aPage(terms: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const body = aPaymentRequest({ amount: 6_540, ...terms });
  const { body: payment } = await world.ask('payments.create', { key: merchant.key, body });
  const { payment_id, client_secret } = payment;
  const confirm = (more: object, by: 'client' | 'merchant' = 'client') =>
    world.ask('payments.confirm', {
      key: by === 'client' ? merchant.publishableKey : merchant.key,
      params: { payment_id },
      body: { ...byCard(), ...(by === 'client' && { client_secret }), ...more },
    });
  const status = async () =>
    (await world.ask('payments.retrieve', { key: merchant.key, params: { payment_id } })).body
      .status;
  return { confirm, status };
}

const priced = {
  shipping_cost: 500,
  order_tax_amount: 300,
  surcharge_details: { surcharge_amount: 200, tax_amount: 20 },
};
const consentTo = (multi_use: object) => ({
  customer_acceptance: { acceptance_type: 'offline' },
  mandate_type: { multi_use },
});
const recurring = (type: string, data: unknown) => ({ recurring_details: { type, data } });

describe('the customer’s browser, confirming a payment', () => {
  it.each<[field: string, wish: object, terms?: object]>([
    ['payment_type', { payment_type: 'setup_mandate' }],
    ['shipping_cost', { shipping_cost: 0 }, priced],
    ['order_tax_amount', { order_tax_amount: 299 }, priced],
    ['surcharge_details', { surcharge_details: { surcharge_amount: 0 } }, priced],
    ['surcharge_details', { surcharge_details: { surcharge_amount: 200 } }, priced],
    ['amount_to_capture', { amount_to_capture: 1 }],
    ['capture_method', { capture_method: 'manual' }],
    ['capture_method', { capture_method: 'automatic' }, { capture_method: 'manual' }],
    [
      'authentication_type',
      { authentication_type: 'no_three_ds' },
      { authentication_type: 'three_ds' },
    ],
    ['enable_partial_authorization', { enable_partial_authorization: true }],
    ['off_session', { off_session: true }],
    ['three_ds_data', { three_ds_data: { transaction_status: 'Y', eci: '05' } }],
    ['connector', { connector: ['adyen_test'] }],
    [
      'mandate_data',
      { mandate_data: consentTo({ amount: 900_000, currency: 'USD' }) },
      {
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
        mandate_data: consentTo({ amount: 9_000, currency: 'USD' }),
      },
    ],
    ['metadata', { metadata: { order: 2 } }, { metadata: { order: 1 } }],
    ['frm_metadata', { frm_metadata: { buyer: 'known' } }, { frm_metadata: { buyer: 'new' } }],
    [
      'merchant_order_reference_id',
      { merchant_order_reference_id: 'order-2' },
      { merchant_order_reference_id: 'order-1' },
    ],
    ['routing', { routing: { type: 'single', data: { connector: 'stripe_test' } } }],
    [
      'recurring_details',
      recurring('processor_payment_token', { processor_payment_token: 'tok_of_somebody' }),
    ],
  ])('a client’s confirm cannot state %s (%j)', async (field, wish, terms = {}) => {
    const { confirm, status } = await aPage(terms);
    const { status: code, body } = await confirm(wish);
    expect([code, body.error]).toMatchObject([
      401,
      { code: 'IR_18', message: `${field} cannot be changed with a publishable key` },
    ]);
    expect(await status()).toBe('requires_payment_method');
  });

  it("a client’s confirm may repeat the merchant's input, and pay more than requested", async () => {
    const terms = {
      ...priced,
      capture_method: 'automatic',
      authentication_type: 'no_three_ds',
      connector: ['stripe_test'],
      merchant_order_reference_id: 'order-1',
    };
    const { confirm } = await aPage(terms);
    const request = {
      ...terms,
      shipping_cost: 600,
      payment_type: 'normal',
      amount_to_capture: 7_660,
    };
    const { body } = await confirm(request);
    expect(body).toMatchObject({ status: 'succeeded', net_amount: 7_660, amount_received: 7_660 });
  });

  it('a client’s confirm may save the payment method when the amount is 0', async () => {
    const { confirm } = await aPage({ amount: 0 });
    // 501: this processor cannot save a payment method without an amount; the request itself is
    // allowed.
    expect(await confirm({ payment_type: 'setup_mandate' })).toMatchObject({
      status: 501,
      body: { error: { code: 'IR_00' } },
    });
  });

  it('a client’s confirm may accept the mandate that the merchant requires', async () => {
    const mandate_data = consentTo({ amount: 9_000, currency: 'USD' });
    const terms = { customer_id: 'cus_1', setup_future_usage: 'off_session', mandate_data };
    const { confirm } = await aPage(terms);
    const online = { ip_address: '192.0.2.7', user_agent: 'Mozilla/5.0' };
    const { body } = await confirm({
      mandate_data: { ...mandate_data, customer_acceptance: { acceptance_type: 'online', online } },
    });
    expect(body).toMatchObject({
      status: 'succeeded',
      mandate_id: expect.stringMatching(/^man_/),
      mandate_data: { customer_acceptance: { acceptance_type: 'online' } },
    });
  });

  it('a client’s confirm may add notes that the merchant did not make', async () => {
    const { confirm } = await aPage();
    const { body } = await confirm({ merchant_order_reference_id: 'order-2' });
    expect(body).toMatchObject({ status: 'succeeded', merchant_order_reference_id: 'order-2' });
  });

  it("a client’s confirm is limited in more fields than its merchant's", async () => {
    const { confirm } = await aPage(priced);
    const { body } = await confirm({ shipping_cost: 0, capture_method: 'manual' }, 'merchant');
    expect(body).toMatchObject({ status: 'requires_capture', net_amount: 7_060 });
  });
});

it('the customer’s browser gets IR_08 for an expired payment, by its client secret and by its SDK authorization', async () => {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const body = aPaymentRequest({ session_expiry: 60 });
  const { body: payment } = await world.ask('payments.create', { key: merchant.key, body });
  const { payment_id, client_secret, sdk_authorization } = payment;
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 61_000);
  const params = { payment_id };
  const answers = await Promise.all([
    world.ask('payments.confirm', {
      key: merchant.publishableKey,
      params,
      body: { ...byCard(), client_secret },
    }),
    world.ask('payments.confirm', {
      params,
      headers: { authorization: sdk_authorization },
      body: byCard(),
    }),
  ]);
  expect(answers).toMatchObject(
    answers.map(() => ({ status: 400, body: { error: { code: 'IR_08' } } })),
  );
});
