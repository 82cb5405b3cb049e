import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const merchant_id = 'merchant_example';

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const notThere = {
  status: 404,
  body: {
    error: expect.objectContaining({
      code: 'HE_02',
      message: 'API Key does not exist in our records',
    }),
  },
};

/** A merchant, and a second key of its. */
async function aTill() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const ask = (verb: string, params: Record<string, string>, request: Ask = {}) =>
    world.ask(`api-keys.${verb}`, {
      key: adminKey,
      params: { merchant_id, ...params },
      ...request,
    });
  const body = { name: 'Till backend', description: 'second floor' };
  const made = bodyOf(await ask('create', {}, { body }));
  const { key_id } = made;
  return {
    ...world,
    merchant,
    made,
    key_id,
    asked: ask,
    retrieve: (id = key_id) => ask('retrieve', { key_id: id }),
    update: (body: unknown, id = key_id) => ask('update', { key_id: id }, { body }),
    /** The status of a request with the second key. */
    tried: async () =>
      (await world.ask('customers.create', { key: made.api_key, body: {} })).status,
  };
}

describe('an API key', () => {
  it('an API key is shown by its first characters, as the list shows it', async () => {
    const { retrieve, made, asked } = await aTill();
    const { api_key, ...described } = made;
    const shown = bodyOf(await retrieve());
    expect(shown).toEqual({ ...described, prefix: api_key.slice(0, 12) });
    expect(bodyOf(await asked('list', {}))).toContainEqual(shown);
  });

  it('an API key that was revoked or belongs to another merchant answers not found', async () => {
    const { retrieve, update, asked, key_id, ...world } = await aTill();
    await aMerchant(world, 'merchant_other');
    const elsewhere = { merchant_id: 'merchant_other', key_id };
    const before = world.port.items();
    expect(await asked('retrieve', elsewhere)).toMatchObject(notThere);
    expect(await asked('update', elsewhere, { body: { name: 'mine' } })).toMatchObject(notThere);
    expect(await retrieve('snd_nobody')).toMatchObject(notThere);
    expect(world.port.items()).toEqual(before);
    bodyOf(await asked('revoke', { key_id }));
    expect(await retrieve()).toMatchObject(notThere);
    expect(await update({ name: 'once more' })).toMatchObject(notThere);
    expect(await world.tried()).toBe(401);
  });

  it('an API key can be read and changed only by operators', async () => {
    const { asked, key_id, merchant } = await aTill();
    const { key } = merchant;
    expect(await asked('retrieve', { key_id }, { key })).toMatchObject({ status: 401 });
    const body = { name: 'mine' };
    expect(await asked('update', { key_id }, { key, body })).toMatchObject({ status: 401 });
  });
});

describe('an update of an API key', () => {
  it('an update of an API key changes only the given fields; null changes nothing', async () => {
    const { retrieve, update, tried } = await aTill();
    const before = bodyOf(await retrieve());
    const changed = bodyOf(await update({ name: 'Till', description: null, expiration: null }));
    expect(changed).toEqual({ ...before, name: 'Till' });
    expect(bodyOf(await update({}))).toEqual(changed);
    expect(bodyOf(await retrieve())).toEqual(changed);
    expect(await tried()).toBe(200);
  });

  it("an API key's update sets its expiry, at once if stated, and can make it valid again", async () => {
    const { update, tried } = await aTill();
    const past = await update({ expiration: '2020-01-01T05:30:00.000+05:30' });
    expect(bodyOf(past).expiration).toBe('2020-01-01T00:00:00.000Z');
    expect(await tried()).toBe(401);
    const future = await update({ expiration: '2099-01-01T00:00:00Z' });
    expect(bodyOf(future).expiration).toBe('2099-01-01T00:00:00.000Z');
    expect(await tried()).toBe(200);
    bodyOf(await update({ expiration: '2020-01-01T00:00:00Z' }));
    expect(bodyOf(await update({ expiration: 'never' })).expiration).toBe('never');
    expect(await tried()).toBe(200);
  });

  it("an API key's updates lose nothing when twenty come at the same time", async () => {
    const { update, retrieve } = await aTill();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(index % 2 ? { name: `till ${index}` } : { description: `floor ${index}` }),
      ),
    );
    for (const answer of answers) bodyOf(answer);
    const shown = bodyOf(await retrieve());
    expect(shown.name).toMatch(/^till \d+$/);
    expect(shown.description).toMatch(/^floor \d+$/);
  });

  it("an API key's update does not restore a key that is revoked at the same time", async () => {
    for (let round = 0; round < 20; round++) {
      const { update, asked, key_id, retrieve, tried } = await aTill();
      const [updated, revoked] = await Promise.all([
        update({ expiration: 'never' }),
        asked('revoke', { key_id }),
      ]);
      bodyOf(revoked);
      expect([200, 404]).toContain(updated.status);
      expect(await retrieve()).toMatchObject(notThere);
      expect(await tried()).toBe(401);
    }
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(65) }],
    [{ description: 'x'.repeat(257) }],
    [{ expiration: 'tomorrow' }],
    [{ expiration: '2031-02-30T00:00:00Z' }],
    [{ expiration: 1_900_000_000 }],
    [{ api_key: 'snd_mine' }],
  ])("an API key's update is refused with %j", async (body) => {
    const { update, port } = await aTill();
    const before = port.items();
    expect(await update(body)).toMatchObject({ status: 400, body: { error: { code: 'IR_06' } } });
    expect(port.items()).toEqual(before);
  });
});

describe('a new API key', () => {
  it('a new API key for an unknown merchant is refused, and nothing is stored', async () => {
    const { asked, port } = await aTill();
    const before = port.items();
    const nobody = { merchant_id: 'merchant_nobody' };
    expect(await asked('create', nobody, { body: { name: 'till' } })).toMatchObject({
      status: 404,
      body: { error: { message: 'Merchant account does not exist in our records' } },
    });
    expect(port.items()).toEqual(before);
  });
});
