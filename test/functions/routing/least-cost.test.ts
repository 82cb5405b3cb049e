import { byCard } from '../../support/switch/payments-in-memory.ts';
import { switchWithLists } from '../lists/switch-with-lists.ts';

const german = '4000002760003184';

/** A German merchant with three accounts, in this fallback order: stripe_test, fauxpay, phonypay. */
async function aWorld() {
  const world = await switchWithLists();
  const { merchant, good } = world;
  const { profileId } = merchant;
  const params = { account_id: merchant.id };
  await good('profiles.update', {
    params: { ...params, profile_id: profileId },
    body: { merchant_business_country: 'DE' },
  });
  const [stripe] = await good('routing.retrieve-default', {});
  const connects = async (connector: string) => {
    world.pass(1);
    const { merchant_connector_id } = await good('connector-accounts.create', {
      params,
      body: {
        connector_type: 'payment_processor',
        connector_name: connector,
        connector_account_details: { auth_type: 'HeaderKey', api_key: `key of ${connector}` },
      },
    });
    return { connector, merchant_connector_id };
  };
  const fauxpay = await connects('fauxpay');
  const phonypay = await connects('phonypay');
  const create = (data: object, changes: object = {}) =>
    world.ask('routing.create', {
      key: merchant.key,
      body: {
        name: 'cheapest',
        description: 'All',
        profile_id: profileId,
        algorithm: { type: 'least_cost', data },
        ...changes,
      },
    });
  return {
    ...world,
    stripe,
    fauxpay,
    phonypay,
    create,
    update: (account: { readonly merchant_connector_id: string }, changes: object) =>
      good('connector-accounts.update', {
        params: { ...params, merchant_connector_id: account.merchant_connector_id },
        body: { connector_type: 'payment_processor', ...changes },
      }),
    async activate(data: object = {}): Promise<string> {
      const { id } = (await create(data)).body;
      await good('routing.activate', { params: { routing_algorithm_id: id }, body: {} });
      return id;
    },
    pay: (changes: object = {}, number?: string) =>
      good('payments.create', {
        body: { amount: 10_000, currency: 'USD', confirm: true, ...byCard(number), ...changes },
      }),
    why: async ({ payment_id }: { readonly payment_id: string }) =>
      (await good('routing.explain', { params: { payment_id } })).attempts[0],
  };
}

const fees = (...processing_fees: readonly object[]) => ({ processing_fees });

describe('the algorithm of the least cost', () => {
  it('the least-cost algorithm routes to the cheapest account, and shows the cost at each', async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    await world.update(stripe, fees({ fixed: 25, per_mille: 14 }));
    await world.update(fauxpay, fees({ fixed: 5, per_mille: 15.5 }));
    const id = await world.activate();
    const paid = await world.pay();
    expect(paid.connector).toBe('fauxpay');
    expect(await world.why(paid)).toMatchObject({
      routing_approach: 'least_cost',
      routing_algorithm_id: id,
      connectors: [fauxpay, stripe, phonypay],
      costs: [
        { ...fauxpay, cost: 160 },
        { ...stripe, cost: 165 },
      ],
      trouble: null,
    });
    // From 133.34 dollars, the higher fixed part is the cheaper one.
    expect((await world.pay({ amount: 20_000 })).connector).toBe('stripe_test');
  });

  it('the least-cost algorithm sends a card of another country to an account that is cheaper for it', async () => {
    const world = await aWorld();
    await world.update(
      world.stripe,
      fees({ region: 'domestic', fixed: 0, per_mille: 10 }, { fixed: 0, per_mille: 30 }),
    );
    await world.update(world.fauxpay, fees({ fixed: 0, per_mille: 20 }));
    await world.activate();
    expect((await world.pay({}, german)).connector).toBe('stripe_test');
    expect((await world.pay()).connector).toBe('fauxpay');
  });

  it('the least-cost algorithm follows the fallback list while no fees are known', async () => {
    const world = await aWorld();
    await world.activate();
    const paid = await world.pay();
    expect(paid.connector).toBe('stripe_test');
    expect(await world.why(paid)).toMatchObject({ routing_approach: 'least_cost', costs: [] });
    await world.update(world.phonypay, fees({ currency: 'EUR', fixed: 0, per_mille: 1 }));
    expect((await world.pay()).connector).toBe('stripe_test');
    expect((await world.pay({ currency: 'EUR' })).connector).toBe('phonypay');
    // An empty list takes the fees away.
    await world.update(world.phonypay, fees());
    expect((await world.pay({ currency: 'EUR' })).connector).toBe('stripe_test');
  });

  it('the least-cost algorithm chooses among the accounts that it names, and leaves out disabled ones', async () => {
    const world = await aWorld();
    await world.update(world.stripe, fees({ fixed: 1, per_mille: 0 }));
    await world.update(world.fauxpay, fees({ fixed: 2, per_mille: 0 }));
    await world.update(world.phonypay, fees({ fixed: 3, per_mille: 0 }));
    await world.activate({ connectors: ['phonypay', world.fauxpay] });
    expect((await world.pay()).connector).toBe('fauxpay');
    await world.update(world.fauxpay, { disabled: true });
    const paid = await world.pay();
    expect(paid.connector).toBe('phonypay');
    expect(await world.why(paid)).toMatchObject({
      connectors: [world.phonypay, world.stripe],
      excluded: [{ ...world.fauxpay, reason: 'disabled' }],
    });
  });

  it('the least-cost algorithm shows the fees of an account that states some, and of no other', async () => {
    const world = await aWorld();
    const updated = await world.update(world.fauxpay, fees({ fixed: 5, per_mille: 1 }));
    expect(updated.processing_fees).toMatchObject([{ fixed: 5, per_mille: 1, region: null }]);
    const params = { account_id: world.merchant.id };
    const listed: readonly Readonly<Record<string, unknown>>[] = await world.good(
      'connector-accounts.list',
      { params },
    );
    expect(listed.filter((one) => 'processing_fees' in one)).toEqual([
      expect.objectContaining({ connector_name: 'fauxpay' }),
    ]);
  });

  it('the least-cost algorithm is listed and shown as it was stated', async () => {
    const world = await aWorld();
    const made = await world.create({ connectors: ['fauxpay'] });
    expect(made.body).toMatchObject({ kind: 'least_cost', algorithm_for: 'payment' });
    const { id } = made.body;
    const shown = await world.good('routing.retrieve', { params: { routing_algorithm_id: id } });
    expect(shown.algorithm).toEqual({
      type: 'least_cost',
      data: { connectors: ['fauxpay'], success_rate_tolerance: 0.02 },
    });
  });

  it('the least-cost algorithm returns its decision without a payment, but not without an amount', async () => {
    const world = await aWorld();
    await world.update(world.fauxpay, fees({ fixed: 5, per_mille: 0 }));
    await world.activate();
    const asks = (parameters: object) =>
      world.good('routing.evaluate-rules', {
        body: { created_by: world.merchant.profileId, parameters },
      });
    const amount = { type: 'number', value: 100 };
    const currency = { type: 'enum_variant', value: 'EUR' };
    const { evaluated_output, output } = await asks({ amount, currency });
    expect(evaluated_output[0]).toEqual(world.fauxpay);
    expect(output.routing_approach).toBe('least_cost');
    expect(await asks({ currency })).toMatchObject({
      status: 'fallback',
      output: { trouble: 'the amount or the currency is not known' },
    });
  });
});
