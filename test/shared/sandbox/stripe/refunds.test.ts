import { settlingMs } from '#sandbox/ledger.ts';
import { atStripe } from '../../../support/processors/at-stripe.ts';

const good = '4242424242424242';

async function paid(card = good) {
  const stripe = atStripe();
  const { body } = await stripe.pay(card);
  return {
    ...stripe,
    intent: String(body.id),
    charge: String(body.latest_charge),
    refund: (form: object = {}) => stripe.post('refunds', { payment_intent: body.id, ...form }),
  };
}

it('a refund gives back all that was captured, and repeats its metadata', async () => {
  const { refund, get, intent, charge, books } = await paid();
  const metadata = { order_id: 'ref_1', is_refund_id_as_reference: 'true' };
  const { body } = await refund({ metadata });
  expect(body).toMatchObject({
    id: expect.stringMatching(/^re_\w{28}$/),
    object: 'refund',
    amount: 6_540,
    status: 'succeeded',
    payment_intent: intent,
    charge,
    metadata,
  });
  expect((await get(`refunds/${body.id}`)).body).toEqual(body);
  expect((await get(`charges/${charge}`)).body).toMatchObject({
    refunded: true,
    amount_refunded: 6_540,
  });
  expect((await books()).refundedMinor).toBe(6_540);
});

it('a refund is answered as it stands when an empty form is sent to it', async () => {
  const { refund, post } = await paid();
  const { body } = await refund({ amount: 40 });
  expect((await post(`refunds/${body.id}`)).body).toEqual(body);
  const noted = await post(`refunds/${body.id}`, { metadata: { note: 'late' } });
  expect(noted.body.metadata).toEqual({ note: 'late' });
});

it('the refunds of a payment are listed, the newest first', async () => {
  const { refund, get, intent } = await paid();
  for (const amount of [10, 20, 30]) await refund({ amount });
  const list = (limit: number, more = {}) =>
    get('refunds', { payment_intent: intent, limit, ...more });
  const amounts = ({ body }: Awaited<ReturnType<typeof list>>) =>
    body.data.map(({ amount }: { amount: number }) => amount);
  const [all, two] = [await list(100), await list(2)];
  expect([amounts(all), all.body.has_more]).toEqual([[30, 20, 10], false]);
  expect([amounts(two), two.body.has_more]).toEqual([[30, 20], true]);
  const rest = await list(2, { starting_after: two.body.data[1].id });
  expect([amounts(rest), rest.body.has_more]).toEqual([[10], false]);
  expect((await list(2, { starting_after: 're_gone' })).status).toBe(400);
  expect((await get('refunds', { payment_intent: 'pi_gone' })).status).toBe(400);
});

it('a charge can be refunded by its own id', async () => {
  const { post, charge, books } = await paid();
  expect((await post('refunds', { charge, amount: 40 })).body.charge).toBe(charge);
  expect((await books()).refundedMinor).toBe(40);
});

it('ten refunds at once never give back more than was captured', async () => {
  const { refund, books } = await paid();
  const all = await Promise.all(Array.from({ length: 10 }, () => refund({ amount: 2_000 })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const { status, body } of all.filter((one) => one.status !== 200)) {
    expect([status, body.error.type, body.error.param]).toEqual([
      400,
      'invalid_request_error',
      'amount',
    ]);
  }
  expect((await books()).refundedMinor).toBe(6_000);
});

it('simultaneous captures and refunds never move more than was authorized', async () => {
  const { pay, post, books } = atStripe();
  const { body } = await pay(good, { capture_method: 'manual' });
  const capture = () => post(`payment_intents/${body.id}/capture`, { amount_to_capture: 5_000 });
  const refund = () => post('refunds', { payment_intent: body.id, amount: 3_000 });
  await Promise.all([capture(), refund(), capture(), refund(), refund(), capture()]);
  await Promise.all([refund(), refund()]);
  const { capturedMinor, refundedMinor } = await books();
  expect([capturedMinor, refundedMinor]).toEqual([5_000, 3_000]);
});

it('a payment that was refunded is refused another refund', async () => {
  const { refund } = await paid();
  await refund();
  expect(await refund()).toMatchObject({
    status: 400,
    body: { error: { code: 'charge_already_refunded' } },
  });
});

it('a payment of which nothing was captured is refused a refund', async () => {
  const { pay, post } = atStripe();
  const { body } = await pay(good, { capture_method: 'manual' });
  expect((await post('refunds', { payment_intent: body.id })).status).toBe(400);
});

it.each([
  ['4000000000007726', 'succeeded', 40],
  ['4000000000005126', 'failed', 0],
])('%s: a refund is pending at first, and %s some seconds later', async (card, status, minor) => {
  const { refund, get, wait, books } = await paid(card);
  const { body } = await refund({ amount: 40 });
  expect(body.status).toBe('pending');
  wait(settlingMs);
  expect((await get(`refunds/${body.id}`)).body.status).toBe(status);
  expect((await books()).refundedMinor).toBe(minor);
});

it.each(['re_none', 're_0000000000000000000000000000'])('a refund %s is not found', async (id) => {
  const { get, post } = await paid();
  for (const answer of [await get(`refunds/${id}`), await post(`refunds/${id}`)]) {
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
  }
});

it('a refund of an unknown payment is refused', async () => {
  const { post } = atStripe();
  expect(await post('refunds', { payment_intent: 'pi_gone' })).toMatchObject({
    status: 400,
    body: { error: { code: 'resource_missing', param: 'payment_intent' } },
  });
});

it('refunds with more metadata than a payment can hold are refused, and move nothing', async () => {
  const { refund, books } = await paid();
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`name_${index}`, 'x'.repeat(500)]),
  );
  let taken = 0;
  for (;;) {
    const { status, body } = await refund({ amount: 1, metadata });
    if (status !== 200) {
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
      break;
    }
    taken += 1;
  }
  expect(taken).toBeGreaterThan(0);
  expect((await books()).refundedMinor).toBe(taken);
});
