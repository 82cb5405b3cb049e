import { presentWebhookDetails } from '#merchants/accounts/webhook-details.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  adminKey,
  aMerchant,
  aPaymentRequest,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { inEveryOrder } from '../../support/table/in-every-order.ts';

const key = adminKey;
const account_id = 'merchant_example';
const params = { account_id };
const hashKey = 'hash key of the account';

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const refused = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});
const noProfile = (id: string) =>
  refused(404, 'HE_02', `Business profile with the given id ${id} does not exist`);

/** A merchant whose account has settings and secrets, as its operator and as its shop work with it. */
async function aShop() {
  const world = switchInMemory();
  const merchant = await aMerchant(world, account_id, {
    payment_response_hash_key: hashKey,
    return_url: 'https://account.example/return',
    webhook_details: {
      webhook_url: 'https://account.example/hooks',
      webhook_username: 'turnout',
      webhook_password: 'open sesame',
      payment_created_enabled: true,
    },
  });
  const { ask, dependencies } = world;
  const of = (profile_id: string) => ({ account_id, profile_id });
  return {
    ...world,
    merchant,
    create: (body: unknown, by = merchant.key) => ask('profiles.create', { key: by, params, body }),
    remove: (id: string, by = key) => ask('profiles.delete', { key: by, params: of(id) }),
    retrieve: (id: string) => ask('profiles.retrieve', { key, params: of(id) }),
    update: (id: string, body: unknown) => ask('profiles.update', { key, params: of(id), body }),
    account: async () => bodyOf(await ask('accounts.retrieve', { key, params })),
    setDefault: (default_profile: string) =>
      ask('accounts.update', {
        key,
        params,
        body: { merchant_id: account_id, default_profile },
      }),
    names: async (): Promise<string[]> =>
      bodyOf(await ask('profiles.list', { key, params }))
        .map(({ profile_name }: { profile_name: string }) => profile_name)
        .sort(),
    pay: (changes: object = {}) =>
      ask('payments.create', { key: merchant.key, body: aPaymentRequest(changes) }),
    /** Containers then read their cached configuration again. */
    later() {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 3_000);
    },
  };
}

