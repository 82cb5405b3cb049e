import { toCard } from '../../support/entities/a-payout.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  adminKey,
  aMerchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

/** A merchant whose profile has accounts with three processors, connected one after the other. */
async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const { key } = merchant;
  const good = async (name: string, request: Ask = {}) => {
    const { status, body } = await world.ask(name, { key, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const pass = (seconds: number) => {
    world.dependencies.clock.now = new Date(
      world.dependencies.clock.now.getTime() + seconds * 1_000,
    );
  };
  const account = { params: { account_id: merchant.id } };
  const connect = async (connector_name: string, more: object = {}) => {
    pass(3);
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
  const change = (id: string, body: object) =>
    good('connector-accounts.update', {
      params: { account_id: merchant.id, merchant_connector_id: id },
      body: { connector_type: 'payment_processor', ...body },
    });
  const fauxpay = await connect('fauxpay');
  const phonypay = await connect('phonypay');
  const [stripe] = await good('routing.retrieve-default');
  return {
    ...world,
    merchant,
    good,
    pass,
    connect,
    stripe,
    fauxpay,
    phonypay,
    disable: (id: string) => change(id, { disabled: true }),
    remove: (merchant_connector_id: string) =>
      good('connector-accounts.delete', {
        key: adminKey,
        params: { account_id: merchant.id, merchant_connector_id },
      }),
    order: (body: unknown) => world.ask('routing.update-default', { key, body }),
    orderOfProfile: (body: unknown, profile_id = merchant.profileId) =>
      world.ask('routing.update-default-of-profile', { key, params: { profile_id }, body }),
    list: () => good('routing.retrieve-default'),
    listOfProfile: () =>
      good('routing.retrieve-default-of-profile', {
        headers: { 'x-profile-id': merchant.profileId },
      }),
    /** The connector that takes a payment now. */
    async takenBy(changes: object = {}) {
      pass(3);
      const body = { amount: 600, currency: 'EUR', confirm: true, ...byCard(), ...changes };
      return (await good('payments.create', { body })).connector;
    },
  };
}

const error = (status: number, code: string, message: string) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});

describe('the fallback list', () => {
  it('the fallback list is the order in which accounts were connected, until it is updated', async () => {
    const { list, listOfProfile, stripe, fauxpay, phonypay, takenBy } = await aWorld();
    expect(await list()).toEqual([stripe, fauxpay, phonypay]);
    expect(await listOfProfile()).toEqual([stripe, fauxpay, phonypay]);
    expect(await takenBy()).toBe('stripe_test');
  });

  it('the fallback list decides which account takes a payment, once it was updated', async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    const order = [phonypay, stripe, fauxpay];
    expect(await world.orderOfProfile(order)).toMatchObject({
      status: 200,
      body: { profile_id: world.merchant.profileId, connectors: order },
    });
    expect(await world.listOfProfile()).toEqual(order);
    expect(await world.list()).toEqual([stripe, fauxpay, phonypay]);
    expect(await world.takenBy()).toBe('phonypay');
    // The payment's own routing wins.
    const routing = { type: 'single', data: fauxpay };
    expect(await world.takenBy({ routing })).toBe('fauxpay');
  });

  it("the merchant's fallback list applies to profiles without their own", async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    expect((await world.order([fauxpay, phonypay, stripe])).body).toEqual([
      fauxpay,
      phonypay,
      stripe,
    ]);
    expect(await world.takenBy()).toBe('fauxpay');
    await world.orderOfProfile([phonypay, fauxpay, stripe]);
    expect(await world.takenBy()).toBe('phonypay');
    expect(await world.list()).toEqual([fauxpay, phonypay, stripe]);
  });

  it('the fallback list keeps its order when accounts come, are disabled and go', async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    await world.orderOfProfile([phonypay, fauxpay, stripe]);
    const late = await world.connect('pretendpay');
    expect(await world.listOfProfile()).toEqual([phonypay, fauxpay, stripe, late]);
    expect(await world.takenBy()).toBe('phonypay');
    await world.disable(phonypay.merchant_connector_id);
    expect(await world.listOfProfile()).toEqual([phonypay, fauxpay, stripe, late]);
    expect(await world.takenBy()).toBe('fauxpay');
    await world.remove(fauxpay.merchant_connector_id);
    expect(await world.listOfProfile()).toEqual([phonypay, stripe, late]);
    expect(await world.takenBy()).toBe('stripe_test');
    // It can be put in another order as it then is.
    expect((await world.orderOfProfile([late, stripe, phonypay])).status).toBe(200);
    expect(await world.takenBy()).toBe('pretendpay');
  });

  it('the fallback list cannot be given other members', async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    const before = world.port.items();
    const shorter = error(400, 'IR_16', 'current config and updated config have different lengths');
    expect(await world.order([stripe, fauxpay])).toMatchObject(shorter);
    expect(await world.order([])).toMatchObject(shorter);
    expect(await world.orderOfProfile([stripe, fauxpay, phonypay, stripe])).toMatchObject(shorter);
    const id = ({ connector, merchant_connector_id }: Record<string, string>) =>
      `${connector}:${merchant_connector_id}`;
    expect(await world.order([stripe, fauxpay, fauxpay])).toMatchObject(
      error(422, 'IR_06', `connector mismatch between old and new configs (${id(phonypay)})`),
    );
    expect(await world.orderOfProfile([stripe, fauxpay, 'phonypay'])).toMatchObject(
      error(
        422,
        'IR_06',
        `connector mismatch between old and new configs (${id(phonypay)}, phonypay)`,
      ),
    );
    expect(await world.orderOfProfile([], 'pro_unknown')).toMatchObject(
      error(404, 'HE_02', 'Business profile with the given id pro_unknown does not exist'),
    );
    expect(world.port.items()).toEqual(before);
  });

  it('the fallback list of payouts contains only the accounts for payouts', async () => {
    const world = await aWorld();
    const { merchant, good } = world;
    const one = await world.connect('fauxpay', {
      connector_type: 'payout_processor',
      connector_label: 'payouts one',
    });
    const two = await world.connect('phonypay', {
      connector_type: 'payout_processor',
      connector_label: 'payouts two',
    });
    expect(await good('routing.retrieve-default-for-payouts')).toEqual([one, two]);
    expect(await world.list()).toHaveLength(3);
    const params = { profile_id: merchant.profileId };
    const connectors = [two, one];
    expect(
      await good('routing.update-default-for-payouts-of-profile', { params, body: connectors }),
    ).toEqual({ profile_id: merchant.profileId, connectors });
    expect(await good('routing.retrieve-default-for-payouts-of-profiles')).toEqual([
      { profile_id: merchant.profileId, connectors },
    ]);
    expect(await good('routing.retrieve-default-for-payouts')).toEqual([one, two]);
    expect(await good('routing.update-default-for-payouts', { body: connectors })).toEqual(
      connectors,
    );
    expect(await good('routing.retrieve-default-for-payouts')).toEqual(connectors);
    expect(await world.takenBy()).toBe('stripe_test');
  });

  it('the fallback list of payouts decides which account pays out', async () => {
    const { connect, good, pass, ask, merchant } = await aWorld();
    const payer = { connector_type: 'payout_processor' };
    const first = await connect('fauxpay', { ...payer, connector_label: 'first' });
    const second = await connect('phonypay', { ...payer, connector_label: 'second' });
    const paidOutBy = async () => {
      pass(3);
      const body = { ...toCard(), amount: 600, currency: 'EUR', customer_id: 'cus_1' };
      return (await good('payouts.create', { body: { ...body, confirm: true } })).connector;
    };
    expect(await paidOutBy()).toBe('fauxpay');
    const ordered = { key: merchant.key, body: [second, first] };
    expect((await ask('routing.update-default-for-payouts', ordered)).status).toBe(200);
    expect(await paidOutBy()).toBe('phonypay');
  });

  it('the fallback list is updated by one of two updates at once', async () => {
    const world = await aWorld();
    const { stripe, fauxpay, phonypay } = world;
    const orders = [
      [phonypay, stripe, fauxpay],
      [fauxpay, stripe, phonypay],
    ];
    const answers = await Promise.all(orders.map((order) => world.orderOfProfile(order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const won = orders[answers.findIndex(({ status }) => status === 200)];
    expect(await world.listOfProfile()).toEqual(won);
  });
});
