import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  adminKey,
  aMerchant,
  aPaymentRequest,
  container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { inEveryOrder } from '../../support/table/in-every-order.ts';

const key = adminKey;
const account_id = 'merchant_example';
const connector_type = 'payment_processor';

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const refused = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});
const notThere = refused(404, 'HE_02', 'Merchant connector account does not exist in our records');
const taken = (profileId: string, label: string) =>
  refused(
    400,
    'HE_01',
    `The merchant connector account with the specified profile_id '${profileId}' and connector_label '${label}' already exists in our records`,
  );
const concurrent = 'The object is being changed by another request. Please try again';

/** Every field that a connector account may have. */
const everything = {
  payment_methods_enabled: [
    { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
  ],
  connector_webhook_details: { merchant_secret: 'whk_secret_of_the_shop' },
  metadata: { city: 'Berlin' },
  test_mode: true,
  frm_configs: [{ gateway: 'signifyd', payment_methods: [] }],
  pm_auth_config: { enabled_payment_methods: [] },
  additional_merchant_data: { note: 'second floor' },
};

/** A merchant with the connector account that takes its payments, and a second one. */
async function aShop(second: object = {}) {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { ask, dependencies } = world;
  // The first of those that can take a payment takes it.
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 1_000);
  const made = bodyOf(
    await ask('connector-accounts.create', {
      key: merchant.key,
      params: { account_id },
      body: {
        connector_type,
        connector_name: 'fauxpay',
        connector_label: 'second',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key number two' },
        ...second,
      },
    }),
  );
  const list = async () =>
    bodyOf(await ask('connector-accounts.list', { key, params: { account_id } }));
  const [first] = (await list()).filter(
    ({ connector_name }: { connector_name: string }) => connector_name === 'stripe_test',
  );
  const id: string = made.merchant_connector_id;
  const of = (merchant_connector_id: string) => ({ account_id, merchant_connector_id });
  return {
    ...world,
    merchant,
    made,
    id,
    firstId: String(first.merchant_connector_id),
    of,
    list,
    retrieve: (one = id, by = merchant.key) =>
      ask('connector-accounts.retrieve', { key: by, params: of(one) }),
    update: (changes: object, one = id, by = merchant.key) =>
      ask('connector-accounts.update', {
        key: by,
        params: of(one),
        body: { connector_type, ...changes },
      }),
    remove: (one = id, by = key) => ask('connector-accounts.delete', { key: by, params: of(one) }),
    pay: (changes: object = {}) =>
      ask('payments.create', {
        key: merchant.key,
        body: aPaymentRequest({ confirm: true, ...byCard(), ...changes }),
      }),
    /** Containers then read their cached configuration again. */
    later() {
      dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 3_000);
    },
  };
}

describe('a connector account', () => {
  it('a connector account is shown whole, as it was created, with its credentials masked', async () => {
    const { retrieve, made } = await aShop(everything);
    const shown = bodyOf(await retrieve());
    expect(shown).toEqual(made);
    expect(shown).toMatchObject({
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'ke**********wo' },
      connector_webhook_details: { merchant_secret: 'wh******************op' },
      metadata: { city: 'Berlin' },
      status: 'active',
      disabled: false,
    });
  });

  it('a connector account shows wallet credentials masked at any depth', async () => {
    const connector_wallets_details = {
      apple_pay_combined: { manual: { certificate: 'certificate of the shop' } },
      google_pay: { merchant_id: 'merchant_1', zip: null, tags: ['a secret tag'] },
      paze: null,
    };
    const { retrieve, made } = await aShop({ connector_wallets_details });
    const shown = bodyOf(await retrieve());
    expect(shown).toEqual(made);
    expect(shown.connector_wallets_details).toEqual({
      apple_pay_combined: { manual: { certificate: 'ce*******************op' } },
      google_pay: { merchant_id: 'me******_1', zip: null, tags: ['a ********ag'] },
      apple_pay: null,
      amazon_pay: null,
      samsung_pay: null,
      paze: null,
    });
    const { list, made: other } = await aShop();
    expect(other.connector_wallets_details).toBeNull();
    expect(JSON.stringify(await list())).not.toContain('connector_wallets_details');
  });

  it('a connector account of another merchant answers 404, like an unknown one', async () => {
    const { retrieve, update, remove, port, ...world } = await aShop();
    await aMerchant({ ...world }, 'merchant_other');
    const params = { account_id: 'merchant_other' };
    const others = bodyOf(await world.ask('connector-accounts.list', { key, params }));
    const before = port.items();
    for (const id of ['mca_nobody', others[0].merchant_connector_id]) {
      const answer = await retrieve(id);
      expect(answer).toMatchObject(notThere);
      expect(answer.body.error.reason).toBe(`${id} does not exist`);
      expect(await update({ disabled: true }, id)).toMatchObject(notThere);
      expect(await remove(id)).toMatchObject(notThere);
    }
    expect(port.items()).toEqual(before);
  });

  it('a connector account can be read and changed by its merchant and the operator, and deleted by the operator', async () => {
    const { retrieve, update, remove, id, merchant, port, ...world } = await aShop();
    const other = await aMerchant({ ...world }, 'merchant_other');
    bodyOf(await retrieve(id, key));
    bodyOf(await update({ test_mode: false }, id, key));
    const before = port.items();
    for (const by of [other.key, merchant.publishableKey]) {
      expect(await retrieve(id, by)).toMatchObject({ status: 401 });
      expect(await update({}, id, by)).toMatchObject({ status: 401 });
    }
    for (const by of [other.key, merchant.key]) {
      expect(await remove(id, by)).toMatchObject({ status: 401 });
    }
    expect(port.items()).toEqual(before);
  });
});