describe('a new profile', () => {
  it('a new profile is shown as it was requested, and afterwards the same', async () => {
    const { create, retrieve, names } = await aShop();
    const said = {
      profile_name: 'shoes',
      return_url: 'https://shoes.example/return',
      session_expiry: 1_200,
      metadata: { floor: 2 },
      payment_response_hash_key: 'its own',
      outgoing_webhook_custom_http_headers: { Authorization: 'Bearer of the shop' },
    };
    const made = bodyOf(await create(said));
    expect(made).toMatchObject({
      ...said,
      outgoing_webhook_custom_http_headers: { Authorization: 'Be**************op' },
      merchant_id: account_id,
      profile_id: expect.stringMatching(/^pro_[A-Za-z0-9]{20}$/),
      intent_fulfillment_time: 900,
      is_manual_retry_enabled: null,
    });
    expect(bodyOf(await retrieve(made.profile_id))).toEqual(made);
    expect(await names()).toEqual(['default', 'shoes']);
  });

  it('a new profile without fields is called default, and inherits from its merchant account', async () => {
    const { create, update, merchant } = await aShop();
    bodyOf(await update(merchant.profileId, { profile_name: 'first' }));
    expect(bodyOf(await create({}))).toMatchObject({
      profile_name: 'default',
      return_url: 'https://account.example/return',
      payment_response_hash_key: hashKey,
      webhook_details: {
        webhook_url: 'https://account.example/hooks',
        webhook_password: 'op*******me',
      },
    });
  });

  it('a new profile has its own webhook details, and none of its account’s among them', async () => {
    const { create, retrieve } = await aShop();
    const webhook_details = { webhook_url: 'https://shoes.example/hooks' };
    const made = bodyOf(await create({ profile_name: 'shoes', webhook_details }));
    const all = presentWebhookDetails(webhook_details, undefined);
    expect(made.webhook_details).toEqual(all);
    expect(bodyOf(await retrieve(made.profile_id)).webhook_details).toEqual(all);
  });

  it('a new profile does not store a routing algorithm, which an update sets', async () => {
    const { create, update } = await aShop();
    const routing_algorithm = { type: 'single', data: 'stripe' };
    const made = bodyOf(await create({ profile_name: 'shoes', routing_algorithm }));
    expect(made.routing_algorithm).toBeNull();
    const changed = bodyOf(await update(made.profile_id, { routing_algorithm }));
    expect(changed.routing_algorithm).toEqual(routing_algorithm);
  });

  it('a new profile leaves its merchant without a default: payments have to name theirs', async () => {
    const { create, account, pay, merchant, later, setDefault } = await aShop();
    expect(await account()).toMatchObject({ default_profile: merchant.profileId });
    bodyOf(await create({ profile_name: 'shoes' }));
    expect(await account()).toMatchObject({ default_profile: null });
    later();
    const missing = 'Missing required param: profile_id or business_country, business_label';
    expect(await pay()).toMatchObject(refused(400, 'IR_04', missing));
    expect(bodyOf(await pay({ profile_id: merchant.profileId }))).toMatchObject({
      profile_id: merchant.profileId,
    });
    bodyOf(await setDefault(merchant.profileId));
    expect(bodyOf(await pay())).toMatchObject({ profile_id: merchant.profileId });
  });

  it('a new profile may be created by the operator and its merchant, and by no other key', async () => {
    const { create, port, ...world } = await aShop();
    const other = await aMerchant({ ...world }, 'merchant_other');
    expect(bodyOf(await create({ profile_name: 'shoes' }, key))).toMatchObject({
      merchant_id: account_id,
    });
    const before = port.items();
    for (const by of [other.key, world.merchant.publishableKey]) {
      expect(await create({ profile_name: 'boots' }, by)).toMatchObject({ status: 401 });
    }
    expect(port.items()).toEqual(before);
  });

  it("a new profile cannot have another's name, and then leaves the default unchanged", async () => {
    const { create, port } = await aShop();
    const before = port.items();
    const taken = 'Business Profile with the profile_name default already exists';
    expect(await create({})).toMatchObject(refused(400, 'IR_38', taken));
    expect(port.items()).toEqual(before);
  });

  it.each([
    [400, { colour: 'green' }],
    [400, { profile_name: 'x'.repeat(65) }],
    [400, { merchant_category_code: '12' }],
    [422, { session_expiry: 59 }],
    [422, { intent_fulfillment_time: 1_801 }],
    [422, { merchant_country_code: 'US' }],
    [422, { webhook_details: { payment_statuses_enabled: ['requires_confirmation'] } }],
    [422, { outgoing_webhook_custom_http_headers: { host: 'elsewhere' } }],
  ])('a new profile is refused with %i when it states %j', async (status, wrong) => {
    const { create, port } = await aShop();
    const before = port.items();
    const answer = await create({ profile_name: 'shoes', ...wrong });
    expect(answer).toMatchObject({ status, body: { error: { code: 'IR_06' } } });
    expect(port.items()).toEqual(before);
  });

  it('a new profile has secrets that are nowhere in clear', async () => {
    const { create, port, dependencies } = await aShop();
    const payment_response_hash_key = 'hash key of the profile';
    const webhook_details = { webhook_password: 'password of the profile' };
    bodyOf(await create({ profile_name: 'shoes', payment_response_hash_key, webhook_details }));
    const clear = JSON.stringify([port.items(), dependencies.logged]);
    expect(clear).not.toMatch(/of the profile/);
  });
});

describe('new profiles at the same time', () => {
  it('new profiles at the same time are all created when their names differ', async () => {
    const { create, names } = await aShop();
    const wanted = Array.from({ length: 10 }, (_, index) => `shop ${index}`);
    const answers = await Promise.all(wanted.map((profile_name) => create({ profile_name })));
    for (const answer of answers) bodyOf(answer);
    expect(await names()).toEqual(['default', ...wanted]);
  });

  it('new profiles at the same time are one when they have the same name', async () => {
    const { create, names } = await aShop();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ profile_name: 'shoes' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    expect(await names()).toEqual(['default', 'shoes']);
  });

  it('new profiles and a change of the account at the same time lose none of their changes', async () => {
    const world = await aShop();
    const changing = [
      'accounts.update',
      { key, params, body: { merchant_id: account_id, merchant_name: 'New' } },
    ] as const;
    const making = ['profiles.create', { key, params, body: { profile_name: 'shoes' } }] as const;
    await inEveryOrder(world, [making, changing], async ([made, changed], after) => {
      bodyOf(made);
      expect([200, 422]).toContain(changed.status);
      const account = bodyOf(await after.ask('accounts.retrieve', { key, params }));
      expect(account.default_profile).toBeNull();
      expect(account.merchant_name).toBe(changed.status === 200 ? 'New' : null);
    });
  });
});

