import type { TablePort } from '#platform/table/port.ts';
import {
  aMerchant,
  aPaymentRequest,
  container,
  adminKey as key,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const params = { account_id: 'merchant_example' };
const shoes = { country: 'US', business: 'shoes' };
const body = { merchant_id: 'merchant_example', primary_business_details: [shoes, shoes] };
const isProfile = (sk: string) => sk.startsWith('PROFILE#');

describe('a new line of business', () => {
  it('a business line given twice becomes one profile, and the account has no default profile', async () => {
    const world = switchInMemory();
    await aMerchant(world);
    const { ask } = world;
    const changed = await ask('accounts.update', { key, params, body });
    expect(changed).toMatchObject({ status: 200, body: { default_profile: null } });
    const { body: profiles } = await ask('profiles.list', { key, params });
    const names: string[] = profiles.map(
      ({ profile_name }: { profile_name: string }) => profile_name,
    );
    expect(names.sort()).toEqual(['US_shoes', 'default']);
  });

  it('a business line whose profile is missing gets it when the account is updated with it again', async () => {
    const world = switchInMemory();
    const merchant = await aMerchant(world);
    const broken: TablePort = {
      ...world.port,
      async put(item, condition) {
        if (isProfile(item.sk)) throw new Error('The function was stopped.');
        return world.port.put(item, condition);
      },
    };
    const stopped = container(broken, world.dependencies);
    expect((await stopped.ask('accounts.update', { key, params, body })).status).toBe(500);
    // A payment without a profile must not go to the former single profile.
    const { port, dependencies } = world;
    const { ask } = container(port, dependencies);
    const paid = await ask('payments.create', { key: merchant.key, body: aPaymentRequest() });
    expect(paid).toMatchObject({ status: 400, body: { error: { code: 'IR_04' } } });

    const again = await ask('accounts.update', { key, params, body });
    expect(again).toMatchObject({ status: 200, body: { default_profile: null } });
    const { body: profiles } = await ask('profiles.list', { key, params });
    expect(profiles).toHaveLength(2);
  });
});
