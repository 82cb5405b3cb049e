import fc from 'fast-check';
import { loadStructure } from '../../support/documents/structure.ts';
import { aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const other = await aMerchant(world, 'merchant_other');
  const { key, profileId } = merchant;
  const place = { account_id: merchant.id, profile_id: profileId };
  return {
    ...world,
    merchant,
    other,
    create: (body: object, as = key) =>
      world.ask('profile-acquirers.create', { key: as, body: { profile_id: profileId, ...body } }),
    update: (id: string, body: object, profile_id = profileId) =>
      world.ask('profile-acquirers.update', {
        key,
        params: { profile_id, profile_acquirer_id: id },
        body,
      }),
    profile: async () => (await world.ask('profiles.retrieve', { key, params: place })).body,
  };
}

const facts = {
  network: 'Visa',
  acquirer_assigned_merchant_id: 'M123456789',
  merchant_name: 'Example Retail',
  acquirer_bin: '456789',
  acquirer_ica: '401288',
  acquirer_fraud_rate: 0.01,
  acquirer_country_code: 'US',
};
const error = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});

describe('the acquirers of a profile', () => {
  it("a profile's acquirers are shown in the profile, as published", async () => {
    const { create, profile, merchant } = await aWorld();
    expect(await profile()).toMatchObject({ acquirer_configs: null, acquirer_config_bucket: null });
    const { status, body } = await create(facts);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...facts,
      profile_acquirer_id: expect.stringMatching(/^pro_acq_[A-Za-z0-9]{20}$/),
      profile_id: merchant.profileId,
      is_default: false,
    });
    const isRight = loadStructure()?.validator('ProfileAcquirerResponse');
    expect(isRight?.(body) ?? true).toBe(true);
    const sparse = (await create({ network: 'MASTERCARD' })).body;
    expect(sparse).toMatchObject({ network: 'Mastercard', acquirer_bin: null });

    const shown = await profile();
    expect(shown.acquirer_configs).toEqual([body, sparse]);
    expect(shown.acquirer_config_bucket).toEqual({
      default_acquirer_config: null,
      configs: {
        [body.profile_acquirer_id]: [facts],
        [sparse.profile_acquirer_id]: [expect.objectContaining({ network: 'Mastercard' })],
      },
    });
    const isBucket = loadStructure()?.validator('ProfileAcquirerConfigsResponse');
    expect(isBucket?.(shown.acquirer_config_bucket) ?? true).toBe(true);
  });

  it("an update of a profile's acquirer changes only the given fields", async () => {
    const { create, update, profile } = await aWorld();
    const { body } = await create(facts);
    const changed = { ...body, acquirer_fraud_rate: 0.5, network: 'JCB' };
    const answer = await update(body.profile_acquirer_id, {
      acquirer_fraud_rate: 0.5,
      network: 'JCB',
      merchant_name: null,
    });
    expect(answer).toMatchObject({ status: 200, body: changed });
    expect((await profile()).acquirer_configs).toEqual([changed]);
  });

  it("a profile's acquirers have one default at most", async () => {
    const { create, update, profile } = await aWorld();
    const first = (await create({ ...facts, is_default: true })).body;
    expect(first.is_default).toBe(true);
    const second = (await create({ network: 'JCB', is_default: true })).body;
    const defaults = async () => {
      const { acquirer_configs, acquirer_config_bucket } = await profile();
      return [
        acquirer_configs.map(({ is_default }: { is_default: boolean }) => is_default),
        acquirer_config_bucket.default_acquirer_config,
      ];
    };
    expect(await defaults()).toEqual([[false, true], second.profile_acquirer_id]);
    await update(first.profile_acquirer_id, { is_default: true });
    expect(await defaults()).toEqual([[true, false], first.profile_acquirer_id]);
  });

  it('acquirers of a profile are distinct, and found only in their own profile', async () => {
    const { create, update, merchant, other } = await aWorld();
    const { body } = await create(facts);
    const same = error(400, 'IR_38', 'Profile acquirer with the same details already exists');
    expect(await create(facts)).toMatchObject(same);
    const another = (await create({ network: 'JCB' })).body;
    expect(await update(another.profile_acquirer_id, facts)).toMatchObject(same);
    expect((await update(body.profile_acquirer_id, facts)).status).toBe(200);
    expect(await update('pro_acq_unknown', {})).toMatchObject(
      error(
        404,
        'HE_02',
        `Profile acquirer with id 'pro_acq_unknown' not found for profile '${merchant.profileId}'.`,
      ),
    );
    const nowhere = (id: string) =>
      error(404, 'HE_02', `Business profile with the given id ${id} does not exist`);
    expect(await update(body.profile_acquirer_id, {}, 'pro_1')).toMatchObject(nowhere('pro_1'));
    expect(await create(facts, other.key)).toMatchObject(nowhere(merchant.profileId));
  });

  it("a profile's acquirers are limited in number, so that the profile stays small", async () => {
    const { create } = await aWorld();
    for (let bin = 0; bin < 50; bin++) {
      expect((await create({ network: 'Visa', acquirer_bin: String(bin) })).status).toBe(200);
    }
    expect(await create({ network: 'Visa' })).toMatchObject(
      error(400, 'IR_16', 'A profile has at most 50 acquirers'),
    );
  });

  it("a profile's acquirers with any body are answered, and nothing is written when refused", async () => {
    const { ask, port, merchant } = await aWorld();
    const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
    const body = fc.record(
      Object.fromEntries(
        Object.entries({ ...facts, profile_id: merchant.profileId, is_default: true }).map(
          ([name, good]) => [name, fc.oneof(fc.constant(good), value)],
        ),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const before = port.items();
        const { key } = merchant;
        const { status } = await ask('profile-acquirers.create', { key, body: sent });
        expect([200, 400, 404]).toContain(status);
        if (status !== 200) expect(port.items()).toEqual(before);
      }),
    );
  });
});
