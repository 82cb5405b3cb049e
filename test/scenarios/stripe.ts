import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import { serveStripe } from '#sandbox/stripe/serve.ts';
import type { WireServices } from '#sandbox/stripe/wire.ts';
import { newId } from '../support/switch/merchant.ts';
import type { RunningSwitch } from '../support/switch/switch.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { cost, done, type Scenarios, type Shop } from './scenario.ts';

/** Stripe's API at the sandbox processor. One function serves all its routes. */

type StripeShop = Pick<Shop, 'ask' | 'newId'>;

/** A request to the path of the parameters: a POST where it has a form as its text. */
export const posted = (path: string, form: Readonly<Record<string, FormValue>> = {}): Ask => ({
  params: { path },
  text: encodeForm(form),
});

export const payment = (changes: Readonly<Record<string, FormValue>> = {}): Ask =>
  posted('payment_intents', {
    amount: 6_540,
    currency: 'usd',
    confirm: true,
    metadata: { order_id: 'pay_1_1' },
    payment_method_data: {
      type: 'card',
      card: { number: '4242424242424242', exp_month: '10', exp_year: '2035', cvc: '123' },
    },
    ...changes,
  });

const underKey = (shop: StripeShop, request: Ask): Ask => ({
  ...request,
  headers: { 'idempotency-key': shop.newId('key') },
});

const createdId = async (shop: StripeShop, request: Ask) =>
  String((await done(shop, 'sandbox.stripe', request)).id);

export const stripe: Scenarios<StripeShop> = {
  // The order's row is written before the payment, and under a key the answer as well.
  'sandbox.stripe, a payment': {
    request: () => payment(),
    budget: cost(2, 2, 2, 0),
    grants: 'all others',
  },
  'sandbox.stripe, a payment under an Idempotency-Key': {
    request: (shop) => underKey(shop, payment()),
    budget: cost(4, 4, 5, 0),
  },
  'sandbox.stripe, a payment repeated under its key': {
    async request(shop) {
      const request = underKey(shop, payment());
      await done(shop, 'sandbox.stripe', request);
      return request;
    },
    budget: cost(1, 1, 2, 0),
  },
  // A refused request deletes its idempotency key.
  'sandbox.stripe, a payment without an amount under an Idempotency-Key': {
    request: (shop) => underKey(shop, posted('payment_intents')),
    status: 400,
    budget: cost(2, 2, 2, 0),
    grants: [{ action: 'dynamodb:DeleteItem' }],
  },
  'sandbox.stripe, a payment whose card is stored for a customer': {
    async request(shop) {
      const customer = await createdId(shop, posted('customers', { name: 'Jane' }));
      return payment({ customer, setup_future_usage: 'off_session' });
    },
    budget: cost(4, 4, 3, 1),
  },
  'sandbox.stripe, a capture': {
    async request(shop) {
      const id = await createdId(shop, payment({ capture_method: 'manual' }));
      return posted(`payment_intents/${id}/capture`);
    },
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.stripe, a refund': {
    async request(shop) {
      const payment_intent = await createdId(shop, payment());
      return posted('refunds', { payment_intent, amount: 600 });
    },
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.stripe, a question about a payment': {
    async request(shop) {
      const path = `payment_intents/${await createdId(shop, payment())}`;
      return { params: { path }, query: { 'expand[]': 'latest_charge' } };
    },
    budget: cost(1, 1, 0, 1),
    grants: [{ action: 'dynamodb:GetItem' }],
  },
  // The search has only the order.
  'sandbox.stripe, a search for a payment': {
    request: () => ({
      params: { path: 'payment_intents/search' },
      query: { query: "metadata['order_id']:'pay_1_2'" },
    }),
    budget: cost(1, 1, 0, 1),
    grants: [{ action: 'dynamodb:Query' }],
  },
};

/** A caller of a running sandbox with a key of its own. */
export function runningStripe({ call, sandboxUrl }: RunningSwitch): StripeShop {
  const key = newId('sk_test');
  return {
    newId,
    async ask(_operation, { params, query, text, headers } = {}) {
      const url = `${sandboxUrl}/stripe/v1/${params?.path}`;
      const answer = await call(text === undefined ? 'GET' : 'POST', url, {
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        ...(query && { query }),
        body: text,
      });
      return { ...answer, body: JSON.parse(answer.text), headers: {} };
    },
  };
}

let made = 0;

/** A caller of a sandbox in memory. */
export const stripeInMemory = (services: WireServices): StripeShop => ({
  newId: (prefix) => `${prefix}_${++made}`,
  async ask(_operation, { params, query, text, headers } = {}) {
    const { status, body } = await serveStripe(
      {
        method: text === undefined ? 'GET' : 'POST',
        path: `v1/${params?.path}`,
        query: new URLSearchParams(query).toString(),
        headers: { authorization: 'Bearer sk_test_key0001', ...headers },
        body: Buffer.from(text ?? ''),
        now: new Date(),
        remainingMs: () => 28_000,
      },
      services,
    );
    return { status, text: body, body: JSON.parse(body), headers: {} };
  },
});
