import fc from 'fast-check';
import { indexedHash, indexedPartition, listPartition, rowSk } from '#platform/lists/list-entry.ts';
import { eventTypesOf } from '#vocabulary/event-types.ts';
import { changedAtMs } from '#webhooks/events/event-life.ts';
import { loadStructure } from '../../support/documents/structure.ts';
import { adminKey, aMerchant } from '../../support/switch/switch-in-memory.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

interface Told {
  readonly type: string;
  readonly objectId?: string;
  readonly profileId?: string;
  readonly merchantId?: string;
  /** Whether the receiver accepted the first attempt; undefined without an attempt. */
  readonly delivered?: boolean;
}

const classOf = (type: string) =>
  type.startsWith('refund') ? ('refunds' as const) : ('payments' as const);

/** Creates events a minute apart, oldest first, and returns their identifiers. */
async function told(world: ListedShop, events: readonly Told[]): Promise<readonly string[]> {
  const { services } = world.shop;
  const made: string[] = [];
  for (const [index, event] of events.entries()) {
    const { type, merchantId = world.merchant.id, delivered } = event;
    const { objectId = 'pay_1', profileId = world.merchant.profileId } = event;
    const id = `evt_${index}`;
    const createdAt = world.dependencies.clock.now.toISOString();
    const facts = { id, merchantId, profileId, type, objectId, createdAt };
    await services.events.add({ ...facts, class: classOf(type), body: '{}' });
    if (delivered !== undefined) await tried(world, id, delivered);
    made.push(id);
    world.pass(60);
  }
  return made;
}

/** One more try at delivering an event. */
async function tried(world: ListedShop, eventId: string, delivered: boolean) {
  const { services } = world.shop;
  const place = { merchantId: world.merchant.id, eventId };
  await services.events.record(place, undefined, (delivery) => ({
    ...delivery,
    state: delivered ? 'delivered' : 'waiting',
    scheduledAttempts: delivery.scheduledAttempts + 1,
  }));
}

const five: readonly Told[] = [
  { type: 'payment_processing', delivered: true },
  { type: 'payment_succeeded', delivered: false },
  { type: 'payment_failed', objectId: 'pay_2' },
  { type: 'refund_succeeded', objectId: 'ref_1', delivered: true },
  { type: 'payment_succeeded', objectId: 'pay_2', profileId: 'pro_gone' },
];

const listed = (world: ListedShop, body: object = {}) =>
  world.list('events.list', { params: { merchant_id: world.merchant.id }, body });

const names = (page: { events: readonly { event_id: string }[] }) =>
  page.events.map(({ event_id }) => Number(event_id.slice('evt_'.length)));

