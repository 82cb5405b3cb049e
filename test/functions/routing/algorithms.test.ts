import fc from 'fast-check';
import { loadStructure } from '../../support/documents/structure.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

/** A merchant with two profiles, the first of which has three connector accounts. */
async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const other = await aMerchant(world, 'merchant_other');
  const { key } = merchant;
  const ask = async (name: string, request: Ask = {}) => world.ask(name, { key, ...request });
  const good = async (name: string, request: Ask = {}) => {
    const { status, body } = await ask(name, request);
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const account = { params: { account_id: merchant.id } };
  // The order of two profiles created at one moment would be random.
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 1_000);
  const second = await good('profiles.create', { ...account, body: { profile_name: 'second' } });
  const connect = async (connector_name: string, more: object = {}) => {
    const body = {
      connector_type: 'payment_processor',
      connector_name,
      profile_id: merchant.profileId,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
      ...more,
    };
    const { merchant_connector_id } = await good('connector-accounts.create', { ...account, body });
    return { connector: connector_name, merchant_connector_id: String(merchant_connector_id) };
  };
  const fauxpay = await connect('fauxpay');
  const disabled = await connect('phonypay', { disabled: true });
  const elsewhere = await connect('pretendpay', { profile_id: second.profile_id });
  const stripe = (await good('routing.retrieve-default')).find(
    ({ connector }: { connector: string }) => connector === 'stripe_test',
  );
  const body = (changes: object = {}) => ({
    name: 'cards first',
    description: 'eu cards',
    profile_id: merchant.profileId,
    algorithm: { type: 'priority', data: [fauxpay, stripe] },
    ...changes,
  });
  return {
    ...world,
    merchant,
    other,
    ask,
    good,
    body,
    stripe,
    fauxpay,
    disabled,
    elsewhere,
    secondProfile: String(second.profile_id),
    create: (changes: object = {}) => ask('routing.create', { body: body(changes) }),
    made: (changes: object = {}) => good('routing.create', { body: body(changes) }),
    pass(seconds: number) {
      world.dependencies.clock.now = new Date(
        world.dependencies.clock.now.getTime() + seconds * 1_000,
      );
    },
  };
}

const error = (status: number, code: string, message: unknown) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});

/** Rules of every kind, and the choice that they lead to. */
const program = (choice: object) => ({
  type: 'advanced',
  data: {
    defaultSelection: { type: 'priority', data: [choice] },
    rules: [
      {
        name: 'big eur cards',
        connectorSelection: {
          type: 'volume_split',
          data: [
            { connector: choice, split: 80 },
            { connector: choice, split: 0 },
          ],
        },
        statements: [
          {
            condition: [
              comparison('payment_method', 'equal', 'enum_variant', 'card'),
              comparison('amount', 'greater_than', 'number', 10_000),
              comparison('currency', 'not_equal', 'enum_variant_array', ['USD', 'GBP']),
              comparison('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' }),
              comparison('business_label', 'equal', 'str_value', 'shoes'),
              comparison('amount', 'equal', 'number_array', [1, 2]),
              comparison('amount', 'less_than_equal', 'number', 50_000),
              comparison('amount', 'equal', 'number_comparison_array', [
                { comparisonType: 'greater_than_equal', number: 100 },
                { comparisonType: 'less_than', number: 50 },
              ]),
            ],
            nested: [
              { condition: [], nested: null },
              { condition: [], nested: [] },
            ],
          },
        ],
      },
    ],
    metadata: { author: 'shop' },
  },
});

const comparison = (lhs: string, operator: string, type: string, value: unknown) => ({
  lhs,
  comparison: operator,
  value: { type, value },
  metadata: {},
});

