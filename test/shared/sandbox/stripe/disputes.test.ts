import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { atStripe } from '../../../support/processors/at-stripe.ts';

/** Longer than a dispute takes to open, and to be decided, in milliseconds. */
const soonMs = 7_000;

async function disputed(card: string) {
  const requests: HttpRequest[] = [];
  const stripe = atStripe({
    onNotification: async (request) => {
      requests.push(request);
      return undefined;
    },
  });
  const url = 'https://switch.example/webhooks/shop_1/stripe';
  const enabled = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'];
  await stripe.post('webhook_endpoints', { url, enabled_events: enabled });
  const { body } = await stripe.pay(card);
  const later = async () => {
    stripe.wait(soonMs);
    await stripe.sendNotifications();
  };
  await later();
  const events = () => requests.map((request) => JSON.parse(String(request.body)));
  const dispute = events()[0]?.data.object;
  return {
    ...stripe,
    intent: String(body.id),
    events,
    types: () => events().map(({ type }) => type),
    later,
    dispute,
    path: `disputes/${dispute?.id}`,
  };
}

it('4000000000000259 is disputed as fraud some seconds later', async () => {
  const { get, path, dispute, types, intent } = await disputed('4000000000000259');
  expect(types()).toEqual(['charge.dispute.created']);
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 6_540,
    currency: 'usd',
    reason: 'fraudulent',
    network_reason_code: '10.4',
    status: 'needs_response',
    payment_intent: intent,
  });
  expect((await get(path)).body).toEqual(dispute);
  expect((await get(`charges/${dispute.charge}`)).body.disputed).toBe(true);
});

it.each([
  ['winning_evidence', 'won', 0],
  ['losing_evidence', 'lost', 6_540],
])('a dispute with %s is %s', async (text, status, chargedBack) => {
  const { post, get, path, later, types, books } = await disputed('4000000000002685');
  const { body } = await post(path, { evidence: { uncategorized_text: text }, submit: true });
  expect(body).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text: text },
    evidence_details: { has_evidence: true, submission_count: 1 },
  });
  await later();
  expect((await get(path)).body.status).toBe(status);
  expect(types()).toEqual([
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
  ]);
  const back = (await books()).movements.filter(({ kind }) => kind === 'charged back');
  expect(back.reduce((total, { amountMinor }) => total + amountMinor, 0)).toBe(chargedBack);
});

it('a dispute that is accepted is lost, and its charge cannot be refunded', async () => {
  const { post, path, later, types, intent } = await disputed('4000000000002685');
  expect((await post(`${path}/close`)).body.status).toBe('lost');
  await later();
  expect(types()).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  expect((await post('refunds', { payment_intent: intent })).body.error.code).toBe(
    'charge_disputed',
  );
  expect((await post(path, { evidence: { uncategorized_text: 'late' } })).status).toBe(400);
});

it('an inquiry has words of its own', async () => {
  const { post, get, path, dispute, later } = await disputed('4000000000001976');
  expect(dispute.status).toBe('warning_needs_response');
  const evidence = { uncategorized_text: 'winning_evidence' };
  expect((await post(path, { evidence })).body.status).toBe('warning_under_review');
  await later();
  expect((await get(path)).body.status).toBe('warning_closed');
});

it('4000000404000079 has two disputes', async () => {
  const { events } = await disputed('4000000404000079');
  expect(events().map(({ data }) => data.object.amount)).toEqual([3_270, 3_270]);
});

it('evidence that is not submitted is kept, and does not reach the bank', async () => {
  const { post, path, types, later } = await disputed('4000000000002685');
  await post(path, { evidence: { product_description: 'A pen' }, submit: false });
  const more = { customer_name: 'Jane', uncategorized_text: 'winning_evidence' };
  const { body } = await post(path, { evidence: more, submit: false });
  expect(body).toMatchObject({
    status: 'needs_response',
    evidence: { product_description: 'A pen', customer_name: 'Jane' },
    evidence_details: { submission_count: 0 },
  });
  await later();
  expect(types()).not.toContain('charge.dispute.closed');
});

it.each([{ evidence: { colour: 'red' } }, { evidence: { receipt: 'file_none' } }])(
  'evidence %j is refused',
  async (form) => {
    const { post, path } = await disputed('4000000000002685');
    expect((await post(path, form)).status).toBe(400);
  },
);

it('a dispute is not found before it opens, or by another id', async () => {
  const { pay, get } = atStripe();
  const { body } = await pay('4000000000000259');
  for (const id of [`du_${body.id.slice(3)}0`, 'du_none']) {
    expect((await get(`disputes/${id}`)).status).toBe(404);
  }
});

it('the disputes of a Stripe key are listed by pages, newest first, within a span of time', async () => {
  const { get, pay, wait, dispute: first } = await disputed('4000000000002685');
  await pay('4000000000002685');
  wait(soonMs);
  const list = async (form: object) => (await get('disputes', { ...form })).body;
  const all = await list({});
  expect(all).toMatchObject({ object: 'list', url: '/v1/disputes', has_more: false });
  expect(all.data).toHaveLength(2);
  expect(all.data[1]).toEqual(first);
  const newest = all.data[0];
  expect(await list({ limit: 1 })).toMatchObject({ data: [newest], has_more: true });
  const rest = await list({ limit: 1, starting_after: newest.id });
  expect(rest).toMatchObject({ data: [first], has_more: false });

  const { created } = first;
  expect((await list({ created: { gte: created, lte: created } })).data).toEqual([first]);
  expect((await list({ created: { gt: created } })).data).toEqual([newest]);
  expect((await list({ created: { lt: created } })).data).toEqual([]);
  const { status, body } = await get('disputes', { starting_after: 'du_nobody' });
  expect([status, body.error.param]).toEqual([400, 'starting_after']);
  expect((await get('disputes', {}, { key: 'sk_test_another' })).body.data).toEqual([]);
});

it('a dispute of Stripe is listed only once it has opened', async () => {
  const { get, pay, wait } = atStripe();
  await pay('4000000000002685');
  expect((await get('disputes')).body.data).toEqual([]);
  wait(soonMs);
  expect((await get('disputes')).body.data).toHaveLength(1);
});
