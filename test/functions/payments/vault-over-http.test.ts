import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aMerchant, type Merchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';
import { anotherCard, asText, cardsIn } from './vault-witnesses.ts';

const number = '4242424242424242';
const acceptance = {
  acceptance_type: 'online',
  online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
};
const sale = { amount: 2_599, currency: 'EUR', customer_id: 'cus_1' };
const saving = {
  ...sale,
  confirm: true,
  ...byCard(),
  setup_future_usage: 'off_session',
  customer_acceptance: acceptance,
};

async function twoMerchants() {
  const world = switchInMemory();
  const listens = { webhook_details: { webhook_url: 'https://shop.example/webhooks' } };
  const merchant = await aMerchant(world, 'shop_east', listens);
  const other = await aMerchant(world, 'shop_west', listens);
  const create = (body: object, by: Merchant = merchant) =>
    world.ask('payments.create', { key: by.key, body });
  /** A payment token of a customer’s list. */
  const listed = async ({ id, key }: Merchant, customer = 'cus_1') => {
    const { paymentMethods } = world.services;
    const now = world.dependencies.clock.now;
    const { body } = await create({ ...saving, customer_id: customer }, { ...merchant, key });
    const paymentMethod = await paymentMethods.get(id, String(body.payment_method_id));
    const until = new Date(now.getTime() + 900_000);
    const [token = ''] = await paymentMethods.issueTokens(id, [paymentMethod], until);
    return { token, paymentMethod };
  };
  return { world, merchant, other, create, listed };
}

describe('a customer’s browser', () => {
  it('a customer’s browser confirms with the attached card, with only the payment’s secret', async () => {
    const { world, merchant, create } = await twoMerchants();
    const { body } = await create({ ...sale, ...byCard() });
    const { payment_id, client_secret } = body;
    const answer = await world.ask('payments.confirm', {
      key: merchant.publishableKey,
      params: { payment_id },
      body: { client_secret },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(cardsIn(world.dependencies.vault)).toEqual([]);
  });

  it('a customer’s browser pays with a token of the customer’s list, and not with another customer’s', async () => {
    const { world, merchant, create, listed } = await twoMerchants();
    const [own, strange] = [await listed(merchant), await listed(merchant, 'cus_2')];
    const { body } = await create(sale);
    const { payment_id, client_secret } = body;
    const confirm = (payment_token: string) =>
      world.ask('payments.confirm', {
        key: merchant.publishableKey,
        params: { payment_id },
        body: { client_secret, payment_method: 'card', payment_token },
      });
    expect(await confirm(strange.token)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16' } },
    });
    expect(await confirm(own.token)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', payment_method_id: own.paymentMethod.id },
    });
  });
});

describe('another merchant', () => {
  it("another merchant's card answers like an unknown one", async () => {
    const { world, merchant, other, create, listed } = await twoMerchants();
    const { token, paymentMethod } = await listed(merchant);
    const vaultToken = paymentMethod.card?.token ?? '';
    await world.ask('customers.create', { key: other.key, body: { customer_id: 'cus_1' } });
    const paying = (body: object) =>
      create({ ...sale, confirm: true, payment_method: 'card', ...body }, other);
    const pairs = [
      [{ payment_token: token }, { payment_token: `token_${'x'.repeat(20)}` }],
      [{ payment_token: vaultToken }, { payment_token: 'f'.repeat(32) }],
      [
        { payment_method_data: { card_token: { vault_token: vaultToken } } },
        { payment_method_data: { card_token: { vault_token: 'f'.repeat(32) } } },
      ],
      [
        { off_session: true, recurring_details: byId(paymentMethod.id) },
        { off_session: true, recurring_details: byId('pm_of_nobody') },
      ],
    ] as const;
    for (const [theirs, nobodys] of pairs) {
      const [strange, unknown] = [await paying(theirs), await paying(nobodys)];
      expect(strange.status).toBeGreaterThanOrEqual(400);
      expect(strange.status).toBeLessThan(500);
      const { error } = unknown.body;
      expect([strange.status, strange.body]).toEqual([
        unknown.status,
        { error: { ...error, request_id: strange.body.error.request_id } },
      ]);
    }
    expect(world.port.items().filter(({ pk }) => /shop_west#PAYMENT#/.test(pk))).toEqual([]);
  });
});

describe('the digits of a card', () => {
  it('the digits of a card are in no item, no log, no answer and no event', async () => {
    const { world, merchant, create, listed } = await twoMerchants();
    const { token } = await listed(merchant);
    const texts: string[] = [];
    const tell = async (asked: ReturnType<typeof create>) => {
      const { text, body } = await asked;
      texts.push(text);
      return body;
    };
    const held = await tell(create({ ...sale, ...byCard(anotherCard) }));
    const about = { key: merchant.key, params: { payment_id: held.payment_id } };
    await tell(world.ask('payments.update', { ...about, body: byCard(anotherCard) }));
    await tell(world.ask('payments.confirm', { ...about, body: {} }));
    await tell(world.ask('payments.retrieve', about));
    await tell(
      create({
        ...sale,
        confirm: true,
        payment_method: 'card',
        payment_token: token,
        card_cvc: '314',
      }),
    );
    const after = world.port.items().filter(({ sk }) => sk === 'PAYMENT');
    for (const item of after) {
      const before = { ...item, transitions: [] };
      texts.push(JSON.stringify(await publishEvents(world.services)({ before, after: item })));
    }
    const all = [...texts, ...world.dependencies.logged, asText(world.port.items())].join('\n');
    const isIn = (text: string) => all.includes(text);
    expect([number, anotherCard].map((one) => one.slice(0, 7)).filter(isIn)).toEqual([]);
    expect(isIn('"314"')).toBe(false);
    expect(isIn('424242')).toBe(true);
  });
});

const byId = (data: string) => ({ type: 'payment_method_id', data });
