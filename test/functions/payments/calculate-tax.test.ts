import { taxOn } from '#sandbox/tax-operations.ts';
import { failingCalls } from '../../support/runner/faults.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchDependencies,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

async function aWorld(enabled = true, dependencies = switchDependencies()) {
  const world = switchInMemory([], dependencies);
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
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 3_000);
  // Its merchant states no shipping address, unless the changes do.
  const created = async (changes: object = {}) => {
    const body = aPaymentRequest({ shipping: undefined, ...changes });
    return (await world.ask('payments.create', { key: merchant.key, body })).body;
  };
  const confirm = (
    { payment_id, client_secret }: { payment_id: string; client_secret: string },
    body: object,
    by: 'client' | 'merchant' = 'client',
  ) =>
    world.ask('payments.confirm', {
      key: by === 'client' ? merchant.publishableKey : merchant.key,
      params: { payment_id },
      body: { ...byCard(), ...(by === 'client' && { client_secret }), ...body },
    });
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
  return { world, merchant, created, calculate, confirm };
}

describe('the tax of an order', () => {
  it('the tax of an order depends on the shipping address, and is charged with the payment', async () => {
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
    // A new address replaces the tax of the old one; the two are not added.
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

  it('the tax of an order is none without a shipping address', async () => {
    const { created, calculate } = await aWorld();
    const payment = await created({ amount: 10_000 });
    expect((await calculate(payment)).body).toMatchObject({
      order_tax_amount: 0,
    });
  });

  it('the tax of an order is not invented when the calculator does not answer', async () => {
    const dependencies = switchDependencies();
    const silent = {
      ...dependencies,
      send: failingCalls(/tax-calculations/, 'swallowed')(dependencies.send),
    };
    const { world, created, calculate } = await aWorld(true, silent);
    const payment = await created();
    const ofMerchant = () => world.port.items().filter(({ sk }) => sk !== 'HEALTH');
    const before = ofMerchant();
    expect((await calculate(payment, 'DE')).status).toBe(503);
    expect(ofMerchant()).toEqual(before);
  });
});

const elsewhere = {
  code: 'IR_16',
  message: 'The tax was calculated for another shipping address or amount: calculate it again',
};
const to = (country: string, more: object = {}) => ({
  shipping: { address: { country, ...more } },
});

describe('the address that a tax was calculated for', () => {
  it.each(['client', 'merchant'] as const)(
    'the address of a calculated tax is the shipping address: confirmed by the %s',
    async (by) => {
      const { world, created, calculate, confirm } = await aWorld();
      const payment = await created({ amount: 10_000 });
      await calculate(payment, 'CH');
      const before = world.port.items();
      for (const request of [to('DE'), to('CH', { state: 'ZH' })]) {
        const { status, body } = await confirm(payment, request, by);
        expect([status, body.error]).toMatchObject([400, elsewhere]);
      }
      expect(world.port.items()).toEqual(before);
      await calculate(payment, 'DE');
      const { body } = await confirm(payment, to('DE', { line1: 'Hauptstraße 1' }), by);
      expect(body).toMatchObject({
        status: 'succeeded',
        order_tax_amount: 1_900,
        amount_received: 11_900,
        shipping: { address: { country: 'DE', line1: 'Hauptstraße 1' } },
      });
    },
  );

  it('the address of a calculated tax counts as the merchant’s own when the merchant states the tax', async () => {
    const { created, calculate, confirm } = await aWorld();
    const payment = await created({ amount: 10_000 });
    await calculate(payment, 'CH');
    const request = { ...to('DE'), order_tax_amount: 700 };
    const { body } = await confirm(payment, request, 'merchant');
    expect(body).toMatchObject({ status: 'succeeded', order_tax_amount: 700, ...to('DE') });
  });

  it('the address of a calculated tax counts with the amount, the currency and the shipping cost', async () => {
    for (const change of [{ amount: 20_000 }, { currency: 'EUR' }, { shipping_cost: 900 }]) {
      const { world, merchant, created, calculate, confirm } = await aWorld();
      const payment = await created({ amount: 10_000 });
      await calculate(payment, 'DE');
      const { payment_id } = payment;
      const update = { key: merchant.key, params: { payment_id }, body: change };
      expect((await world.ask('payments.update', update)).status).toBe(200);
      expect((await confirm(payment, {})).body.error).toMatchObject(elsewhere);
      const { body } = await calculate(payment, 'DE');
      expect((await confirm(payment, {})).body).toMatchObject({ net_amount: body.net_amount });
    }
  });

  it("the address of a calculated tax has no part of the customer's earlier address", async () => {
    const { created, calculate, confirm, world, merchant } = await aWorld();
    const payment = await created({ amount: 10_000 });
    const { payment_id, client_secret } = payment;
    await world.ask('payments.calculate-tax', {
      key: merchant.publishableKey,
      params: { payment_id },
      body: { client_secret, payment_method_type: 'paypal', ...to('US', { zip: '94122' }) },
    });
    await calculate(payment, 'DE');
    expect((await confirm(payment, {})).body.shipping).toEqual({ address: { country: 'DE' } });
  });

  it('the address of a calculated tax is not changed after the confirm', async () => {
    const { world, merchant, created, calculate, confirm } = await aWorld();
    const payment = await created({ amount: 10_000, authentication_type: 'three_ds' });
    await calculate(payment, 'CH');
    const challenged = await confirm(payment, byCard('4000003800000446'));
    expect(challenged.body.status).toBe('requires_customer_action');
    const { payment_id, client_secret } = payment;
    const complete = (key: string, body: object) =>
      world.ask('payments.complete-authorize', { key, params: { payment_id }, body });
    for (const { body } of [
      await complete(merchant.publishableKey, { client_secret, ...to('DE') }),
      await complete(merchant.key, to('DE')),
    ]) {
      expect(body.error).toMatchObject(elsewhere);
    }
  });

  it.each(['while it is confirmed', 'while tax is calculated'])(
    'the address of a calculated tax is charged with its own tax in any order: the other comes %s',
    async (which) => {
      const dependencies = switchDependencies();
      let meanwhile: (() => Promise<unknown>) | undefined;
      const route = which === 'while it is confirmed' ? /\/payments\// : /tax-calculations/;
      const { world, created, calculate, confirm } = await aWorld(true, {
        ...dependencies,
        send: async (request, options) => {
          const other = route.test(request.url) ? meanwhile : undefined;
          if (other) meanwhile = undefined;
          await other?.();
          return dependencies.send(request, options);
        },
      });
      const payment = await created({ amount: 10_000 });
      await calculate(payment, 'DE');
      if (which === 'while it is confirmed') {
        let late: Awaited<ReturnType<typeof calculate>> | undefined;
        meanwhile = async () => {
          late = await calculate(payment, 'CH');
        };
        await confirm(payment, {});
        expect(late?.body.error.code).toBe('IR_16');
      } else {
        meanwhile = () => confirm(payment, {});
        expect((await calculate(payment, 'CH')).status).not.toBe(200);
      }
      const stored = world.port.items().find(({ sk }) => sk === 'PAYMENT');
      expect(stored).toMatchObject({
        status: 'succeeded',
        requestFields: { order_tax_amount: 1_900, shipping: { address: { country: 'DE' } } },
        taxedFor: { address: { country: 'DE' }, amountMinor: 10_000 },
      });
      expect(await dependencies.processor.ledger()).toMatchObject([{ capturedMinor: 11_900 }]);
    },
  );
});

describe('a refused calculation of tax', () => {
  it("a tax calculation for another address than the merchant's is refused", async () => {
    const { world, created, calculate } = await aWorld();
    const payment = await created(to('US'));
    const before = world.port.items();
    const { status, body } = await calculate(payment, 'CH');
    expect([status, body.error]).toMatchObject([
      401,
      { code: 'IR_18', message: 'shipping cannot be changed with a publishable key' },
    ]);
    expect(world.port.items()).toEqual(before);
    expect((await calculate(payment, 'US')).status).toBe(200);
  });

  it('a tax calculation is refused when its merchant states the tax', async () => {
    const { created, calculate } = await aWorld();
    const { body } = await calculate(await created({ order_tax_amount: 300 }), 'CH');
    expect(body.error).toMatchObject({
      message: 'Tax calculation is not enabled for this payment',
    });
  });

  it('a tax calculation is refused when the profile or the payment disables it', async () => {
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

  it('a tax calculation is refused once the payment was confirmed', async () => {
    const { created, calculate } = await aWorld();
    const payment = await created({ confirm: true, ...byCard() });
    expect((await calculate(payment, 'DE')).body.error).toMatchObject({
      code: 'IR_16',
      message: 'You cannot update this payment because it has status succeeded',
    });
  });

  it('a tax calculation with the client secret of another payment is refused', async () => {
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
] as const)('the tax on %s minor units in %s is %s', (amount, country, tax) => {
  expect(taxOn(amount, country)).toBe(tax);
});
