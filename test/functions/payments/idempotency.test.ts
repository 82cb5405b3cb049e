import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const under = (key: string): Pick<Ask, 'headers'> => ({ headers: { 'idempotency-key': key } });
const isMarked = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  headers['idempotent-replayed'] === 'true';

async function aShopInMemory() {
  const world = switchInMemory();
  const { key, profileId } = await aMerchant(world, 'merchant_example');
  const ask = (name: string, request: Ask = {}) => world.ask(name, { key, ...request });
  const made = () => world.port.items().filter(({ sk }) => sk === 'PAYMENT');
  return { world, profileId, ask, made, ledger: () => world.dependencies.processor.ledger() };
}

const sale = (changes: object = {}) =>
  aPaymentRequest({ confirm: true, capture_method: 'manual', ...byCard(), ...changes });

describe('a payment that is created twice under one Idempotency-Key', () => {
  it('a payment created twice under one Idempotency-Key is created and charged once, and answered the same', async () => {
    const { ask, made, ledger } = await aShopInMemory();
    const request = { ...under('order 7'), body: sale() };
    const first = await ask('payments.create', request);
    const second = await ask('payments.create', request);
    expect(first.body).toMatchObject({ status: 'requires_capture' });
    expect(second.body).toEqual(first.body);
    expect([first, second].map(isMarked)).toEqual([false, true]);
    expect(made()).toHaveLength(1);
    expect(await ledger()).toHaveLength(1);
  });

  it('a payment created twice under one Idempotency-Key is refused when any of its fields differs, its own id too', async () => {
    const { ask, made } = await aShopInMemory();
    await ask('payments.create', { ...under('order 7'), body: sale() });
    const changed = [
      { amount: 2_600 },
      { currency: 'EUR' },
      { metadata: { order: '8' } },
      byCard('5555555555554444'),
      { confirm: false },
    ];
    for (const change of changed) {
      const refused = await ask('payments.create', { ...under('order 7'), body: sale(change) });
      expect(refused.status).toBe(422);
      expect(refused.body.error).toMatchObject({ code: 'IR_06' });
    }
    await ask('payments.create', { ...under('order 9'), body: sale({ payment_id: 'pay_9' }) });
    const another = sale({ payment_id: 'pay_10' });
    const refused = await ask('payments.create', { ...under('order 9'), body: another });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'IR_06']);
    expect(made()).toHaveLength(2);
  });

  it.each([
    ['a link', { payment_link: true, return_url: 'https://shop.example/back' }],
    [
      'a mandate',
      {
        confirm: true,
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
        ...byCard(),
        mandate_data: {
          customer_acceptance: { acceptance_type: 'offline' },
          mandate_type: { multi_use: { amount: 10_000, currency: 'USD' } },
        },
      },
    ],
  ])(
    'a payment is created with %s, its id and its key together, or not at all',
    async (_, changes) => {
      const { ask, made } = await aShopInMemory();
      const request = (payment_id: string) => ({
        ...under('order 7'),
        body: aPaymentRequest({ ...changes, payment_id }),
      });
      const answers = await Promise.all([
        ask('payments.create', request('pay_1')),
        ask('payments.create', request('pay_1')),
        ask('payments.create', request('pay_2')),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
      expect(answers.map(isMarked)).toEqual([false, true, false]);
      expect(made()).toMatchObject([{ id: 'pay_1' }]);
    },
  );

  it('a payment created twice under one Idempotency-Key leaves no second card in the vault', async () => {
    const { world, ask } = await aShopInMemory();
    const waiting = { ...under('order 7'), body: aPaymentRequest(byCard()) };
    const [first, second] = [
      await ask('payments.create', waiting),
      await ask('payments.create', waiting),
    ];
    expect(second.body).toEqual(first.body);
    const kept = world.dependencies.vault.ports.cards
      .items()
      .filter(({ sk, sealed }) => sk === 'CARD' && sealed !== undefined);
    expect(kept).toHaveLength(1);
    const { payment_id } = first.body;
    const paid = await ask('payments.confirm', { params: { payment_id }, body: {} });
    expect(paid.body).toMatchObject({ status: 'succeeded' });
  });

  it('a payment under one Idempotency-Key is created once of fifty requests at once', async () => {
    const { ask, made, ledger } = await aShopInMemory();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        ask('payments.create', { ...under('order 7'), body: sale() }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.payment_id)).size).toBe(1);
    expect(answers.filter((one) => !isMarked(one))).toHaveLength(1);
    expect(made()).toHaveLength(1);
    expect(await ledger()).toHaveLength(1);
  });

  it('a payment is two when the keys are two, and when the merchants are', async () => {
    const { world, ask, made } = await aShopInMemory();
    const other = await aMerchant(world, 'merchant_other');
    await ask('payments.create', { ...under('order 7'), body: sale() });
    await ask('payments.create', { ...under('order 8'), body: sale() });
    const elsewhere = { ...under('order 7'), key: other.key, body: sale() };
    const answer = await world.ask('payments.create', elsewhere);
    expect(answer.body).toMatchObject({ merchant_id: 'merchant_other' });
    expect(isMarked(answer)).toBe(false);
    expect(made()).toHaveLength(3);
  });

  it('a payment under an Idempotency-Key is found under its own id, and that id is used all the same', async () => {
    const { ask } = await aShopInMemory();
    const body = sale({ payment_id: 'pay_order_7' });
    await ask('payments.create', { ...under('order 7'), body });
    expect(isMarked(await ask('payments.create', { ...under('order 7'), body }))).toBe(true);
    const another = await ask('payments.create', { ...under('order 8'), body });
    expect(another.body.error).toMatchObject({ code: 'HE_01' });
  });
});

