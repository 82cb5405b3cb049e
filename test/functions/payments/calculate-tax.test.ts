import { taxOn } from '../../../shared/sandbox/tax-operations.ts';
import { byCard } from '../../support/a-shop.ts';
import { callsGo } from '../../support/lost-answers.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  surroundings,
  switchInMemory,
} from '../../support/switch-in-memory.ts';

async function aWorld(enabled = true, around = surroundings()) {
  const world = switchInMemory([], around);
  const merchant = await aMerchant(world);
  const params = { account_id: merchant.id, profile_id: merchant.profileId };
  const { body: account } = await world.ask('connector-accounts.create', {
    key: adminKey,
    params,
    body: {
      connector_type: 'tax_processor',
      connector_name: 'taxjar',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'a key' },
    },
  });
  await world.ask('profiles.update', {
    key: adminKey,
    params,
    body: {
      tax_connector_id: account.merchant_connector_id,
      is_tax_connector_enabled: enabled,
    },
  });
  around.clock.now = new Date(around.clock.now.getTime() + 3_000);
  const created = async (changes: object = {}) =>
    (await world.ask('payments.create', { key: merchant.key, body: aPaymentRequest(changes) }))
      .body;
  const calculate = (
    { payment_id, client_secret }: { payment_id: string; client_secret: string },
    country?: string,
  ) =>
    world.ask('payments.calculate-tax', {
      key: merchant.publishableKey,
      params: { payment_id },
      body: {
        client_secret,
        shipping: { address: { ...(country && { country }) } },
        payment_method_type: 'paypal',
      },
    });
  return { world, merchant, created, calculate };
}

describe('the tax of an order', () => {
  it('depends on where the goods go, and is charged with the payment', async () => {
    const { world, merchant, created, calculate } = await aWorld();
    const payment = await created({ amount: 10_000, currency: 'EUR', shipping_cost: 500 });
    const { status, body } = await calculate(payment, 'DE');
    expect([status, body]).toEqual([
      200,
      {
        payment_id: payment.payment_id,
        net_amount: 12_495,
        order_tax_amount: 1_995,
        shipping_cost: 500,
        display_amount: { net_amount: '124.95', order_tax_amount: '19.95', shipping_cost: '5.00' },
      },
    ]);
    // Whoever changes the address pays another tax, not both.
    expect((await calculate(payment, 'FR')).body).toMatchObject({ net_amount: 12_600 });
    const confirmed = await world.ask('payments.confirm', {
      key: merchant.key,
      params: { payment_id: payment.payment_id },
      body: byCard(),
    });
    expect(confirmed.body).toMatchObject({
      status: 'succeeded',
      amount: 10_000,
      order_tax_amount: 2_100,
      net_amount: 12_600,
      amount_received: 12_600,
      shipping: { address: { country: 'FR' } },
    });
  });

  it('is none where nobody knows where they go', async () => {
    const { created, calculate } = await aWorld();
    const payment = await created({ amount: 10_000, shipping: undefined });
    expect((await calculate(payment)).body).toMatchObject({
      order_tax_amount: 0,
    });
  });

  it('is not made up where the calculator is silent', async () => {
    const around = surroundings();
    const silent = { ...around, send: callsGo(/tax-calculations/, 'swallowed')(around.send) };
    const { world, created, calculate } = await aWorld(true, silent);
    const payment = await created();
    const before = world.port.items();
    expect((await calculate(payment, 'DE')).status).toBe(503);
    expect(world.port.items()).toEqual(before);
  });
});

describe('is refused', () => {
  it('where the profile or the payment does without', async () => {
    const [without, world] = [await aWorld(false), await aWorld()];
    const skipping = await world.created({ skip_external_tax_calculation: true });
    for (const answer of [
      await without.calculate(await without.created(), 'DE'),
      await world.calculate(skipping, 'DE'),
    ]) {
      expect(answer.body.error).toMatchObject({
        code: 'IR_16',
        message: 'Tax calculation is not enabled for this payment',
      });
    }
  });

  it('once the payment was confirmed', async () => {
    const { created, calculate } = await aWorld();
    const payment = await created({ confirm: true, ...byCard() });
    expect((await calculate(payment, 'DE')).body.error).toMatchObject({
      code: 'IR_16',
      message: 'You cannot update this payment because it has status succeeded',
    });
  });

  it('with the secret of another payment', async () => {
    const { created, calculate } = await aWorld();
    const [{ payment_id }, { client_secret }] = [await created(), await created()];
    const { body } = await calculate({ payment_id, client_secret }, 'DE');
    expect(body.error.code).toBe('IR_09');
  });
});

it.each([
  [10_000, 'DE', 1_900],
  [3, 'DE', 1],
  [2, 'DE', 0],
  [100, 'CH', 10],
  [100, undefined, 0],
] as const)('on %s minor units in %s it is %s', (amount, country, tax) => {
  expect(taxOn(amount, country)).toBe(tax);
});
