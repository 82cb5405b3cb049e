import type { FormValue } from '#platform/formats/bracketed-form.ts';
import { encodeForm } from '#platform/formats/bracketed-form.ts';
import { tableOver } from '#platform/table/table.ts';
import { memoryPort } from '../table/memory-table.ts';
import { type SandboxHooks, sandboxProcessor, sandboxUrl } from './sandbox-processor.ts';
import { loadStripeDescription } from './stripe-description.ts';

export type Form = Readonly<Record<string, FormValue>>;

interface Asked {
  readonly key?: string | undefined;
  readonly idempotencyKey?: string;
  /** Whether the description does not have this answer. */
  readonly isUndescribed?: boolean;
}

/** An answer, as a caller reads it. */
export interface StripeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at members of any shape.
  readonly body: any;
}

const stripeKey = 'sk_test_key0001';

/** A payment by card, of 65.40 USD. */
export const byCard = (number: string, changes: Form = {}): Form => ({
  amount: 6_540,
  currency: 'usd',
  confirm: true,
  payment_method_data: {
    type: 'card',
    card: { number, exp_month: '03', exp_year: '2030', cvc: '737' },
    billing_details: { address: { line1: '1467', postal_code: '94122' } },
  },
  return_url: 'https://shop.example/return',
  ...changes,
});

const description = loadStripeDescription();

/**
 * The sandbox's Stripe API as its callers see it: every answer is held against Stripe's public
 * description, where that is beside the checkout. And its ledger, as a witness sees it.
 */
export function atStripe(hooks: SandboxHooks = {}) {
  const port = memoryPort();
  const processor = sandboxProcessor(tableOver(port), hooks);
  const ask = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form: Form = {},
    { key = stripeKey, idempotencyKey, isUndescribed }: Asked = {},
  ): Promise<StripeReply> => {
    const text = encodeForm(form);
    const isQuery = method !== 'POST' && text !== '';
    const { status, headers, body } = await processor.answer({
      method,
      url: `${sandboxUrl}/stripe/v1/${path}${isQuery ? `?${text}` : ''}`,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: text }),
    });
    if (headers['content-type'] !== 'application/json') return { status, headers, body };
    const read = JSON.parse(body);
    const problem = isUndescribed
      ? undefined
      : description?.problemOf(method, `/v1/${path}`, status, read);
    if (problem !== undefined) throw new Error(problem);
    return { status, headers, body: read };
  };
  return {
    ...processor,
    port,
    ask,
    get: (path: string, form?: Form, asked?: Asked) => ask('GET', path, form, asked),
    post: (path: string, form?: Form, asked?: Asked) => ask('POST', path, form, asked),
    pay: (number: string, changes?: Form, asked?: Asked) =>
      ask('POST', 'payment_intents', byCard(number, changes), asked),
    /** Lets time pass for the processor. */
    wait: (ms: number) => {
      processor.clock.now = new Date(processor.clock.now.getTime() + ms);
    },
    /** The customer's answer at the page of a payment. */
    press: (page: string, confirm: boolean) =>
      processor.visit(`${page}/complete?confirm=${confirm}`),
    /** The books of the only payment. */
    books: async () => {
      const [one, another] = await processor.ledger();
      if (!one || another) throw new Error('There is not exactly one payment.');
      return one;
    },
  };
}