describe('a part of a payment that is captured twice under one Idempotency-Key', () => {
  it('a partial capture requested twice under one Idempotency-Key is made once', async () => {
    const { ask, profileId } = await aShopInMemory();
    const body = sale({ capture_method: 'manual_multiple' });
    const { payment_id } = (await ask('payments.create', { body })).body;
    const part = {
      ...under('parcel 1'),
      params: { payment_id },
      body: { amount_to_capture: 500 },
    };
    const first = await ask('payments.capture', part);
    const second = await ask('payments.capture', part);
    expect(first.body).toMatchObject({ amount_received: 500 });
    expect(second.body).toEqual(first.body);
    expect([first, second].map(isMarked)).toEqual([false, true]);
    const other = { ...part, body: { amount_to_capture: 501 } };
    expect((await ask('payments.capture', other)).status).toBe(422);
    const headers = { ...part.headers, 'x-profile-id': profileId };
    expect((await ask('payments.capture', { ...part, headers })).status).toBe(422);
    const third = await ask('payments.capture', { ...part, ...under('parcel 2') });
    expect(third.body).toMatchObject({ amount_received: 1_000 });
  });

  it('a partial capture refused under an Idempotency-Key is answered with its refusal again', async () => {
    const { ask } = await aShopInMemory();
    const { payment_id } = (await ask('payments.create', { body: sale() })).body;
    const params = { payment_id };
    const tooMuch = { ...under('parcel 1'), params, body: { amount_to_capture: 999_999 } };
    const [first, second] = [
      await ask('payments.capture', tooMuch),
      await ask('payments.capture', tooMuch),
    ];
    expect(first.status).toBe(422);
    expect(second.body).toEqual(first.body);
    expect(isMarked(second)).toBe(true);
  });
});

describe('a refund that is made twice under one Idempotency-Key', () => {
  it('a refund requested twice under one Idempotency-Key is made once, and refused when it differs', async () => {
    const { ask } = await aShopInMemory();
    const body = sale({ capture_method: 'automatic' });
    const { payment_id } = (await ask('payments.create', { body })).body;
    const refund = { ...under('return 1'), body: { payment_id, amount: 600 } };
    const first = await ask('refunds.create', refund);
    const second = await ask('refunds.create', refund);
    expect(second.body).toEqual(first.body);
    expect([first, second].map(isMarked)).toEqual([false, true]);
    const other = await ask('refunds.create', { ...refund, body: { payment_id, amount: 700 } });
    expect(other.status).toBe(422);
  });
});
