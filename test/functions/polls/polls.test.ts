import { authenticationPollId } from '#switch/polls/poll-store.ts';
import { aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const body = { amount: 600, currency: 'EUR', session_expiry: 7_200 };
  const { payment_id, client_secret } = (
    await world.ask('payments.create', { key: merchant.key, body })
  ).body;
  const id = authenticationPollId(payment_id);
  const { polls } = world.services;
  return {
    ...world,
    merchant,
    id,
    set: (status: 'pending' | 'completed') =>
      polls.set({ id, merchantId: merchant.id, status }, world.dependencies.clock.now),
    pass(seconds: number) {
      world.dependencies.clock.now = new Date(
        world.dependencies.clock.now.getTime() + seconds * 1_000,
      );
    },
    poll: (poll_id = id, secret: string = client_secret) =>
      world.ask('polls.retrieve', {
        key: merchant.publishableKey,
        params: { poll_id },
        query: { client_secret: secret },
      }),
  };
}

const missing = {
  status: 404,
  body: { error: expect.objectContaining({ message: 'Poll does not exist in our records' }) },
};

describe('a poll', () => {
  it('a poll is pending until it is completed, and never again after that', async () => {
    const { id, set, poll } = await aWorld();
    expect(await poll()).toMatchObject(missing);
    await set('pending');
    expect(await poll()).toMatchObject({ status: 200, body: { poll_id: id, status: 'pending' } });
    await set('completed');
    expect((await poll()).body).toEqual({ poll_id: id, status: 'completed' });
    await set('pending');
    expect((await poll()).body).toEqual({ poll_id: id, status: 'completed' });
  });

  it('a poll exists for a quarter of an hour', async () => {
    const { set, poll, pass } = await aWorld();
    await set('pending');
    pass(899);
    expect((await poll()).status).toBe(200);
    pass(1);
    expect(await poll()).toMatchObject(missing);
    await set('completed');
    expect((await poll()).status).toBe(200);
  });

  it('a poll requires no client_secret', async () => {
    const { ask, set, merchant, id } = await aWorld();
    await set('pending');
    const asked = { key: merchant.publishableKey, params: { poll_id: id } };
    expect(await ask('polls.retrieve', asked)).toMatchObject({
      status: 200,
      body: { poll_id: id, status: 'pending' },
    });
  });

  it('a poll answers neither another payment nor another merchant', async () => {
    const { ask, set, poll, merchant, id } = await aWorld();
    await set('pending');
    const body = { amount: 600, currency: 'EUR' };
    const another = (await ask('payments.create', { key: merchant.key, body })).body;
    expect((await poll(id, another.client_secret)).body.error).toMatchObject({ code: 'IR_09' });
    expect(await poll('external_authentication_pay_unknown')).toMatchObject(missing);
    expect(await poll('something_else')).toMatchObject(missing);
  });
});
