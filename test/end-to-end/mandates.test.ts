import { loadStructure } from '../support/documents/structure.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newId, successful } from '../support/switch/merchant.ts';
import { type Answer, textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({
  merchant: { connectors: ['stripe_test', 'adyen_test'] },
  webhooks: { payment_statuses_enabled: [], refund_statuses_enabled: [] },
});

const ask = (method: 'GET' | 'POST', route: string, more: object = {}) =>
  live.running.call(method, route, { key: live.merchant.key, ...more });
const pay = (body: object) => ask('POST', '/payments', { body });

const published = (answer: Answer, method: string, route: string) => {
  const validate = loadStructure()?.answer(method, route);
  if (validate && !validate(answer.body)) throw new Error(JSON.stringify(validate.errors));
};

async function consented(mandateType: object, more: object = {}) {
  const customerId = newId('cus');
  const answer = successful(
    await pay({
      ...aSale(),
      customer_id: customerId,
      setup_future_usage: 'off_session',
      mandate_data: {
        customer_acceptance: {
          acceptance_type: 'online',
          online: { ip_address: '203.0.113.9', user_agent: 'Mozilla/5.0' },
        },
        mandate_type: mandateType,
      },
      ...more,
    }),
  );
  const mandateId = textAt(answer, 'mandate_id');
  const charge = (amount: number) =>
    pay({
      amount,
      currency: 'USD',
      confirm: true,
      customer_id: customerId,
      off_session: true,
      recurring_details: { type: 'mandate_id', data: mandateId },
    });
  return { answer, customerId, mandateId, charge };
}

const eventOf = (id: string, type: string) =>
  eventually(() => {
    const all = live.receiver.received(live.webhookPath).map(({ event }) => Object(event));
    const found = all.find(
      ({ content, event_type }) => event_type === type && content.object.mandate_id === id,
    );
    if (!found) throw new Error(`No ${type} of ${id} yet.`);
    return found;
  });

it('a customer agrees to be charged, is charged, and takes it back', async () => {
  const { mandateId, customerId, charge } = await consented({
    multi_use: { amount: 10_000, currency: 'USD' },
  });
  const made = successful(await ask('GET', `/mandates/${mandateId}`));
  published(made, 'get', '/mandates/{mandate_id}');
  expect(made.body).toMatchObject({
    mandate_id: mandateId,
    status: 'active',
    card: { last4_digits: '4242', card_token: expect.any(String) },
    customer_acceptance: { acceptance_type: 'online', online: { ip_address: '203.0.113.9' } },
  });
  const heard = await eventOf(mandateId, 'mandate_active');
  expect(heard.content).toEqual({ type: 'mandate_details', object: made.body });

  expect((await charge(4_000)).body).toMatchObject({
    status: 'succeeded',
    mandate_id: mandateId,
    amount_received: 4_000,
  });
  const ofCustomer = successful(await ask('GET', `/customers/${customerId}/mandates`));
  published(ofCustomer, 'get', '/customers/{customer_id}/mandates');
  expect(ofCustomer.body).toEqual([made.body]);
  await eventually(async () => {
    const { body } = await ask('GET', '/mandates/list', { query: { mandate_status: 'active' } });
    expect(body).toEqual(expect.arrayContaining([made.body]));
  });

  const revoked = successful(await ask('POST', `/mandates/revoke/${mandateId}`));
  published(revoked, 'post', '/mandates/revoke/{mandate_id}');
  expect(revoked.body).toMatchObject({ mandate_id: mandateId, status: 'revoked' });
  expect(await charge(100)).toMatchObject({
    status: 400,
    body: { error: { code: 'IR_16', message: 'mandate is not active' } },
  });
  expect(await eventOf(mandateId, 'mandate_revoked')).toMatchObject({
    content: { object: { status: 'revoked' } },
  });
});

it("a mandate is never charged above the customer's agreed limit, however many charges come at once", async () => {
  const { charge } = await consented({ multi_use: { amount: 10_000, currency: 'USD' } });
  const all = await Promise.all(Array.from({ length: 10 }, () => charge(3_000)));
  // Requests that met another one on the way may be asked to retry.
  const taken = all.filter(({ status }) => status === 200).length;
  expect(taken).toBeLessThanOrEqual(3);
  for (let left = 3 - taken; left > 0; left--) successful(await charge(3_000));
  expect(await charge(3_000)).toMatchObject({
    status: 400,
    body: { error: { code: 'HE_03', reason: 'request amount is greater than mandate amount' } },
  });
  expect((await charge(1_000)).body).toMatchObject({ status: 'succeeded' });
});

it('a single-use mandate is charged once', async () => {
  const { charge, mandateId } = await consented({ single_use: { amount: 9_000, currency: 'USD' } });
  const all = await Promise.all(Array.from({ length: 5 }, () => charge(3_000)));
  const succeeded = all.filter(({ status }) => status === 200);
  expect(succeeded.length).toBeLessThanOrEqual(1);
  if (succeeded.length === 0) successful(await charge(3_000));
  expect((await ask('GET', `/mandates/${mandateId}`)).body).toMatchObject({ status: 'revoked' });
  expect((await charge(3_000)).status).toBe(400);
});

it('a card is verified without being charged, and charged later', async () => {
  const { answer, charge } = await consented(
    { multi_use: null },
    { amount: 0, payment_type: 'setup_mandate', connector: ['adyen_test'] },
  );
  expect(answer.body).toMatchObject({ status: 'succeeded', amount_received: 0 });
  const moved = (await live.running.items('SANDBOX#')).find(({ pk }) =>
    pk.includes(`#PAYMENT#${textAt(answer, 'payment_id')}_`),
  );
  expect(moved?.value).toMatchObject({ movements: [] });
  expect((await charge(500)).body).toMatchObject({ status: 'succeeded', connector: 'adyen_test' });
});
