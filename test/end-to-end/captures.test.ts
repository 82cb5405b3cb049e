import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, cardData, createMerchant, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {}, webhooks: {} });

const post = (payment: string, operation: string, body: object = {}, key = live.merchant.key) =>
  live.running.call('POST', `/payments/${payment}${operation}`, { key, body });
const shown = async (payment: string, query: Readonly<Record<string, string>> = {}) =>
  successful(
    await live.running.call('GET', `/payments/${payment}`, { key: live.merchant.key, query }),
  ).body;
const paid = async (more: object = {}, key = live.merchant.key) =>
  textAt(
    successful(
      await live.running.call('POST', '/payments', { key, body: { ...aSale(), ...more } }),
    ),
    'payment_id',
  );
const held = { capture_method: 'manual' };
const severally = { capture_method: 'manual_multiple' };

/** A merchant's webhooks about a payment, once there are so many, in the order of events. */
const heard = (payment: string, count: number) =>
  eventually(() => {
    const all = live.receiver
      .received(live.webhookPath)
      .map(({ event }) => Object(event))
      .filter(({ content }) => content.object.payment_id === payment);
    // A webhook that arrives twice is the same one.
    const events = new Map(all.map((event) => [event.event_id, event]));
    if (events.size < count) throw new Error(`${events.size} of ${count} webhooks came.`);
    return [...events.values()]
      .sort((one, other) => one.timestamp.localeCompare(other.timestamp))
      .map(({ event_type, content: { object } }) => [event_type, object.amount_received]);
  });

describe('an uncaptured payment', () => {
  it('a payment awaiting capture is captured as a whole, and its merchant gets the webhook', async () => {
    const payment = await paid(held);
    expect(await post(payment, '/capture')).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount_received: 6540, amount_capturable: 0 },
    });
    expect(await shown(payment)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
    expect(await heard(payment, 2)).toEqual([
      ['payment_authorized', null],
      ['payment_succeeded', 6540],
    ]);
  });

  it('a payment awaiting capture is captured in part, and the rest is released', async () => {
    const payment = await paid(held);
    expect(await post(payment, '/capture', { amount_to_capture: 1500 })).toMatchObject({
      status: 200,
      body: { status: 'partially_captured', amount: 6540, amount_received: 1500 },
    });
    expect(await post(payment, '/capture', { amount_to_capture: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_14' } },
    });
    expect(await heard(payment, 2)).toEqual([
      ['payment_authorized', null],
      ['payment_captured', 1500],
    ]);
  });

  it('a payment awaiting capture is captured in several parts', async () => {
    const payment = await paid(severally);
    const capture = (amount_to_capture: number) => post(payment, '/capture', { amount_to_capture });
    expect(await capture(2000)).toMatchObject({
      body: { status: 'partially_captured_and_capturable', amount_capturable: 4540 },
    });
    expect(await capture(5000)).toMatchObject({
      status: 422,
      body: { error: { code: 'IR_06', message: 'amount_to_capture is greater than amount' } },
    });
    expect(await capture(4540)).toMatchObject({
      body: { status: 'succeeded', amount_received: 6540 },
    });
    expect(await shown(payment, { expand_captures: 'true' })).toMatchObject({
      captures: [
        { capture_id: `${payment}_1_1`, status: 'charged', amount: 2000 },
        { capture_id: `${payment}_1_2`, status: 'charged', amount: 4540 },
      ],
    });
    expect(await heard(payment, 3)).toEqual([
      ['payment_authorized', null],
      ['payment_captured', 2000],
      ['payment_succeeded', 6540],
    ]);
  });

  it('a payment with many captures shows them all', async () => {
    const payment = await paid(severally);
    for (let count = 0; count < 7; count++) {
      successful(await post(payment, '/capture', { amount_to_capture: 100 }));
    }
    const { captures, amount_received } = Object(await shown(payment, { expand_captures: 'true' }));
    expect(amount_received).toBe(700);
    expect(captures).toHaveLength(7);
  });

  it('a payment awaiting capture is captured once when twenty requests come at the same time', async () => {
    const payment = await paid(held);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(payment, '/capture')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await shown(payment)).toMatchObject({ amount_received: 6540 });
  });
});

