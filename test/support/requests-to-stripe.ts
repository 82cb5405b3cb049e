import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import { serveStripe } from '#sandbox/stripe/serve.ts';
import type { WireServices } from '#sandbox/stripe/wire.ts';

type Form = Readonly<Record<string, FormValue>>;

/** Asks the sandbox's Stripe API, and expects a success. */
async function askStripe(
  services: WireServices,
  [method, path]: readonly ['GET' | 'POST', string],
  form: Form = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly id: string }> {
  const text = encodeForm(form);
  const { status, body } = await serveStripe(
    {
      method,
      path: `v1/${path}`,
      query: method === 'GET' ? text : '',
      headers: { authorization: 'Bearer sk_test_key0001', ...headers },
      body: Buffer.from(method === 'POST' ? text : ''),
      now: new Date(),
      remainingMs: () => 28_000,
    },
    services,
  );
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${body}`);
  return JSON.parse(body);
}

const sale = (changes: Form = {}): Form => ({
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

const toPay = ['POST', 'payment_intents'] as const;

interface Given {
  /** What the request reaches, counted. */
  readonly services: WireServices;
  /** The same, not counted, for what must be there before. */
  readonly before: WireServices;
  /** Different for every request. */
  readonly round: number;
}

/** The requests of the budget, by the names of their rows. */
export const requestsToStripe: Readonly<Record<string, (given: Given) => Promise<unknown>>> = {
  'sandbox.stripe, a payment': ({ services }) => askStripe(services, toPay, sale()),
  'sandbox.stripe, a payment under an Idempotency-Key': ({ services, round }) =>
    askStripe(services, toPay, sale(), { 'idempotency-key': `payment ${round}` }),
  'sandbox.stripe, a payment repeated under its key': async ({ services, before, round }) => {
    const headers = { 'idempotency-key': `repeated ${round}` };
    await askStripe(before, toPay, sale(), headers);
    await askStripe(services, toPay, sale(), headers);
  },
  'sandbox.stripe, a payment whose card is stored for a customer': async ({ services, before }) => {
    const { id } = await askStripe(before, ['POST', 'customers'], { name: 'Jane' });
    await askStripe(services, toPay, sale({ customer: id, setup_future_usage: 'off_session' }));
  },
  'sandbox.stripe, a capture': async ({ services, before }) => {
    const { id } = await askStripe(before, toPay, sale({ capture_method: 'manual' }));
    await askStripe(services, ['POST', `payment_intents/${id}/capture`]);
  },
  'sandbox.stripe, a refund': async ({ services, before }) => {
    const { id } = await askStripe(before, toPay, sale());
    await askStripe(services, ['POST', 'refunds'], { payment_intent: id, amount: 600 });
  },
  'sandbox.stripe, a question about a payment': async ({ services, before }) => {
    const { id } = await askStripe(before, toPay, sale());
    await askStripe(services, ['GET', `payment_intents/${id}`], { expand: ['latest_charge'] });
  },
};
