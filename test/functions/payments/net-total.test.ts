import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const most = 999_999_999;
const refused = {
  status: 400,
  body: { error: { code: 'IR_16', message: `net_amount should not be more than ${most}` } },
};
/** Each part that is added to the amount, by itself and as large as it may be. */
const parts: readonly object[] = [
  { shipping_cost: most },
  { order_tax_amount: most },
  { surcharge_details: { surcharge_amount: most } },
  { surcharge_details: { surcharge_amount: 0, tax_amount: most } },
];

async function aShop() {
  const world = switchInMemory();
  const { key } = await aMerchant(world, 'merchant_example');
  const ask = (operation: string, body: object, payment_id?: string) =>
    world.ask(operation, { key, body, ...(payment_id && { params: { payment_id } }) });
  return { world, ask };
}

describe('a payment whose net amount is above the maximum', () => {
  it.each(parts)(
    'a payment whose net amount is above the maximum is refused at its create, and nothing is written: %j',
    async (part) => {
      const { world, ask } = await aShop();
      for (const confirm of [false, true]) {
        const body = aPaymentRequest({ ...part, amount: 1, confirm, ...(confirm && byCard()) });
        const before = world.port.items();
        expect(await ask('payments.create', body)).toMatchObject(refused);
        expect(world.port.items()).toEqual(before);
      }
    },
  );

  it.each(parts)(
    'a payment whose net amount is above the maximum is refused at an update and at a confirm, and is unchanged: %j',
    async (part) => {
      const { world, ask } = await aShop();
      const { body } = await ask('payments.create', aPaymentRequest({ amount: 1, confirm: false }));
      const id = String(body.payment_id);
      const before = world.port.items();
      expect(await ask('payments.update', part, id)).toMatchObject(refused);
      expect(await ask('payments.confirm', { ...part, ...byCard() }, id)).toMatchObject(refused);
      expect(world.port.items()).toEqual(before);
    },
  );

  it("a payment's net amount is accepted up to the last unit", async () => {
    const { ask } = await aShop();
    const body = { amount: 1, shipping_cost: most - 1, confirm: true, ...byCard() };
    expect(await ask('payments.create', aPaymentRequest(body))).toMatchObject({
      status: 200,
      body: { status: 'succeeded', net_amount: most },
    });
  });
});

it('an amount that would be read as another one is refused, and nothing is written', async () => {
  const { world } = await aShop();
  const before = world.port.items();
  for (const amount of ['1e-400', '0.99999999999999999999', '9007199254740993']) {
    const text = JSON.stringify(aPaymentRequest({ confirm: false })).replace(
      /"amount":\d+/,
      `"amount":${amount}`,
    );
    expect(text).toContain(amount);
    expect(await world.ask('payments.create', { key: adminKey, text })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_06', message: 'Json deserialize error: number out of range' } },
    });
  }
  expect(world.port.items()).toEqual(before);
});
