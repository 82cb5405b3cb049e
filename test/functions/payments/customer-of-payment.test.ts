import { byCard } from '../../support/payments-in-memory.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch-in-memory.ts';
import { cardsIn } from './vault-witnesses.ts';

/** A shop with a customer who had everything about them deleted. */
async function aShopThatForgot() {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const ask = (name: string, request: Ask) => world.ask(name, { key, ...request });
  await ask('customers.create', { body: { customer_id: 'gone' } });
  await ask('customers.delete', { params: { customer_id: 'gone' } });
  return {
    ask,
    stored: () => world.port.items().find(({ sk }) => sk === 'PAYMENT'),
    pay: (changes: object) =>
      ask('payments.create', {
        body: { payment_id: 'pay_1', amount: 2_599, currency: 'EUR', ...changes },
      }),
  };
}

describe('a payment of a deleted customer', () => {
  it.each([{}, byCard()])('is refused and cannot be confirmed (%j)', async (means) => {
    const { ask, pay, stored } = await aShopThatForgot();
    expect(await pay({ customer_id: 'gone', ...means })).toMatchObject({
      status: 404,
      body: { error: { code: 'HE_02', message: 'Customer does not exist in our records' } },
    });
    const confirm = { params: { payment_id: 'pay_1' }, body: byCard() };
    expect((await ask('payments.confirm', confirm)).body.error.message).toBe(
      'You cannot confirm this payment because it has status cancelled',
    );
    // Its merchant was told that there is none, and hears nothing of it later.
    expect(stored()).toMatchObject({ transitions: [{ type: 'payment_created' }] });
    expect(stored()).not.toHaveProperty('attachedCard');
  });

  it.each([{}, { payment_id: undefined }])(
    'is refused again under the key of the same request (%j)',
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

  it('leaves no card in the vault when its request comes again', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world);
    const sale = { amount: 2_599, currency: 'EUR', customer_id: 'cus_1', ...byCard() };
    const request = { key, headers: { 'idempotency-key': 'the key of one request' }, body: sale };
    await world.ask('payments.create', request);
    await world.ask('customers.delete', { key, params: { customer_id: 'cus_1' } });
    const [waiting, ...others] = cardsIn(world.dependencies.vault);
    expect(others).toEqual([]);

    // That its customer is gone is known before what becomes of the payment.
    const { put } = world.port;
    world.port.put = async (item, condition) => {
      if (item.sk === 'PAYMENT') await new Promise((resolve) => setTimeout(resolve, 5));
      return put.call(world.port, item, condition);
    };
    const { status, body } = await world.ask('payments.create', request);
    expect({ status, is: body.status }).toEqual({ status: 200, is: 'requires_confirmation' });
    expect(cardsIn(world.dependencies.vault)).toEqual([waiting]);
  });

  it('is not made when it is to be paid at once', async () => {
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

  it('saves no card for that customer, and no connector is asked', async () => {
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

  it('can be paid where nothing is to be saved', async () => {
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