describe('creating a routing algorithm', () => {
  it('a new routing algorithm of every kind is stored as stated, and none is activated', async () => {
    const world = await aWorld();
    const { fauxpay, stripe } = world;
    for (const algorithm of [
      { type: 'single', data: fauxpay },
      { type: 'single', data: 'fauxpay' },
      { type: 'priority', data: [fauxpay, 'stripe_test'] },
      { type: 'volume_split', data: [{ connector: stripe, split: 2_147_483_647 }] },
      program(fauxpay),
    ]) {
      const { status, body } = await world.create({ algorithm });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: expect.stringMatching(/^routing_[A-Za-z0-9]{20}$/),
        profile_id: world.merchant.profileId,
        name: 'cards first',
        kind: algorithm.type,
        description: 'eu cards',
        created_at: Math.floor(world.dependencies.clock.now.getTime() / 1_000),
        modified_at: body.created_at,
        algorithm_for: 'payment',
        decision_engine_routing_id: null,
      });
      const shown = await world.good('routing.retrieve', {
        params: { routing_algorithm_id: body.id },
      });
      expect(shown.algorithm).toEqual(algorithm);
    }
    expect(await world.good('routing.active')).toEqual([]);
  });

  it("a new routing algorithm accepts a rule's name for its output", async () => {
    const world = await aWorld();
    const given = program(world.fauxpay);
    const [{ connectorSelection, ...rule }] = given.data.rules as [
      (typeof given.data.rules)[number],
    ];
    const rules = [{ ...rule, routingOutput: connectorSelection }];
    const algorithm = { ...given, data: { ...given.data, rules } };
    const { id } = await world.made({ algorithm });
    const shown = await world.good('routing.retrieve', { params: { routing_algorithm_id: id } });
    expect(shown.algorithm).toEqual(given);
  });

  it('a new routing algorithm names its missing fields, in the order of the API', async () => {
    const world = await aWorld();
    const body = world.body({ profile_id: 'pro_unknown' });
    for (const field of ['name', 'description', 'algorithm', 'profile_id']) {
      const without = { ...world.body(), ...body, [field]: undefined };
      const later = field === 'profile_id' ? without : { ...without, profile_id: null };
      expect(await world.ask('routing.create', { body: later })).toMatchObject(
        error(400, 'IR_04', `Missing required param: ${field}`),
      );
    }
    expect(await world.ask('routing.create', { body })).toMatchObject(
      error(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
    );
  });

  it('a new routing algorithm with connectors that the profile has no account of is refused, wherever they stand', async () => {
    const world = await aWorld();
    const { fauxpay, elsewhere } = world;
    const named = `connector with name 'pretendpay' and merchant connector account id '${elsewhere.merchant_connector_id}' not found for the given profile`;
    const program_ = program(fauxpay);
    const inRule = {
      ...program_,
      data: {
        ...program_.data,
        rules: [
          {
            name: 'one',
            connectorSelection: { type: 'priority', data: [elsewhere] },
            statements: [],
          },
        ],
      },
    };
    for (const algorithm of [
      { type: 'single', data: elsewhere },
      { type: 'priority', data: [fauxpay, elsewhere] },
      { type: 'volume_split', data: [{ connector: elsewhere, split: 1 }] },
      inRule,
      {
        ...program_,
        data: { ...program_.data, defaultSelection: inRule.data.rules[0]?.connectorSelection },
      },
    ]) {
      expect(await world.create({ algorithm })).toMatchObject(error(422, 'IR_06', named));
    }
    // Another connector's account is not an account of this one.
    const mixed = {
      connector: 'stripe_test',
      merchant_connector_id: fauxpay.merchant_connector_id,
    };
    expect(await world.create({ algorithm: { type: 'single', data: mixed } })).toMatchObject(
      error(422, 'IR_06', expect.stringContaining("connector with name 'stripe_test' and")),
    );
    expect(await world.create({ algorithm: { type: 'single', data: 'adyen' } })).toMatchObject(
      error(422, 'IR_06', "connector with name 'adyen' not found for the given profile"),
    );
    expect(
      (await world.create({ algorithm: { type: 'single', data: world.disabled } })).status,
    ).toBe(200);
  });

  it.each([
    [
      'an empty priority list',
      { algorithm: { type: 'priority', data: [] } },
      /can't be empty for Priority Algorithm/,
    ],
    [
      'an empty split',
      { algorithm: { type: 'volume_split', data: [] } },
      /can't be empty for Volume split Algorithm/,
    ],
    [
      'a connector that cannot be routed to',
      { algorithm: { type: 'single', data: 'taxjar' } },
      /did not match/,
    ],
    [
      'a connector that nobody knows',
      { algorithm: { type: 'single', data: 'unheard' } },
      /did not match/,
    ],
    [
      'a negative share',
      { algorithm: { type: 'volume_split', data: [{ connector: 'fauxpay', split: -1 }] } },
      /split/,
    ],
    ['a kind that there is not', { algorithm: { type: 'dynamic', data: {} } }, /algorithm/],
    [
      'a name that is too long',
      { name: 'x'.repeat(65) },
      /Length of name field must not exceed 64 characters/,
    ],
    ['another kind of transaction', { transaction_type: 'refund' }, /transaction_type/],
  ])('a new routing algorithm with %s is refused', async (_, changes, message) => {
    const world = await aWorld();
    const before = world.port.items();
    expect(await world.create(changes)).toMatchObject(
      error(400, 'IR_06', expect.stringMatching(message)),
    );
    expect(world.port.items()).toEqual(before);
  });

  it('a new routing algorithm whose shares are all 0 is refused, also as the selection of a rule', async () => {
    const world = await aWorld();
    const before = world.port.items();
    const none = { type: 'volume_split', data: [{ connector: world.fauxpay, split: 0 }] };
    const { data } = program(world.fauxpay);
    const [rule] = data.rules;
    const rules = [{ ...rule, connectorSelection: none }];
    for (const algorithm of [none, { type: 'advanced', data: { ...data, rules } }]) {
      expect(await world.create({ algorithm })).toMatchObject(
        error(422, 'IR_06', 'Invalid routing algorithm: all shares are 0'),
      );
    }
    expect(world.port.items()).toEqual(before);
  });

  it('a new routing algorithm whose program is no program is refused', async () => {
    const world = await aWorld();
    const { data } = program(world.fauxpay);
    const [rule] = data.rules;
    const condition = (changes: object) => ({
      ...data,
      rules: [
        {
          ...rule,
          statements: [
            {
              condition: [{ ...comparison('amount', 'equal', 'number', 1), ...changes }],
            },
          ],
        },
      ],
    });
    for (const wrong of [
      { ...data, metadata: undefined },
      { ...data, metadata: [] },
      { ...data, defaultSelection: { type: 'single', data: 'fauxpay' } },
      { ...data, rules: {} },
      { ...data, rules: [{ ...rule, name: undefined }] },
      { ...data, rules: [{ ...rule, connectorSelection: undefined }] },
      { ...data, rules: [{ ...rule, statements: [{ condition: {} }] }] },
      { ...data, rules: [{ ...rule, statements: [{ condition: [], nested: {} }] }] },
      condition({ metadata: undefined }),
      condition({ comparison: 'like' }),
      condition({ lhs: 1 }),
      condition({ value: { type: 'number', value: '1' } }),
      condition({ value: { type: 'number', value: 1.5 } }),
      condition({ value: { type: 'number', value: -1 } }),
      condition({ value: { type: 'text', value: 'x' } }),
      condition({ value: { type: 'enum_variant_array', value: 'card' } }),
      condition({ value: { type: 'metadata_variant', value: { key: 'a' } } }),
      condition({
        value: { type: 'number_comparison_array', value: [{ comparisonType: 'is', number: 1 }] },
      }),
    ]) {
      const answer = await world.create({ algorithm: { type: 'advanced', data: wrong } });
      expect(answer).toMatchObject(error(400, 'IR_06', expect.any(String)));
    }
    // The error names a condition that no payment could meet, so that its author finds it.
    const strange = condition({ lhs: 'weather', comparison: 'less_than' });
    expect(await world.create({ algorithm: { type: 'advanced', data: strange } })).toMatchObject(
      error(
        422,
        'IR_06',
        "Invalid routing algorithm: rule 'big eur cards', comparison 1.1 ('weather less_than'): unknown key",
      ),
    );
  });

  it('a new routing algorithm that is too large to store is refused, and nothing is stored', async () => {
    const world = await aWorld();
    const before = world.port.items();
    const { data } = program(world.fauxpay);
    for (const rules of [500, 10_000]) {
      const large = { ...data, rules: Array(rules).fill(data.rules[0]) };
      expect(await world.create({ algorithm: { type: 'advanced', data: large } })).toMatchObject(
        error(400, 'IR_06', expect.stringContaining('is larger than allowed')),
      );
    }
    expect(world.port.items()).toEqual(before);
  });

  it('a new routing algorithm with any body is answered, and nothing is written when refused', async () => {
    const world = await aWorld();
    const leaf = fc.oneof(
      fc.constantFrom('single', 'priority', 'volume_split', 'advanced', 'fauxpay', 'stripe_test'),
      fc.integer(),
      fc.string(),
      fc.constant(null),
    );
    const { value: anything } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('type', 'data', 'connector', 'split', 'rules', 'statements', 'metadata'),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            name: fc.oneof(fc.string({ maxLength: 80 }), leaf),
            description: fc.oneof(fc.string(), leaf),
            algorithm: anything,
            profile_id: fc.oneof(fc.constant(world.merchant.profileId), leaf),
          },
          { requiredKeys: [] },
        ),
        async (body) => {
          const before = world.port.items();
          const { status } = await world.ask('routing.create', { body });
          expect([200, 400, 404, 422]).toContain(status);
          if (status !== 200) expect(world.port.items()).toEqual(before);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a stored routing algorithm', () => {
  it('a stored routing algorithm is listed latest first, page by page, payments and payouts apart', async () => {
    const world = await aWorld();
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      ids.unshift((await world.made({ name })).id);
      world.pass(1);
    }
    await world.good('routing.create-for-payouts', { body: world.body({ name: 'out' }) });
    await world.made({ name: 'out as well', transaction_type: 'payout' });
    const list = async (query: Record<string, string> = {}, name = 'routing.list') =>
      (await world.good(name, { query })).map(({ id }: { id: string }) => id);
    expect(await list()).toEqual(ids);
    expect(await list({ limit: '2' })).toEqual(ids.slice(0, 2));
    expect(await list({ limit: '2', offset: '2' })).toEqual(ids.slice(2));
    expect(await list({ limit: '0' })).toEqual([]);
    expect(await list({ transaction_type: 'payout' })).toHaveLength(2);
    expect(await list({}, 'routing.list-for-payouts')).toHaveLength(2);
    expect(await list({ profile_id: world.secondProfile })).toEqual([]);
    const wrong: readonly Record<string, string>[] = [
      { limit: '65536' },
      { offset: '256' },
      { limit: '-1' },
      { limit: 'x' },
    ];
    for (const query of wrong) {
      const answer = await world.ask('routing.list', { query });
      expect(answer).toMatchObject(
        error(400, 'IR_06', expect.stringMatching(/^Query deserialize/)),
      );
    }
    expect(await world.good('routing.list', { key: world.other.key })).toEqual([]);
  });

  it('a stored routing algorithm is found by keys of its profile, and by no key of another profile', async () => {
    const world = await aWorld();
    const { id } = await world.made();
    const acting = (profile: string) => ({ headers: { 'x-profile-id': profile } });
    const [own, foreign] = [acting(world.merchant.profileId), acting(world.secondProfile)];
    for (const name of ['routing.list', 'routing.list-of-profile']) {
      expect(await world.good(name, own)).toHaveLength(1);
      expect(await world.good(name, foreign)).toEqual([]);
    }
    const params = { routing_algorithm_id: id };
    const gone = error(404, 'HE_02', 'Resource ID does not exist in our records');
    expect(await world.ask('routing.retrieve', { ...foreign, params })).toMatchObject(gone);
    const activated = await world.ask('routing.activate', { ...foreign, params, body: {} });
    expect(activated).toMatchObject(gone);
    expect(await world.ask('routing.create', { ...foreign, body: world.body() })).toMatchObject(
      error(404, 'HE_02', expect.stringContaining('Business profile')),
    );
    expect((await world.ask('routing.retrieve', { ...own, params })).status).toBe(200);
  });
});

