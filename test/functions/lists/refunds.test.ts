import fc from 'fast-check';
import { loadStructure } from '../../support/documents/structure.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

const refusesRefunds = {
  payment_method_data: {
    card: {
      card_number: '4000000000009235',
      card_exp_month: '12',
      card_exp_year: '2039',
      card_cvc: '314',
    },
  },
};

/** Refunds of two payments, a minute apart, oldest first. */
async function refunds(world: ListedShop) {
  const one = await world.pay();
  const other = await world.pay({ currency: 'USD', ...refusesRefunds });
  for (const [refund_id, payment_id, amount] of [
    ['ref_1', one, 100],
    ['ref_2', other, 200],
    ['ref_3', one, 300],
  ] as const) {
    world.pass(60);
    await world.good('refunds.create', { body: { refund_id, payment_id, amount } });
  }
  return { one, other };
}

const listed = (world: ListedShop, body: object, name = 'refunds.list') =>
  world.list(name, { body });
const names = (page: { data: readonly { refund_id: string }[] }) =>
  page.data.map(({ refund_id }) => refund_id);

describe('POST /refunds/list', () => {
  it('POST /refunds/list has every refund, the last changed first, in the published shape', async () => {
    const world = await switchWithLists();
    expect(await listed(world, {})).toEqual({ count: 0, total_count: 0, data: [] });
    await refunds(world);
    const page = await listed(world, {});
    expect(names(page)).toEqual(['ref_3', 'ref_2', 'ref_1']);
    expect(page).toMatchObject({ count: 3, total_count: 3 });
    const shown = await world.good('refunds.retrieve', { params: { refund_id: 'ref_2' } });
    expect(page.data[1]).toEqual(shown);
    const published = loadStructure()?.validator('RefundListResponse');
    if (published && !published(page)) {
      // Hyperswitch's own payments break the lengths and amounts that it publishes.
      const broken = (published.errors ?? []).map(({ keyword }) => keyword);
      expect(broken.filter((keyword) => !['minLength', 'minimum'].includes(keyword))).toEqual([]);
    }
    world.pass(60);
    await world.good('refunds.update', { params: { refund_id: 'ref_1' }, body: { reason: 'x' } });
    expect(names(await listed(world, {}))).toEqual(['ref_1', 'ref_3', 'ref_2']);
  });

  it.each([
    [{ refund_status: ['succeeded'] }, ['ref_3', 'ref_1']],
    [{ refund_status: ['failed'] }, ['ref_2']],
    [{ refund_status: ['pending', 'review'] }, []],
    [{ currency: ['USD'] }, ['ref_2']],
    [{ currency: ['USD', 'EUR'] }, ['ref_3', 'ref_2', 'ref_1']],
    [{ connector: ['stripe_test'] }, ['ref_3', 'ref_2', 'ref_1']],
    [{ connector: ['fauxpay'] }, []],
    [{ merchant_connector_id: ['mca_none'] }, []],
    [{ amount_filter: { start_amount: 200 } }, ['ref_3', 'ref_2']],
    [{ amount_filter: { start_amount: 200, end_amount: 200 } }, ['ref_2']],
    [{ refund_id: 'ref_2' }, ['ref_2']],
    [{ refund_id: 'ref_none' }, []],
    [{ refund_id: 'ref_2', currency: ['EUR'] }, []],
    [{ profile_id: 'pro_none' }, []],
    [{ limit: 2 }, ['ref_3', 'ref_2'], 3],
    [{ limit: 2, offset: 2 }, ['ref_1'], 3],
    [{ offset: 3 }, [], 3],
    [{ end_time: '2026-03-05T00:00:00Z' }, ['ref_3', 'ref_2', 'ref_1']],
    [{ start_time: '2026-03-05T10:08:30Z' }, ['ref_3', 'ref_2']],
    [{ start_time: '2026-03-05T10:08:00Z', end_time: '2026-03-05T10:09:00Z' }, ['ref_2', 'ref_1']],
  ])(
    'POST /refunds/list with %j returns and counts the matching refunds',
    async (body, expected, total = expected.length) => {
      const world = await switchWithLists();
      await refunds(world);
      const page = await listed(world, body);
      expect(names(page)).toEqual(expected);
      expect(page).toMatchObject({ count: expected.length, total_count: total });
    },
  );

  it('POST /refunds/list finds the refunds of a payment, and one by its id beside them', async () => {
    const world = await switchWithLists();
    const { one, other } = await refunds(world);
    expect(names(await listed(world, { payment_id: one }))).toEqual(['ref_3', 'ref_1']);
    expect(names(await listed(world, { payment_id: other }))).toEqual(['ref_2']);
    expect(names(await listed(world, { payment_id: 'pay_none' }))).toEqual([]);
    const both = await listed(world, { payment_id: one, refund_id: 'ref_2' });
    expect(names(both)).toEqual(['ref_3', 'ref_2', 'ref_1']);
    const same = await listed(world, { payment_id: one, refund_id: 'ref_1' });
    expect([names(same), same.total_count]).toEqual([['ref_3', 'ref_1'], 2]);
  });

  it('POST /refunds/list is of one merchant, and of the profile that the request names', async () => {
    const world = await switchWithLists();
    const { one } = await refunds(world);
    const other = await aMerchant(world.shop, 'shop_2');
    for (const body of [{}, { payment_id: one }, { refund_id: 'ref_1' }]) {
      expect(await world.list('refunds.list', { body }, other)).toMatchObject({ total_count: 0 });
    }
    for (const name of ['refunds.list', 'refunds.list-of-profile']) {
      const headers = { 'x-profile-id': world.merchant.profileId };
      expect(await world.list(name, { body: {}, headers })).toMatchObject({ total_count: 3 });
      const body = { profile_id: 'pro_none' };
      expect(await world.list(name, { body, headers })).toMatchObject({ total_count: 0 });
    }
  });

  it('any request is answered or refused, and nothing is written', async () => {
    const world = await switchWithLists();
    await refunds(world);
    await world.catchUp();
    const before = world.stored();
    const or = (...some: readonly unknown[]) => fc.constantFrom(...some, undefined, null);
    const any = fc.record({
      payment_id: or('pay_1', '', 7),
      refund_id: or('ref_1', 'a b', []),
      limit: or(1, 0, 101, '5', 1.5),
      offset: or(0, -1, 1e12, 'x'),
      start_time: or('2026-03-05T10:08:00Z', 'x', 5),
      end_time: or('2026-03-05T10:08:00Z', '2026-13-01T00:00:00Z'),
      amount_filter: or({}, { start_amount: 1e300 }, [], { end_amount: 'x' }),
      refund_status: or(['succeeded'], ['success'], 'failed'),
    });
    await fc.assert(
      fc.asyncProperty(any, async (body) => {
        const { status } = await world.ask('refunds.list', { body });
        expect([200, 400, 422]).toContain(status);
        expect(world.stored()).toEqual(before);
      }),
    );
  });
});
