import { byCard } from '../../support/a-shop.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch-in-memory.ts';

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

describe('a payment of a customer who was deleted', () => {
  it.each([{}, byCard()])('is refused, and nobody can pay it (%j)', async (means) => {
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
    expect(stored()).not.toHaveProperty('heldCard');
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

  it('is not made when it is to be paid at once', async () => {
    const { pay, stored } = await aShopThatForgot();
    const { status } = await pay({ customer_id: 'gone', confirm: true, ...byCard() });
    expect({ status, stored: stored() }).toEqual({ status: 404, stored: undefined });
  });
});

it.each([false, true])(
  'makes no payment of a customer whom nobody can be (confirm: %j)',
  async (confirm) => {
    const { pay, stored } = await aShopThatForgot();
    const document_details = { document_type: 'cpf', document_number: '111.111.111-11' };
    const customer = { id: 'cus_1', document_details };
    const { status, body } = await pay({ customer, confirm, ...byCard() });
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'IR_07' });
    expect(stored()).toBeUndefined();
  },
);