describe('activating', () => {
  it('activating an algorithm routes the profile by it, shows it at the profile, and replaces the one before', async () => {
    const world = await aWorld();
    const [first, second] = [await world.made(), await world.made({ name: 'another' })];
    const activate = (id: string, body: object = {}) =>
      world.ask('routing.activate', { params: { routing_algorithm_id: id }, body });
    const place = { account_id: world.merchant.id, profile_id: world.merchant.profileId };
    const shown = async () => world.good('profiles.retrieve', { params: place });

    expect((await shown()).routing_algorithm).toBeNull();
    expect(await activate(first.id)).toMatchObject({ status: 200, body: first });
    expect((await shown()).routing_algorithm).toEqual({
      algorithm_id: first.id,
      timestamp: Math.floor(world.dependencies.clock.now.getTime() / 1_000),
      config_algo_id: null,
      surcharge_config_algo_id: null,
    });
    expect(await activate(first.id)).toMatchObject(
      error(400, 'IR_16', 'Algorithm is already active'),
    );
    expect((await activate(second.id)).status).toBe(200);
    expect(await world.good('routing.active')).toEqual([second]);
    expect((await activate(first.id)).status).toBe(200);
    expect(await world.good('routing.active')).toEqual([first]);
    const loadedStructure = loadStructure();
    const isRight = loadedStructure?.answer('GET', '/routing/active');
    expect(isRight?.([first]) ?? true).toBe(true);
  });

  it('activating an algorithm keeps payments and payouts apart', async () => {
    const world = await aWorld();
    const forPayments = await world.made();
    const forPayouts = await world.good('routing.create-for-payouts', { body: world.body() });
    const activate = (name: string, id: string, body: object = {}) =>
      world.ask(name, { params: { routing_algorithm_id: id }, body });
    expect(await activate('routing.activate', forPayouts.id)).toMatchObject(
      error(400, 'IR_16', "Cannot use payout's routing algorithm for payment operation"),
    );
    expect(await activate('routing.activate-for-payouts', forPayments.id)).toMatchObject(
      error(400, 'IR_16', "Cannot use payment's routing algorithm for payout operation"),
    );
    const asPayout = { transaction_type: 'payout' };
    expect((await activate('routing.activate', forPayouts.id, asPayout)).status).toBe(200);
    expect(await activate('routing.activate-for-payouts', forPayouts.id)).toMatchObject(
      error(400, 'IR_16', 'Algorithm is already active'),
    );
    expect((await activate('routing.activate', forPayments.id)).status).toBe(200);
    expect(await world.good('routing.active')).toEqual([forPayments]);
    expect(await world.good('routing.active', { query: asPayout })).toEqual([forPayouts]);
    expect(await world.good('routing.active-for-payouts')).toEqual([forPayouts]);
    const body = { profile_id: world.merchant.profileId };
    expect(await world.good('routing.deactivate-for-payouts', { body })).toEqual(forPayouts);
    expect(await world.good('routing.active')).toEqual([forPayments]);
  });

  it('the active algorithms are listed for one profile, or for all', async () => {
    const world = await aWorld();
    const mine = await world.made();
    const algorithm = { type: 'single', data: world.elsewhere };
    const theirs = await world.made({ algorithm, profile_id: world.secondProfile });
    for (const { id } of [mine, theirs]) {
      await world.good('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
    }
    expect(await world.good('routing.active')).toEqual([mine, theirs]);
    const query = { profile_id: world.secondProfile };
    expect(await world.good('routing.active', { query })).toEqual([theirs]);
    const headers = { 'x-profile-id': world.merchant.profileId };
    expect(await world.good('routing.active', { headers })).toEqual([mine]);
    for (const request of [{ query: { profile_id: 'pro_unknown' } }, { query, headers }]) {
      expect((await world.ask('routing.active', request)).status).toBe(404);
    }
  });

  it('activating an algorithm leaves one winner when two do it at once', async () => {
    const world = await aWorld();
    const made = [await world.made(), await world.made({ name: 'another' })];
    const answers = await Promise.all(
      made.map(({ id }) =>
        world.ask('routing.activate', { params: { routing_algorithm_id: id }, body: {} }),
      ),
    );
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [made[index]] : []));
    expect(won).toHaveLength(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await world.good('routing.active')).toEqual(won);
  });
});

