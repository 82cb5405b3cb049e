import { byCard } from '../../support/switch/payments-in-memory.ts';
import { adminKey } from '../../support/switch/switch-in-memory.ts';
import { aRetryingMerchant } from '../../support/table/falling-through.ts';
import { acceptance } from '../mandates/a-consent.ts';

type World = Awaited<ReturnType<typeof aRetryingMerchant>>;

const customer_id = 'cus_1';

/** A shop whose customer has saved a card for these charges. */
async function aShop(setup_future_usage: string, settings: object = {}) {
  const world = await aRetryingMerchant({ connectors: ['fauxpay'], profile: settings });
  const consent = { setup_future_usage, customer_acceptance: acceptance };
  await world.pay({ ...byCard(), ...consent, customer_id, payment_id: 'pay_before' });
  return world;
}

/** Removes the processors' own credentials of the saved card. */
async function forgetMandates({ port }: World) {
  const { pk = '', sk = '' } = port.items().find((item) => item.sk === 'PAYMENT_METHOD') ?? {};
  await port.update({ pk, sk }, { remove: ['connectorMandates'] });
}

/** Whether the card's code is asked for where a payment like this is listed for. */
async function asksForCode(world: World, payment: object) {
  const { client_secret } = await world.good('payments.create', {
    body: { amount: 100, currency: 'EUR', customer_id, ...payment },
  });
  const { customer_payment_methods } = await world.good('payment-methods.list-for-customer', {
    key: world.merchant.publishableKey,
    query: { client_secret },
  });
  return customer_payment_methods.map((one: { requires_cvv: boolean }) => one.requires_cvv);
}

const offSession = { setup_future_usage: 'off_session' };

describe('the code of a saved card', () => {
  it('a code is not asked for where the payment is for charges without the customer and the card has a mandate', async () => {
    expect(await asksForCode(await aShop('off_session'), offSession)).toEqual([false]);
  });

  it.each([
    ['another use', 'off_session', { setup_future_usage: 'on_session' }],
    ['no later use', 'off_session', {}],
    ['charges without the customer, and the card has no mandate', 'on_session', offSession],
  ])("a saved card's code is required when the payment is for %s", async (_, saved, payment) => {
    expect(await asksForCode(await aShop(saved), payment)).toEqual([true]);
  });

  it.each([
    ['a mandate', [false, false]],
    ['only the card network’s id', [true, false]],
  ])(
    'a saved card with %s from another profile needs its code by the setting of the payment’s profile',
    async (has, expected) => {
      const world = await aShop('off_session');
      if (has !== 'a mandate') await forgetMandates(world);
      const params = { account_id: world.merchant.id };
      const asks = [];
      for (const isAgnostic of [false, true]) {
        const { profile_id } = await world.good('profiles.create', {
          key: adminKey,
          params,
          body: {
            profile_name: `profile_${isAgnostic}`,
            is_connector_agnostic_mit_enabled: isAgnostic,
          },
        });
        await world.good('connector-accounts.create', {
          key: adminKey,
          params,
          body: {
            connector_type: 'payment_processor',
            connector_name: 'phonypay',
            profile_id,
            connector_account_details: {
              auth_type: 'HeaderKey',
              api_key: 'key of merchant_example',
            },
          },
        });
        world.pass(60);
        asks.push(await asksForCode(world, { ...offSession, profile_id }));
      }
      expect(asks).toEqual(expected.map((one) => [one]));
    },
  );

  it("a saved card's code is required in the list that belongs to no payment", async () => {
    const world = await aShop('off_session');
    const { customer_payment_methods } = await world.good('payment-methods.list', {
      params: { customer_id },
    });
    expect(customer_payment_methods).toMatchObject([{ requires_cvv: true }]);
  });
});
