import { type CallFault, failingCalls, failingPuts } from '../../support/runner/faults.ts';
import { byCard, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const authorizing = /^PUT .*\/payments\/[^/]+$/;
const looking = /^GET /;

describe('retrieving a payment', () => {
  it('retrieving a payment asks no connector without force_sync', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(authorizing, 'lost') });
    const payment = await shop.paid();
    const asked = shop.asked.length;
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.retrieve(payment, { force_sync: 'false' })).toMatchObject({
      status: 'processing',
    });
    expect(shop.asked).toHaveLength(asked);
  });

  it.each(['force_sync', 'all_keys_required'])(
    'retrieving a payment syncs with the processor for %s',
    async (flag) => {
      const shop = await paymentsInMemory({ send: failingCalls(authorizing, 'lost') });
      const payment = await shop.paid();
      expect(await shop.retrieve(payment, { [flag]: 'true' })).toMatchObject({
        status: 'succeeded',
      });
    },
  );

  it('retrieving a payment asks no connector about a final payment', async () => {
    const shop = await paymentsInMemory();
    for (const more of [{}, byCard('4000000000000002'), { confirm: false }]) {
      const payment = await shop.paid(more);
      const asked = shop.asked.length;
      await shop.sync(payment);
      expect(shop.asked).toHaveLength(asked);
    }
  });

  it.each([['lost'], ['swallowed'], ['not sent'], [429], [500]] as const)(
    'retrieving a payment shows the stored state when the processor cannot be reached: %s',
    async (way: CallFault) => {
      const send = failingCalls(looking, way);
      const shop = await paymentsInMemory({ send });
      const payment = await shop.paid({ capture_method: 'manual' });
      const before = await shop.retrieve(payment);
      expect(await shop.sync(payment)).toEqual(before);
    },
  );

  it("retrieving a payment shows its customer's authentication once it was confirmed, also of each attempt", async () => {
    const shop = await paymentsInMemory();
    const unconfirmed = await shop.paid({ confirm: false });
    expect(await shop.retrieve(unconfirmed)).toMatchObject({ authentication_type: null });
    await shop.cancel(unconfirmed, {});
    expect(await shop.retrieve(unconfirmed)).toMatchObject({ authentication_type: null });
    for (const card of [{}, byCard('4000000000000002'), byCard('4000003800000446')]) {
      const payment = await shop.paid(card);
      expect(await shop.retrieve(payment, { expand_attempts: 'true' })).toMatchObject({
        authentication_type: 'no_three_ds',
        attempts: [{ authentication_type: 'no_three_ds' }],
      });
    }
  });

  it("retrieving with force_sync shows the customer's actions since then", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(byCard('4000003800000446'));
    const shown = await shop.sync(payment);
    expect(shown).toMatchObject({ status: 'requires_customer_action' });
    expect(shown.next_action).not.toBeNull();
    expect(await shop.sync(payment)).toEqual(shown);
  });

  it("retrieving with force_sync shows the processor's later decision", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(byCard('4000000000000077'));
    expect(await shop.sync(payment)).toMatchObject({ status: 'processing', amount_received: null });
    shop.passes(5);
    expect(await shop.sync(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      amount_capturable: 0,
    });
  });

  it('retrieving a payment fails it when the processor does not know it and the request cannot arrive any more', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(authorizing, 'swallowed') });
    const payment = await shop.paid();
    shop.passes(59);
    expect(await shop.sync(payment)).toMatchObject({ status: 'processing' });
    shop.passes(1);
    expect(await shop.sync(payment)).toMatchObject({
      status: 'failed',
      error_code: null,
      error_message:
        'This Payment has been moved to failed as there is no response from the connector',
    });
    expect(await shop.books(payment)).toEqual([]);
  });

  it('retrieving a payment that the processor contradicts shows it as conflicted', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(authorizing, 'lost') });
    const payment = await shop.paid(byCard('4000000000000259'));
    expect(await shop.sync(payment)).toMatchObject({
      status: 'conflicted',
      error_code: 'IE',
      error_message: 'Integrity Check Failed! Value mismatched for fields amount',
      amount_received: null,
    });
  });

  it.each(['lost', 'refused'] as const)(
    'retrieving a payment finds the same outcome again when it could not be saved: %s',
    async (way) => {
      // The payment and its unknown outcome are written before.
      const shop = await paymentsInMemory({
        send: failingCalls(authorizing, 'lost'),
        port: failingPuts('well', 'well', way),
      });
      const payment = await shop.paid();
      const first = await shop.sync(payment);
      expect(first.status).toBe(way === 'lost' ? 'succeeded' : 'processing');
      expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded' });
    },
  );

  it('retrieving a payment refuses the merchant_id of another merchant', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid();
    await expect(shop.retrieve(payment, { merchant_id: 'shop_2' })).rejects.toMatchObject({
      kind: 'invalid_data',
      details: { field: 'merchant_id', expected: 'merchant_id from merchant account' },
    });
    expect(await shop.retrieve(payment, { merchant_id: 'shop_1' })).toMatchObject({
      status: 'succeeded',
    });
  });

  it.each([
    ['requires_confirmation', { confirm: false }],
    ['processing', byCard('4000000000000077')],
    ['requires_customer_action', byCard('4000003800000446')],
    ['requires_capture', { capture_method: 'manual' }],
    ['succeeded', {}],
    ['failed', byCard('4000000000000002')],
    ['conflicted', byCard('4000000000000259')],
  ])('retrieving a payment works in %s, long after the session is over', async (status, more) => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(more);
    shop.passes(1_000);
    expect(await shop.retrieve(payment)).toMatchObject({ status });
  });
});
