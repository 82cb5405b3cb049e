import type { Item, TablePort } from '#platform/table/port.ts';
import { learnOutcomes } from '#switch/routing/dynamic/learn-outcomes.ts';
import { readChanges } from '../../../functions/queues/publish-events.ts';
import { recordingQueue } from '../../support/receivers/webhook-delivery.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { streamRecord } from '../../support/table/stream-record.ts';

const declined = '4000000000000002';

/** A merchant with stripe_test, then fauxpay, whose outcomes are learned from. */
async function aWorld() {
  const told: { before: Item | undefined; after: Item | undefined }[] = [];
  const memory = memoryPort([], (before, after) => told.push({ before, after }));
  const dependencies = switchDependencies();
  const shop = container(memory, dependencies);
  const merchant = await aMerchant(shop);
  const { id: account_id, key, profileId: profile_id } = merchant;
  const good = async (name: string, request: Ask = {}) => {
    const { status, body } = await shop.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const pass = (seconds: number) => {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    dependencies.processor.clock.now = dependencies.clock.now;
  };
  pass(1);
  const { merchant_connector_id: fauxpay } = await good('connector-accounts.create', {
    params: { account_id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of fauxpay' },
    },
  });
  const { services } = shop;
  const clock = () => dependencies.clock.now;
  const quiet = { send: async () => [] };
  const read = readChanges({
    publish: async () => [],
    deliveries: recordingQueue(),
    slow: recordingQueue(),
    syncs: quiet,
    learn: (outcomes) => learnOutcomes(outcomes, { ...services, clock }),
    clock,
    log: services.log,
    metric: () => {},
  });
  const params = { account_id, profile_id };
  return {
    shop,
    merchant,
    dependencies,
    memory,
    good,
    pass,
    told,
    params,
    fauxpay: String(fauxpay),
    /** Learns all changes that the stream reports, as often as it reports them. */
    async learn(times = 1) {
      const Records = told
        .splice(0)
        .filter(({ after }) => /^(PAYMENT$|ATTEMPT#)/.test(String(after?.sk)))
        .map(({ before, after }, index) => streamRecord(String(index), before, after));
      for (let time = 0; time < times; time += 1) {
        expect(await read({ Records })).toEqual({ batchItemFailures: [] });
      }
      // Containers use scores that they read for five seconds.
      pass(6);
    },
    pays: (number?: string, changes: object = {}) =>
      good('payments.create', {
        body: { amount: 6_540, currency: 'USD', confirm: true, ...byCard(number), ...changes },
      }),
    why: async ({ payment_id }: { readonly payment_id: string }) =>
      (await good('routing.explain', { params: { payment_id } })).attempts[0],
    sets: (kind: string, enable: string, body?: object) =>
      good(`routing.create-${kind}`, { params, query: { enable }, body: body ?? {} }),
    scores: () => services.scores.recent(merchant.id, profile_id),
  };
}

const exploits = { config: { exploration_percent: 0, min_aggregates_size: 3 } };
const deciding = 'dynamic_connector_selection';

describe('a profile that learns from successes', () => {
  it('a profile that learns from successes asks the account first at which payments succeed', async () => {
    const world = await aWorld();
    await world.sets('success-based', deciding, exploits);
    for (let payment = 0; payment < 3; payment += 1) {
      expect(await world.pays(declined)).toMatchObject({ connector: 'stripe_test' });
    }
    await world.learn();
    const paid = await world.pays();
    expect(paid.connector).toBe('fauxpay');
    expect(await world.why(paid)).toMatchObject({
      routing_approach: 'success_rate_exploitation',
      connectors: [{ connector: 'fauxpay' }, { connector: 'stripe_test' }],
    });
  });

  it('a profile that only measures keeps scores and changes no routing', async () => {
    const world = await aWorld();
    await world.sets('success-based', 'metrics', exploits);
    for (let payment = 0; payment < 3; payment += 1) await world.pays(declined);
    await world.learn();
    expect(Object.values((await world.scores())?.rates.all ?? {})).toEqual([
      [0, 3, expect.any(Number)],
    ]);
    expect((await world.pays()).connector).toBe('stripe_test');
  });

  it("a profile's learning counts a stream record that arrives twice once", async () => {
    const world = await aWorld();
    await world.sets('success-based', 'metrics', exploits);
    await world.pays();
    await world.learn(2);
    expect(Object.values((await world.scores())?.rates.all ?? {})).toEqual([
      [1, 1, expect.any(Number)],
    ]);
  });

  it('a profile that learns from successes learns from each attempt where one follows another', async () => {
    const world = await aWorld();
    await world.sets('success-based', 'metrics', exploits);
    await world.sets('elimination', 'metrics');
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) =>
      Object.values(request.headers).includes(`key of ${world.merchant.id}`)
        ? { kind: 'not_sent', reason: 'no connection' }
        : send(request, options);
    expect(await world.pays()).toMatchObject({ connector: 'fauxpay', attempt_count: 2 });
    await world.learn();
    const { rates = {}, failures = {} } = (await world.scores()) ?? {};
    expect(rates.all).toMatchObject({ [world.fauxpay]: [1, 1, expect.any(Number)] });
    expect(Object.values(failures)).toMatchObject([[1, expect.any(Number)]]);
  });

  it('a profile that learns from successes routes a payment all the same when its scores cannot be read', async () => {
    const world = await aWorld();
    await world.sets('success-based', deciding, exploits);
    const port: TablePort = {
      ...world.memory,
      async batchGet(keys, ...more) {
        if (JSON.stringify(keys).includes('#SCORES')) throw new Error('The table is out of reach.');
        return world.memory.batchGet(keys, ...more);
      },
    };
    const shop = container(port, world.dependencies);
    const body = { amount: 6_540, currency: 'USD', confirm: true, ...byCard() };
    const { status, body: paid } = await shop.ask('payments.create', {
      key: world.merchant.key,
      body,
    });
    expect([status, paid.status]).toEqual([200, 'succeeded']);
  });
});

describe('a profile without learning', () => {
  it('a profile without learning has no mark on its payments, and no scores', async () => {
    const world = await aWorld();
    await world.pays();
    await world.learn();
    expect(world.memory.items().filter(({ pk }) => pk.includes('#SCORES'))).toEqual([]);
    const [payment] = world.memory.items().filter(({ sk }) => sk === 'PAYMENT');
    expect(JSON.stringify(payment)).not.toContain('learning');
  });
});

describe('an account that fails technically', () => {
  it('an account that fails technically goes last until it has recovered', async () => {
    const world = await aWorld();
    await world.sets('elimination', deciding, {
      elimination_analyser_config: { bucket_size: 2, bucket_leak_interval_in_secs: 60 },
      decision_engine_configs: { threshold: 0.5 },
    });
    const { send } = world.dependencies;
    world.dependencies.send = async (request, options) =>
      Object.values(request.headers).includes(`key of ${world.merchant.id}`)
        ? { kind: 'not_sent', reason: 'no connection' }
        : send(request, options);
    for (let payment = 0; payment < 2; payment += 1) await world.pays();
    world.dependencies.send = send;
    await world.learn();
    const during = await world.pays();
    expect(during.connector).toBe('fauxpay');
    expect(await world.why(during)).toMatchObject({
      excluded: [{ connector: 'stripe_test', reason: 'technical_failures' }],
    });
    world.pass(300);
    expect((await world.pays()).connector).toBe('stripe_test');
  });
});

describe('promised volume', () => {
  it('a promised volume is met first', async () => {
    const world = await aWorld();
    const target_time = Math.floor(world.dependencies.clock.now.getTime() / 1_000) + 86_400;
    const promise = { label: 'fauxpay', target_count: 2, target_time, mca_id: world.fauxpay };
    await world.sets('contracts', deciding, { label_info: [promise] });
    const takers: string[] = [];
    for (let payment = 0; payment < 3; payment += 1) {
      takers.push((await world.pays()).connector);
      await world.learn();
    }
    expect(takers).toEqual(['fauxpay', 'fauxpay', 'stripe_test']);
  });
});

describe('the learned scores', () => {
  it("the learned scores return the account to try first, and count a merchant's report once", async () => {
    const world = await aWorld();
    const { profile_id: merchantId } = world.params;
    const { payment_id: paymentId } = await world.pays();
    const report = { merchantId, gateway: 'stripe_test', status: 'FAILURE', paymentId };
    const reports = async (body: object) =>
      (await world.good('routing.feedback', { body: { ...report, ...body } })).message;
    expect(await reports({})).toBe('Not counted: the profile keeps no scores.');
    await world.sets('success-based', 'metrics', {
      config: { exploration_percent: 0, min_aggregates_size: 1 },
    });
    const paymentInfo = {
      paymentId,
      amount: 6_540,
      currency: 'USD',
      paymentType: 'ORDER_PAYMENT',
      metadata: '{}',
      paymentMethodType: 'credit',
      paymentMethod: 'card',
      cardIsin: '424242',
    };
    const decided = async (more: object = {}) =>
      (await world.good('routing.evaluate', { body: { merchantId, paymentInfo, ...more } }))
        .decided_gateway;
    expect(await decided()).toContain('stripe_test:');
    expect(await reports({})).toBe('Counted.');
    expect(await reports({})).toBe('Counted before.');
    expect(await reports({ status: 'PENDING' })).toBe('Not counted: PENDING decides nothing.');
    world.pass(6);
    expect(await decided()).toBe(`fauxpay:${world.fauxpay}`);
    expect(await decided({ rankingAlgorithm: 'PL_BASED_ROUTING' })).toContain('stripe_test:');
    expect(await decided({ eligibleGatewayList: ['stripe_test'] })).toContain('stripe_test:');
    for (const [body, status] of [
      [{ gateway: 'adyen' }, 422],
      [{ paymentId: 'pay_unknown' }, 404],
      [{ merchantId: 'pro_unknown' }, 404],
      [{ status: 'PAID' }, 400],
    ] as const) {
      const key = world.merchant.key;
      const answer = await world.shop.ask('routing.feedback', {
        key,
        body: { ...report, ...body },
      });
      expect(answer.status).toBe(status);
    }
  });
});

describe('the settings of learning', () => {
  it('the settings of learning are changed member by member, and switched on and off', async () => {
    const world = await aWorld();
    const { params, good } = world;
    const made = await world.sets('success-based', 'none', exploits);
    expect(made).toMatchObject({ kind: 'dynamic', algorithm_for: 'payment' });
    const at = { params: { ...params, algorithm_id: made.id } };
    world.pass(1);
    const changed = await good('routing.update-success-based', {
      ...at,
      body: { config: { max_aggregates_size: 50 } },
    });
    expect(changed.id).toBe(made.id);
    const switched = await good('routing.toggle-success-based', {
      params,
      query: { enable: 'metrics' },
    });
    expect(switched.id).toBe(made.id);
    const { profiles } = await world.shop.services.configurations.read(world.merchant.id);
    const [{ dynamicRouting } = {}] = profiles.filter(({ id }) => id === params.profile_id);
    expect(dynamicRouting?.successBased).toMatchObject({
      id: made.id,
      features: 'metrics',
      minOutcomes: 3,
      maxOutcomes: 50,
      exploration: 0,
    });
  });

  it.each<[string, string, Ask, [number, string]]>([
    ['another id', 'routing.update-elimination', { body: {} }, [404, 'HE_02']],
    ['promises that were never made', 'routing.toggle-contracts', {}, [400, 'IR_16']],
    [
      'a promise to an account that is not there',
      'routing.create-contracts',
      {
        body: { label_info: [{ label: 'x', target_count: 1, target_time: 4e9, mca_id: 'mca_x' }] },
      },
      [422, 'IR_06'],
    ],
    [
      'a threshold of nothing',
      'routing.create-elimination',
      { body: { decision_engine_configs: { threshold: 0 } } },
      [400, 'IR_06'],
    ],
    [
      'more than all payments that explore',
      'routing.create-success-based',
      { body: { config: { exploration_percent: 101 } } },
      [400, 'IR_06'],
    ],
    [
      'a feature that there is not',
      'routing.toggle-elimination',
      { query: { enable: 'yes' } },
      [400, 'IR_06'],
    ],
  ])('the settings of learning are refused with %s', async (_, name, request, [status, code]) => {
    const world = await aWorld();
    const params = { ...world.params, algorithm_id: 'routing_unknown' };
    const answer = await world.shop.ask(name, {
      key: world.merchant.key,
      params,
      query: { enable: 'metrics' },
      ...request,
    });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    const { profiles } = await world.shop.services.configurations.read(world.merchant.id);
    expect(profiles.map(({ dynamicRouting }) => dynamicRouting)).toEqual([undefined]);
  });

  it('the settings of learning are accessible to no other merchant', async () => {
    const world = await aWorld();
    const other = await aMerchant(world.shop, 'merchant_other');
    const asked = { params: world.params, query: { enable: 'metrics' }, body: {} };
    for (const key of [other.key, 'unknown']) {
      const { status } = await world.shop.ask('routing.create-success-based', { ...asked, key });
      expect(status).toBe(401);
    }
    const admin = await world.shop.ask('routing.create-success-based', { ...asked, key: adminKey });
    expect(admin.status).toBe(200);
  });

  it('two simultaneous learning settings leave exactly one of them', async () => {
    const world = await aWorld();
    const answers = await Promise.all(
      [1, 2].map(() =>
        world.shop.ask('routing.create-success-based', {
          key: world.merchant.key,
          params: world.params,
          query: { enable: 'metrics' },
          body: {},
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
