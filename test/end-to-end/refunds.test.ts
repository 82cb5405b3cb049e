import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

const live = aRunningSwitch({ merchant: {}, webhooks: {} });

const pay = async (number?: string) => {
  const { key } = live.merchant;
  const paid = await live.running.call('POST', '/payments', { key, body: aSale(number) });
  return textAt(successful(paid), 'payment_id');
};
const refund = (body: object) =>
  live.running.call('POST', '/refunds', { key: live.merchant.key, body });
const retrieve = (id: string, query: Record<string, string> = {}) =>
  live.running.call('GET', `/refunds/${id}`, { key: live.merchant.key, query });

const eventOf = (id: string) =>
  eventually(() => {
    const all = live.receiver.received(live.webhookPath).map(({ event }) => Object(event));
    const found = all.find(({ content }) => content.object.refund_id === id);
    if (!found) throw new Error(`No event of ${id} yet.`);
    return found;
  });

describe('a merchant gives money back', () => {
  it('a merchant sees its refund in the answer, at the processor and in a webhook', async () => {
    const payment_id = await pay();
    const made = await refund({ payment_id, amount: 4_000, reason: 'returned' });
    expect(made).toMatchObject({
      status: 200,
      body: { payment_id, amount: 4_000, currency: 'USD', status: 'succeeded', reason: 'returned' },
    });
    const id = textAt(made, 'refund_id');
    expect((await retrieve(id)).body).toEqual(made.body);
    const books = (await live.running.items('SANDBOX#')).find(({ pk }) =>
      pk.includes(`#PAYMENT#${payment_id}_`),
    );
    expect(books?.text).toContain(id);
    expect(await eventOf(id)).toMatchObject({
      event_type: 'refund_succeeded',
      content: { type: 'refund_details', object: made.body },
    });
  });

  it('a merchant never refunds more than the customer paid, however many requests come at once', async () => {
    const payment_id = await pay();
    const all = await Promise.all(
      Array.from({ length: 10 }, () => refund({ payment_id, amount: 3_000 })),
    );
    // Requests that met another one on the way may be asked to retry.
    const taken = all.filter(({ status }) => status === 200).length;
    expect(taken).toBeLessThanOrEqual(2);
    for (let left = 2 - taken; left > 0; left--)
      successful(await refund({ payment_id, amount: 3_000 }));
    expect(await refund({ payment_id, amount: 3_000 })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_13' } },
    });
    expect(await refund({ payment_id, amount: 540 })).toMatchObject({ status: 200 });
  });

  it('a merchant gets a failed refund when the processor refuses it, and can refund again', async () => {
    const payment_id = await pay('4000000000009235');
    for (let again = 0; again < 2; again++) {
      const made = await refund({ payment_id });
      expect(made).toMatchObject({ status: 200, body: { status: 'failed', error_code: 'DC_08' } });
      expect(await eventOf(textAt(made, 'refund_id'))).toMatchObject({
        event_type: 'refund_failed',
      });
    }
  });

  it('a merchant reads the final status of a slow refund later', async () => {
    const made = await refund({ payment_id: await pay('4000000000007726'), amount: 600 });
    expect(made.body).toMatchObject({ status: 'pending' });
    const id = textAt(made, 'refund_id');
    await eventually(async () => {
      const { body } = await retrieve(id, { force_sync: 'true' });
      if (Object(body).status !== 'succeeded') throw new Error('Still pending.');
    });
    const body = { refund_id: id };
    const synced = await live.running.call('POST', '/refunds/sync', {
      key: live.merchant.key,
      body,
    });
    expect(synced).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const noted = { key: live.merchant.key, body: { metadata: { note: 'checked' } } };
    expect(await live.running.call('POST', `/refunds/${id}`, noted)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', metadata: { note: 'checked' } },
    });
  });
});
