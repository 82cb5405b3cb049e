import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { key, id: account_id, profileId: profile_id } = merchant;
  const account = { account_id };
  const second = await world.ask('profiles.create', {
    key,
    params: account,
    body: { profile_name: 'second' },
  });
  await world.ask('connector-accounts.create', {
    key,
    params: account,
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      profile_id: second.body.profile_id,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
    },
  });
  return {
    ...world,
    merchant,
    account,
    secondProfile: String(second.body.profile_id),
    place: { account_id, profile_id },
    /** The stored settings of the profile. */
    settings: () => world.port.items().find(({ id }) => id === profile_id)?.settings,
  };
}

describe('the switches of a profile', () => {
  it.each([
    ['profiles.toggle-extended-card-info', 'is_extended_card_info_enabled', 'admin'],
    ['profiles.toggle-connector-agnostic-mit', 'is_connector_agnostic_mit_enabled', 'merchant'],
  ] as const)("%s: a profile's switch is set and answered as given", async (name, setting, who) => {
    const { ask, place, merchant, settings } = await aWorld();
    const key = who === 'admin' ? adminKey : merchant.key;
    const before = settings();
    for (const enabled of [true, false]) {
      const answer = await ask(name, { key, params: place, body: { enabled } });
      expect(answer).toMatchObject({ status: 200, body: { enabled } });
      expect(settings()).toEqual({ ...Object(before), [setting]: enabled });
    }
    for (const body of [{}, { enabled: 'yes' }, { enabled: true, more: 1 }]) {
      expect((await ask(name, { key, params: place, body })).status).toBe(400);
    }
    const params = { ...place, profile_id: 'pro_unknown' };
    const unknown = await ask(name, { key, params, body: { enabled: true } });
    expect(unknown.body.error).toMatchObject({
      code: 'HE_02',
      message: 'Business profile with the given id pro_unknown does not exist',
    });
  });

  it("a profile's switches are shown in the profile, where it shows them", async () => {
    const { ask, place, merchant } = await aWorld();
    await ask('profiles.toggle-connector-agnostic-mit', {
      key: merchant.key,
      params: place,
      body: { enabled: true },
    });
    const { body } = await ask('profiles.retrieve', { key: merchant.key, params: place });
    expect(body.is_connector_agnostic_mit_enabled).toBe(true);
  });
});

describe('the rights of a profile', () => {
  it('a profile may see itself and its own connector accounts; a merchant sees all', async () => {
    const { ask, account, merchant, secondProfile } = await aWorld();
    const list = async (name: string, profile?: string, key = merchant.key) => {
      const headers: Record<string, string> = profile ? { 'x-profile-id': profile } : {};
      const { body } = await ask(name, { key, params: account, headers });
      return body.map(({ profile_id }: { profile_id: string }) => profile_id).sort();
    };
    const all = [merchant.profileId, secondProfile].sort();
    for (const name of ['profiles.list-own', 'connector-accounts.list-of-profile']) {
      expect(await list(name)).toEqual(all);
      expect(await list(name, undefined, adminKey)).toEqual(all);
      expect(await list(name, secondProfile)).toEqual([secondProfile]);
    }
  });
});

describe("a merchant's storage switch", () => {
  it("a merchant's storage switch is kept as it was set, and off before", async () => {
    const { ask, account, merchant } = await aWorld();
    const shown = () => ask('accounts.retrieve-storage', { key: adminKey, params: account });
    const answered = (kv_enabled: boolean) => ({
      status: 200,
      body: { merchant_id: merchant.id, kv_enabled },
    });
    expect(await shown()).toMatchObject(answered(false));
    for (const kv_enabled of [true, false, true]) {
      const body = { kv_enabled };
      const answer = await ask('accounts.switch-storage', { key: adminKey, params: account, body });
      expect(answer).toMatchObject(answered(kv_enabled));
      expect(await shown()).toMatchObject(answered(kv_enabled));
    }
    const unknown = { key: adminKey, params: { account_id: 'nobody' } };
    const refusal = { code: 'HE_02', message: 'Merchant account does not exist in our records' };
    expect((await ask('accounts.retrieve-storage', unknown)).body.error).toMatchObject(refusal);
    const body = { kv_enabled: true };
    const refused = await ask('accounts.switch-storage', { ...unknown, body });
    expect(refused).toMatchObject({ status: 404, body: { error: refusal } });
  });
});
