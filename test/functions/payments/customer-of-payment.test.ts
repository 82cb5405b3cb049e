import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';
import { listStored } from '../../support/table/listed-in-memory.ts';
import { cardsIn } from './vault-witnesses.ts';

/** A shop with a customer who had everything about them deleted. */
async function aShopThatForgot() {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const ask = (name: string, request: Ask) => world.ask(name, { key, ...request });
  await ask('customers.create', { body: { customer_id: 'gone' } });
  await ask('customers.delete', { params: { customer_id: 'gone' } });
  return {
    world,
    ask,
    stored: () => world.port.items().find(({ sk }) => sk === 'PAYMENT'),
    pay: (changes: object) =>
      ask('payments.create', {
        body: { payment_id: 'pay_1', amount: 2_599, currency: 'EUR', ...changes },
      }),
  };
}

describe('a payment of a deleted customer', () => {
  it.each([{}, byCard()])(
    'a payment of a deleted customer is refused and does not exist (%j)',
    async (means) => {
      const { world, pay, stored } = await aShopThatForgot();
      expect(await pay({ customer_id: 'gone', ...means })).toMatchObject({
        status: 404,
        body: { error: { code: 'HE_02', message: 'Customer does not exist in our records' } },
      });
      expect(stored()).toBeUndefined();
      expect(cardsIn(world.dependencies.vault)).toEqual([]);
    },
  );

  it.each([{}, { payment_id: undefined }])(
    'a payment of a deleted customer is refused again under the key of the same request (%j)',
    async (named) => {
      const { ask } = await aShopThatForgot();
      const sale = { payment_id: 'pay_1', amount: 2_599, currency: 'EUR', customer_id: 'gone' };
      const request = {
        headers: { 'idempotency-key': 'the key of one request' },
        body: { ...sale, ...named },
      };
      for (const _ of ['once', 'twice', 'thrice']) {
        const { status, body } = await ask('payments.create', request);
        expect({ status, code: body.error?.code }).toEqual({ status: 404, code: 'HE_02' });
      }
    },
  );

  it('a payment of a deleted customer leaves no card in the vault when its request comes again', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world);
    const sale = { amount: 2_599, currency: 'EUR', customer_id: 'cus_1', ...byCard() };
    const request = { key, headers: { 'idempotency-key': 'the key of one request' }, body: sale };
    await world.ask('payments.create', request);
    await world.ask('customers.delete', { key, params: { customer_id: 'cus_1' } });
    const [waiting, ...others] = cardsIn(world.dependencies.vault);
    expect(others).toEqual([]);

    // The switch learns that the customer is deleted before the payment's write has ended.
    const { put } = world.port;
    world.port.put = async (item, condition) => {
      if (item.sk === 'PAYMENT') await new Promise((resolve) => setTimeout(resolve, 5));
      return put.call(world.port, item, condition);
    };
    const { status, body } = await world.ask('payments.create', request);
    expect({ status, is: body.status }).toEqual({ status: 200, is: 'requires_confirmation' });
    expect(cardsIn(world.dependencies.vault)).toEqual([waiting]);
  });

  it('a payment of a deleted customer is not created when it is to be paid at once', async () => {
    const { pay, stored } = await aShopThatForgot();
    const { status } = await pay({ customer_id: 'gone', confirm: true, ...byCard() });
    expect({ status, stored: stored() }).toEqual({ status: 404, stored: undefined });
  });
});

