import { comparing, isNetwork, programWhere } from '../../support/entities/decision-programs.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

type Comparisons = Parameters<typeof programWhere>[0];

/** A merchant with a way to write down and to ask algorithms about 3-D Secure. */
async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { key, profileId } = merchant;
  const other = await aMerchant(world, 'merchant_other');
  const create = (algorithm: object, more: object = {}) =>
    world.ask('routing.create', {
      key,
      body: {
        name: 'authentication',
        description: 'All of them',
        profile_id: profileId,
        transaction_type: 'three_ds_authentication',
        algorithm,
        ...more,
      },
    });
  const ruleWhere = (condition: Comparisons) => ({
    type: 'three_ds_decision_rule',
    data: programWhere(
      condition,
      { decision: 'challenge_requested' },
      { decision: 'three_ds_exemption_requested_low_value' },
    ),
  });
  const made = async (condition: Comparisons): Promise<string> => {
    const { status, text, body } = await create(ruleWhere(condition));
    if (status !== 200) throw new Error(text);
    return body.id;
  };
  const execute = (routing_id: string, about: object = {}, as = key) =>
    world.ask('routing.execute-three-ds-decision', {
      key: as,
      body: { routing_id, payment: { amount: 6_540, currency: 'EUR' }, ...about },
    });
  const ask = (verb: string, request: object = {}) =>
    world.ask(`routing.${verb}`, { key, ...request });
  const payments = (verb: string, request: Ask) => world.ask(`payments.${verb}`, request);
  return { merchant, other, ask, payments, create, ruleWhere, made, execute };
}

const refused = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message: expect.stringContaining(message) }) },
});

