import type { Item } from '#platform/table/table.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

const webhook_details = {
  webhook_url: 'https://shop.example/webhooks',
  payment_created_enabled: true,
};

/** A shop whose payments make events, for its `webhook_url` and one further endpoint. */
async function shopWithEvents() {
  const world = await switchWithLists();
  const { id: merchant_id, profileId: profile_id } = world.merchant;
  const params = { merchant_id };
  const profile = { params: { account_id: merchant_id, profile_id }, body: { webhook_details } };
  await world.good('profiles.update', profile);
  const body = { profile_id, url: 'https://books.example/webhooks' };
  const { endpoint_id } = await world.good('webhook-endpoints.create', { params, body });
  return { ...world, params, endpoint: { params: { ...params, endpoint_id } } };
}

/** The stream's reader makes the events of all that is stored, as an earlier version did on request. */
async function publish({ shop, memory }: ListedShop): Promise<void> {
  const publishOne = publishEvents(shop.services);
  for (const after of memory.items()) {
    if (/^(PAYMENT|REFUND#.+)$/.test(String(after.sk)))
      await publishOne({ before: undefined, after });
  }
}

const eventsOf = async (world: Awaited<ReturnType<typeof shopWithEvents>>, body: object) =>
  (await world.list('events.list', { params: world.params, body })).events;

const pointersIn = (items: readonly Item[]) =>
  items.filter(({ pk }) => pk.includes('#LIST#events#UNDER#object#'));

describe('the events of one object', () => {
  it("a payment's and a refund's events are found by its id, those of a deleted endpoint too", async () => {
    const world = await shopWithEvents();
    const { profileId } = world.merchant;
    const payment_id = await world.pay();
    await world.pay();
    const { refund_id } = await world.good('refunds.create', { body: { payment_id, amount: 500 } });
    await publish(world);
    const types = async (object_id: string) =>
      (await eventsOf(world, { object_id })).map(
        ({ event_type }: { event_type: string }) => event_type,
      );
    const paid = ['payment_created', 'payment_succeeded', 'payment_succeeded'];
    expect((await types(payment_id)).sort()).toEqual(paid);
    expect(await types(String(refund_id))).toEqual(['refund_succeeded', 'refund_succeeded']);
    expect(await types('nothing')).toEqual([]);
    expect(await eventsOf(world, { object_id: payment_id, is_delivered: true })).toEqual([]);
    expect(await eventsOf(world, { object_id: payment_id, profile_id: profileId })).toHaveLength(3);
    await world.good('webhook-endpoints.delete', world.endpoint);
    expect((await types(payment_id)).sort()).toEqual(paid);
  });

  it("an event for a profile's `webhook_url` is found without a pointer, one for an endpoint by its pointer", async () => {
    const world = await shopWithEvents();
    await world.pay();
    await publish(world);
    await world.catchUp();
    const stored = world.memory.items().filter(({ sk }) => sk === 'EVENT');
    expect(stored.filter(({ endpointId }) => endpointId === undefined)).toHaveLength(2);
    expect(pointersIn(world.memory.items())).toHaveLength(
      stored.filter(({ endpointId }) => endpointId !== undefined).length,
    );
  });
});
