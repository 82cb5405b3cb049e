import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

describe('one invocation that the platform makes twice', () => {
  it('an invocation that the platform makes twice makes one payment, also when the merchant gave it no id', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world, 'merchant_example');
    const request = { key, body: aPaymentRequest({ confirm: true, ...byCard() }) };
    const both = await Promise.all(
      [1, 2].map(() => world.ask('payments.create', { ...request, invocation: 'inv_1' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(world.port.items().filter(({ sk }) => sk === 'PAYMENT')).toHaveLength(1);

    const other = await world.ask('payments.create', { ...request, invocation: 'inv_2' });
    expect(other.status).toBe(200);
  });

  it('an invocation that the platform makes twice makes one refund, and answers both times with it', async () => {
    const world = switchInMemory();
    const { key } = await aMerchant(world, 'merchant_example');
    const sale = { key, body: aPaymentRequest({ confirm: true, ...byCard() }) };
    const { payment_id } = (await world.ask('payments.create', sale)).body;
    const request = { key, body: { payment_id, amount: 600 }, invocation: 'inv_3' };
    const first = await world.ask('refunds.create', request);
    const second = await world.ask('refunds.create', request);
    expect(first.body).toMatchObject({ status: 'succeeded' });
    expect(second.body).toMatchObject({ refund_id: first.body.refund_id });
    const paid = world.port.items().find(({ id, sk }) => sk === 'PAYMENT' && id === payment_id);
    expect(paid).toMatchObject({ refundCount: 1 });
  });
});
