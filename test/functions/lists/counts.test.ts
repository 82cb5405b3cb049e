import { PayoutStatus } from '#switch/payouts/payout-status.ts';
import { RefundStatus } from '#switch/refunds/refund.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { connectForPayouts, payoutCards, toBank, toCard } from '../../support/entities/a-payout.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

const statusesOf = {
  payments: PaymentStatus.options,
  refunds: RefundStatus.options,
  payouts: PayoutStatus.options,
} as const;
type Noun = keyof typeof statusesOf;
const nouns: readonly Noun[] = ['payments', 'refunds', 'payouts'];

/** How each noun is listed by its status, with how many there are. */
const listBy = {
  payments: { name: 'payments.filter', field: 'status' },
  refunds: { name: 'refunds.list', field: 'refund_status' },
  payouts: { name: 'payouts.filter', field: 'status' },
} as const;

const none = (noun: Noun) =>
  Object.fromEntries(statusesOf[noun].map((status): [string, number] => [status, 0]));

/** Payments, refunds and payouts in several statuses, made within seventeen hours. */
async function busyShop() {
  const world = await switchWithLists();
  await connectForPayouts(world.shop, world.merchant);
  const times: string[] = [];
  const pass = (minutes: number) => {
    times.push(world.dependencies.clock.now.toISOString());
    world.pass(minutes * 60);
  };
  for (const round of [1, 2, 3]) {
    const payment_id = await world.pay();
    pass(31);
    await world.pay({ ...byCard('4000000000000002') });
    await world.pay({ capture_method: 'manual' });
    await world.pay({ confirm: false, currency: 'USD' });
    pass(7 * 15);
    await world.good('refunds.create', { body: { payment_id, amount: 100 * round } });
    pass(63);
    const order = { amount: 6_540, currency: 'USD', customer_id: 'cus_1' };
    await world.good('payouts.create', { body: { ...order, ...toBank() } });
    await world.good('payouts.create', {
      body: { ...order, ...toCard(payoutCards.usual), confirm: true, auto_fulfill: true },
    });
    pass(121);
  }
  return { world, times };
}

const counts = async (world: ListedShop, noun: Noun, query: Readonly<Record<string, string>>) =>
  (await world.list(`${noun}.aggregate`, { query })).status_with_count;

const longAgo = { start_time: '2020-01-01T00:00:00Z' };

describe.each(nouns)('GET /%s/aggregate', (noun) => {
  it("a list's counts have every status, with 0 where none exist", async () => {
    const world = await switchWithLists();
    expect(await world.list(`${noun}.aggregate`, { query: longAgo })).toEqual({
      status_with_count: none(noun),
    });
  });

  it('the counts of a list agree with the list in each status and any time range', async () => {
    const { world, times } = await busyShop();
    const ranges = [
      longAgo,
      ...times.flatMap((start_time, index) => [
        { start_time },
        ...times.slice(index).map((end_time) => ({ start_time, end_time })),
      ]),
    ];
    const { name, field } = listBy[noun];
    for (const range of ranges.filter((_, index) => index % 5 === 0)) {
      const counted = await counts(world, noun, range);
      for (const status of statusesOf[noun]) {
        const body = { ...range, [field]: [status] };
        const { total_count } = await world.list(name, { body });
        expect([range, status, counted[status]]).toEqual([range, status, total_count]);
      }
    }
    expect(Object.keys(await counts(world, noun, longAgo))).toEqual([...statusesOf[noun]]);
  });

  it("a list's counts are of the merchant, and of the profile that the request names", async () => {
    const { world } = await busyShop();
    const all = await counts(world, noun, longAgo);
    expect(all).not.toEqual(none(noun));
    const other = await aMerchant(world.shop, 'shop_2');
    const { profile_id } = await world.good('profiles.create', {
      params: { account_id: world.merchant.id },
      body: { profile_name: 'another' },
    });
    for (const name of [`${noun}.aggregate`, `${noun}.aggregate-of-profile`]) {
      const ofOther = await world.list(name, { query: longAgo }, other);
      expect(ofOther.status_with_count).toEqual(none(noun));
      const of = async (id: string) =>
        (await world.list(name, { query: longAgo, headers: { 'x-profile-id': id } }))
          .status_with_count;
      expect(await of(world.merchant.profileId)).toEqual(all);
      expect(await of(profile_id)).toEqual(none(noun));
      const strange = { 'x-profile-id': other.profileId };
      const { status } = await world.ask(name, { query: longAgo, headers: strange });
      expect(status).toBe(401);
    }
  });

  it.each([
    [{}, 400],
    [{ end_time: '2026-03-05T10:00:00Z' }, 400],
    [{ start_time: 'yesterday' }, 400],
    [{ start_time: '2026-03-05T10:00:00Z', end_time: 'now' }, 400],
    [{ ...longAgo, colour: 'red' }, 400],
    [{ start_time: '2026-03-05T10:00:00Z', end_time: '2026-03-05T09:59:59Z' }, 422],
  ] as const)("a list's counts refuse %j", async (query, expected) => {
    const world = await switchWithLists();
    for (const name of [`${noun}.aggregate`, `${noun}.aggregate-of-profile`]) {
      const { status, body } = await world.ask(name, { query });
      expect([status, body.error.code]).toEqual([expected, 'IR_06']);
    }
  });
});
