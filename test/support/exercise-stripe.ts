import { encodeForm, type FormValue } from '#platform/formats/bracketed-form.ts';
import { eventually } from './eventually.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { newId, successful } from './merchant.ts';
import { type Answer, type RunningSwitch, textAt } from './switch.ts';

type Form = Readonly<Record<string, FormValue>>;

/** Asks the sandbox's Stripe API of a key of its own. */
function stripeCaller({ call, sandboxUrl }: RunningSwitch) {
  const key = newId('sk_test');
  return (method: 'GET' | 'POST', path: string, form: Form = {}, idempotencyKey?: string) =>
    call(method, `${sandboxUrl}/stripe/v1/${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(method === 'POST' && { body: encodeForm(form) }),
    });
}

const sale = (changes: Form = {}): Form => ({
  amount: 6_540,
  currency: 'usd',
  confirm: true,
  payment_method_data: {
    type: 'card',
    card: { number: '4242424242424242', exp_month: '10', exp_year: '2035', cvc: '123' },
  },
  ...changes,
});

/** A missing grant is a 500. */
const isDone = ({ status }: Answer) => status < 500;

/** The work of the function that speaks Stripe's API. */
export const stripeExercises: Readonly<Record<string, Exercise>> = {
  'sandbox.stripe': async ({ running }) => {
    const ask = stripeCaller(running);
    return async () => isDone(await ask('POST', 'payment_intents', sale()));
  },
};

export const grantSpecificForStripe: readonly GrantExercise[] = [
  {
    name: 'sandbox.stripe',
    action: 'dynamodb:GetItem',
    resource: /./,
    exercise: async ({ running }) => {
      const ask = stripeCaller(running);
      const id = textAt(successful(await ask('POST', 'payment_intents', sale())), 'id');
      return async () => isDone(await ask('GET', `payment_intents/${id}`));
    },
  },
  {
    // A refused request gives its idempotency key back.
    name: 'sandbox.stripe',
    action: 'dynamodb:DeleteItem',
    resource: /./,
    exercise: async ({ running }) => {
      const ask = stripeCaller(running);
      return async () => isDone(await ask('POST', 'payment_intents', {}, newId('key')));
    },
  },
  {
    // The search has only the order.
    name: 'sandbox.stripe',
    action: 'dynamodb:Query',
    resource: /./,
    exercise: async ({ running }) => {
      const ask = stripeCaller(running);
      const query = encodeForm({ query: "metadata['order_id']:'pay_1_1'" });
      return async () => isDone(await ask('GET', `payment_intents/search?${query}`));
    },
  },
  {
    // An event of Stripe's API is stored as it is sent.
    name: 'queues.notify-from-sandbox',
    action: 'dynamodb:PutItem',
    resource: /./,
    exercise: anEvent,
  },
];

async function anEvent({ running, receiver, wasRefused }: ExerciseContext) {
  const path = `/${newId('events')}`;
  const ask = stripeCaller(running);
  const endpoint = { url: `${receiver.url}${path}`, enabled_events: ['*'] };
  successful(await ask('POST', 'webhook_endpoints', endpoint));
  return async () => {
    successful(await ask('POST', 'payment_intents', sale()));
    await eventually(() => {
      if (!wasRefused() && receiver.received(path).length === 0) throw new Error('No event yet.');
    });
    return receiver.received(path).length > 0;
  };
}