describe('an update of a connector account', () => {
  it('an update of a connector account changes only the given fields; null changes nothing', async () => {
    const { update, retrieve, made } = await aShop(everything);
    const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, null]));
    expect(bodyOf(await update({ ...nothing, status: null, disabled: null }))).toEqual(made);
    const changes = {
      metadata: { city: 'Paris' },
      connector_webhook_details: { merchant_secret: 'whk_another', additional_secret: 'more' },
      payment_methods_enabled: [],
    };
    const changed = bodyOf(await update(changes));
    expect(changed).toEqual({
      ...made,
      metadata: { city: 'Paris' },
      payment_methods_enabled: [],
      connector_webhook_details: { merchant_secret: 'wh*******er', additional_secret: '****' },
    });
    expect(bodyOf(await retrieve())).toEqual(changed);
  });

  it('an update of a connector account renews credentials, which the processor then gets, and which are nowhere in clear', async () => {
    const { update, pay, later, firstId, port, dependencies } = await aShop();
    const api_key = 'the renewed key of the shop';
    const changed = await update(
      { connector_account_details: { auth_type: 'HeaderKey', api_key } },
      firstId,
    );
    expect(bodyOf(changed).connector_account_details).toEqual({
      auth_type: 'HeaderKey',
      api_key: `th${'*'.repeat(api_key.length - 4)}op`,
    });
    later();
    const seen: string[] = [];
    const send = dependencies.send;
    dependencies.send = (request, options) => {
      seen.push(JSON.stringify(request));
      return send(request, options);
    };
    bodyOf(await pay());
    expect(seen.join()).toContain(api_key);
    const stored = port.items().find(({ id }) => id === firstId);
    const bytes = Buffer.from(stored?.sealed as Uint8Array).toString('latin1'); // Parsed when read.
    expect(JSON.stringify([port.items(), dependencies.logged]) + bytes).not.toContain(api_key);
  });

  it('disabling a connector account removes it from routing, and enabling returns it', async () => {
    const { update, pay, later, firstId, id } = await aShop(everything);
    const tookPayment = async () => {
      later();
      return bodyOf(await pay()).merchant_connector_id;
    };
    expect(await tookPayment()).toBe(firstId);
    expect(bodyOf(await update({ disabled: true }, firstId))).toMatchObject({
      status: 'active',
      disabled: true,
    });
    expect(await tookPayment()).toBe(id);
    bodyOf(await update({ disabled: true }));
    later();
    expect(await pay()).toMatchObject({ status: 400, body: { error: { code: 'IR_39' } } });
    bodyOf(await update({ disabled: false }, firstId));
    expect(await tookPayment()).toBe(firstId);
  });

  const temporary = { connector_account_details: { auth_type: 'TemporaryAuth' } };
  const real = { connector_account_details: { auth_type: 'HeaderKey', api_key: 'a real key' } };
  it.each([
    ['inactive is disabled too', {}, { status: 'inactive' }, 'inactive', true],
    ['active again stays disabled', { status: 'inactive' }, { status: 'active' }, 'active', true],
    [
      'active again is enabled where it says so',
      { status: 'inactive' },
      { status: 'active', disabled: false },
      'active',
      false,
    ],
    ['without credentials is inactive', {}, temporary, 'inactive', true],
    ['with its first credentials stays inactive', temporary, real, 'inactive', true],
    [
      'with its first credentials is active where it says so',
      temporary,
      { ...real, status: 'active', disabled: false },
      'active',
      false,
    ],
    ['that says nothing stays disabled', { disabled: true }, {}, 'active', true],
  ])("a connector account's update: %s", async (_, before, changes, status, disabled) => {
    const { update, retrieve } = await aShop(before);
    const changed = bodyOf(await update(changes));
    expect(changed).toMatchObject({ status, disabled });
    expect(bodyOf(await retrieve())).toEqual(changed);
  });

  const cannotEnable =
    'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth';
  it.each<[object, object, number, string, string | undefined]>([
    [{}, { status: 'inactive', disabled: false }, 422, 'IR_06', cannotEnable],
    [{ status: 'inactive' }, { disabled: false }, 422, 'IR_06', cannotEnable],
    [
      temporary,
      { status: 'active' },
      422,
      'IR_06',
      'Connector status cannot be active when using TemporaryAuth',
    ],
    [
      {},
      { connector_account_details: { auth_type: 'BodyKey', api_key: 'a', key1: 'b' } },
      422,
      'IR_06',
      'The auth type is invalid for the connector',
    ],
    [
      {},
      { connector_account_details: { auth_type: 'HeaderKey', api_key: ' ' } },
      422,
      'IR_05',
      'connector_account_details.api_key contains invalid data. Expected format is a non empty String',
    ],
    [
      {},
      { connector_account_details: { auth_type: 'Other' } },
      422,
      'IR_05',
      'connector_account_details contains invalid data. Expected format is auth_type and api_key',
    ],
    [{}, { connector_type: 'tax_processor' }, 422, 'IR_06', 'Invalid connector name given'],
    [
      {
        connector_name: 'shift4',
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_test_1' },
      },
      { connector_type: 'payout_processor' },
      501,
      'IR_00',
      'The payout connector shift4 is not implemented',
    ],
    [{}, { connector_type: undefined }, 400, 'IR_06', undefined],
    [{}, { connector_name: 'stripe' }, 400, 'IR_06', undefined],
    [{}, { profile_id: 'pro_1' }, 400, 'IR_06', undefined],
    [{}, { business_country: 'US' }, 400, 'IR_06', undefined],
    [{}, { connector_label: 'x'.repeat(256) }, 400, 'IR_06', undefined],
    [{}, { status: 'sleeping' }, 400, 'IR_06', undefined],
  ])(
    'an update of a connector account that is %j is refused when it states %j',
    async (before, changes, status, code, message) => {
      const { update, port } = await aShop(before);
      const items = port.items();
      const answer = await update(changes);
      expect(answer).toMatchObject({ status, body: { error: { code } } });
      if (message) expect(answer.body.error.message).toBe(message);
      expect(port.items()).toEqual(items);
    },
  );

  it('an update of a connector account is refused for a simulated processor where none exist', async () => {
    const { port, dependencies, of, id, merchant } = await aShop();
    const production = container(port, dependencies);
    Object.assign(production.services, { testConnectors: false });
    const items = port.items();
    const request = { key: merchant.key, params: of(id), body: { connector_type } };
    expect(await production.ask('connector-accounts.update', request)).toMatchObject(
      refused(422, 'IR_06', 'Invalid connector name'),
    );
    expect(port.items()).toEqual(items);
  });
});