describe('a payment that waited while its customer was deleted', () => {
  const consent = { customer_acceptance: { acceptance_type: 'offline' } };
  const waited = async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world);
    const named = { customer_id: 'cus_1', setup_future_usage: 'off_session' };
    const sale = { key, body: { amount: 2_599, currency: 'EUR', ...named } };
    const { payment_id } = (await world.ask('payments.create', sale)).body;
    await world.ask('customers.delete', { key, params: { customer_id: 'cus_1' } });
    const confirm = (more: object) =>
      world.ask('payments.confirm', {
        key,
        params: { payment_id },
        body: { ...byCard(), ...more },
      });
    return { world, confirm };
  };

  it('a payment whose customer was deleted meanwhile saves no card for that customer, and no connector is asked', async () => {
    const { world, confirm } = await waited();
    expect(await confirm(consent)).toMatchObject({
      status: 404,
      body: { error: { code: 'HE_02' } },
    });
    const { port } = world;
    expect(port.items().filter(({ sk }) => sk === 'PAYMENT_METHOD')).toEqual([]);
    expect(port.items().find(({ sk }) => sk === 'PAYMENT')).toMatchObject({
      status: 'requires_payment_method',
      version: 1,
    });
    expect(cardsIn(world.dependencies.vault)).toEqual([]);
  });

  it('a payment whose customer was deleted meanwhile can be paid when nothing is to be saved', async () => {
    const { world, confirm } = await waited();
    expect((await confirm({})).body.status).toBe('succeeded');
    expect(cardsIn(world.dependencies.vault)).toEqual([]);
  });
});

it.each([false, true])(
  'no payment is made with an invalid customer_id (confirm: %j)',
  async (confirm) => {
    const { pay, stored } = await aShopThatForgot();
    const document_details = { document_type: 'cpf', document_number: '111.111.111-11' };
    const customer = { id: 'cus_1', document_details };
    const { status, body } = await pay({ customer, confirm, ...byCard() });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'IR_07' });
    expect(stored()).toBeUndefined();
  },
);

