import { stripeAccount } from '../../support/processors/stripe-account.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** A merchant of Stripe, which counts ISK in hundredths and accepts only whole krónur. */
async function aShop() {
  const dependencies = switchDependencies();
  const world = switchInMemory([], dependencies);
  const { processor } = dependencies;
  const id = 'merchant_example';
  const account = await stripeAccount(processor, id, 'sk_test_keyofexample');
  const merchant = await aMerchant(world, id, {}, account);
  const sent: string[] = [];
  const { send } = dependencies;
  dependencies.send = async (request, options) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    return send(request, options);
  };
  const ask = (name: string, payment_id: string | undefined, body: object) => {
    const params = payment_id === undefined ? {} : { params: { payment_id } };
    return world.ask(name, { key: merchant.key, ...params, body });
  };
  const pay = (amount: number, changes: object = {}) =>
    ask(
      'payments.create',
      undefined,
      aPaymentRequest({
        amount,
        currency: 'ISK',
        confirm: true,
        order_details: null,
        ...byCard('4242424242424242'),
        ...changes,
      }),
    );
  return { world, merchant, sent, ask, pay };
}

const refusal = (field: string) => ({
  status: 422,
  body: {
    error: {
      code: 'IR_05',
      message: `${field} contains invalid data. Expected format is a multiple of 100 minor units, since stripe can express no other amount of ISK`,
    },
  },
});

describe('an amount that its processor cannot express', () => {
  it('a charge that its processor cannot express is refused with the expected amount, and nothing is sent', async () => {
    const { pay, sent } = await aShop();
    expect(await pay(10_050)).toMatchObject(refusal('amount'));
    expect(sent).toEqual([]);
    expect((await pay(10_000)).body).toMatchObject({
      status: 'succeeded',
      amount_received: 10_000,
    });
  });

  it('an inexpressible capture or increment is refused, and the reservation stays as it was', async () => {
    const { pay, ask, sent } = await aShop();
    const manual = { capture_method: 'manual', request_incremental_authorization: true };
    const { payment_id } = (await pay(10_000, manual)).body;
    const before = sent.length;
    expect(await ask('payments.capture', payment_id, { amount_to_capture: 5_050 })).toMatchObject(
      refusal('amount_to_capture'),
    );
    expect(
      await ask('payments.incremental-authorization', payment_id, { amount: 12_050 }),
    ).toMatchObject(refusal('amount'));
    expect(sent).toHaveLength(before);
    const captured = await ask('payments.capture', payment_id, { amount_to_capture: 5_000 });
    expect(captured.body).toMatchObject({ amount_received: 5_000 });
  });

  it('an inexpressible refund is refused, and the whole payment can still be refunded', async () => {
    const { pay, ask } = await aShop();
    const { payment_id } = (await pay(10_000)).body;
    expect(await ask('refunds.create', undefined, { payment_id, amount: 1_050 })).toMatchObject(
      refusal('amount'),
    );
    const refunded = await ask('refunds.create', undefined, { payment_id });
    expect(refunded.body).toMatchObject({ status: 'succeeded', amount: 10_000 });
  });

  it('an inexpressible relay is refused, and nothing is sent', async () => {
    const { pay, ask, sent } = await aShop();
    const { connector_transaction_id, merchant_connector_id } = (await pay(10_000)).body;
    const before = sent.length;
    const relay = {
      connector_resource_id: connector_transaction_id,
      connector_id: merchant_connector_id,
      type: 'refund',
      data: { refund: { amount: 1_050, currency: 'ISK' } },
    };
    expect(await ask('relays.create', undefined, relay)).toMatchObject(refusal('amount'));
    expect(sent).toHaveLength(before);
  });

  it('an inexpressible charge goes to the next account whose processor can express it', async () => {
    const { world, merchant, pay } = await aShop();
    await world.ask('connector-accounts.create', {
      key: adminKey,
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'fauxpay',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of faux' },
      },
    });
    const data = [{ connector: 'stripe' }, { connector: 'fauxpay' }];
    const inOrder = { routing: { type: 'priority', data } };
    expect((await pay(10_050, inOrder)).body).toMatchObject({ connector: 'fauxpay' });
    expect((await pay(10_000, inOrder)).body).toMatchObject({ connector: 'stripe' });
  });
});
