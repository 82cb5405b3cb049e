import { atStripe } from '../../../support/processors/at-stripe.ts';
import { loadStripeDescription } from '../../../support/processors/stripe-description.ts';

/**
 * Every answer that the suites of this folder get is held against Stripe's public description; here
 * are the answers that no other suite looks at, and the proof that a wrong one is noticed.
 */
const description = loadStripeDescription();
const compared = description ? describe : describe.skip;

compared('Stripe’s public description, where it is beside this checkout,', () => {
  it('a published answer of the sandbox exists for each query about a payment', async () => {
    const { pay, post, get, wait } = atStripe();
    const expand = { expand: ['latest_charge'] };
    const { body } = await pay('4000000000000259', expand);
    await get(`payment_intents/${body.id}`, expand);
    await get(`charges/${body.latest_charge.id}`);
    await post('refunds', { payment_intent: body.id, amount: 40 });
    wait(10_000);
    await get(`disputes/du_${body.id.slice(3)}0`);
  });

  it('a published answer with a wrong or missing member is not accepted', async () => {
    const { pay } = atStripe();
    const { body } = await pay('4242424242424242', { expand: ['latest_charge'] });
    const problemOf = (answer: object, status = 200) =>
      description?.problemOf('POST', '/v1/payment_intents', status, answer);
    const { status: _, ...without } = body;
    expect(problemOf(body)).toBeUndefined();
    expect(problemOf(without)).toMatch(/status/);
    expect(problemOf({ ...body, status: 'paid' })).toMatch(/status/);
    const charge = { ...body.latest_charge, amount: '6540' };
    expect(problemOf({ ...body, latest_charge: charge })).toMatch(/latest_charge/);
    expect(problemOf({ error: { type: 'unheard_of' } }, 400)).toMatch(/type/);
  });
});

it('a search finds the payments of an order, and asks nothing else', async () => {
  const { pay, get } = atStripe();
  const search = (query: string) =>
    get('payment_intents/search', { query }, { isUndescribed: true });
  await pay('4242424242424242', { metadata: { order_id: 'pay_1_1' } });
  await pay('4000000000000002', { metadata: { order_id: 'pay_1_1' } });
  await pay('4242424242424242', { metadata: { order_id: 'pay_2_1' } });
  const { body } = await search('metadata["order_id"]:"pay_1_1"');
  const statuses = body.data.map(({ status }: { status: string }) => status);
  expect(statuses.sort()).toEqual(['requires_payment_method', 'succeeded']);
  expect((await search("metadata['order_id']:'pay_3_1'")).body.data).toEqual([]);
  expect((await search("status:'succeeded'")).status).toBe(400);
});
