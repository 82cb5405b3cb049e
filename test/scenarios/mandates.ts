import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, adminKey, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { withFraudCheck } from './payments-with-services.ts';
import { cost, done, type Scenario, type Scenarios, type Shop, vaultCost } from './scenario.ts';
import { changeStored } from './steps.ts';

/** Mandates, and payments that set them up or charge them. */

/** A payment by which a customer sets up a mandate, as an ordinary shop asks for one. */
const consenting = (customer_id: string) =>
  aPaymentRequest({
    confirm: true,
    customer_id,
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 50_000, currency: 'USD' } },
    },
    ...byCard(),
  });

/** A customer with a mandate. */
export async function consented(shop: Shop) {
  const customer_id = shop.newId('cus');
  const body = consenting(customer_id);
  const { mandate_id } = await done(shop, 'payments.create', { body });
  // The use of its payment method is noted later.
  await shop.aMoment();
  return { customer_id, mandate_id };
}

const ofMandate = async (shop: Shop): Promise<Ask> => {
  const { mandate_id } = await consented(shop);
  return { params: { mandate_id } };
};

async function charging(shop: Shop, more: object = {}) {
  const { customer_id, mandate_id } = await consented(shop);
  return aPaymentRequest({
    confirm: true,
    customer_id,
    off_session: true,
    recurring_details: { type: 'mandate_id', data: mandate_id },
    ...more,
  });
}

const charged = async (shop: Shop, more: object = {}) =>
  done(shop, 'payments.create', { body: await charging(shop, more) });

/** An amount that was taken from a mandate is settled in the same write as its payment. */
const settling = (request: Scenario['request'], status: string): Scenario => ({
  request,
  succeeded: ({ body }) => [body.status, body.attempt_status].includes(status),
  grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
});

const ofReserved = async (shop: Shop): Promise<Ask> => {
  const { payment_id } = await charged(shop, { capture_method: 'manual' });
  return { params: { payment_id }, body: {} };
};

const ofReview = async (shop: Shop): Promise<Ask> => {
  const { payment_id } = await charged(shop, { email: 'review@example.com' });
  return { params: { payment_id }, body: {} };
};

export const mandates: Scenarios = {
  // A mandate and its customer's entry are written together with the payment that sets it up.
  'payments.create, setting up a mandate': {
    request: (shop) => ({ body: consenting(shop.newId('cus')) }),
    budget: cost(8, 10, 20, 3.5),
    vault: { cards: vaultCost(1, 3, 0), audit: vaultCost(1, 2, 0) },
  },
  // One read more finds the mandate, which is written as it was, and no entry of its customer's.
  'payments.create, changing a mandate': {
    request: async (shop) => {
      const { customer_id, mandate_id } = await consented(shop);
      const mandate_data = {
        customer_acceptance: { acceptance_type: 'offline' },
        update_mandate_id: mandate_id,
      };
      return { body: { ...consenting(customer_id), mandate_data, ...byCard('5555555555554444') } };
    },
    budget: cost(9, 11, 18, 4.5),
    vault: { cards: vaultCost(1, 3, 0), audit: vaultCost(1, 2, 0) },
  },
  // The first save also reserves the charge at the mandate, and the last save settles it.
  'payments.create, charging a mandate': {
    request: async (shop) => ({ body: await charging(shop) }),
    budget: cost(7, 9, 13, 3.5),
  },
  // The sandbox processor declines a charge of a stored card whose amount ends in 51.
  'payments.create, charging a mandate in vain': {
    request: async (shop) => ({
      body: await charging(shop, { amount: 6_551, order_details: undefined }),
    }),
    budget: cost(5, 7, 12, 2.5),
    moreStepsAtFirst: 1,
  },
  'payments.capture, of a charge by a mandate': settling(ofReserved, 'succeeded'),
  'payments.cancel, of a charge by a mandate': settling(ofReserved, 'cancelled'),
  'payments.manual-update, of a charge by a mandate': settling(async (shop) => {
    const payment = await charged(shop, { capture_method: 'manual' });
    // It waits for an answer of its processor.
    await changeStored(shop, payment, ({ attempt }) => ({
      status: 'processing',
      attempt: { ...Object(attempt), status: 'pending' },
    }));
    const body = { merchant_id: shop.merchant.id, attempt_status: 'failure' };
    return { key: adminKey, params: { payment_id: payment.payment_id }, body };
  }, 'failure'),
  'payments.approve, of a charge by a mandate': {
    prepare: withFraudCheck,
    ...settling(ofReview, 'succeeded'),
  },
  'payments.reject, of a charge by a mandate': {
    prepare: withFraudCheck,
    ...settling(ofReview, 'failed'),
  },
  'mandates.retrieve': { request: ofMandate, budget: cost(1, 2, 0, 1.5) },
  'mandates.revoke': {
    request: ofMandate,
    succeeded: ({ body }) => body.status === 'revoked',
    budget: cost(4, 5, 2, 2.5),
    moreStepsAtFirst: 1,
  },
  'mandates.list': {
    request: async (shop) => {
      await consented(shop);
      await shop.listed('mandates');
      return { query: { limit: '10' } };
    },
    budget: cost(2, 3, 0, 2),
  },
  'mandates.list-of-customer': {
    request: async (shop) => {
      const { customer_id } = await consented(shop);
      return { params: { customer_id } };
    },
    budget: cost(2, 3, 0, 2.5),
  },
  // The mandates of a customer are read only where the customer has some.
  'customers.delete, with a mandate': {
    request: async (shop) => {
      const { customer_id } = await consented(shop);
      return { params: { customer_id } };
    },
    status: 400,
    succeeded: ({ text }) => text.includes('IR_10'),
    grants: [{ action: 'dynamodb:BatchGetItem', resource: /-data-/ }],
  },
};
