import { consenting, multiUse } from '../mandates/a-consent.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

/** Creates so many mandates, a minute apart; returns their identifiers, newest first. */
async function mandates(world: ListedShop, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let number = 1; number <= count; number++) {
    made.unshift(
      (await world.good('payments.create', { body: consenting(multiUse(9_000)) })).mandate_id,
    );
    world.pass(60);
  }
  return made;
}

const names = (page: readonly { mandate_id: string }[]) => page.map(({ mandate_id }) => mandate_id);

describe('GET /mandates/list', () => {
  it('GET /mandates/list has all of them, newest first, each as it is shown by itself', async () => {
    const world = await switchWithLists();
    expect(await world.list('mandates.list')).toEqual([]);
    const made = await mandates(world, 12);
    const page = await world.list('mandates.list');
    expect(names(page)).toEqual(made);
    const params = { mandate_id: made[0] ?? '' };
    expect(page[0]).toEqual(await world.good('mandates.retrieve', { params }));
  });

  it('GET /mandates/list has the requested ones', async () => {
    const world = await switchWithLists();
    const [third = '', second = '', first = ''] = await mandates(world, 3);
    await world.good('mandates.revoke', { params: { mandate_id: second } });
    const of = async (query: Record<string, string>) =>
      names(await world.list('mandates.list', { query }));
    expect(await of({ limit: '2' })).toEqual([third, second]);
    expect(await of({ limit: '2', offset: '1' })).toEqual([second, first]);
    expect(await of({ mandate_status: 'revoked' })).toEqual([second]);
    expect(await of({ mandate_status: 'active' })).toEqual([third, first]);
    expect(await of({ connector: 'stripe_test' })).toEqual([third, second, first]);
    expect(await of({ connector: 'adyen_test' })).toEqual([]);
  });

  it('GET /mandates/list filters by time, with and without the moment itself', async () => {
    const world = await switchWithLists();
    const [third = '', second = '', first = ''] = await mandates(world, 3);
    const { transitions } = await world.shop.services.mandates.get(world.merchant.id, second);
    const at = transitions[0]?.at ?? '';
    const of = async (query: Record<string, string>) =>
      names(await world.list('mandates.list', { query }));
    expect(await of({ created_time: at })).toEqual([second]);
    expect(await of({ 'created_time.gt': at })).toEqual([third]);
    expect(await of({ 'created_time.gte': at })).toEqual([third, second]);
    expect(await of({ 'created_time.lt': at })).toEqual([first]);
    expect(await of({ 'created_time.lte': at })).toEqual([second, first]);
    expect(await of({ 'created_time.gt': at, 'created_time.lt': at })).toEqual([]);
  });

  it.each([
    { limit: '-1' },
    { offset: 'x' },
    { created_time: 'yesterday' },
    { mandate_status: 'gone' },
    { unknown: 'x' },
  ] as Record<string, string>[])('GET /mandates/list refuses %j', async (query) => {
    const world = await switchWithLists();
    expect((await world.ask('mandates.list', { query })).status).toBe(400);
  });
});
