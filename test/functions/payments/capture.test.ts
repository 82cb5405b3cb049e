import { type CallFault, failingCalls, failingPuts } from '../../support/runner/faults.ts';
import { byCard, merchantId, paymentsInMemory } from '../../support/switch/payments-in-memory.ts';

const capturing = /\/captures\//;
const held = { capture_method: 'manual' };
const severally = { capture_method: 'manual_multiple' };
const events = async (shop: Awaited<ReturnType<typeof paymentsInMemory>>, payment: string) =>
  (await shop.services.payments.get(merchantId, payment)).transitions.map(({ type }) => type);

describe('capturing an authorized payment', () => {
  it('capturing an authorized payment takes all of it', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    expect(await shop.capture(payment)).toMatchObject({
      status: 'succeeded',
      amount: 2_599,
      amount_received: 2_599,
      amount_capturable: 0,
      next_action: null,
    });
    expect(await shop.books(payment)).toMatchObject([
      { capturedMinor: 2_599, captures: [{ reference: `${payment}_1_1`, times: 1 }] },
    ]);
    expect(await events(shop, payment)).toEqual([
      'payment_created',
      'payment_authorized',
      'payment_succeeded',
    ]);
  });

  it('capturing a part takes it, and releases the rest', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    expect(await shop.capture(payment, { amount_to_capture: 2_000 })).toMatchObject({
      status: 'partially_captured',
      amount: 2_599,
      amount_received: 2_000,
      amount_capturable: 0,
    });
    await expect(shop.capture(payment, { amount_to_capture: 1 })).rejects.toMatchObject({
      kind: 'payment_not_capturable',
      details: { state: 'partially_captured' },
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_000 }]);
  });

  it('capturing takes the amount agreed on when the payment was created', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, amount_to_capture: 2_000 });
    expect(await shop.capture(payment, {})).toMatchObject({ amount_received: 2_000 });
  });

  it('capturing in several parts goes on until nothing is left', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(severally);
    const part = (amount_to_capture: number) => shop.capture(payment, { amount_to_capture });
    expect(await part(1_000)).toMatchObject({
      status: 'partially_captured_and_capturable',
      amount_received: 1_000,
      amount_capturable: 1_599,
    });
    expect(await part(599)).toMatchObject({ amount_received: 1_599, amount_capturable: 1_000 });
    await expect(part(1_001)).rejects.toMatchObject({ kind: 'amount_too_large_to_capture' });
    expect(await part(1_000)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
      amount_capturable: 0,
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_599 }]);
    expect(await events(shop, payment)).toEqual([
      'payment_created',
      'payment_authorized',
      'payment_captured',
      'payment_captured',
      'payment_succeeded',
    ]);
  });

  it('capturing many times shows every capture, and keeps the payment small', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(severally);
    for (let count = 0; count < 12; count++)
      await shop.capture(payment, { amount_to_capture: 100 });
    const { captures, amount_received } = await shop.retrieve(payment, { expand_captures: 'true' });
    expect(amount_received).toBe(1_200);
    expect(captures?.map(({ capture_sequence }) => capture_sequence)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(captures?.[0]).toMatchObject({
      capture_id: `${payment}_1_1`,
      status: 'charged',
      amount: 100,
      currency: 'EUR',
      connector: 'stripe_test',
      authorized_attempt_id: `${payment}_1`,
      connector_capture_id: expect.stringMatching(/^cap_/),
      error_code: null,
    });
    expect((await shop.retrieve(payment)).captures).toBeUndefined();
    const kept = (await shop.services.payments.get(merchantId, payment)).captures;
    expect(kept?.length).toBeLessThanOrEqual(6);
  });

  it('capturing shows no captures where only one is possible', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    await shop.capture(payment);
    const shown = await shop.retrieve(payment, { expand_captures: 'true' });
    expect(shown.captures).toBeUndefined();
  });

  it("a capture request's unknown fields are ignored", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    const body = {
      colour: 'red',
      refund_uncaptured_amount: true,
      statement_descriptor_suffix: 'x',
    };
    expect(await shop.capture(payment, body)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['no capture method', {}, {}, 'missing_param'],
    ['automatic', { capture_method: 'automatic' }, {}, 'payment_not_capturable'],
    ['no amount', held, { amount_to_capture: 0 }, 'invalid_data'],
    ['a negative amount', held, { amount_to_capture: -1 }, 'invalid_data'],
    ['too much', held, { amount_to_capture: 2_600 }, 'amount_too_large_to_capture'],
    ['which of several', severally, {}, 'missing_param'],
  ])('capturing is refused before anything is written or sent: %s', async (_, more, body, kind) => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(more);
    const before = JSON.stringify(shop.memory.items());
    const asked = shop.asked.length;
    await expect(shop.capture(payment, body)).rejects.toMatchObject({ kind });
    expect(JSON.stringify(shop.memory.items())).toBe(before);
    expect(shop.asked).toHaveLength(asked);
  });

  it("capturing is refused when the authorization's connector account is gone", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(held);
    for (const { pk, sk } of shop.memory.items().filter((one) => one.sk.startsWith('CONNECTOR#'))) {
      await shop.memory.update({ pk, sk }, { set: { id: 'mca_other' } });
    }
    shop.passes(301);
    await expect(shop.capture(payment)).rejects.toMatchObject({
      kind: 'connector_account_not_found',
    });
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'requires_capture' });
  });
});

