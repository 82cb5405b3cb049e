import { checkRefund } from '#switch/refunds/check-refund.ts';
import { refusal } from '../../support/requests/refusal.ts';
import { type CallFault, failingCalls, failingPuts } from '../../support/runner/faults.ts';
import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const voiding = /\/void$/;
const going = (...ways: readonly CallFault[]) =>
  paymentsInMemory({ send: failingCalls(voiding, ...ways) });
type PaymentsInMemory = Awaited<ReturnType<typeof paymentsInMemory>>;

const refundOf = async ({ services, clock }: PaymentsInMemory, payment: string) => {
  const stored = await services.payments.get(merchantId, payment);
  return refusal(() => checkRefund(stored, {}, { most: 100, days: 365 }, clock.now));
};

describe('cancelling a captured payment before its settlement', () => {
  it('a cancel after capture returns the whole amount', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid();
    const reason = { cancellation_reason: 'fraudulent' };
    expect(await shop.cancelPostCapture(payment, reason)).toMatchObject({
      status: 'cancelled_post_capture',
      cancellation_reason: 'fraudulent',
      amount_received: 2_599,
      amount_capturable: 0,
      state_metadata: { post_capture_void: { status: 'succeeded' } },
    });
    expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 2_599 }]);
    const { transitions } = await shop.services.payments.get(merchantId, payment);
    expect(transitions.at(-1)?.type).toBe('payment_cancelled_post_capture');
  });

  it("a cancel after capture returns a partial capture's amount", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ capture_method: 'manual' });
    await shop.capture(payment, { amount_to_capture: 1_000 });
    expect(await shop.cancelPostCapture(payment)).toMatchObject({
      status: 'cancelled_post_capture',
    });
    expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 1_000 }]);
  });

  it.each([
    ['unconfirmed', { confirm: false }, 'requires_confirmation'],
    ['authorized', { capture_method: 'manual' }, 'requires_capture'],
    ['declined', byCard('4000000000000002'), 'failed'],
  ])(
    'a cancel after capture is refused where nothing was captured: %s',
    async (_, more, status) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid(more);
      for (const ask of [shop.cancelPostCapture, shop.syncPostCapture]) {
        await expect(ask(payment)).rejects.toMatchObject({
          kind: 'payment_unexpected_state',
          details: { action: 'cancel_post_capture', status },
        });
      }
    },
  );

  it('a cancel after capture is refused once anything was refunded', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid();
    const { pk, sk } = shop.memory.items().find(({ id }) => id === payment) ?? { pk: '', sk: '' };
    await shop.memory.update({ pk, sk }, { add: { refundCount: 1 } });
    await expect(shop.cancelPostCapture(payment)).rejects.toMatchObject({
      kind: 'precondition_failed',
      details: {
        message: 'Post-capture void cannot be performed after a refund has been issued',
      },
    });
    expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 0 }]);
  });

  it("a cancel after capture returns the processor's reason for a refusal, and can be requested again", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(byCard('4000000000000127'));
    const refused = {
      status: 'succeeded',
      error_code: null,
      state_metadata: { post_capture_void: { status: 'failed', description: expect.any(String) } },
    };
    expect(await shop.cancelPostCapture(payment)).toMatchObject(refused);
    expect(await refundOf(shop, payment)).toBeUndefined();
    expect(await shop.cancelPostCapture(payment)).toMatchObject(refused);
  });

  it.each([[429], ['not sent']] as const)(
    'a cancel after capture leaves the payment unchanged: %s',
    async (way) => {
      const shop = await going(way);
      const payment = await shop.paid();
      expect(await shop.cancelPostCapture(payment)).toMatchObject({
        status: 'succeeded',
        state_metadata: { post_capture_void: { status: 'failed' } },
      });
      expect(await refundOf(shop, payment)).toBeUndefined();
      expect(await shop.cancelPostCapture(payment)).toMatchObject({
        status: 'cancelled_post_capture',
      });
    },
  );
});