describe('a profile that is deleted', () => {
  it('a deleted profile is not found any more, and the account has no default when it was that', async () => {
    const { remove, retrieve, update, names, account, merchant, create } = await aShop();
    const { profileId } = merchant;
    const answer = await remove(profileId);
    expect(bodyOf(answer)).toBe(true);
    expect(answer.text).toBe('true');
    expect(await retrieve(profileId)).toMatchObject(noProfile(profileId));
    expect(await update(profileId, {})).toMatchObject(noProfile(profileId));
    expect(await remove(profileId)).toMatchObject(noProfile(profileId));
    expect(await names()).toEqual([]);
    expect(await account()).toMatchObject({ default_profile: null });
    // Its name is free.
    const next = bodyOf(await create({}));
    expect(next).toMatchObject({ profile_name: 'default' });
    expect(next.profile_id).not.toBe(profileId);
  });

  it('a deleted profile leaves the default unchanged when that is another', async () => {
    const { create, remove, setDefault, account, merchant } = await aShop();
    const { profile_id } = bodyOf(await create({ profile_name: 'shoes' }));
    bodyOf(await setDefault(merchant.profileId));
    bodyOf(await remove(profile_id));
    expect(await account()).toMatchObject({ default_profile: merchant.profileId });
  });

  it('a deleted profile takes no new payments, and its present ones are finished', async () => {
    const { pay, remove, merchant, later, ask } = await aShop();
    const sale = { confirm: true, capture_method: 'manual', ...byCard() };
    const { payment_id } = bodyOf(await pay(sale));
    const unconfirmed = bodyOf(await pay());
    bodyOf(await remove(merchant.profileId));
    later();
    expect(await pay({ profile_id: merchant.profileId })).toMatchObject(
      noProfile(merchant.profileId),
    );
    const place = { key: merchant.key, params: { payment_id } };
    expect(bodyOf(await ask('payments.capture', { ...place, body: {} }))).toMatchObject({
      status: 'succeeded',
      profile_id: merchant.profileId,
    });
    const begun = { key: merchant.key, params: { payment_id: unconfirmed.payment_id } };
    const confirmed = await ask('payments.confirm', { ...begun, body: byCard() });
    expect(bodyOf(confirmed)).toMatchObject({ status: 'succeeded' });
  });

  it('a deleted profile is deleted only by the operator, and no other merchant’s in its place', async () => {
    const { remove, merchant, port, ...world } = await aShop();
    const other = await aMerchant({ ...world }, 'merchant_other');
    const before = port.items();
    expect(await remove(merchant.profileId, merchant.key)).toMatchObject({ status: 401 });
    expect(await remove(other.profileId)).toMatchObject(noProfile(other.profileId));
    expect(port.items()).toEqual(before);
  });

  it('a profile is deleted or renamed, never both, when both are requested at the same time', async () => {
    const world = await aShop();
    const place = { key, params: { account_id, profile_id: world.merchant.profileId } };
    const renaming = ['profiles.update', { ...place, body: { profile_name: 'new' } }] as const;
    const removing = ['profiles.delete', place] as const;
    const seen = new Set<string>();
    await inEveryOrder(world, [renaming, removing], async ([renamed, removed], after) => {
      seen.add(`${renamed.status} ${removed.status}`);
      const there = bodyOf(await after.ask('profiles.list', { key, params }));
      expect(there).toHaveLength(removed.status === 200 ? 0 : 1);
      if (removed.status !== 200) expect(there[0].profile_name).toBe('new');
    });
    expect([...seen].sort()).toEqual(['200 200', '200 422', '404 200', '422 200']);
  });

  it('a deleted profile is never the default, though an update sets it as default at the same time', async () => {
    const shop = await aShop();
    const { profile_id } = bodyOf(await shop.create({ profile_name: 'shoes' }));
    const body = { merchant_id: account_id, default_profile: profile_id };
    const choosing = ['accounts.update', { key, params, body }] as const;
    const removing = ['profiles.delete', { key, params: { account_id, profile_id } }] as const;
    await inEveryOrder(shop, [choosing, removing], async ([chosen, removed], after) => {
      expect([200, 404, 422]).toContain(chosen.status);
      const account = bodyOf(await after.ask('accounts.retrieve', { key, params }));
      const isThere =
        (await after.ask('profiles.retrieve', { key, params: { account_id, profile_id } }))
          .status === 200;
      expect(isThere).toBe(removed.status !== 200);
      expect(account.default_profile).toBe(isThere && chosen.status === 200 ? profile_id : null);
    });
  });
});
