import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { failingCalls, failingPuts } from '../../support/runner/faults.ts';
import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

type PaymentsInMemory = Awaited<ReturnType<typeof paymentsInMemory>>;

const voiding = /\/void$/;
const held = { capture_method: 'manual' };
const severally = { capture_method: 'manual_multiple' };
const challengedCard = '4000003800000446';
const events = async (shop: PaymentsInMemory, payment: string) =>
  (await shop.services.payments.get(merchantId, payment)).transitions.map(({ type }) => type);

describe('cancelling a payment', () => {
  it('cancelling an unconfirmed payment sends nothing to a connector', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ confirm: false });
    expect(await shop.cancel(payment, { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'abandoned',
      amount_capturable: 0,
      amount_received: null,
    });
    expect(shop.asked).toEqual([]);
  });

  it('cancelling an authorized payment releases the authorized amount', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    expect(await shop.cancel(payment, { cancellation_reason: 'duplicate' })).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'duplicate',
      amount_capturable: 0,
      amount_received: null,
      next_action: null,
    });
    expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 2_599, capturedMinor: 0 }]);
    expect(await events(shop, payment)).toEqual([
      'payment_created',
      'payment_authorized',
      'payment_cancelled',
    ]);
  });

  it('cancelling a payment leaves the captured part, and releases the rest', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(severally);
    await shop.capture(payment, { amount_to_capture: 1_000 });
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'partially_captured',
      amount_received: 1_000,
      amount_capturable: 0,
    });
    expect(await shop.books(payment)).toMatchObject([
      { releasedMinor: 1_599, capturedMinor: 1_000 },
    ]);
  });

  it('cancelling a payment ends a challenge, which the customer cannot complete any more', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(byCard(challengedCard));
    const page = (await shop.services.payments.get(merchantId, payment)).attempt.redirectUrl;
    expect(await shop.cancel(payment)).toMatchObject({ status: 'cancelled', next_action: null });
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect(await shop.books(payment)).toMatchObject([{ chargedTimes: 0 }]);
    expect(await shop.sync(payment)).toMatchObject({ status: 'cancelled' });
  });

  it('cancelling a payment is too late when the customer was faster, and returns its state', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(byCard(challengedCard));
    const page = (await shop.services.payments.get(merchantId, payment)).attempt.redirectUrl;
    await shop.processor.visit(`${page}/complete?confirm=true`);
    expect((await shop.cancel(payment)).status).not.toBe('cancelled');
    expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
  });

  it('cancelling a payment cannot be done twice', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await shop.cancel(payment);
    await expect(shop.cancel(payment)).rejects.toMatchObject({
      kind: 'payment_unexpected_state',
      details: { action: 'cancel', status: 'cancelled' },
    });
  });

  const refusedIn = PaymentStatus.options.filter(
    (status) =>
      ![
        'requires_payment_method',
        'requires_confirmation',
        'requires_customer_action',
        'requires_capture',
        'partially_captured_and_capturable',
        'partially_authorized_and_requires_capture',
      ].includes(status),
  );
  it.each(refusedIn)(
    'cancelling a payment is refused in %s, and nothing changes',
    async (status) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid(held);
      const { pk, sk } = shop.memory.items().find(({ id }) => id === payment) ?? { pk: '', sk: '' };
      await shop.memory.update({ pk, sk }, { set: { status } });
      const before = JSON.stringify(shop.memory.items());
      const asked = shop.asked.length;
      await expect(shop.cancel(payment)).rejects.toMatchObject({ details: { status } });
      expect(JSON.stringify(shop.memory.items())).toBe(before);
      expect(shop.asked).toHaveLength(asked);
    },
  );
});

describe('a processor that does not void', () => {
  const stubborn = byCard('4000000000000127');

  it("a refused void has the processor's reason, and the payment has failed", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, ...stubborn });
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'failed',
      error_code: 'DC_14',
      amount_capturable: 0,
    });
  });

  it('a processor that refuses a void leaves an earlier capture successful', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...severally, ...stubborn });
    await shop.capture(payment, { amount_to_capture: 1_000 });
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'partially_captured',
      error_code: 'DC_14',
      amount_received: 1_000,
    });
    const { refundableMinor } = await shop.services.payments.get(merchantId, payment);
    expect(refundableMinor).toBe(1_000);
  });

  it.each([[429], ['not sent']] as const)(
    'a refused void leaves the payment unchanged: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(voiding, way) });
      const payment = await shop.paid(held);
      expect(await shop.cancel(payment)).toMatchObject({
        status: 'requires_capture',
        amount_capturable: 2_599,
      });
      expect(await shop.cancel(payment)).toMatchObject({ status: 'cancelled', error_code: null });
    },
  );
});

