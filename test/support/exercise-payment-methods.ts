import type { Exercise, GrantExercise } from './exercise.ts';
import { createMerchant, type Merchant, newId, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

const visa = '4242424242424242';
const mastercard = '5555555555554444';

const aCard = (card_number = visa) => ({
  card_number,
  card_exp_month: '10',
  card_exp_year: '2035',
  card_holder_name: 'ANA LIMA',
});

/** A merchant with a customer, who acts for a profile; the vault has never heard of either. */
async function aShopper(running: RunningSwitch) {
  const merchant = await createMerchant(running, { connectors: [] });
  const customer_id = newId('cus');
  const { key, id, profileId } = merchant;
  successful(await running.call('POST', '/customers', { key, body: { customer_id } }));
  return { id, key, merchant, customer_id, headers: { 'x-profile-id': profileId } };
}
type Shopper = Awaited<ReturnType<typeof aShopper>>;

/** One whose keys another function of the vault has made. */
async function aKnownShopper(running: RunningSwitch): Promise<Shopper> {
  const shopper = await aShopper(running);
  const api = `${running.vaultUrl}/api/v1`;
  const request = { key: adminKey, body: { api_key: { merchant_id: shopper.id } } };
  const made = successful(await running.call('POST', `${api}/api_keys`, request));
  const card = {
    card_number: mastercard,
    expiration_month: '08',
    expiration_year: '2035',
  };
  const key = textAt(made, 'data.attributes.api_key');
  successful(await running.call('POST', `${api}/cards`, { key, body: { card } }));
  return shopper;
}

const saving = (running: RunningSwitch, shopper: Shopper, number?: string) => {
  const { key, headers, customer_id } = shopper;
  const body = { customer_id, payment_method: 'card', card: aCard(number) };
  return running.call('POST', '/payment_methods', { key, headers, body });
};

async function aSavedCard(running: RunningSwitch, shopper: Shopper, number?: string) {
  return textAt(successful(await saving(running, shopper, number)), 'payment_method_id');
}

/** How many cards of a merchant the vault has that some payment method may point to. */
async function storedCards(running: RunningSwitch, { id }: Pick<Merchant, 'id'>): Promise<number> {
  const items = await running.items(`TENANT#${id}#CARD#`);
  return items.filter(({ sk, value }) => sk === 'CARD' && value.deletedAt === undefined).length;
}

/** Saves a card, and the same once more, of which the vault then has to forget one. */
const savesTwice =
  (running: RunningSwitch, shopper: Shopper): (() => Promise<boolean>) =>
  async () => {
    const before = await storedCards(running, shopper);
    if (!done(await saving(running, shopper))) return false;
    if (!done(await saving(running, shopper))) return false;
    return (await storedCards(running, shopper)) === before + 1;
  };

/** The same by completing two payment methods that wait. */
async function completesTwo(running: RunningSwitch, shopper: Shopper) {
  const { key, headers, customer_id, merchant } = shopper;
  const body = { customer_id };
  const awaited = [
    successful(await running.call('POST', '/payment_methods', { key, body })),
    successful(await running.call('POST', '/payment_methods', { key, body })),
  ];
  return async () => {
    const before = await storedCards(running, shopper);
    for (const answer of awaited) {
      const path = `/payment_methods/${textAt(answer, 'payment_method_id')}/save`;
      const completed = await running.call('POST', path, {
        key: merchant.publishableKey,
        headers,
        body: {
          client_secret: textAt(answer, 'client_secret'),
          payment_method: 'card',
          payment_method_data: { card: aCard() },
        },
      });
      if (!done(completed)) return false;
    }
    return (await storedCards(running, shopper)) === before + 1;
  };
}

/** Stores a saved card anew, after which the vault has it once. */
async function updates(running: RunningSwitch, keys: 'young' | 'spent') {
  const shopper = await aShopper(running);
  const id = await aSavedCard(running, shopper);
  if (keys === 'spent') {
    const createdAt = new Date(Date.now() - 4 * 365 * 86_400_000).toISOString();
    const items = await running.items(`TENANT#${shopper.id}#KEY#`);
    for (const item of items) {
      if (item.sk.startsWith('VERSION#')) await running.rewrite(item, { createdAt });
    }
  }
  const { key, headers } = shopper;
  const body = { card: { card_exp_year: '2036' } };
  return async () => {
    const path = `/payment_methods/${id}/update`;
    if (!done(await running.call('POST', path, { key, headers, body }))) return false;
    return (await storedCards(running, shopper)) === 1;
  };
}

const setsDefault =
  (beginning: string): Exercise =>
  async ({ running }) => {
    const shopper = await aShopper(running);
    await aSavedCard(running, shopper);
    const second = await aSavedCard(running, shopper, mastercard);
    const { key, headers, customer_id } = shopper;
    const path = `${beginning}/${customer_id}/payment_methods/${second}/default`;
    return async () => done(await running.call('POST', path, { key, headers }));
  };

/** What each function of payment methods is there for. */
export const paymentMethodExercises: Readonly<Record<string, Exercise>> = {
  'payment-methods.create': async ({ running }) => savesTwice(running, await aShopper(running)),

  'payment-methods.save': async ({ running }) => completesTwo(running, await aShopper(running)),

  'payment-methods.retrieve': async ({ running }) => {
    const shopper = await aShopper(running);
    const path = `/payment_methods/${await aSavedCard(running, shopper)}`;
    const { key, headers } = shopper;
    return async () => done(await running.call('GET', path, { key, headers }));
  },

  'payment-methods.update': ({ running }) => updates(running, 'spent'),

  'payment-methods.delete': async ({ running }) => {
    const shopper = await aShopper(running);
    const path = `/payment_methods/${await aSavedCard(running, shopper)}`;
    const { key, headers } = shopper;
    return async () => {
      if (!done(await running.call('DELETE', path, { key, headers }))) return false;
      return (await storedCards(running, shopper)) === 0;
    };
  },

  'payment-methods.list': async ({ running }) => {
    const shopper = await aShopper(running);
    await aSavedCard(running, shopper);
    const { key, headers, customer_id } = shopper;
    const path = `/customers/${customer_id}/payment_methods`;
    return async () => done(await running.call('GET', path, { key, headers }));
  },

  'payment-methods.list-for-customer': async ({ running }) => {
    const shopper = await aShopper(running);
    await aSavedCard(running, shopper);
    const { key, headers, customer_id, merchant } = shopper;
    const body = { amount: 100, currency: 'EUR', customer_id };
    const payment = successful(await running.call('POST', '/payments', { key, body }));
    const query = { client_secret: textAt(payment, 'client_secret') };
    const asked = { key: merchant.publishableKey, headers, query };
    return async () => done(await running.call('GET', '/customers/payment_methods', asked));
  },

  'payment-methods.set-default': setsDefault('/customers'),
  'payment-methods.set-default-alias': setsDefault(''),
};

/** What one grant is there for, where the function's usual work does not show that it is missing. */
export const grantSpecificForPaymentMethods: readonly GrantExercise[] = [
  {
    name: 'payment-methods.create',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: async ({ running }) => savesTwice(running, await aKnownShopper(running)),
  },
  {
    name: 'payment-methods.save',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: async ({ running }) => completesTwo(running, await aKnownShopper(running)),
  },
  {
    name: 'payment-methods.update',
    action: 'kms:Decrypt',
    resource: /./,
    exercise: ({ running }) => updates(running, 'young'),
  },
];