describe('a void after capture whose answer is missing', () => {
  const open = {
    status: 'succeeded',
    state_metadata: { post_capture_void: { status: 'pending' } },
  };

  it('a void after capture without an answer is found by its sync', async () => {
    const shop = await going('lost');
    const payment = await shop.paid();
    expect(await shop.cancelPostCapture(payment)).toMatchObject(open);
    expect(await shop.syncPostCapture(payment)).toMatchObject({
      status: 'cancelled_post_capture',
      state_metadata: { post_capture_void: { status: 'succeeded' } },
    });
    expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 2_599 }]);
  });

  it('a void after capture without an answer is found by a sync of the payment as well', async () => {
    const shop = await going('lost');
    const payment = await shop.paid();
    await shop.cancelPostCapture(payment);
    expect(await shop.sync(payment)).toMatchObject({ status: 'cancelled_post_capture' });
  });

  it('a void after capture without an answer blocks refunds while it is open', async () => {
    const shop = await going('lost');
    const payment = await shop.paid();
    await shop.cancelPostCapture(payment);
    expect(await refundOf(shop, payment)).toEqual([
      400,
      'IR_16',
      'Refund void cannot be performed after a post-capture void has been issued',
    ]);
    await expect(shop.cancelPostCapture(payment)).rejects.toMatchObject({
      kind: 'concurrent_update',
    });
  });

  it.each([['swallowed'], [500]] as const)(
    'a void after capture without an answer is over once the processor would know of it: %s',
    async (way) => {
      const shop = await going(way);
      const payment = await shop.paid();
      expect(await shop.cancelPostCapture(payment)).toMatchObject(open);
      expect(await shop.syncPostCapture(payment)).toMatchObject(open);
      shop.passes(60);
      expect(await shop.syncPostCapture(payment)).toMatchObject({
        status: 'succeeded',
        state_metadata: { post_capture_void: { status: 'failed' } },
      });
      expect(await refundOf(shop, payment)).toBeUndefined();
    },
  );

  it('a void after capture without an answer, whose remainder was voided before, is completed as well', async () => {
    // The first void is that of the rest.
    const shop = await going('well', 'swallowed');
    const payment = await shop.paid({ capture_method: 'manual_multiple' });
    await shop.capture(payment, { amount_to_capture: 1_000 });
    expect(await shop.cancel(payment)).toMatchObject({ status: 'partially_captured' });
    await shop.cancelPostCapture(payment);
    shop.passes(60);
    expect(await shop.syncPostCapture(payment)).toMatchObject({
      status: 'partially_captured',
      state_metadata: { post_capture_void: { status: 'failed' } },
    });
  });

  it('a void after capture without an answer can only be synced after it was begun', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid();
    await expect(shop.syncPostCapture(payment)).rejects.toMatchObject({
      kind: 'precondition_failed',
      details: {
        message: 'Post-capture sync is allowed only after a post-capture void has been initiated',
      },
    });
  });
});

it('a void after capture returns the amount once when several request it at the same time', async () => {
  const shop = await paymentsInMemory();
  const payment = await shop.paid();
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => shop.cancelPostCapture(payment)),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await shop.books(payment)).toMatchObject([{ givenBackMinor: 2_599 }]);
});

describe('a database that fails during a void after capture', () => {
  const writing = (...ways: readonly ('well' | 'lost' | 'refused')[]) =>
    paymentsInMemory({ port: failingPuts('well', 'well', ...ways) });

  it.each([[['lost', 'well']], [['well', 'lost']], [['lost', 'lost']]] as const)(
    'a cancel after capture survives a database that answers badly to its own writes: %j',
    async (ways) => {
      const shop = await writing(...ways);
      const payment = await shop.paid();
      expect(await shop.cancelPostCapture(payment)).toMatchObject({
        status: 'cancelled_post_capture',
      });
    },
  );

  it('a cancel after capture whose answer the database hides is found later', async () => {
    const shop = await writing('well', 'refused');
    const payment = await shop.paid();
    expect(await shop.cancelPostCapture(payment)).toMatchObject({
      status: 'succeeded',
      state_metadata: { post_capture_void: { status: 'pending' } },
    });
    expect(await shop.syncPostCapture(payment)).toMatchObject({ status: 'cancelled_post_capture' });
  });
});
