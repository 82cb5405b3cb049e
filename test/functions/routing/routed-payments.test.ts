import { byCard } from '../../support/switch/payments-in-memory.ts';
import { switchWithLists } from '../lists/switch-with-lists.ts';

type Choice = { readonly connector: string; readonly merchant_connector_id: string };

const visa = '4242424242424242';
const mastercard = '5555555555554444';

/** A merchant with three accounts, in this fallback order: stripe_test, fauxpay, phonypay. */
async function aWorld() {
  const world = await switchWithLists();
  const { merchant, good } = world;
  const { profileId } = merchant;
  const connects = async (connector_name: string, more: object = {}): Promise<Choice> => {
    world.pass(1);
    const { merchant_connector_id } = await good('connector-accounts.create', {
      params: { account_id: merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name,
        connector_account_details: { auth_type: 'HeaderKey', api_key: `key of ${connector_name}` },
        ...more,
      },
    });
    return { connector: connector_name, merchant_connector_id };
  };
  const [stripe]: Choice[] = await good('routing.retrieve-default', {});
  if (!stripe) throw new Error('The merchant has no connector account.');
  const fauxpay = await connects('fauxpay');
  const phonypay = await connects('phonypay');

  const created = async (algorithm: object) => {
    const body = { name: 'an algorithm', description: 'All', profile_id: profileId, algorithm };
    const { id } = await good('routing.create', { body });
    return String(id);
  };
  const pay = (changes: object = {}, number = visa) =>
    good('payments.create', {
      body: { amount: 6_540, currency: 'USD', confirm: true, ...byCard(number), ...changes },
    });
  return {
    ...world,
    connects,
    created,
    pay,
    stripe,
    fauxpay,
    phonypay,
    async activate(algorithm: object) {
      const id = await created(algorithm);
      await good('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
      return id;
    },
    /** The connector that takes a payment like this. */
    takerOf: async (changes: object = {}, number?: string): Promise<string> =>
      (await pay(changes, number)).connector,
    why: async ({ payment_id }: { readonly payment_id: string }) =>
      (await good('routing.explain', { params: { payment_id } })).attempts,
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;

const priority = (...data: readonly (Choice | string)[]) => ({ type: 'priority', data });
const when = (lhs: string, comparison: string, type: string, value: unknown) => ({
  condition: [{ lhs, comparison, value: { type, value }, metadata: {} }],
});
const word = (lhs: string, value: string) => when(lhs, 'equal', 'enum_variant', value);

const program = (
  defaultSelection: object,
  ...rules: readonly (readonly [string, object, ...object[]])[]
) => ({
  type: 'advanced',
  data: {
    defaultSelection,
    rules: rules.map(([name, connectorSelection, ...statements]) => ({
      name,
      connectorSelection,
      statements,
    })),
    metadata: {},
  },
});

describe('a payment goes to', () => {
  it('the first account of the fallback list while no algorithm is active', async () => {
    const world = await aWorld();
    const paid = await world.pay();
    expect(paid.connector).toBe('stripe_test');
    expect(await world.why(paid)).toMatchObject([
      {
        attempt_id: `${paid.payment_id}_1`,
        decided_at: `${paid.payment_id}_1`,
        routing_approach: 'default_fallback',
        routing_algorithm_id: null,
        connectors: [world.stripe, world.fauxpay, world.phonypay],
        excluded: [],
      },
    ]);
  });

  it('the account of a single algorithm, and the others stand behind it', async () => {
    const world = await aWorld();
    const id = await world.activate({ type: 'single', data: world.phonypay });
    const paid = await world.pay();
    expect(paid.connector).toBe('phonypay');
    expect(await world.why(paid)).toMatchObject([
      {
        routing_approach: 'rule_based_routing',
        routing_algorithm_id: id,
        rule: null,
        connectors: [world.phonypay, world.stripe, world.fauxpay],
      },
    ]);
  });

  it('the best of a priority list that can take it', async () => {
    const world = await aWorld();
    const { merchant_connector_id } = world.phonypay;
    await world.activate(priority(world.phonypay, world.fauxpay));
    await world.good('connector-accounts.update', {
      params: { account_id: world.merchant.id, merchant_connector_id },
      body: { connector_type: 'payment_processor', disabled: true },
    });
    const paid = await world.pay();
    expect(paid.connector).toBe('fauxpay');
    expect(await world.why(paid)).toMatchObject([
      {
        connectors: [world.fauxpay, world.stripe],
        excluded: [{ ...world.phonypay, reason: 'disabled', message: 'The account is disabled.' }],
      },
    ]);
  });

  it('the account whose rule is true, else to those of the default', async () => {
    const world = await aWorld();
    const { fauxpay, phonypay, stripe } = world;
    await world.activate(
      program(
        priority(stripe),
        ['large', priority(fauxpay), when('amount', 'greater_than', 'number', 10_000)],
        ['euro', priority(phonypay), word('currency', 'EUR')],
      ),
    );
    expect(await world.takerOf({ amount: 20_000, currency: 'EUR' })).toBe('fauxpay');
    expect(await world.takerOf({ currency: 'EUR' })).toBe('phonypay');
    const paid = await world.pay();
    expect(paid.connector).toBe('stripe_test');
    expect(await world.why(paid)).toMatchObject([{ rule: null }]);
    const large = await world.pay({ amount: 20_000 });
    expect(await world.why(large)).toMatchObject([{ rule: 'large' }]);
  });

  it.each(['priority', 'volume_split'])(
    'the default list where a %s without connectors is selected, by a rule or by default',
    async (type) => {
      const world = await aWorld();
      const { fauxpay, phonypay, stripe } = world;
      const nothing = { type, data: [] };
      await world.activate(
        program(
          nothing,
          ['euro', nothing, word('currency', 'EUR')],
          ['large', priority(fauxpay), when('amount', 'greater_than', 'number', 10_000)],
        ),
      );
      expect(await world.takerOf({ amount: 20_000 })).toBe('fauxpay');
      for (const [currency, rule] of [
        ['EUR', 'euro'],
        ['USD', null],
      ]) {
        const paid = await world.pay({ currency });
        expect(paid.connector).toBe('stripe_test');
        expect(await world.why(paid)).toMatchObject([
          {
            routing_approach: 'rule_based_routing',
            rule,
            trouble: null,
            connectors: [stripe, fauxpay, phonypay],
          },
        ]);
        expect(
          await world.good('routing.evaluate-rules', {
            body: {
              created_by: world.merchant.profileId,
              parameters: { currency: { type: 'enum_variant', value: currency } },
            },
          }),
        ).toMatchObject({ output: { rule }, evaluated_output: [stripe, fauxpay, phonypay] });
      }
    },
  );

  it.each<[string, object, Readonly<Record<string, unknown>> & { readonly number?: string }]>([
    ['the network of the card', word('card_network', 'Mastercard'), { number: mastercard }],
    [
      'the first digits of the card',
      when('card_bin', 'equal', 'str_value', '555555'),
      { number: mastercard },
    ],
    [
      'eight digits of the card',
      when('extended_card_bin', 'equal', 'str_value', '55555555'),
      { number: mastercard },
    ],
    [
      'the type of the card by its range',
      word('card_type', 'debit'),
      { number: '4000056655665556' },
    ],
    [
      'the country of the issuer by its range',
      word('issuer_country', 'Germany'),
      { number: '4000002760003184' },
    ],
    [
      'the billing country',
      word('billing_country', 'Germany'),
      { billing: { address: { country: 'DE' } } },
    ],
    ['the business country', word('country', 'France'), { business_country: 'FR' }],
    [
      'the label of the business',
      when('business_label', 'equal', 'str_value', 'shoes'),
      { business_label: 'shoes' },
    ],
    ['the total', when('amount', 'equal', 'number', 7_000), { shipping_cost: 460 }],
    [
      "the merchant's own words",
      when('metadata', 'equal', 'metadata_variant', { key: 'tier', value: 'gold' }),
      { metadata: { tier: 'gold' } },
    ],
    ['how it is captured', word('capture_method', 'manual'), { capture_method: 'manual' }],
    [
      'whether the method is stored',
      word('setup_future_usage', 'off_session'),
      { customer_id: 'cus_1', setup_future_usage: 'off_session' },
    ],
    ['who the initiator is', word('transaction_initiator', 'customer'), {}],
    [
      'a mandate that it sets up',
      word('payment_type', 'setup_mandate'),
      {
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
        customer_acceptance: { acceptance_type: 'offline' },
      },
    ],
    [
      'how the customer agreed',
      word('mandate_acceptance_type', 'offline'),
      {
        customer_id: 'cus_1',
        setup_future_usage: 'off_session',
        customer_acceptance: { acceptance_type: 'offline' },
      },
    ],
  ])('a payment goes where %s routes it', async (_, statement, { number, ...changes }) => {
    const world = await aWorld();
    await world.activate(
      program(priority(world.stripe), ['the rule', priority(world.fauxpay), statement]),
    );
    const facts = { business_country: undefined, ...changes };
    const stated = await statedBusiness(world, facts);
    expect(await world.takerOf(stated, number)).toBe('fauxpay');
  });

  it('a payment goes where the facts of a saved card and of an attached one route it', async () => {
    const world = await aWorld();
    await world.activate(
      program(priority(world.stripe), [
        'debit',
        priority(world.fauxpay),
        word('card_network', 'Mastercard'),
      ]),
    );
    const body = { amount: 6_540, currency: 'USD', ...byCard(mastercard) };
    const { payment_id } = await world.good('payments.create', { body });
    const confirmed = await world.good('payments.confirm', { params: { payment_id }, body: {} });
    expect(confirmed.connector).toBe('fauxpay');
  });

  it('a payment goes where the range of a saved card routes it, which is read only for such a program', async () => {
    const world = await aWorld();
    const customer_id = 'cus_1';
    await world.good('customers.create', { body: { customer_id } });
    const { payment_method_data } = byCard('4917610000000000');
    await world.good('payment-methods.create', {
      body: {
        customer_id,
        payment_method: 'card',
        card: {
          card_number: payment_method_data.card.card_number,
          card_exp_month: '12',
          card_exp_year: '2039',
        },
      },
    });
    const again = async () => {
      const { customer_payment_methods } = await world.good('payment-methods.list', {
        params: { customer_id },
      });
      const [{ payment_token }] = customer_payment_methods;
      return { customer_id, payment_token, payment_method_data: undefined };
    };
    expect(await world.takerOf(await again())).toBe('stripe_test');
    // The operator learns of the range after the card was saved.
    await world.byAdmin('card-bins.create', {
      body: {
        card_iin: '491761',
        card_issuing_country: 'GERMANY',
        country_code: 'DE',
        card_network: 'Visa',
        card_type: 'DEBIT',
        card_issuer: 'A BANK',
      },
    });
    world.pass(60);
    await world.activate(
      program(priority(world.stripe), [
        'german debit',
        priority(world.fauxpay),
        word('issuer_country', 'Germany'),
      ]),
    );
    expect(await world.takerOf(await again())).toBe('fauxpay');
  });

  it('a payment goes where its request states, before any algorithm', async () => {
    const world = await aWorld();
    await world.activate({ type: 'single', data: world.phonypay });
    const paid = await world.pay({ routing: { type: 'single', data: world.fauxpay } });
    expect(paid.connector).toBe('fauxpay');
    expect(await world.why(paid)).toMatchObject([
      { routing_approach: 'straight_through_routing', routing_algorithm_id: null },
    ]);
    // The routing of the create also applies to the confirm.
    const body = {
      amount: 6_540,
      currency: 'USD',
      ...byCard(),
      routing: { type: 'single', data: world.fauxpay },
    };
    const { payment_id } = await world.good('payments.create', { body });
    const confirmed = await world.good('payments.confirm', { params: { payment_id }, body: {} });
    expect(confirmed.connector).toBe('fauxpay');
  });

  it('a payment goes to another account when all that an algorithm names are gone', async () => {
    const world = await aWorld();
    const gone = await world.connects('pretendpay');
    await world.activate(priority(gone));
    await world.byAdmin('connector-accounts.delete', {
      params: {
        account_id: world.merchant.id,
        merchant_connector_id: gone.merchant_connector_id,
      },
    });
    const paid = await world.pay();
    expect(paid.connector).toBe('stripe_test');
    expect(await world.why(paid)).toMatchObject([{ excluded: [{ ...gone, reason: 'gone' }] }]);
  });

  it('a payment goes to no account when none is eligible, with an error and nothing charged', async () => {
    const world = await aWorld();
    await world.activate(priority(world.fauxpay));
    const { status, body } = await world.ask('payments.create', {
      body: { amount: 6_540, currency: 'USD', confirm: true, ...byCard(), connector: ['adyen'] },
    });
    expect([status, body.error.code]).toEqual([400, 'IR_39']);
    expect(await world.dependencies.processor.ledger()).toEqual([]);
  });
});

/** A business that the merchant has, where the payment states one. */
async function statedBusiness(world: World, changes: Readonly<Record<string, unknown>>) {
  const { business_country, business_label } = changes;
  if (business_country === undefined && business_label === undefined) return changes;
  const [country, business] = [business_country ?? 'FR', business_label ?? 'shoes'];
  await world.byAdmin('accounts.update', {
    params: { account_id: world.merchant.id },
    body: {
      merchant_id: world.merchant.id,
      primary_business_details: [{ country, business }],
    },
  });
  const { profileId: profile_id } = world.merchant;
  return { ...changes, profile_id, business_country: country, business_label: business };
}

describe('a volume split', () => {
  it('a volume split decides the same for the same payment, and for each payment by itself', async () => {
    const world = await aWorld();
    await world.activate({
      type: 'volume_split',
      data: [
        { connector: world.stripe, split: 1 },
        { connector: world.fauxpay, split: 1 },
        { connector: world.phonypay, split: 0 },
      ],
    });
    const takers = new Set<string>();
    for (let number = 1; number <= 24; number += 1) {
      const payment_id = `pay_split_${number}`;
      const taker = await world.takerOf({ payment_id });
      takers.add(taker);
      const asked = {
        created_by: world.merchant.profileId,
        payment_id,
        parameters: {},
      };
      const { evaluated_output } = await world.good('routing.evaluate-rules', { body: asked });
      expect(evaluated_output[0].connector).toBe(taker);
      expect(evaluated_output).toHaveLength(3);
    }
    expect([...takers].sort()).toEqual(['fauxpay', 'stripe_test']);
  });
});

describe('routing that cannot be used', () => {
  it('an unusable algorithm leaves the fallback list, which is logged and counted, and keeps the program', async () => {
    const world = await aWorld();
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const fallbacks = () =>
      written.mock.calls.filter(([line]) => String(line).includes('"RoutingFallback":1')).length;
    const id = await world.activate({ type: 'single', data: world.phonypay });
    const { configurations } = world.shop.services;
    const { profiles } = await configurations.read(world.merchant.id);
    const profile = profiles.find(({ activeRouting }) => activeRouting?.payment?.id === id);
    const active = profile?.activeRouting?.payment;
    if (!profile || !active) throw new Error('No algorithm is active.');
    const store = async (algorithm: { readonly type: string }) => {
      const { profiles: now } = await configurations.read(world.merchant.id);
      const before = now.find((one) => one.id === profile.id) ?? profile;
      const payment = { ...active, algorithm };
      await configurations.saveProfile({ ...before, activeRouting: { payment } }, before);
    };
    await store({ type: 'of tomorrow' });
    expect(fallbacks()).toBe(0);
    const paid = await world.pay();
    expect(fallbacks()).toBe(1);
    const said = written.mock.calls.map(([line]) => String(line));
    expect(said.find((line) => line.includes('routing not used'))).toContain(paid.payment_id);
    written.mockRestore();
    expect(paid.connector).toBe('stripe_test');
    expect(await world.why(paid)).toMatchObject([
      {
        routing_approach: 'default_fallback',
        routing_algorithm_id: id,
        trouble: "algorithm of type 'of tomorrow' not understood",
      },
    ]);
    // A change of the profile keeps the parts that it does not understand.
    await world.good('profiles.update', {
      params: { account_id: world.merchant.id, profile_id: profile.id },
      body: { session_expiry: 1_000 },
    });
    const { profiles: after } = await configurations.read(world.merchant.id);
    expect(after.find((one) => one.id === profile.id)?.activeRouting?.payment?.algorithm).toEqual({
      type: 'of tomorrow',
    });
    expect(await world.good('routing.active', {})).toMatchObject([{ id, kind: 'dynamic' }]);

    await store(
      program(priority(world.fauxpay), ['rainy', priority(world.fauxpay), word('weather', 'rain')]),
    );
    expect(await world.why(await world.pay())).toMatchObject([
      {
        routing_approach: 'default_fallback',
        trouble: "rule 'rainy', comparison 1.1 ('weather equal'): unknown key",
      },
    ]);
  });
});

describe('a simulation', () => {
  it('a simulation shows which of the latest payments would have gone elsewhere, and moves nothing', async () => {
    const world = await aWorld();
    for (const number of [visa, mastercard, mastercard]) await world.pay({}, number);
    await world.pay({ routing: { type: 'single', data: world.fauxpay } });
    await world.good('payments.create', { body: { amount: 1, currency: 'USD' } });
    const id = await world.created(
      program(priority(world.stripe), [
        'mastercard',
        priority(world.phonypay),
        word('card_network', 'Mastercard'),
      ]),
    );
    const before = await world.dependencies.processor.ledger();
    const answer = await world.list('routing.simulate', {
      params: { routing_algorithm_id: id },
      body: {},
    });
    expect(answer).toEqual({
      routing_algorithm_id: id,
      profile_id: world.merchant.profileId,
      payments: 4,
      bound: 1,
      unchanged: 1,
      moved: 2,
      troubled: 0,
      trouble: null,
      moves: [
        {
          from: world.stripe,
          to: world.phonypay,
          payments: 2,
          amounts: [{ currency: 'USD', amount: 13_080 }],
          sample_payment_ids: [expect.any(String), expect.any(String)],
        },
      ],
    });
    expect(await world.dependencies.processor.ledger()).toEqual(before);
    expect(await world.good('routing.active', {})).toEqual([]);
  });
});

describe('an algorithm that is activated while payments are under way', () => {
  it('a payment under way follows the new algorithm or the one before, never both', async () => {
    const world = await aWorld();
    const before = await world.activate({ type: 'single', data: world.fauxpay });
    const after = await world.created({ type: 'single', data: world.phonypay });
    const leads: Readonly<Record<string, string>> = { [before]: 'fauxpay', [after]: 'phonypay' };
    const paying: Promise<{ readonly payment_id: string; readonly connector: string }>[] = [];
    let activating: Promise<unknown> | undefined;
    for (let payment = 0; payment < 1_000; payment += 1) {
      paying.push(world.pay());
      if (payment === 400) {
        activating = world.good('routing.activate', {
          params: { routing_algorithm_id: after },
          body: {},
        });
      }
      // Some are answered before others begin.
      if (payment % 50 === 0) await paying.at(-1);
    }
    await activating;
    const decidedBy = new Map<string, number>();
    for (const paid of await Promise.all(paying)) {
      const [attempt, ...more] = await world.why(paid);
      expect(more).toEqual([]);
      const { routing_algorithm_id: id } = attempt;
      expect(paid.connector).toBe(leads[id]);
      expect(attempt.connectors[0].connector).toBe(paid.connector);
      decidedBy.set(id, (decidedBy.get(id) ?? 0) + 1);
    }
    expect([...decidedBy.keys()].sort()).toEqual([before, after].sort());
    const ledger = await world.dependencies.processor.ledger();
    expect(ledger.map(({ chargedTimes }) => chargedTimes)).toEqual(Array(1_000).fill(1));
  });
});