describe('the label of a connector account', () => {
  it("a connector account's label can change, and the account is otherwise the same", async () => {
    const { update, retrieve, made, port, id } = await aShop(everything);
    expect(bodyOf(await update({ connector_label: 'renamed' }))).toEqual({
      ...made,
      connector_label: 'renamed',
    });
    expect(port.items().filter((item) => item.id === id)).toHaveLength(1);
    expect(bodyOf(await update({ test_mode: false }))).toMatchObject({
      connector_label: 'renamed',
    });
    expect(bodyOf(await retrieve())).toEqual({
      ...made,
      connector_label: 'renamed',
      test_mode: false,
    });
  });

  it("a connector account's label cannot be that of another account of the profile, and is free once dropped", async () => {
    const { update, port, merchant, firstId } = await aShop();
    const label = 'stripe_test_default';
    const before = port.items();
    expect(await update({ connector_label: label })).toMatchObject(
      taken(merchant.profileId, label),
    );
    expect(port.items()).toEqual(before);
    bodyOf(await update({ connector_label: 'first' }, firstId));
    bodyOf(await update({ connector_label: label }));
  });

  it("a connector account's label may be the same for two profiles", async () => {
    const { update, ask, merchant, made, retrieve } = await aShop();
    const request = { key: merchant.key, params: { account_id } };
    const body = { profile_name: 'shoes' };
    const { profile_id } = bodyOf(await ask('profiles.create', { ...request, body }));
    const { connector_name, connector_label } = made;
    const credentials = { auth_type: 'HeaderKey', api_key: 'key of the shoes' };
    const another = bodyOf(
      await ask('connector-accounts.create', {
        ...request,
        body: {
          connector_type,
          connector_name,
          connector_label,
          profile_id,
          connector_account_details: credentials,
        },
      }),
    );
    bodyOf(await update({ test_mode: true }, another.merchant_connector_id));
    expect(bodyOf(await retrieve())).toEqual(made);
  });

  it("a connector account's label goes to one of two that request it at the same time, and neither account is lost", async () => {
    const shop = await aShop();
    const { id, firstId, of, merchant } = shop;
    const request = (one: string) =>
      [
        'connector-accounts.update',
        { key, params: of(one), body: { connector_type, connector_label: 'wanted' } },
      ] as const;
    await inEveryOrder(shop, [request(id), request(firstId)], async (answers, after) => {
      const [loser] = answers.filter(({ status }) => status !== 200);
      expect(loser).toMatchObject(taken(merchant.profileId, 'wanted'));
      const list = await after.ask('connector-accounts.list', { key, params: { account_id } });
      const labels = bodyOf(list).map(
        ({ connector_label }: { connector_label: string }) => connector_label,
      );
      expect(labels).toHaveLength(2);
      expect(labels.filter((label: string) => label === 'wanted')).toHaveLength(1);
    });
  });
});