describe('a processor that does not capture', () => {
  it("a refused capture has the processor's reason, and the payment has failed", async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...held, ...byCard('4000000000000101') });
    expect(await shop.capture(payment)).toMatchObject({
      status: 'failed',
      error_code: 'DC_08',
      error_message: expect.stringContaining('Capture declined'),
      amount_received: null,
      amount_capturable: 2_599,
    });
  });

  it('a refused capture leaves the other parts unchanged when it is one of several', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid({ ...severally, ...byCard('4000000000000101') });
    expect(await shop.capture(payment, { amount_to_capture: 100 })).toMatchObject({
      status: 'requires_capture',
      error_code: null,
      amount_received: null,
      amount_capturable: 2_599,
    });
    const { captures } = await shop.retrieve(payment, { expand_captures: 'true' });
    expect(captures).toMatchObject([{ status: 'failed', error_code: 'DC_08', amount: 100 }]);
  });

  it.each([[429], ['not sent']] as const)(
    'a refused capture leaves the payment unchanged: %s',
    async (way) => {
      // A processor that asks for patience without saying how long is not asked again at once.
      const shop = await paymentsInMemory({ send: failingCalls(capturing, way) });
      const payment = await shop.paid(held);
      expect(await shop.capture(payment)).toMatchObject({
        status: 'requires_capture',
        amount_capturable: 2_599,
        amount_received: null,
      });
      expect(await events(shop, payment)).toEqual(['payment_created', 'payment_authorized']);
      expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded', error_code: null });
    },
  );
});

describe('a capture whose answer is missing', () => {
  it.each([
    ['manual', {}],
    ['manual_multiple', { amount_to_capture: 2_599 }],
  ])(
    'a capture without an answer is found by a sync, and made once: %s',
    async (capture_method, body) => {
      const shop = await paymentsInMemory({ send: failingCalls(capturing, 'lost') });
      const payment = await shop.paid({ capture_method });
      expect(await shop.capture(payment, body)).toMatchObject({
        status: 'processing',
        error_code: capture_method === 'manual' ? 'TIMEOUT' : null,
      });
      expect(await shop.sync(payment)).toMatchObject({
        status: 'succeeded',
        error_code: null,
        amount_received: 2_599,
        amount_capturable: 0,
      });
      expect(await shop.books(payment)).toMatchObject([{ captures: [{ times: 1 }] }]);
    },
  );

  it.each([['swallowed'], [500]] as const)(
    'a capture without an answer is dropped once the processor would know of it: %s',
    async (way) => {
      const shop = await paymentsInMemory({ send: failingCalls(capturing, way) });
      const payment = await shop.paid(held);
      expect(await shop.capture(payment)).toMatchObject({ status: 'processing' });
      expect(await shop.sync(payment)).toMatchObject({ status: 'processing' });
      shop.passes(60);
      expect(await shop.sync(payment)).toMatchObject({
        status: 'requires_capture',
        amount_capturable: 2_599,
        amount_received: null,
      });
      expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded' });
      expect(await shop.books(payment)).toMatchObject([
        { capturedMinor: 2_599, captures: [{ reference: `${payment}_1_2`, times: 1 }] },
      ]);
    },
  );

  it('a capture without an answer has its amount subtracted for the captures that follow', async () => {
    const shop = await paymentsInMemory({ send: failingCalls(capturing, 'lost') });
    const payment = await shop.paid(severally);
    expect(await shop.capture(payment, { amount_to_capture: 2_000 })).toMatchObject({
      status: 'processing',
      amount_received: 2_000,
      amount_capturable: 599,
    });
    await expect(shop.capture(payment, { amount_to_capture: 600 })).rejects.toMatchObject({
      kind: 'amount_too_large_to_capture',
    });
    expect(await shop.capture(payment, { amount_to_capture: 599 })).toMatchObject({
      status: 'partially_captured_and_capturable',
      amount_received: 2_599,
    });
    expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded', amount_capturable: 0 });
  });

  it("a capture's answer may come after a sync has found it, and sends one webhook", async () => {
    const shop: Awaited<ReturnType<typeof paymentsInMemory>> = await paymentsInMemory({
      send: (send) => async (request, options) => {
        const answer = await send(request, options);
        const [, payment] = /payments\/(.+)_1\/captures/.exec(request.url) ?? [];
        if (payment) await shop.sync(payment);
        return answer;
      },
    });
    const payment = await shop.paid(held);
    expect(await shop.capture(payment)).toMatchObject({
      status: 'succeeded',
      amount_received: 2_599,
    });
    expect(await events(shop, payment)).toEqual([
      'payment_created',
      'payment_authorized',
      'payment_succeeded',
    ]);
  });
});

