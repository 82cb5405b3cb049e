import { byCard } from './a-shop.ts';
import { listStored } from './listed-in-memory.ts';
import type { Asking } from './routing-requests.ts';
import { type Ask, aPaymentRequest } from './switch-in-memory.ts';

const customerOf = ({ round }: Asking) => `customer_${round}`;

/** A payment by which a customer sets up a mandate, as an ordinary shop asks for one. */
const consenting = (scene: Asking, more: object = {}) =>
  aPaymentRequest({
    ...{ confirm: true, customer_id: customerOf(scene), setup_future_usage: 'off_session' },
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 50_000, currency: 'USD' } },
    },
    ...byCard(),
    ...more,
  });

async function consented(scene: Asking): Promise<string> {
  const { world, merchant } = scene;
  const { body } = await world.ask('payments.create', {
    key: merchant.key,
    body: consenting(scene),
  });
  // Whoever uses its payment method later notes when.
  const { clock } = world.around;
  clock.now = new Date(clock.now.getTime() + 500);
  return body.mandate_id;
}

const charging = async (scene: Asking, more: object = {}) =>
  aPaymentRequest({
    ...{ confirm: true, customer_id: customerOf(scene), off_session: true },
    recurring_details: { type: 'mandate_id', data: await consented(scene) },
    ...more,
  });

const ofMandate = async (scene: Asking): Promise<Ask> => ({
  key: scene.merchant.key,
  params: { mandate_id: await consented(scene) },
});

const processorKey = 'key';

const atProcessor = ({ round }: Asking) => ({
  key: processorKey,
  params: { reference: `pay_${round}_2` },
});

const sandboxCharge = {
  ...{ processor: 'adyen_test', amount: 6_540, currency: 'USD', capture_method: 'automatic' },
};
const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };

async function keptAtProcessor({ world, round }: Asking): Promise<string> {
  const { body } = await world.ask('sandbox.authorize', {
    key: processorKey,
    params: { reference: `pay_${round}_1` },
    body: { ...sandboxCharge, card, store: 'off_session' },
  });
  return body.mandate_reference;
}

/** A request for each row of the budgets that is about mandates. */
export const mandateRequests: Readonly<Record<string, (scene: Asking) => Promise<Ask>>> = {
  'payments.create, setting up a mandate': async (scene) => ({
    key: scene.merchant.key,
    body: consenting(scene),
  }),
  'payments.create, charging a mandate': async (scene) => ({
    key: scene.merchant.key,
    body: await charging(scene),
  }),
  // The sandbox processor declines what it keeps for amounts that end in 51.
  'payments.create, charging a mandate in vain': async (scene) => ({
    key: scene.merchant.key,
    body: await charging(scene, { amount: 6_551, order_details: undefined }),
  }),
  'mandates.retrieve': ofMandate,
  'mandates.revoke': ofMandate,
  'mandates.list': async (scene) => {
    await consented(scene);
    await listStored(scene.world.port);
    return { key: scene.merchant.key };
  },
  'mandates.list-of-customer': async (scene) => {
    await consented(scene);
    return { key: scene.merchant.key, params: { customer_id: customerOf(scene) } };
  },
  'sandbox.authorize, charging what is kept': async (scene) => ({
    ...atProcessor(scene),
    body: { ...sandboxCharge, mandate_reference: await keptAtProcessor(scene) },
  }),
  'sandbox.authorize, keeping the card': async (scene) => ({
    ...atProcessor(scene),
    body: { ...sandboxCharge, card, store: 'off_session' },
  }),
  'sandbox.verify': async (scene) => ({
    ...atProcessor(scene),
    body: { processor: 'adyen_test', currency: 'USD', card },
  }),
  'sandbox.revoke-mandate': async (scene) => ({
    key: processorKey,
    params: { mandate_reference: await keptAtProcessor(scene) },
  }),
};
