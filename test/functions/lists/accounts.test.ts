import { aMerchant } from '../../support/switch/switch-in-memory.ts';
import { type ListedShop, switchWithLists } from './switch-with-lists.ts';

async function anOrganization(world: ListedShop): Promise<string> {
  const { body } = await world.byAdmin('organizations.create', {
    body: { organization_name: 'Shops' },
  });
  return body.organization_id;
}

async function accountsOf(world: ListedShop, organization_id: string) {
  await world.catchUp();
  const { status, body } = await world.byAdmin('accounts.list', { query: { organization_id } });
  expect(status).toBe(200);
  return body;
}

describe('GET /accounts/list', () => {
  it('GET /accounts/list has the merchants of an organization, oldest first, each as it is shown by itself', async () => {
    const world = await switchWithLists();
    const organization = await anOrganization(world);
    for (const id of ['east', 'west']) {
      await aMerchant(world.shop, id, { organization_id: organization });
      world.pass(60);
    }
    const list = await accountsOf(world, organization);
    expect(list.map(({ merchant_id }: { merchant_id: string }) => merchant_id)).toEqual([
      'east',
      'west',
    ]);
    const shown = await world.byAdmin('accounts.retrieve', { params: { account_id: 'east' } });
    expect(list[0]).toEqual(shown.body);
  });

  it('GET /accounts/list leaves out deleted accounts', async () => {
    const world = await switchWithLists();
    const organization = await anOrganization(world);
    await aMerchant(world.shop, 'east', { organization_id: organization });
    expect(await accountsOf(world, organization)).toHaveLength(1);
    await world.byAdmin('accounts.delete', { params: { account_id: 'east' } });
    expect(await accountsOf(world, organization)).toEqual([]);
  });

  it('GET /accounts/list is empty for an organization without accounts and for an unknown one', async () => {
    const world = await switchWithLists();
    expect(await accountsOf(world, await anOrganization(world))).toEqual([]);
    expect(await accountsOf(world, 'org_none')).toEqual([]);
  });

  it('GET /accounts/list is only for the operator, and needs organization_id', async () => {
    const world = await switchWithLists();
    const query = { organization_id: 'org_1' };
    expect((await world.ask('accounts.list', { query })).status).toBe(401);
    expect((await world.byAdmin('accounts.list', {})).status).toBe(400);
  });
});