describe('the customer of a payment', () => {
  const record = {
    customer_id: 'cus_1',
    name: 'Joseph Doe',
    email: 'joseph@example.com',
    phone: '5550100',
    phone_country_code: '+1',
    tax_registration_id: 'TX 1',
    document_details: { document_type: 'other', document_number: 'D1' },
  };
  const shown = {
    customer_id: 'cus_1',
    customer: {
      id: 'cus_1',
      name: 'Joseph Doe',
      email: 'joseph@example.com',
      phone: '5550100',
      phone_country_code: '+1',
      customer_document_details: record.document_details,
    },
    email: 'joseph@example.com',
    name: 'Joseph Doe',
    phone: '5550100',
  };
  const sale = { amount: 2_599, currency: 'EUR' };

  async function aShop() {
    const world = switchInMemory();
    const merchant = await aMerchant(world);
    const ask = (name: string, request: Ask) => world.ask(name, { key: merchant.key, ...request });
    const done = async (name: string, request: Ask) => {
      const { status, body, text } = await ask(name, request);
      if (status !== 200) throw new Error(`${name}: ${text}`);
      return body;
    };
    await done('customers.create', { body: record });
    const create = (changes: object = {}) =>
      done('payments.create', { body: { ...sale, ...changes } });
    const shownAt = (payment_id: string) => done('payments.retrieve', { params: { payment_id } });
    const forget = async () => {
      await listStored(world.port);
      return ask('customers.delete', { params: { customer_id: 'cus_1' } });
    };
    return { world, merchant, ask, done, create, shownAt, forget };
  }

  it.each([
    ['unconfirmed', {}],
    ['with a card that waits', byCard()],
    ['paid at once', { confirm: true, ...byCard() }],
  ])(
    "a payment whose create names a customer by id shows that customer's record: %s",
    async (_, changes) => {
      const shop = await aShop();
      const created = await shop.create({ customer_id: 'cus_1', ...changes });
      expect(created).toMatchObject(shown);
      expect(await shop.shownAt(created.payment_id)).toMatchObject(shown);
      await listStored(shop.world.port);
      const { data } = await shop.done('payments.list', {});
      expect(data).toMatchObject([{ customer_id: 'cus_1', customer: shown.customer }]);
    },
  );

  it.each(['payments.confirm', 'payments.update'])(
    "a payment whose %s names a customer by id shows that customer's record",
    async (operation) => {
      const shop = await aShop();
      const { payment_id } = await shop.create();
      const body = { customer: { id: 'cus_1' }, ...byCard() };
      expect(await shop.done(operation, { params: { payment_id }, body })).toMatchObject(shown);
      expect(await shop.shownAt(payment_id)).toMatchObject(shown);
    },
  );

  it('customer details in requests override the stored record, field by field', async () => {
    const shop = await aShop();
    const stated = { name: 'Mary Doe', customer: { id: 'cus_1', phone: '5550199' } };
    const { payment_id } = await shop.create(stated);
    const body = { email: 'mary@example.com', ...byCard() };
    const confirmed = await shop.done('payments.confirm', { params: { payment_id }, body });
    expect(confirmed.customer).toMatchObject({
      name: 'Mary Doe',
      email: 'mary@example.com',
      phone: '5550199',
      phone_country_code: '+1',
    });
    const { email } = await shop.done('customers.retrieve', { params: { customer_id: 'cus_1' } });
    expect(email).toBe('joseph@example.com');
  });

  it('a later change of the customer does not reach the payment', async () => {
    const shop = await aShop();
    const { payment_id } = await shop.create({ customer_id: 'cus_1' });
    const changed = { params: { customer_id: 'cus_1' }, body: { email: 'later@example.com' } };
    await shop.done('customers.update', changed);
    const body = { ...byCard(), customer_id: 'cus_1' };
    expect(await shop.done('payments.confirm', { params: { payment_id }, body })).toMatchObject(
      shown,
    );
  });

  it('an update to another customer leaves nothing of the first one’s record', async () => {
    const shop = await aShop();
    const other = { customer_id: 'cus_2', email: 'other@example.com' };
    await shop.done('customers.create', { body: other });
    const { payment_id } = await shop.create({ customer_id: 'cus_1', name: 'As stated' });
    const body = { customer_id: 'cus_2' };
    expect(await shop.done('payments.update', { params: { payment_id }, body })).toMatchObject({
      customer: { id: 'cus_2', name: 'As stated', email: 'other@example.com', phone: null },
    });
  });

  it('a customer’s browser reads the copy, and corrects no fact of the record', async () => {
    const shop = await aShop();
    for (const [email, corrected] of [
      [record.email, null],
      ['other@example.com', 'other@example.com'],
    ] as const) {
      const { payment_id, client_secret } = await shop.create({ customer_id: 'cus_1' });
      const { status, body } = await shop.ask('payments.confirm', {
        key: shop.merchant.publishableKey,
        params: { payment_id },
        body: { client_secret, ...byCard(), email },
      });
      expect({ status, body }).toMatchObject({ status: 200, body: { ...shown, metadata: null } });
      expect(body.payment_method_data.billing?.email ?? null).toBe(corrected);
    }
  });

  it('a payout named by the customer’s id alone knows the customer too', async () => {
    const shop = await aShop();
    const body = { ...sale, customer_id: 'cus_1' };
    const payout = await shop.done('payouts.create', { body });
    expect(payout).toMatchObject({ name: 'Joseph Doe', email: record.email, phone: '5550100' });
  });

  it('forgetting the customer overwrites the copies of payments and payouts', async () => {
    const shop = await aShop();
    const ids = await Promise.all(
      Array.from({ length: 45 }, () => shop.create({ customer_id: 'cus_1' })),
    );
    await shop.done('payouts.create', { body: { ...sale, customer_id: 'cus_1' } });
    const others = await shop.create({ email: 'guest@example.com' });
    expect((await shop.forget()).status).toBe(200);
    for (const { payment_id } of ids) {
      expect(await shop.shownAt(payment_id)).toMatchObject({
        customer_id: 'cus_1',
        email: 'Redacted',
        name: 'Redacted',
        phone: 'Redacted',
        customer: { id: 'cus_1', email: 'Redacted', customer_document_details: null },
      });
    }
    const stored = shop.world.port.items().filter(({ sk }) => sk === 'PAYMENT' || sk === 'PAYOUT');
    expect(JSON.stringify(stored)).not.toMatch(/Joseph|joseph@|5550100|TX 1|"D1"/);
    expect((await shop.shownAt(others.payment_id)).email).toBe('guest@example.com');
  });

  it('a payment that was not on the list yet is overwritten when its customer is deleted again', async () => {
    const shop = await aShop();
    const { payment_id } = await shop.create({ customer_id: 'cus_1' });
    await shop.ask('customers.delete', { params: { customer_id: 'cus_1' } });
    expect((await shop.shownAt(payment_id)).email).toBe(record.email);
    expect((await shop.forget()).body.error.code).toBe('IR_11');
    expect((await shop.shownAt(payment_id)).email).toBe('Redacted');
  });
});