describe('POST /events/{merchant_id}', () => {
  it('POST /events/{merchant_id} has every event, newest first, in the published shape', async () => {
    const world = await switchWithLists();
    expect(await listed(world)).toEqual({
      events: [],
      total_count: 0,
      listed_since: '2025-12-05T00:00:00.000Z',
    });
    await told(world, five);
    const page = await listed(world);
    expect([names(page), page.total_count]).toEqual([[4, 3, 2, 1, 0], 5]);
    expect(page.events[3]).toEqual({
      event_id: 'evt_1',
      merchant_id: 'shop_1',
      profile_id: world.merchant.profileId,
      object_id: 'pay_1',
      event_type: 'payment_succeeded',
      event_class: 'payments',
      is_delivery_successful: false,
      initial_attempt_id: 'evt_1',
      processor_merchant_id: 'shop_1',
      created: '2026-03-05T10:08:00.000Z',
    });
    const published = loadStructure()?.validator('TotalEventsResponse');
    if (published) expect([published(page), published.errors]).toEqual([true, null]);
  });

  it('an event ends after 92 days, with its delivery and its rows, two days after it left the list', async () => {
    const world = await switchWithLists();
    const [owner, eventId] = [
      `MERCHANT#${world.merchant.id}`,
      'evt_019cbd9ba4007b1c6a1cf4e0f2b3d4a5',
    ];
    const at = new Date(changedAtMs(eventId));
    world.dependencies.clock.now = at;
    const { services } = world.shop;
    const facts = { id: eventId, merchantId: world.merchant.id, type: 'payment_succeeded' };
    const createdAt = at.toISOString();
    const { profileId } = world.merchant;
    const more = {
      profileId,
      objectId: 'pay_1',
      createdAt,
      class: 'payments',
      body: '{}',
    } as const;
    await services.events.add({ ...facts, ...more });
    await tried(world, eventId, true);
    expect((await listed(world)).total_count).toBe(1);
    const rows = await Promise.all(
      [
        `${owner}#EVENT#${eventId}`,
        listPartition(owner, 'events', 0),
        indexedPartition(owner, 'events', 'object', indexedHash(owner, 'object', 'pay_1')),
      ].map((pk) => services.table.query(pk)),
    );
    const end = Math.ceil(at.getTime() / 1_000) + 92 * 86_400;
    expect(rows.flat().map(({ sk, expiresAtSeconds }) => [sk, expiresAtSeconds])).toEqual([
      ['DELIVERY', end],
      ['EVENT', end],
      [rowSk(createdAt, eventId), end],
      [rowSk(createdAt, eventId), end],
    ]);
  });

  it.each([
    [{ is_delivered: true }, [3, 0]],
    [{ is_delivered: false }, [4, 2, 1]],
    [{ event_classes: ['refunds'] }, [3]],
    [{ event_classes: ['payments'] }, [4, 2, 1, 0]],
    [{ event_classes: ['disputes'] }, []],
    [{ event_types: ['payment_succeeded'] }, [4, 1]],
    [{ event_types: ['payment_succeeded', 'refund_succeeded'] }, [4, 3, 1]],
    [{ event_classes: ['payments'], event_types: ['payment_failed'] }, [2]],
    // A class of which no type is named stands for all of its types.
    [{ event_classes: ['payments', 'refunds'], event_types: ['payment_failed'] }, [3, 2]],
    [{ event_types: ['payment_succeeded'], is_delivered: false }, [4, 1]],
    [{ created_after: '2026-03-05T10:09:00Z' }, [4, 3, 2]],
    [{ created_before: '2026-03-05T10:09:00Z' }, [2, 1, 0]],
    [{ created_after: '2026-03-05T10:08:00Z', created_before: '2026-03-05T10:08:00Z' }, [1]],
    [{ object_id: 'pay_2' }, [4, 2]],
    [{ object_id: 'pay_2', is_delivered: true }, []],
    [{ object_id: 'nothing' }, []],
    [{ event_id: 'evt_3' }, [3]],
    [{ event_id: 'evt_3', is_delivered: false }, []],
    [{ event_id: 'evt_3_2' }, []],
  ])(
    'POST /events/{merchant_id} with %j returns and counts the matching events',
    async (body, expected) => {
      const world = await switchWithLists();
      await told(world, five);
      const page = await listed(world, body);
      expect([names(page), page.total_count]).toEqual([expected, expected.length]);
    },
  );

  it('POST /events/{merchant_id} returns the requested page', async () => {
    const world = await switchWithLists();
    await told(world, five);
    const page = await listed(world, { limit: 2, offset: 1 });
    expect([names(page), page.total_count]).toEqual([[3, 2], 5]);
    expect(names(await listed(world, { limit: 0 }))).toEqual([]);
    expect((await listed(world, { limit: 100 })).total_count).toBe(5);
  });

  it('POST /events/{merchant_id} filters by final delivery, and reaches back ninety days', async () => {
    const world = await switchWithLists();
    await told(world, five);
    await listed(world);
    await tried(world, 'evt_1', false);
    await tried(world, 'evt_2', true);
    expect(names(await listed(world, { is_delivered: true }))).toEqual([3, 2, 0]);
    world.pass(89 * 86_400);
    expect((await listed(world)).total_count).toBe(5);
    world.pass(2 * 86_400);
    expect((await listed(world)).total_count).toBe(0);
    expect(names(await listed(world, { object_id: 'pay_2' }))).toEqual([4, 2]);
  });

  it("POST /events/{merchant_id} lists a profile's own events, and none for an unknown profile", async () => {
    const world = await switchWithLists();
    await told(world, five);
    const { profileId: profile_id } = world.merchant;
    for (const more of [{}, { object_id: 'pay_1' }]) {
      const page = await listed(world, { profile_id, ...more });
      expect(names(page)).toEqual('object_id' in more ? [1, 0] : [3, 2, 1, 0]);
    }
    const { status, body } = await world.ask('events.list', {
      params: { merchant_id: 'shop_1' },
      body: { profile_id: 'pro_none' },
    });
    expect([status, body.error.code]).toEqual([404, 'HE_02']);
    const headers = { 'x-profile-id': profile_id };
    const own = await world.list('events.list-of-profile', { headers, body: {} });
    expect(names(own)).toEqual([3, 2, 1, 0]);
    const all = await world.list('events.list-of-profile', { body: {} });
    expect(names(all)).toEqual([4, 3, 2, 1, 0]);
    const other = { headers, body: { profile_id: 'pro_none' } };
    expect((await world.ask('events.list-of-profile', other)).status).toBe(404);
  });

  it('POST /events/{merchant_id} is for the operator and for the merchant itself', async () => {
    const world = await switchWithLists();
    await told(world, five);
    await aMerchant(world.shop, 'shop_2');
    const ask = (key: string, merchant_id: string) =>
      world.shop.ask('events.list', { key, params: { merchant_id }, body: {} });
    await world.catchUp();
    expect((await ask(adminKey, 'shop_1')).body.total_count).toBe(5);
    expect((await ask(adminKey, 'shop_2')).body.total_count).toBe(0);
    expect((await ask(adminKey, 'nobody')).status).toBe(404);
    expect((await ask(world.merchant.key, 'shop_2')).status).toBe(401);
  });

  it('POST /events/{merchant_id} accepts every parameter of the published description', () => {
    const structure = loadStructure();
    const types: readonly string[] = Object.values(eventTypesOf).flat();
    for (const word of structure?.words('EventType') ?? []) expect(types).toContain(word);
    const classes = Object.keys(eventTypesOf);
    for (const word of structure?.words('EventClass') ?? []) expect(classes).toContain(word);
  });

  it('any request is answered or refused, and nothing is written', async () => {
    const world = await switchWithLists();
    await told(world, five);
    await world.catchUp();
    const before = world.stored();
    const or = (...some: readonly unknown[]) =>
      fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(...some, null));
    const any = fc.record({
      created_after: or('2026-03-05T10:08:00Z', '1970-01-01T00:00:00Z', 'x', 1),
      created_before: or('2026-03-05T10:08:00Z', '9999-12-31T23:59:59Z', {}),
      limit: or(0, 100, 101, 70_000, -1, '1'),
      offset: or(0, 65_535, 65_536, 1.5),
      object_id: or('pay_1', '', 'a b', 1),
      event_id: or('evt_1', [], 'x'.repeat(65)),
      profile_id: or(world.merchant.profileId, 'pro_none', 3),
      event_classes: or(['payments'], [], ['x'], 'payments'),
      event_types: or(['payment_failed'], ['x'], {}),
      is_delivered: or(true, false, 'true'),
    });
    await fc.assert(
      fc.asyncProperty(any, async (body) => {
        const params = { merchant_id: 'shop_1' };
        const { status } = await world.ask('events.list', { params, body });
        expect([200, 400, 404, 422]).toContain(status);
        expect(world.stored()).toEqual(before);
      }),
    );
  });
});
