import { atStripe, byCard } from '../../../support/processors/at-stripe.ts';

const good = '4242424242424242';
const asked = { idempotencyKey: 'attempt-1' };

describe('a request with an idempotency key', () => {
  it('a Stripe request with an idempotency key gets the same answer again, and charges once', async () => {
    const { pay, books } = atStripe();
    const first = await pay(good, {}, asked);
    const again = await pay(good, {}, asked);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
      undefined,
      'true',
    ]);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('a Stripe request with an idempotency key gets the same decline again', async () => {
    const { pay, ledger } = atStripe();
    const first = await pay('4000000000009995', {}, asked);
    expect(await pay('4000000000009995', {}, asked)).toMatchObject({
      status: 402,
      body: first.body,
    });
    expect(await ledger()).toHaveLength(1);
  });

  it('a Stripe request with an idempotency key charges once when it is sent ten times at once', async () => {
    const { pay, books } = atStripe();
    const all = await Promise.all(Array.from({ length: 10 }, () => pay(good, {}, asked)));
    for (const { status, body } of all.filter((one) => one.status !== 200)) {
      expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use']);
    }
    expect(all.some(({ status }) => status === 200)).toBe(true);
    expect((await books()).chargedTimes).toBe(1);
    expect((await pay(good, {}, asked)).status).toBe(200);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('a Stripe request with an idempotency key is refused with other parameters, and charges nothing', async () => {
    const { pay, books } = atStripe();
    await pay(good, {}, asked);
    expect(await pay(good, { amount: 7_000 }, asked)).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error' } },
    });
    expect(await books()).toMatchObject({ chargedTimes: 1, capturedMinor: 6_540 });
  });

  it('a Stripe request with an idempotency key is refused at another path', async () => {
    const { pay, post } = atStripe();
    const { body } = await pay(good, {}, asked);
    expect((await post(`payment_intents/${body.id}/cancel`, {}, asked)).body.error.type).toBe(
      'idempotency_error',
    );
  });

  it('a refused Stripe request may be sent again, corrected, under its idempotency key', async () => {
    const { pay, books } = atStripe();
    expect((await pay(good, { amount: 1 }, asked)).status).toBe(400);
    expect((await pay(good, {}, asked)).status).toBe(200);
    expect((await books()).chargedTimes).toBe(1);
  });

  it("a Stripe request's idempotency key has no effect for another API key", async () => {
    const { pay, ledger } = atStripe();
    await pay(good, {}, asked);
    await pay(good, { amount: 7_000 }, { ...asked, key: 'sk_test_another' });
    expect(await ledger()).toHaveLength(2);
  });

  it('a Stripe request with an idempotency key captures and refunds once', async () => {
    const { pay, post, books } = atStripe();
    const { body } = await pay(good, { capture_method: 'manual' });
    const refund = { payment_intent: body.id, amount: 1_000 };
    for (let round = 0; round < 3; round++) {
      const key = { idempotencyKey: 'capture-1' };
      const capture = await post(`payment_intents/${body.id}/capture`, {}, key);
      expect(capture.body.amount_received).toBe(6_540);
      const made = await post('refunds', refund, { idempotencyKey: 'refund-1' });
      expect(made.body.amount).toBe(1_000);
    }
    expect(await books()).toMatchObject({ capturedMinor: 6_540, refundedMinor: 1_000 });
  });

  it('a Stripe request with an idempotency key runs again after its function died, and charges once all the same', async () => {
    const { pay, port, wait, books } = atStripe();
    const { body } = await pay(good, {}, asked);
    const item = port.items().find(({ pk }) => pk.includes('#IDEMPOTENCY#'));
    if (!item) throw new Error('No answer is stored.');
    const { status: _, body: __, ...died } = item;
    await port.put(died, { version: Number(item.version) });
    expect((await pay(good, {}, asked)).status).toBe(409);
    wait(30_000);
    expect((await pay(good, {}, asked)).body.id).toBe(body.id);
    expect((await books()).chargedTimes).toBe(1);
  });

  it('a Stripe request with an idempotency key leaves no card number in the table', async () => {
    const { post, port } = atStripe();
    await post('payment_intents', byCard(good), asked);
    expect(JSON.stringify(port.items())).not.toContain(good);
  });
});