describe('captures at the same time', () => {
  it.each(['manual', 'manual_multiple'])(
    'simultaneous captures never take more than was authorized: %s',
    async (capture_method) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid({ capture_method });
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, () => shop.capture(payment, { amount_to_capture: 2_000 })),
      );
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const kinds = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.kind] : []));
      expect(new Set(kinds)).toEqual(new Set(['concurrent_update']));
      expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_000 }]);
    },
  );

  it('simultaneous captures that all fit are all made, one after the other', async () => {
    const shop = await paymentsInMemory();
    const payment = await shop.paid(severally);
    const again = async (): Promise<unknown> => {
      try {
        return await shop.capture(payment, { amount_to_capture: 500 });
      } catch (error) {
        if (!(error instanceof Error && error.message === 'concurrent_update')) throw error;
        return again();
      }
    };
    const all = await Promise.allSettled(Array.from({ length: 8 }, again));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await shop.retrieve(payment)).toMatchObject({
      amount_received: 2_500,
      amount_capturable: 99,
    });
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 2_500 }]);
  });

  it.each(['capture', 'cancel'] as const)(
    'a capture and a cancel at the same time have one winner, %s first',
    async (first) => {
      const shop = await paymentsInMemory();
      const payment = await shop.paid(held);
      const asks = [() => shop.capture(payment), () => shop.cancel(payment)];
      const [one, other] = await Promise.allSettled(
        (first === 'capture' ? asks : asks.reverse()).map((ask) => ask()),
      );
      expect([one?.status, other?.status].sort()).toEqual(['fulfilled', 'rejected']);
      const { status } = await shop.retrieve(payment);
      const [books] = await shop.books(payment);
      expect(books?.capturedMinor).toBe(status === 'succeeded' ? 2_599 : 0);
      expect(books?.releasedMinor).toBe(status === 'cancelled' ? 2_599 : 0);
      expect(['succeeded', 'cancelled']).toContain(status);
    },
  );
});

describe('a database that fails during a capture', () => {
  // The payment, its authorization, then: the capture, its answer.
  const writing = (...ways: readonly ('well' | 'lost' | 'refused')[]) =>
    paymentsInMemory({ port: failingPuts('well', 'well', ...ways) });

  it.each([[['lost', 'well']], [['well', 'lost']], [['lost', 'lost']]] as const)(
    'a capture survives a database that answers badly to its own writes: %j',
    async (ways) => {
      const shop = await writing(...ways);
      const payment = await shop.paid(held);
      expect(await shop.capture(payment)).toMatchObject({ status: 'succeeded' });
      expect(await shop.books(payment)).toMatchObject([{ captures: [{ times: 1 }] }]);
      expect(await events(shop, payment)).toHaveLength(3);
    },
  );

  it('a capture that cannot be recorded first asks no connector', async () => {
    const shop = await writing('refused');
    const payment = await shop.paid(held);
    await expect(shop.capture(payment)).rejects.toMatchObject({ kind: 'temporarily_unavailable' });
    expect(await shop.books(payment)).toMatchObject([{ captures: [] }]);
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'requires_capture' });
  });

  it('a capture whose answer the database hides is found later', async () => {
    const shop = await writing('well', 'refused');
    const payment = await shop.paid(held);
    expect(await shop.capture(payment)).toMatchObject({ status: 'processing' });
    expect(await shop.sync(payment)).toMatchObject({ status: 'succeeded' });
    expect(await shop.books(payment)).toMatchObject([{ captures: [{ times: 1 }] }]);
  });

  it.each([0, 1, 2, 3, 4, 5])('a capture of a long list is not lost: write %i', async (at) => {
    const ways = [...Array(2 + 10 + at).fill('well'), 'refused'];
    const shop = await paymentsInMemory({ port: failingPuts(...ways) });
    const payment = await shop.paid(severally);
    for (let count = 0; count < 5; count++) await shop.capture(payment, { amount_to_capture: 100 });
    const sixth = { amount_to_capture: 100 };
    await shop.capture(payment, sixth).catch(() => shop.capture(payment, sixth));
    await shop.sync(payment);
    const { captures } = await shop.retrieve(payment, { expand_captures: 'true' });
    expect(new Set(captures?.map(({ capture_id }) => capture_id)).size).toBe(6);
    expect(captures).toHaveLength(6);
    expect(await shop.books(payment)).toMatchObject([{ capturedMinor: 600 }]);
  });
});

it('a capture stores nothing of the card', async () => {
  const ways: readonly CallFault[] = ['lost'];
  const shop = await paymentsInMemory({ send: failingCalls(capturing, ...ways) });
  const payment = await shop.paid(held);
  await shop.capture(payment);
  await shop.sync(payment);
  const kept = JSON.stringify(shop.memory.items());
  expect(kept).not.toContain('4242424242424242');
  expect(kept).not.toContain('"314"');
});