describe('a cancelled payment', () => {
  it('an unwanted payment is cancelled before a connector was asked', async () => {
    const payment = await paid({ confirm: false });
    expect(await post(payment, '/cancel', { cancellation_reason: 'abandoned' })).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancellation_reason: 'abandoned' },
    });
    expect(await heard(payment, 1)).toEqual([['payment_cancelled', null]]);
  });

  it('an unwanted payment is voided at its processor, once', async () => {
    const payment = await paid(held);
    expect(await post(payment, '/cancel')).toMatchObject({
      body: { status: 'cancelled', amount_capturable: 0, amount_received: null },
    });
    expect(await post(payment, '/cancel')).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'IR_16',
          message: 'You cannot cancel this payment because it has status cancelled',
        },
      },
    });
    expect(await heard(payment, 2)).toEqual([
      ['payment_authorized', null],
      ['payment_cancelled', null],
    ]);
  });

  it('an unwanted payment keeps the part that was captured before', async () => {
    const payment = await paid(severally);
    successful(await post(payment, '/capture', { amount_to_capture: 2000 }));
    expect(await post(payment, '/cancel')).toMatchObject({
      body: { status: 'partially_captured', amount_received: 2000, amount_capturable: 0 },
    });
  });

  it('an unwanted payment is refunded after its capture', async () => {
    const payment = await paid();
    expect(await post(payment, '/cancel_post_capture')).toMatchObject({
      status: 200,
      body: {
        status: 'cancelled_post_capture',
        state_metadata: { post_capture_void: { status: 'succeeded' } },
      },
    });
    expect(await heard(payment, 2)).toEqual([
      ['payment_succeeded', 6540],
      ['payment_cancelled_post_capture', 6540],
    ]);
    const key = live.merchant.key;
    const asked = await live.running.call('GET', `/payments/${payment}/cancel_post_capture`, {
      key,
    });
    expect(asked).toMatchObject({ status: 400, body: { error: { code: 'IR_16' } } });
  });
});

describe('a void after capture', () => {
  it('a payment that its merchant updates is confirmed with the changes', async () => {
    const payment = await paid({ confirm: false });
    expect(await post(payment, '', { amount: 7000, description: 'Two pairs' })).toMatchObject({
      status: 200,
      body: { amount: 7000, description: 'Two pairs', status: 'requires_payment_method' },
    });
    expect(await post(payment, '', { confirm: true, ...cardData() })).toMatchObject({
      body: { status: 'succeeded', amount_received: 7000 },
    });
    expect(await post(payment, '', { amount: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_16' } },
    });
  });
});

describe('a payment that was declined', () => {
  const declined = cardData('4000000000000002');

  it('a declined payment is confirmed again when the profile has manual retry on', async () => {
    const { id, key, profileId } = await createMerchant(live.running);
    const body = { is_manual_retry_enabled: true };
    successful(
      await live.running.call('POST', `/account/${id}/business_profile/${profileId}`, {
        key,
        body,
      }),
    );
    const payment = await paid(declined, key);
    expect(await post(payment, '/confirm', cardData(), key)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', attempt_count: 2, error_code: null },
    });
    const query = { expand_attempts: 'true' };
    const answer = await live.running.call('GET', `/payments/${payment}`, { key, query });
    expect(answer.body).toMatchObject({
      attempts: [
        { attempt_id: `${payment}_1`, status: 'failure', error_code: 'DC_08' },
        { attempt_id: `${payment}_2`, status: 'charged' },
      ],
    });
  });

  it("a declined payment can't be confirmed again when the profile has manual retry off", async () => {
    const payment = await paid(declined);
    expect(await post(payment, '/confirm', cardData())).toMatchObject({
      status: 400,
      body: {
        error: { code: 'IR_16', message: expect.stringContaining('enable `manual_retry`') },
      },
    });
    expect(await heard(payment, 1)).toEqual([['payment_failed', null]]);
  });
});
