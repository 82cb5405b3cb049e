import { disputeWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { disputedCards, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';
import { inEveryOrder } from '../../support/table/in-every-order.ts';

type SwitchWithDisputes = Awaited<ReturnType<typeof switchWithDisputes>>;

/** The processor's webhook about a lost dispute of this amount of the payment. */
function lost(shop: SwitchWithDisputes, paymentId: string, amount: number, changes: object = {}) {
  const text = disputeWebhook({
    payment: `${paymentId}_1`,
    status: 'lost',
    currency: 'EUR',
    amount,
    ...changes,
  });
  const params = { merchant_id: shop.merchant.id, connector: 'stripe_test' };
  return {
    params,
    ...signedWebhook(
      text,
      `key of ${shop.merchant.id}`,
      shop.dependencies.clock.now,
      shop.port.items(),
    ),
  };
}

/** The payment's refundable amount is the rest of its captured amount. */
function addsUp(shop: Pick<SwitchWithDisputes, 'port'>, paymentId: string) {
  const items = shop.port.items().filter(({ pk }) => pk.endsWith(`#PAYMENT#${paymentId}`));
  const sum = (kind: string, counts: (item: (typeof items)[number]) => boolean) =>
    items
      .filter((item) => item.sk.startsWith(kind) && counts(item))
      .reduce((total, { amountMinor }) => total + Number(amountMinor), 0);
  const payment = items.find(({ sk }) => sk === 'PAYMENT');
  const refunded = sum('REFUND#', ({ status }) => status !== 'failed');
  const disputed = sum('DISPUTE#', ({ status }) => status === 'dispute_lost');
  expect(payment?.refundableMinor).toBe(Number(payment?.amountReceivedMinor) - refunded - disputed);
  expect(payment?.disputedMinor ?? 0).toBe(disputed);
  return { refunded, disputed };
}

describe('the amount of a lost dispute', () => {
  it("a lost dispute's amount cannot be refunded any more, and the payment shows that", async () => {
    const shop = await switchWithDisputes();
    const { paymentId, disputeId } = await shop.disputed(disputedCards.twice);
    await shop.submit(disputeId, { uncategorized_text: 'losing_evidence' });
    await shop.pass(6);
    expect((await shop.payment(paymentId)).state_metadata).toMatchObject({
      total_disputed_amount: 5_000,
      total_refunded_amount: null,
    });
    const tooMuch = await shop.refund(paymentId, 5_001);
    expect([tooMuch.status, tooMuch.body.error.code, tooMuch.body.error.message]).toEqual([
      400,
      'IR_13',
      'The refund amount exceeds the amount captured',
    ]);
    expect((await shop.refund(paymentId, 5_000)).body.status).toBe('succeeded');
    expect(addsUp(shop, paymentId)).toEqual({ refunded: 5_000, disputed: 5_000 });
    expect((await shop.dispute(disputeId)).body.is_already_refunded).toBe(false);
  });

  it('a dispute takes nothing while it is open, won, cancelled or expired', async () => {
    const shop = await switchWithDisputes();
    const { paymentId, disputeId } = await shop.disputed();
    expect((await shop.payment(paymentId)).state_metadata).toBeNull();
    await shop.submit(disputeId, { uncategorized_text: 'winning_evidence' });
    await shop.pass(6);
    expect((await shop.refund(paymentId, 10_000)).body.status).toBe('succeeded');
    expect(addsUp(shop, paymentId)).toEqual({ refunded: 10_000, disputed: 0 });
  });

  it('a lost dispute and refunds may exceed the capture: every answer then shows it', async () => {
    const shop = await switchWithDisputes();
    const { paymentId, disputeId } = await shop.disputed();
    expect((await shop.refund(paymentId, 6_000)).body.status).toBe('succeeded');
    expect((await shop.dispute(disputeId)).body.is_already_refunded).toBe(false);
    await shop.submit(disputeId, { uncategorized_text: 'losing_evidence' });
    await shop.pass(6);
    expect((await shop.dispute(disputeId)).body).toMatchObject({
      dispute_status: 'dispute_lost',
      is_already_refunded: true,
    });
    expect(addsUp(shop, paymentId)).toEqual({ refunded: 6_000, disputed: 10_000 });
    const more = await shop.refund(paymentId, 100);
    expect([more.status, more.body.error.code]).toEqual([400, 'IR_13']);
  });

  it("a lost dispute's amount is recorded by the retrieve that finds the dispute lost", async () => {
    const shop = await switchWithDisputes();
    const { paymentId, disputeId } = await shop.disputed();
    await shop.refund(paymentId, 6_000);
    await shop.submit(disputeId, { uncategorized_text: 'losing_evidence' });
    const { clock, processor } = shop.dependencies;
    processor.clock.now = new Date(clock.now.getTime() + 6_000);
    const { body } = await shop.dispute(disputeId, { force_sync: 'true' });
    expect(body).toMatchObject({ dispute_status: 'dispute_lost', is_already_refunded: true });
  });

  it("a lost dispute's amount is taken once, however often the webhook comes", async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242');
    const news = lost(shop, paymentId, 10_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        shop.ask('incoming-webhooks.receive', { ...news, key: undefined }),
      ),
    );
    for (const { status } of answers) expect(status).toBe(200);
    expect(addsUp(shop, paymentId)).toEqual({ refunded: 0, disputed: 10_000 });
    expect(shop.disputeItems()).toHaveLength(1);
  });

  it("a lost dispute's amount is returned when a later stage wins it, and taken again when that is lost", async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242');
    await shop.ask(
      'incoming-webhooks.receive',
      lost(shop, paymentId, 10_000, { stage: 'inquiry' }),
    );
    expect(addsUp(shop, paymentId).disputed).toBe(10_000);
    const open = { stage: 'chargeback', status: 'needs_response' };
    await shop.ask('incoming-webhooks.receive', lost(shop, paymentId, 10_000, open));
    expect(addsUp(shop, paymentId).disputed).toBe(0);
    await shop.ask('incoming-webhooks.receive', lost(shop, paymentId, 10_000));
    expect(addsUp(shop, paymentId).disputed).toBe(10_000);
  });

  it("a lost dispute's amount in another currency is left to operators", async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242');
    const { status } = await shop.ask(
      'incoming-webhooks.receive',
      lost(shop, paymentId, 11_000, { currency: 'USD' }),
    );
    expect(status).toBe(200);
    expect(shop.stored(paymentId)?.refundableMinor).toBe(10_000);
    expect((await shop.payment(paymentId)).disputes).toMatchObject([{ amount: '11000' }]);
  });

  it('a lost dispute of a payment captured before refunds were counted is counted from then on', async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242');
    const stored = shop.stored(paymentId);
    if (!stored) throw new Error('There is no payment.');
    await shop.port.update(stored, { remove: ['refundableMinor'] });
    await shop.ask('incoming-webhooks.receive', lost(shop, paymentId, 4_000));
    expect(addsUp(shop, paymentId)).toEqual({ refunded: 0, disputed: 4_000 });
  });
});

