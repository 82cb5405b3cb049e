import { type CallFault, failingCalls, failingPuts } from '../../support/runner/faults.ts';
import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const held = { capture_method: 'manual', request_incremental_authorization: true };
const raising = /\/increments\//;
const refusesMore = '4000000000000036';

describe('an incremental authorization', () => {
  it('an incremental authorization raises the reserved amount to the new total', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    expect(await shop.retrieve(payment)).toMatchObject({
      incremental_authorization_allowed: true,
      incremental_authorizations: null,
      authorization_count: null,
    });
    const raised = await shop.increment(payment, { amount: 4_000, reason: 'minibar' });
    expect(raised).toMatchObject({
      status: 'requires_capture',
      amount: 4_000,
      net_amount: 4_000,
      amount_capturable: 4_000,
      authorization_count: 1,
      incremental_authorizations: [
        {
          authorization_id: expect.stringMatching(/^auth_[A-Za-z0-9]{20}_1$/),
          amount: 4_000,
          status: 'success',
          error_code: null,
          error_message: null,
          previously_authorized_amount: 2_599,
        },
      ],
    });
    expect(await shop.retrieve(payment)).toEqual(raised);
    expect(await shop.books(payment)).toMatchObject([{ authorizedMinor: 4_000, chargedTimes: 1 }]);
  });

  it('an incremental authorization is captured as a whole afterwards', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await shop.increment(payment, { amount: 3_000 });
    await shop.increment(payment, { amount: 3_500 });
    expect(await shop.capture(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 3_500,
      authorization_count: 2,
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 3_500 }]);
  });

  it('an incremental authorization leaves shipping and tax unchanged', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, shipping_cost: 400 });
    expect(await shop.increment(payment, { amount: 3_500 })).toMatchObject({
      amount: 3_100,
      shipping_cost: 400,
      net_amount: 3_500,
      amount_capturable: 3_500,
    });
  });

  it('an incremental authorization sends no webhook', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await shop.increment(payment, { amount: 3_000 });
    const { transitions } = await shop.services.payments.get(merchantId, payment);
    expect(transitions.map(({ type }) => type)).toEqual(['payment_created', 'payment_authorized']);
  });

  it('an incremental authorization stores a refusal, and everything else is unchanged', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, ...byCard(refusesMore) });
    expect(await shop.increment(payment, { amount: 4_000 })).toMatchObject({
      status: 'requires_capture',
      amount: 2_599,
      amount_capturable: 2_599,
      authorization_count: null,
      incremental_authorizations: [
        {
          status: 'failure',
          error_code: 'DC_30',
          error_message: 'Nothing more can be reserved for the payment',
        },
      ],
    });
    expect(await shop.capture(payment)).toMatchObject({ amount_received: 2_599 });
  });
});

describe('an incremental authorization is refused', () => {
  it('an incremental authorization is refused when the payment did not request it, or the connector does not support it', async () => {
    const shop = await paymentsInMemory();
    const notAllowed = {
      kind: 'precondition_failed',
      details: {
        message:
          'You cannot increment authorization this payment because it is not allowed for incremental_authorization',
      },
    };
    const payment = await shop.paid({ capture_method: 'manual' });
    await expect(shop.increment(payment, { amount: 4_000 })).rejects.toMatchObject(notAllowed);
    const rigid = await paymentsInMemory({ connectors: ['paypal_test'] });
    const other = await rigid.paid(held);
    expect(await rigid.retrieve(other)).toMatchObject({ incremental_authorization_allowed: false });
    await expect(rigid.increment(other, { amount: 4_000 })).rejects.toMatchObject(notAllowed);
  });

  it.each([2_599, 100, 0, -1])(
    'an incremental authorization to a total of %s is refused',
    async (amount) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid(held);
      await expect(shop.increment(payment, { amount })).rejects.toMatchObject({
        details: { message: 'Amount should be greater than original authorized amount' },
      });
      expect(shop.asked.filter((one) => raising.test(one))).toEqual([]);
    },
  );

  it('an incremental authorization above the largest amount of a payment is refused', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await expect(shop.increment(payment, { amount: 1_000_000_000 })).rejects.toMatchObject({
      details: { message: 'amount should not be more than 999999999' },
    });
  });

  it('an incremental authorization is refused once something was captured, or released', async () => {
    const shop = await paymentsInMemory();
    const [captured, cancelled] = [await shop.paid(held), await shop.paid(held)];
    await shop.capture(captured, { amount_to_capture: 100 });
    await shop.cancel(cancelled);
    for (const [payment, status] of [
      [captured, 'partially_captured'],
      [cancelled, 'cancelled'],
    ] as const) {
      await expect(shop.increment(payment, { amount: 4_000 })).rejects.toMatchObject({
        kind: 'payment_unexpected_state',
        details: { action: 'increment authorization', status },
      });
    }
  });

  it('an incremental authorization is refused after twenty, so that a payment stays small', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, ...byCard(refusesMore) });
    for (let count = 0; count < 20; count++) await shop.increment(payment, { amount: 4_000 });
    await expect(shop.increment(payment, { amount: 4_000 })).rejects.toMatchObject({
      kind: 'precondition_failed',
    });
    const { incremental_authorizations } = await shop.retrieve(payment);
    expect(incremental_authorizations).toHaveLength(20);
  });
});