describe('changes of a connector account at the same time', () => {
  it('simultaneous changes of a connector account lose nothing: the later one is refused', async () => {
    const { update, retrieve } = await aShop();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const changes = index % 2 ? { test_mode: true } : { metadata: { city: 'Berlin' } };
        return { changes, ...(await update(changes)) };
      }),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(refused(422, 'HE_00', concurrent));
    }
    const shown = bodyOf(await retrieve());
    for (const { changes } of done) expect(shown).toMatchObject(changes);
  });

  it.each([
    ['credentials', { test_mode: true }],
    ['its label', { connector_label: 'renamed' }],
  ])(
    'racing %s and a delete of one connector account leave it deleted or changed, never both',
    async (_, changes) => {
      const shop = await aShop();
      const place = { key, params: shop.of(shop.id) };
      const changing = [
        'connector-accounts.update',
        { ...place, body: { connector_type, ...changes } },
      ] as const;
      const removing = ['connector-accounts.delete', place] as const;
      const seen = new Set<string>();
      await inEveryOrder(shop, [changing, removing], async ([changed, removed], after) => {
        seen.add(`${changed.status} ${removed.status}`);
        const left = after.port.items().filter(({ id }) => id === shop.id);
        expect(left).toHaveLength(removed.status === 200 ? 0 : 1);
      });
      expect([...seen].sort()).toEqual(['200 200', '200 422', '404 200', '422 200']);
    },
  );
});

describe('a connector account that is deleted', () => {
  it('a deleted connector account is reported as deleted, and is not found any more, with its credentials', async () => {
    const { remove, retrieve, update, list, id, port } = await aShop();
    expect(bodyOf(await remove())).toEqual({
      merchant_id: account_id,
      merchant_connector_id: id,
      deleted: true,
    });
    expect(await retrieve()).toMatchObject(notThere);
    expect(await update({ disabled: true })).toMatchObject(notThere);
    expect(await remove()).toMatchObject(notThere);
    expect(await list()).toHaveLength(1);
    expect(port.items().filter((item) => item.id === id)).toEqual([]);
  });

  it('a deleted connector account takes no new payments, and its authorizations can be neither captured nor refunded', async () => {
    const { remove, pay, later, ask, merchant, firstId, id } = await aShop();
    const held = bodyOf(await pay({ capture_method: 'manual' }));
    const paid = bodyOf(await pay());
    expect(paid.merchant_connector_id).toBe(firstId);
    bodyOf(await remove(firstId));
    later();
    expect(bodyOf(await pay()).merchant_connector_id).toBe(id);
    const place = { key: merchant.key, params: { payment_id: held.payment_id } };
    expect(await ask('payments.capture', { ...place, body: {} })).toMatchObject(notThere);
    const refund = { payment_id: paid.payment_id, refund_id: 'ref_1', amount: 600 };
    expect(await ask('refunds.create', { key: merchant.key, body: refund })).toMatchObject(
      notThere,
    );
    expect(bodyOf(await ask('payments.retrieve', place))).toMatchObject({
      status: 'requires_capture',
    });
  });
});
