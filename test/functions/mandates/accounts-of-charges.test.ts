import { byCard } from '../../support/switch/payments-in-memory.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aRetryingMerchant, takenBySecond } from '../../support/table/falling-through.ts';
import { acceptance } from './a-consent.ts';

type World = Awaited<ReturnType<typeof aRetryingMerchant>>;

const customer_id = 'cus_1';
const consent = {
  customer_id,
  setup_future_usage: 'off_session',
  customer_acceptance: acceptance,
  ...byCard(),
};
const multi_use = { amount: 50_000, currency: 'EUR' };
const mandate_data = { customer_acceptance: acceptance, mandate_type: { multi_use } };

/** Saves a card by a payment at one processor, under a mandate. */
const consentAt = (world: World, connector: string, more: object = {}) =>
  world.pay({ ...consent, payment_id: `pay_at_${connector}`, connector: [connector], ...more });

/** The three ways to charge a stored credential, as requests. */
async function chargesOf(world: World, { payment_method_id, mandate_id }: Consented) {
  const { customer_payment_methods } = await world.good('payment-methods.list', {
    params: { customer_id },
  });
  const [{ payment_token }] = customer_payment_methods;
  const base = { amount: 2_599, currency: 'EUR', confirm: true, customer_id, off_session: true };
  return {
    'a saved token': { ...base, payment_method: 'card', payment_token },
    'a payment method': {
      ...base,
      recurring_details: { type: 'payment_method_id', data: payment_method_id },
    },
    'a mandate': { ...base, recurring_details: { type: 'mandate_id', data: mandate_id } },
    'a mandate at the root': { ...base, mandate_id },
  };
}
interface Consented {
  readonly payment_method_id: string;
  readonly mandate_id?: string;
}
const ways = ['a saved token', 'a payment method', 'a mandate', 'a mandate at the root'] as const;
const refusal = { status: 400, body: { error: { code: 'IR_39' } } };

/** The processors' requests from now on. */
function asked(world: World) {
  const seen: Record<string, unknown>[] = [];
  const { send } = world.dependencies;
  world.dependencies.send = (request, options) => {
    seen.push(JSON.parse(request.body ?? '{}'));
    return send(request, options);
  };
  return seen;
}

const charge = (world: World, body: object) =>
  world.ask('payments.create', { key: world.merchant.key, body });

/** Another profile of the merchant, with an account of this connector. */
async function otherProfile(world: World, connector_name: string, settings: object = {}) {
  const params = { account_id: world.merchant.id };
  const { profile_id } = await world.good('profiles.create', {
    key: adminKey,
    params,
    body: { profile_name: 'another_one', ...settings },
  });
  await world.good('connector-accounts.create', {
    key: adminKey,
    params,
    body: {
      connector_type: 'payment_processor',
      connector_name,
      profile_id,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of merchant_example' },
    },
  });
  world.pass(60);
  return String(profile_id);
}

