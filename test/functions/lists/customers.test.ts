import { loadStructure } from '../../support/documents/structure.ts';
import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

async function customers(world: ListedShop, count: number) {
  for (let number = 1; number <= count; number++) {
    const address = { city: 'Berlin', country: 'DE' };
    const body = { customer_id: `cus_${number}`, email: 'payer@example.com', address };
    await world.good('customers.create', { body });
    world.pass(60);
  }
}

const names = (page: readonly { customer_id: string }[]) =>
  page.map(({ customer_id }) => customer_id);

describe('GET /customers/list', () => {
  it('GET /customers/list has ten customers unless stated, oldest first, without their addresses', async () => {
    const world = await switchWithLists();
    expect(await world.list('customers.list')).toEqual([]);
    await customers(world, 11);
    const page = await world.list('customers.list');
    expect(names(page)).toEqual(Array.from({ length: 10 }, (_, at) => `cus_${at + 1}`));
    const shown = await world.good('customers.retrieve', { params: { customer_id: 'cus_1' } });
    expect(shown.address).not.toBeNull();
    expect(page[0]).toEqual({ ...shown, address: null });
    const published = loadStructure()?.answer('get', '/customers/list');
    if (published) expect([published(page), published.errors]).toEqual([true, null]);
  });

  it.each([
    [{ limit: '2' }, ['cus_1', 'cus_2']],
    [{ limit: '2', offset: '1' }, ['cus_2', 'cus_3']],
    [{ offset: '3' }, []],
    [{ limit: '0' }, []],
    [{ limit: '65535' }, ['cus_1', 'cus_2', 'cus_3']],
    [{ customer_id: 'cus_2' }, ['cus_2']],
    [{ customer_id: 'nobody' }, []],
  ])('GET /customers/list with %j returns the matching customers', async (query, expected) => {
    const world = await switchWithLists();
    await customers(world, 3);
    expect(names(await world.list('customers.list', { query }))).toEqual(expected);
  });

  it('GET /customers/list keeps a changed customer in its place, and has customers that payments created', async () => {
    const world = await switchWithLists();
    await customers(world, 2);
    await world.pay({ customer_id: 'cus_paid' });
    const params = { customer_id: 'cus_1' };
    await world.good('customers.update', { params, body: { name: 'Somebody Else' } });
    const page = await world.list('customers.list');
    expect(names(page)).toEqual(['cus_1', 'cus_2', 'cus_paid']);
    expect(page[0].name).toBe('Somebody Else');
  });

  it.each<Record<string, string>>([
    { limit: '65536' },
    { limit: '-1' },
    { offset: 'x' },
    { start_time: '2026-03-05' },
  ])('GET /customers/list refuses %j', async (query) => {
    const world = await switchWithLists();
    expect((await world.ask('customers.list', { query })).status).toBe(400);
  });
});

describe('GET /customers/list_with_count', () => {
  const counted = (world: ListedShop, query: Record<string, string> = {}) =>
    world.list('customers.list-with-count', { query });

  it('GET /customers/list_with_count has twenty unless stated, with their total', async () => {
    const world = await switchWithLists();
    expect(await counted(world)).toEqual({ data: [], total_count: 0 });
    await customers(world, 21);
    const { data, total_count } = await counted(world);
    expect([data.length, total_count]).toEqual([20, 21]);
    const rest = await counted(world, { offset: '20', limit: '5' });
    expect([names(rest.data), rest.total_count]).toEqual([['cus_21'], 21]);
  });

  it('GET /customers/list_with_count accepts times, both included, and a customer', async () => {
    const world = await switchWithLists();
    await customers(world, 3);
    const times = { start_time: '2026-03-05T10:08:00Z', end_time: '2026-03-05T10:09:00Z' };
    const page = await counted(world, times);
    expect([names(page.data), page.total_count]).toEqual([['cus_2', 'cus_3'], 2]);
    const one = await counted(world, { customer_id: 'cus_2' });
    expect([names(one.data), one.total_count]).toEqual([['cus_2'], 1]);
    expect(await counted(world, { end_time: '2026-03-05T10:07:30Z' })).toMatchObject({
      total_count: 1,
    });
  });

  it.each([
    ['0', 'CustomerListLimit cannot be less than 1'],
    ['101', 'CustomerListLimit exceeds the maximum allowed value of 100'],
  ])('GET /customers/list_with_count refuses a limit of %s', async (limit, message) => {
    const world = await switchWithLists();
    const { status, body } = await world.ask('customers.list-with-count', { query: { limit } });
    expect([status, body.error.message]).toEqual([400, `Query deserialize error: ${message}`]);
  });

  it('GET /customers/list_with_count never shows another merchant’s', async () => {
    const world = await switchWithLists();
    await customers(world, 2);
    const other = await aMerchant(world.shop, 'shop_2');
    expect(await world.list('customers.list', {}, other)).toEqual([]);
    const query = { customer_id: 'cus_1' };
    expect(await world.list('customers.list-with-count', { query }, other)).toEqual({
      data: [],
      total_count: 0,
    });
  });
});