describe('a dispute that is lost while a refund is made (R8)', () => {
  it('a dispute lost during a refund leaves both recorded and the totals right, in whatever order their writes come', async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242');
    const refund = { payment_id: paymentId, refund_id: 'ref_race', amount: 6_000 };
    let refused = 0;
    const orders = await inEveryOrder(
      shop,
      [
        ['incoming-webhooks.receive', lost(shop, paymentId, 10_000)],
        ['refunds.create', { key: shop.merchant.key, body: refund }],
      ],
      async ([news, refunded], after) => {
        expect(news.status).toBe(200);
        const totals = addsUp(after, paymentId);
        expect(totals.disputed).toBe(10_000);
        if (refunded.status === 200) expect(totals.refunded).toBe(6_000);
        else {
          refused += 1;
          expect(refunded.body.error.code).toBe('IR_13');
          expect(totals.refunded).toBe(0);
        }
      },
    );
    expect(orders).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(orders);
  });

  it('a dispute lost during a refund does not stop a pending refund from ending, either way', async () => {
    for (const [number, status] of [
      ['4000000000007726', 'succeeded'],
      ['4000000000005126', 'failed'],
    ] as const) {
      const shop = await switchWithDisputes();
      const paymentId = await shop.pay(number);
      const { body } = await shop.refund(paymentId, 6_000);
      expect(body.status).toBe('pending');
      await shop.ask('incoming-webhooks.receive', lost(shop, paymentId, 10_000));
      expect(addsUp(shop, paymentId)).toEqual({ refunded: 6_000, disputed: 10_000 });
      await shop.pass(7);
      const { body: refund } = await shop.ask('refunds.retrieve', {
        params: { refund_id: body.refund_id },
        query: { force_sync: 'true' },
      });
      expect(refund.status).toBe(status);
      const refunded = status === 'succeeded' ? 6_000 : 0;
      expect(addsUp(shop, paymentId)).toEqual({ refunded, disputed: 10_000 });
    }
  });

  it('a lost dispute stays recorded when the void of a captured payment fails', async () => {
    const shop = await switchWithDisputes();
    const paymentId = await shop.pay('4242424242424242', byCard('4000000000000127'));
    const { send } = shop.dependencies;
    shop.dependencies.send = async (request, options) =>
      request.url.endsWith('/void')
        ? { kind: 'unknown', reason: 'timeout' }
        : send(request, options);
    await shop.ask('payments.cancel-post-capture', { params: { payment_id: paymentId }, body: {} });
    await shop.ask('incoming-webhooks.receive', lost(shop, paymentId, 4_000));
    await shop.pass(600);
    await shop.ask('payments.sync-post-capture-cancel', { params: { payment_id: paymentId } });
    expect(shop.stored(paymentId)).toMatchObject({
      postCaptureVoid: { status: 'failed' },
      refundableMinor: 6_000,
      disputedMinor: 4_000,
    });
  });
});