describe('a charge without the customer', () => {
  it.each(ways)(
    'a charge without the customer by %s is refused when no account has its own mandate',
    async (way) => {
      const world = await aRetryingMerchant();
      const first = await consentAt(world, 'fauxpay', { mandate_data });
      const profile_id = await otherProfile(world, 'stripe_test');
      const body = { ...(await chargesOf(world, first))[way], profile_id };
      const [before, seen] = [JSON.stringify(world.port.items()), asked(world)];
      expect(await charge(world, body)).toMatchObject(refusal);
      expect(JSON.stringify(world.port.items())).toBe(before);
      expect(seen).toEqual([]);
    },
  );

  it.each(ways)(
    'a charge without the customer by %s is refused in the same way as the confirm of a payment',
    async (way) => {
      const world = await aRetryingMerchant();
      const first = await consentAt(world, 'fauxpay', { mandate_data });
      const profile_id = await otherProfile(world, 'stripe_test');
      const { amount, currency, confirm: _, ...rest } = (await chargesOf(world, first))[way];
      const payment_id = 'pay_begun';
      const begun = { amount, currency, profile_id, customer_id, payment_id, off_session: true };
      await world.good('payments.create', { body: begun });
      const request = { key: world.merchant.key, params: { payment_id }, body: rest };
      const before = JSON.stringify(world.port.items());
      expect(await world.ask('payments.confirm', request)).toMatchObject(refusal);
      expect(JSON.stringify(world.port.items())).toBe(before);
    },
  );

  it.each(ways)(
    'a charge without the customer by %s goes to another account by the card network’s id, in the order of routing, when the profile allows it',
    async (way) => {
      const world = await aRetryingMerchant({ connectors: ['fauxpay', 'phonypay'] });
      const first = await consentAt(world, 'phonypay', { mandate_data });
      await world.set({ is_connector_agnostic_mit_enabled: true });
      world.pass(60);
      const seen = asked(world);
      const { body } = await charge(world, (await chargesOf(world, first))[way]);
      expect(body).toMatchObject({ status: 'succeeded', connector: 'fauxpay' });
      expect(seen).toMatchObject([
        {
          card: { number: '4242424242424242' },
          network_transaction_id: first.network_transaction_id,
        },
      ]);
    },
  );

  it('a charge without the customer skips a connector that supports no network’s id, and its routing shows that', async () => {
    const world = await aRetryingMerchant({ connectors: ['fauxpay'] });
    const first = await consentAt(world, 'fauxpay');
    const profile_id = await otherProfile(world, 'shift4', {
      is_connector_agnostic_mit_enabled: true,
    });
    const { 'a payment method': body } = await chargesOf(world, first);
    expect(await charge(world, { ...body, profile_id })).toMatchObject(refusal);
    await world.good('connector-accounts.create', {
      key: adminKey,
      params: { account_id: world.merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'phonypay',
        profile_id,
        connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of merchant_example' },
      },
    });
    world.pass(60);
    const paid = await world.good('payments.create', { body: { ...body, profile_id } });
    expect(paid.connector).toBe('phonypay');
    const { attempts } = await world.good('routing.explain', {
      params: { payment_id: paid.payment_id },
    });
    expect(JSON.stringify(attempts)).toContain('cannot charge this payment method without');
  });

  it('a charge without the customer goes to the first account in the order of routing that has a mandate', async () => {
    const world = await aRetryingMerchant({ connectors: ['fauxpay', 'phonypay', 'stripe_test'] });
    await consentAt(world, 'stripe_test');
    const second = await consentAt(world, 'phonypay');
    const seen = asked(world);
    const { 'a payment method': body } = await chargesOf(world, second);
    expect((await charge(world, body)).body).toMatchObject({ connector: 'phonypay' });
    expect(seen).toMatchObject([{ mandate_reference: second.connector_mandate_id }]);
  });

  it('a charge is tried again at the accounts alone that have a mandate, each by its own', async () => {
    const world = await aRetryingMerchant({ connectors: ['fauxpay', 'phonypay', 'stripe_test'] });
    const one = await consentAt(world, 'fauxpay');
    const other = await consentAt(world, 'stripe_test');
    const seen = asked(world);
    const { send } = world.dependencies;
    // The processor declines its stored card now.
    world.dependencies.send = (request, options) => {
      const { mandate_reference, ...body } = JSON.parse(request.body ?? '{}');
      if (mandate_reference !== one.connector_mandate_id) return send(request, options);
      seen.push({ mandate_reference });
      const card = { number: takenBySecond, expiry_month: '12', expiry_year: '2039' };
      const asCard = { ...request, body: JSON.stringify({ ...body, card }) };
      return world.dependencies.processor.send(asCard, options);
    };
    const { 'a payment method': body } = await chargesOf(world, one);
    expect((await charge(world, body)).body).toMatchObject({
      status: 'succeeded',
      connector: 'stripe_test',
      attempt_count: 2,
      connector_mandate_id: other.connector_mandate_id,
    });
    expect(seen).toMatchObject([
      { mandate_reference: one.connector_mandate_id },
      { mandate_reference: other.connector_mandate_id },
    ]);
  });

  it('a charge with its customer there goes to any account', async () => {
    const world = await aRetryingMerchant();
    const first = await consentAt(world, 'fauxpay');
    const profile_id = await otherProfile(world, 'stripe_test');
    const { 'a saved token': body } = await chargesOf(world, first);
    const there = { ...body, profile_id, off_session: undefined };
    expect((await charge(world, there)).body).toMatchObject({ connector: 'stripe_test' });
  });
});

describe('a mandate of a saved card', () => {
  const foreign = {
    status: 400,
    body: {
      error: {
        code: 'HE_03',
        message: 'Mandate Validation Failed',
        reason: 'cross currency mandates not supported',
      },
    },
  };

  it.each(['a saved token', 'a payment method'] as const)(
    "a saved card's mandate is not charged in another currency by %s, and nothing is written",
    async (way) => {
      const world = await aRetryingMerchant();
      const first = await consentAt(world, 'fauxpay', { currency: 'USD' });
      const charges = await chargesOf(world, first);
      const [before, seen] = [JSON.stringify(world.port.items()), asked(world)];
      expect(await charge(world, charges[way])).toMatchObject(foreign);
      expect(JSON.stringify(world.port.items())).toBe(before);
      expect(seen).toEqual([]);
      const { body } = await charge(world, { ...charges[way], currency: 'USD' });
      expect(body.status).toBe('succeeded');
    },
  );

  it('a mandate whose older record kept no currency is charged in any', async () => {
    const world = await aRetryingMerchant();
    const first = await consentAt(world, 'fauxpay', { currency: 'USD' });
    const saved = world.port.items().find(({ sk }) => sk === 'PAYMENT_METHOD');
    const connectorMandates = Object.fromEntries(
      Object.keys(Object(saved?.connectorMandates)).map((accountId) => [
        accountId,
        { connectorMandateId: first.connector_mandate_id },
      ]),
    );
    const { pk = '', sk = '' } = saved ?? {};
    await world.port.update({ pk, sk }, { set: { connectorMandates } });
    const { 'a payment method': body } = await chargesOf(world, first);
    expect((await charge(world, body)).body).toMatchObject({ status: 'succeeded' });
  });
});

it('a charge with a network’s id in its request goes only to connectors that support one', async () => {
  const world = await aRetryingMerchant({ connectors: ['nmi', 'stripe_test'] });
  const paid = await world.pay({
    customer_id,
    off_session: true,
    payment_method: undefined,
    payment_method_data: undefined,
    recurring_details: {
      type: 'network_transaction_id_and_card_details',
      data: {
        card_number: '4242424242424242',
        card_exp_month: '12',
        card_exp_year: '2039',
        network_transaction_id: 'nti_of_the_first',
      },
    },
  });
  expect(paid).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
});