describe('an algorithm about 3-D Secure', () => {
  it.each<[string, Comparisons, object]>([
    ['the amount', [comparing('amount', 'greater_than', 'number', 6_000)], {}],
    ['the currency', [comparing('currency', 'equal', 'enum_variant', 'EUR')], {}],
    [
      'the card',
      [isNetwork('Visa'), comparing('card_discovery', 'equal', 'enum_variant', 'saved_card')],
      { payment_method: { card_network: 'Visa', card_discovery: 'saved_card' } },
    ],
    [
      "the customer's device",
      [
        comparing('customer_device_type', 'equal', 'enum_variant', 'mobile'),
        comparing('customer_device_platform', 'equal', 'enum_variant', 'ios'),
        comparing('customer_device_display_size', 'equal', 'str_value', 'size390x844'),
      ],
      { customer_device: { device_type: 'mobile', platform: 'ios', display_size: 'size390x844' } },
    ],
    [
      'the issuer',
      [
        comparing('issuer_name', 'equal', 'str_value', 'Example Bank'),
        comparing('issuer_country', 'equal', 'enum_variant', 'Germany'),
      ],
      { issuer: { name: 'Example Bank', country: 'Germany' } },
    ],
    [
      'the acquirer',
      [
        comparing('acquirer_country', 'equal', 'enum_variant', 'France'),
        comparing('acquirer_fraud_rate', 'less_than', 'number', 2),
      ],
      { acquirer: { country: 'France', fraud_rate: 1.5 } },
    ],
  ])('an algorithm about 3-D Secure decides by %s', async (_, condition, about) => {
    const { made, execute } = await aWorld();
    const id = await made(condition);
    expect(await execute(id, about)).toMatchObject({
      status: 200,
      body: { decision: 'challenge_requested' },
    });
  });

  it('an algorithm about 3-D Secure decides by its default where no rule is true, and where the fact is not stated', async () => {
    const { made, execute } = await aWorld();
    const id = await made([isNetwork('Visa')]);
    const usual = { status: 200, body: { decision: 'three_ds_exemption_requested_low_value' } };
    expect(await execute(id)).toMatchObject(usual);
    const payment_method = { card_network: 'Mastercard', card_discovery: 'manual' };
    expect(await execute(id, { payment_method })).toMatchObject(usual);
  });

  it('an algorithm about 3-D Secure is stored, listed, shown, activated and deactivated apart from those that route', async () => {
    const { ask, made, merchant } = await aWorld();
    const id = await made([]);
    const transaction_type = 'three_ds_authentication';
    const record = { id, kind: 'three_ds_decision_rule', algorithm_for: transaction_type };
    const params = { routing_algorithm_id: id };
    expect((await ask('list')).body).toEqual([]);
    expect((await ask('list', { query: { transaction_type } })).body).toMatchObject([record]);
    expect((await ask('retrieve', { params })).body).toMatchObject({
      algorithm: { type: 'three_ds_decision_rule' },
    });
    expect(await ask('activate', { params, body: {} })).toMatchObject(
      refused(400, 'IR_16', "Cannot use three_ds_authentication's routing algorithm for payment"),
    );
    const activation = { params, body: { transaction_type } };
    expect((await ask('activate', activation)).body).toMatchObject(record);
    expect((await ask('active')).body).toEqual([]);
    expect((await ask('active', { query: { transaction_type } })).body).toMatchObject([record]);
    const body = { profile_id: merchant.profileId, transaction_type };
    expect((await ask('deactivate', { body })).body).toMatchObject(record);
    expect((await ask('active', { query: { transaction_type } })).body).toEqual([]);
  });

  it('an algorithm about 3-D Secure leaves payments routed as before while it is active', async () => {
    const { ask, merchant, made, ...world } = await aWorld();
    const id = await made([]);
    const activation = {
      params: { routing_algorithm_id: id },
      body: { transaction_type: 'three_ds_authentication' },
    };
    expect(await ask('activate', activation)).toMatchObject({ status: 200 });
    const body = { amount: 600, currency: 'EUR', confirm: true, ...byCard() };
    expect(await world.payments('create', { key: merchant.key, body })).toMatchObject({
      body: { status: 'succeeded' },
    });
  });

  it('an algorithm about 3-D Secure is refused with a rule that cannot be used', async () => {
    const { create, ruleWhere } = await aWorld();
    const rule = ruleWhere([comparing('colour', 'equal', 'enum_variant', 'red')]);
    expect(await create(rule)).toMatchObject(
      refused(
        422,
        'IR_06',
        "Invalid routing algorithm: rule 'first', comparison 1.1 ('colour equal'): unknown key",
      ),
    );
  });

  it('an algorithm about 3-D Secure is not for payments, and payments have no other for authentication', async () => {
    const { create, ruleWhere } = await aWorld();
    const rule = ruleWhere([]);
    for (const transaction_type of [undefined, 'payment', 'payout']) {
      expect(await create(rule, { transaction_type })).toMatchObject(refused(422, 'IR_06', 'type'));
    }
    expect(await create({ type: 'single', data: 'stripe_test' })).toMatchObject(
      refused(
        422,
        'IR_06',
        "Invalid routing algorithm: type 'single' cannot be used for transaction_type",
      ),
    );
  });
});

describe('the callers of a decision', () => {
  it("a caller who asks for a decision gets not found for an unknown algorithm, or another merchant's", async () => {
    const { made, execute, other } = await aWorld();
    const notThere = refused(404, 'HE_02', 'Resource ID does not exist in our records');
    expect(await execute('routing_unknown')).toMatchObject(notThere);
    expect(await execute(await made([]), {}, other.key)).toMatchObject(notThere);
  });

  it('a caller who asks for a decision gets an error for an algorithm of another kind', async () => {
    const { create, execute } = await aWorld();
    const routes = { type: 'single', data: 'stripe_test' };
    const { body } = await create(routes, { transaction_type: 'payment' });
    expect(await execute(body.id)).toMatchObject(
      refused(400, 'IR_16', "is of kind 'single', expected 'three_ds_decision_rule'"),
    );
  });

  it.each([
    ['an unknown member', { shop: 'shoes' }],
    ['a country by its code', { issuer: { country: 'DE' } }],
    ['half a card', { payment_method: { card_network: 'Visa' } }],
    ['an unknown device', { customer_device: { device_type: 'fridge' } }],
  ])('a caller who asks for a decision is refused with %s', async (_, about) => {
    const { made, execute } = await aWorld();
    expect(await execute(await made([]), about)).toMatchObject({ status: 400 });
  });
});