describe('deactivating', () => {
  it('deactivating returns the algorithm that was active, and is refused when none was', async () => {
    const world = await aWorld();
    const made = await world.made();
    const body = { profile_id: world.merchant.profileId };
    const inactive = error(400, 'IR_16', 'Algorithm is already inactive');
    expect(await world.ask('routing.deactivate', { body })).toMatchObject(inactive);
    await world.good('routing.activate', { params: { routing_algorithm_id: made.id }, body: {} });
    expect(await world.good('routing.deactivate', { body })).toEqual(made);
    expect(await world.ask('routing.deactivate', { body })).toMatchObject(inactive);
    expect(await world.good('routing.active')).toEqual([]);
    expect(await world.ask('routing.deactivate', { body: {} })).toMatchObject(
      error(400, 'IR_04', 'Missing required param: profile_id'),
    );
    await world.good('routing.activate', { params: { routing_algorithm_id: made.id } });
    expect(await world.good('routing.active')).toEqual([made]);
    // Without any body it is about the profile that the caller acts for.
    const acting = { headers: { 'x-profile-id': world.merchant.profileId } };
    expect(await world.ask('routing.deactivate')).toMatchObject(
      error(400, 'IR_04', 'Missing required param: profile_id'),
    );
    expect(await world.good('routing.deactivate', acting)).toEqual(made);
    expect(await world.ask('routing.deactivate', { body: { profile_id: 'pro_1' } })).toMatchObject(
      error(404, 'HE_02', 'Business profile with the given id pro_1 does not exist'),
    );
  });
});