describe('a void whose answer is missing', () => {
  it('a void without an answer is found by a sync', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'lost') });
    const payment = await shop.paid(held);
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'processing',
      error_code: 'TIMEOUT',
    });
    expect(await shop.sync(payment)).toMatchObject({ status: 'cancelled', error_code: null });
    expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 2_599 }]);
  });

  it.each([['swallowed'], [500]] as const)(
    'a void without an answer is dropped once the processor would know of it: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(voiding, way) });
      const payment = await shop.paid(held);
      expect(await shop.cancel(payment)).toMatchObject({ status: 'processing' });
      await expect(shop.capture(payment)).rejects.toMatchObject({ kind: 'payment_not_capturable' });
      expect(await shop.sync(payment)).toMatchObject({ status: 'processing' });
      shop.passes(60);
      expect(await shop.sync(payment)).toMatchObject({ status: 'requires_capture' });
      expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded' });
    },
  );

  it('a void of the remainder whose answer is missing is found by a sync as well', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(voiding, 'lost') });
    const payment = await shop.paid(severally);
    await shop.capture(payment, { amount_to_capture: 1_000 });
    expect(await shop.cancel(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({
      status: 'partially_captured',
      amount_received: 1_000,
    });
  });
});

describe('a cancel at the same time as something else', () => {
  it('a cancel wins or loses as a whole against another cancel', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => shop.cancel(payment)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'cancelled' });
    expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 2_599 }]);
  });

  it.each(['confirm', 'cancel'] as const)(
    'a cancel wins or loses as a whole against a confirm, %s first',
    async (first) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid({ confirm: false });
      const asks = [() => shop.confirm(payment, byCard()), () => shop.cancel(payment)];
      const both = await Promise.allSettled(
        (first === 'confirm' ? asks : asks.reverse()).map((ask) => ask()),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { status } = await shop.retrieve(payment);
      expect(await shop.books(payment)).toHaveLength(status === 'succeeded' ? 1 : 0);
      expect(['succeeded', 'cancelled']).toContain(status);
    },
  );

  it('a cancel is refused while a capture is pending', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(/\/captures\//, 'well', 'lost') });
    const payment = await shop.paid(severally);
    await shop.capture(payment, { amount_to_capture: 1_000 });
    await shop.capture(payment, { amount_to_capture: 500 });
    await expect(shop.cancel(payment)).rejects.toMatchObject({ kind: 'concurrent_update' });
    await shop.sync(payment);
    expect(await shop.cancel(payment)).toMatchObject({
      status: 'partially_captured',
      amount_received: 1_500,
    });
  });
});

describe('a database that fails during a cancel', () => {
  const writing = (...ways: readonly ('well' | 'lost' | 'refused')[]) =>
    paymentsInMemory({ port: failingPuts('well', 'well', ...ways) });

  it.each([[['lost', 'well']], [['well', 'lost']], [['lost', 'lost']]] as const)(
    'a cancel survives a database that answers badly to its own writes: %j',
    async (ways) => {
      const shop = await writing(...ways);
      const payment = await shop.paid(held);
      expect(await shop.cancel(payment)).toMatchObject({ status: 'cancelled' });
      expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 2_599 }]);
      expect(await events(shop, payment)).toHaveLength(3);
    },
  );

  it('a cancel without a connector still succeeds when the database answers badly', async () => {
    const shop = await paymentsInMemory({ port: failingPuts('well', 'lost') });
    const payment = await shop.paid({ confirm: false });
    expect(await shop.cancel(payment)).toMatchObject({ status: 'cancelled' });
  });

  it('a cancel that cannot be recorded first sends no void', async () => {
    const shop = await writing('refused');
    const payment = await shop.paid(held);
    await expect(shop.cancel(payment)).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(await shop.books(payment)).toMatchObject([{ releasedMinor: 0 }]);
  });

  it('a cancel whose answer the database hides is found later', async () => {
    const shop = await writing('well', 'refused');
    const payment = await shop.paid(held);
    expect(await shop.cancel(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({ status: 'cancelled' });
  });
});