describe('an incremental authorization whose answer is lost', () => {
  it('an incremental authorization without an answer stops captures, voids and further increments until the outcome is known', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(raising, 'lost') });
    const payment = await shop.paid(held);
    expect(await shop.increment(payment, { amount: 4_000 })).toMatchObject({
      amount: 2_599,
      incremental_authorizations: [{ status: 'processing', error_code: 'TIMEOUT' }],
    });
    for (const change of [
      () => shop.capture(payment),
      () => shop.cancel(payment),
      () => shop.increment(payment, { amount: 5_000 }),
    ]) {
      await expect(change()).rejects.toMatchObject({ kind: 'concurrent_update' });
    }
    expect(await shop.sync(payment)).toMatchObject({
      status: 'requires_capture',
      amount: 4_000,
      amount_capturable: 4_000,
      incremental_authorizations: [{ status: 'success', error_code: null }],
    });
    expect(await shop.capture(payment)).toMatchObject({ amount_received: 4_000 });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 4_000, chargedTimes: 1 }]);
  });

  it('an incremental authorization without an answer is pending while it may still arrive, and has failed when it cannot', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(raising, 'swallowed') });
    const payment = await shop.paid(held);
    await shop.increment(payment, { amount: 4_000 });
    expect(await shop.sync(payment)).toMatchObject({
      incremental_authorizations: [{ status: 'processing' }],
    });
    shop.passes(61);
    expect(await shop.sync(payment)).toMatchObject({
      status: 'requires_capture',
      amount: 2_599,
      incremental_authorizations: [{ status: 'failure' }],
    });
    const { pendingSync: waiting } = await shop.services.payments.get(merchantId, payment);
    expect(waiting).toBeUndefined();
    expect(await shop.increment(payment, { amount: 4_000 })).toMatchObject({ amount: 4_000 });
  });

  it.each<CallFault>([429, 'not sent'])(
    'an incremental authorization that never arrived has failed: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(raising, way, way, way) });
      const payment = await shop.paid(held);
      expect(await shop.increment(payment, { amount: 4_000 })).toMatchObject({
        amount: 2_599,
        incremental_authorizations: [{ status: 'failure' }],
      });
    },
  );

  it('an incremental authorization is found by the sync job when the function crashes after the request', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    const { services } = shop;
    const before = await services.payments.get(merchantId, payment);
    await shop.increment(payment, { amount: 4_000 });
    const { increments = [] } = await services.payments.get(merchantId, payment);
    // As it was when the connector was asked.
    const [one] = increments;
    if (!one) throw new Error('There is no increment.');
    const current = await services.payments.get(merchantId, payment);
    const { pendingSync: _, ...rest } = before;
    await services.payments.save({
      ...rest,
      increments: [{ ...one, status: 'processing' }],
      version: current.version,
    });
    expect(await shop.sync(payment)).toMatchObject({
      amount: 4_000,
      incremental_authorizations: [{ status: 'success' }],
    });
  });
});

describe('simultaneous requests for an incremental authorization', () => {
  it('one increment is sent, and the processor’s ledger matches the payment', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    const all = await Promise.allSettled(
      [3_000, 3_500, 4_000, 4_500].map((amount) => shop.increment(payment, { amount })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { amount } = await shop.retrieve(payment);
    expect(await shop.books(payment)).toMatchObject([{ authorizedMinor: amount }]);
  });

  it.each(['capture', 'cancel'] as const)('a wish for more or a %s, never both', async (other) => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await Promise.allSettled([shop.increment(payment, { amount: 4_000 }), shop[other](payment)]);
    const { status, amount, amount_received } = await shop.retrieve(payment);
    const [books] = await shop.books(payment);
    if (status === 'requires_capture') {
      expect(amount).toBe(4_000);
      expect(books).toMatchObject({ authorizedMinor: 4_000, capturedMinor: 0, releasedMinor: 0 });
    } else {
      expect(amount).toBe(2_599);
      expect(books).toMatchObject({ authorizedMinor: 2_599, capturedMinor: amount_received ?? 0 });
    }
  });

  it('a sync that began before an increment and asks after it leaves the payment authorized', async () => {
    let before: (() => Promise<unknown>) | undefined;
    const shop = await paymentsInMemory({
      send: (send) => async (request, options) => {
        const first = request.method === 'GET' ? before : undefined;
        if (first) before = undefined;
        await first?.();
        return send(request, options);
      },
    });
    const payment = await shop.paid(held);
    before = () => shop.increment(payment, { amount: 4_000 });
    const raised = { status: 'requires_capture', amount: 4_000, amount_capturable: 4_000 };
    expect(await shop.sync(payment)).toMatchObject(raised);
    expect(await shop.sync(payment)).toMatchObject(raised);
    expect(await shop.capture(payment)).toMatchObject({ amount_received: 4_000 });
  });

  it('a change of an authorization is recorded before its request', async () => {
    // The payment is created and answered for; then the save of the increment fails.
    const shop = await paymentsInMemory({ port: failingPuts('well', 'well', 'refused') });
    const payment = await shop.paid(held);
    await expect(shop.increment(payment, { amount: 4_000 })).rejects.toMatchObject({
      kind: 'temporarily_unavailable',
    });
    expect(shop.asked.filter((one) => raising.test(one))).toEqual([]);
  });
});
