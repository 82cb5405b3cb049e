import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const unconfirmed = { confirm: false, payment_method: null, payment_method_data: null };
const billing = { address: { city: 'Berlin', country: 'DE', zip: '10115' } };

async function begun(more: object = {}) {
  const shop = await paymentsInMemory();
  return { shop, payment: await shop.paid({ ...unconfirmed, ...more }) };
}

describe('updating a payment before its confirm', () => {
  it('an update before the confirm changes the given fields and keeps all others', async () => {
    const { shop, payment } = await begun({
      description: 'Order 1',
      metadata: { order: '1' },
      billing,
      capture_method: 'manual',
    });
    const body = { amount: 3_000, currency: 'USD', description: 'Order 2', shipping_cost: 100 };
    const changed = {
      amount: 3_000,
      net_amount: 3_100,
      currency: 'USD',
      description: 'Order 2',
      metadata: { order: '1' },
      billing,
      capture_method: 'manual',
      status: 'requires_payment_method',
      attempt_count: 1,
      amount_capturable: 0,
    };
    expect(await shop.update(payment, body)).toMatchObject(changed);
    expect(await shop.retrieve(payment)).toMatchObject(changed);
    expect(shop.asked).toEqual([]);
  });

  it('an update before the confirm shows the capturable part of the new net total, unless the confirm was postponed', async () => {
    const { shop, payment } = await begun({ confirm: undefined });
    const body = { amount: 3_000, shipping_cost: 100 };
    expect(await shop.retrieve(payment)).toMatchObject({ amount_capturable: 2_599 });
    expect(await shop.update(payment, body)).toMatchObject({ amount_capturable: 3_100 });
    const putOff = await begun();
    expect(await putOff.shop.update(putOff.payment, body)).toMatchObject({ amount_capturable: 0 });
  });

  it('an update before the confirm treats null and an absent field alike', async () => {
    const { shop, payment } = await begun({ description: 'Order 1' });
    expect(await shop.update(payment, { description: null })).toMatchObject({
      description: 'Order 1',
      amount: 2_599,
    });
    expect(await shop.update(payment, {})).toMatchObject({ description: 'Order 1' });
  });

  it('an update before the confirm removes certain terms that it does not state', async () => {
    const { shop, payment } = await begun({
      capture_method: 'manual',
      enable_overcapture: true,
      surcharge_details: { surcharge_amount: 200, tax_amount: 50 },
    });
    expect(await shop.retrieve(payment)).toMatchObject({ net_amount: 2_849 });
    expect(await shop.update(payment, {})).toMatchObject({
      enable_overcapture: null,
      surcharge_details: null,
      business_country: null,
      business_label: null,
      net_amount: 2_599,
    });
  });

  it('an update before the confirm does not move the end of the session, which it checks all the same', async () => {
    const { shop, payment } = await begun();
    const { expires_on } = await shop.retrieve(payment);
    expect(await shop.update(payment, { session_expiry: 6_000 })).toMatchObject({ expires_on });
    await expect(shop.update(payment, { session_expiry: 59 })).rejects.toMatchObject({
      kind: 'invalid_request',
    });
  });

  it('an update before the confirm never changes the profile', async () => {
    const { shop, payment } = await begun();
    const { profile_id } = await shop.retrieve(payment);
    expect(await shop.update(payment, { profile_id: 'pro_other' })).toMatchObject({ profile_id });
  });

  it('an update before the confirm may name the customer, and another one', async () => {
    const { shop, payment } = await begun();
    for (const customer_id of ['cus_1', 'cus_2']) {
      expect(await shop.update(payment, { customer_id, email: 'joe@example.com' })).toMatchObject({
        customer_id,
        email: 'joe@example.com',
      });
      expect(await shop.services.customers.get(merchantId, customer_id)).toMatchObject({
        id: customer_id,
      });
    }
  });

  it('an update before the confirm compares the capture amount with the new amount', async () => {
    const { shop, payment } = await begun({ capture_method: 'manual', amount_to_capture: 2_000 });
    await expect(shop.update(payment, { amount: 1_999 })).rejects.toMatchObject({
      kind: 'invalid_data',
      details: { expected: 'amount_to_capture lesser than or equal to amount' },
    });
    expect(await shop.update(payment, { amount: 2_000 })).toMatchObject({ amount: 2_000 });
    await expect(
      shop.update(payment, { capture_method: 'automatic', amount: 2_500 }),
    ).rejects.toMatchObject({ kind: 'precondition_failed' });
  });

  it('an update before the confirm without a payment method makes the payment wait for one again', async () => {
    const { shop, payment } = await begun();
    const { pk, sk } = shop.memory.items().find(({ id }) => id === payment) ?? { pk: '', sk: '' };
    await shop.memory.update({ pk, sk }, { set: { status: 'requires_confirmation' } });
    expect(await shop.update(payment, { amount: 100 })).toMatchObject({
      status: 'requires_payment_method',
      payment_method_data: null,
    });
  });

  it.each([
    ['another merchant', { merchant_id: 'shop_2' }, 'merchant_account_not_found'],
    ['too much', { amount: 1_000_000_000 }, 'precondition_failed'],
    ['later', { capture_method: 'scheduled' }, 'not_implemented'],
    ['a method without its data', { payment_method: 'card' }, 'missing_param'],
    ['overcapture', { enable_overcapture: true }, 'precondition_failed'],
    ['nothing to pay with', { confirm: true }, 'invalid_request'],
  ])(
    'an update before the confirm is refused before anything is written: %s',
    async (_, body, kind) => {
      const { shop, payment } = await begun();
      const before = JSON.stringify(shop.memory.items());
      await expect(shop.update(payment, body)).rejects.toMatchObject({ kind });
      expect(JSON.stringify(shop.memory.items())).toBe(before);
      expect(shop.asked).toEqual([]);
    },
  );

  it.each([
    ['processing', byCard('4000000000000341')],
    ['succeeded', byCard()],
    ['failed', byCard('4000000000000002')],
    ['requires_capture', { ...byCard(), capture_method: 'manual' }],
    ['requires_customer_action', byCard('4000003800000446')],
  ])('an update before the confirm is too late in %s', async (status, more) => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(more);
    await expect(shop.update(payment, { amount: 1 })).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
      details: { action: 'update', status },
    });
  });

  it('an update loses no change when two come at once: one is refused with a conflict', async () => {
    const { shop, payment } = await begun();
    const both = await Promise.allSettled([
      shop.update(payment, { amount: 100 }),
      shop.update(payment, { description: 'Order 2' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(lost).toMatchObject({ reason: { kind: 'concurrent_update' } });
  });
});

describe('an update that confirms', () => {
  it('an update that confirms charges the updated payment', async () => {
    const { shop, payment } = await begun({ description: 'Order 1' });
    const body = { confirm: true, amount: 3_000, description: 'Order 2', ...byCard() };
    expect(await shop.update(payment, body)).toMatchObject({
      status: 'succeeded',
      amount: 3_000,
      amount_received: 3_000,
      description: 'Order 2',
      attempt_count: 1,
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 3_000 }]);
  });

  it('an update that confirms charges once when two come at once', async () => {
    const { shop, payment } = await begun();
    const both = await Promise.allSettled(
      [100, 200].map((amount) => shop.update(payment, { amount, confirm: true, ...byCard() })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [books, ...more] = await shop.books(payment);
    expect(more).toEqual([]);
    expect(await shop.retrieve(payment)).toMatchObject({ amount_received: books?.capturedMinor });
  });
});
