import { payoutCards, toBank, toCard } from '../support/entities/a-payout.ts';
import { operationAt, unpublishedIn } from '../support/requests/published-answers.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { newId, newSecret, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {}, webhooks: {} });
beforeAll(async () => {
  successful(
    await live.running.call('POST', `/account/${live.merchant.id}/connectors`, {
      key: live.merchant.key,
      body: {
        connector_type: 'payout_processor',
        connector_name: 'adyen_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
      },
    }),
  );
});

/** Asks, and holds the answer against the published structure. */
async function ask(method: 'GET' | 'POST' | 'PUT', at: string, given: object = {}) {
  const answer = await live.running.call(method, at, { key: live.merchant.key, ...given });
  const operation = operationAt(method, at);
  if (!operation) throw new Error(`${method} ${at} is no route.`);
  if (answer.status === 200) expect(unpublishedIn(operation, answer.body)).toEqual([]);
  return answer;
}

const create = (request: object) =>
  ask('POST', '/payouts/create', {
    body: { amount: 6_540, currency: 'USD', customer_id: newId('cus'), ...request },
  });

const numberAt = (body: unknown, ...path: readonly string[]) =>
  Number(path.reduce((value, name) => Object(value)[name], body));

const eventOf = (id: string) =>
  eventually(() => {
    const all = live.receiver.received(live.webhookPath).map(({ event }) => Object(event));
    const found = all.find(({ content }) => content.object.payout_id === id);
    if (!found) throw new Error(`No event of ${id} yet.`);
    return found;
  });

/** The amounts that the processor has paid for a payout, in minor units. */
async function paidOut(id: string): Promise<readonly number[]> {
  const items = await live.running.items('SANDBOX#');
  const found = items.find(({ pk }) => pk.includes(`#PAYOUT#${id}_`));
  const movements: { kind: string; amountMinor: number }[] = Object(found?.value).movements ?? [];
  return movements.filter(({ kind }) => kind === 'paid out').map((one) => one.amountMinor);
}

describe('a merchant pays money out', () => {
  it('a merchant pays out in three steps, and sees the payout in the answers, at the processor and in a webhook', async () => {
    const made = await create(toBank());
    expect(made).toMatchObject({ status: 200, body: { status: 'requires_confirmation' } });
    const id = textAt(made, 'payout_id');
    const confirmed = await ask('POST', `/payouts/${id}/confirm`, { body: {} });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'requires_fulfillment' } });
    expect(await paidOut(id)).toEqual([]);
    const paid = await ask('POST', `/payouts/${id}/fulfill`, { body: { payout_id: id } });
    expect(paid).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await paidOut(id)).toEqual([6_540]);
    expect((await ask('GET', `/payouts/${id}`)).body).toEqual(paid.body);
    expect(await eventOf(id)).toMatchObject({
      event_type: 'payout_success',
      content: { type: 'payout_details', object: paid.body },
    });
    const again = await ask('POST', `/payouts/${id}/fulfill`, { body: {} });
    expect(again).toMatchObject({ status: 422, body: { error: { code: 'IR_06' } } });
  });

  it('a merchant pays out once, however many requests come at the same time', async () => {
    const id = textAt(await create({ ...toCard(), confirm: true }), 'payout_id');
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST', `/payouts/${id}/fulfill`, { body: {} })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await paidOut(id)).toEqual([6_540]);
  });

  it('a merchant pays out to an attached card once the payee confirms', async () => {
    const made = await create({ ...toCard(payoutCards.later), auto_fulfill: true });
    const id = textAt(made, 'payout_id');
    const changed = await ask('PUT', `/payouts/${id}`, { body: { description: 'October' } });
    expect(changed).toMatchObject({ status: 200, body: { description: 'October' } });
    const confirmed = await ask('POST', `/payouts/${id}/confirm`, {
      key: live.merchant.publishableKey,
      body: { client_secret: textAt(made, 'client_secret') },
    });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'pending' } });
    // The processor's webhook reports it some seconds later.
    expect(await eventOf(id)).toMatchObject({ event_type: 'payout_success' });
    const stored = await live.running.items(`MERCHANT#${live.merchant.id}#PAYOUT#${id}`);
    expect(JSON.stringify(stored)).not.toContain(payoutCards.later);
  });

  it('a merchant cancels a payout before it is paid', async () => {
    const id = textAt(await create({ ...toCard(), confirm: true }), 'payout_id');
    const cancelled = await ask('POST', `/payouts/${id}/cancel`, { body: { payout_id: id } });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await eventOf(id)).toMatchObject({ event_type: 'payout_cancelled' });
    expect(await paidOut(id)).toEqual([]);
  });

  it('a merchant finds its payout on the lists of payouts', async () => {
    const id = textAt(await create({ customer_id: 'cus_of_list' }), 'payout_id');
    await eventually(async () => {
      const query = { customer_id: 'cus_of_list' };
      const listed = await ask('GET', '/payouts/list', { query });
      expect(listed).toMatchObject({ status: 200, body: { size: 1, data: [{ payout_id: id }] } });
      const filtered = await ask('POST', '/payouts/list', { body: { payout_id: id } });
      expect(filtered).toMatchObject({ status: 200, body: { total_count: 1 } });
    });
    const near = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const range = { start_time: near(-5), end_time: near(5) };
    await eventually(async () => {
      const counted = await ask('GET', '/payouts/aggregate', { query: range });
      expect(counted.status).toBe(200);
      for (const status of ['success', 'cancelled', 'requires_confirmation']) {
        const body = { ...range, status: [status] };
        const listed = await ask('POST', '/payouts/list', { body });
        expect([status, numberAt(counted.body, 'status_with_count', status)]).toEqual([
          status,
          numberAt(listed.body, 'total_count'),
        ]);
      }
    });
  });
});
