import { processorPage, returnUrlOf } from './customer.ts';
import { eventually } from './eventually.ts';
import type { Exercise, GrantExercise } from './exercise.ts';
import { aSale, cardData, createMerchant, type Merchant, newId, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, type Stored, textAt } from './switch.ts';
import { withoutWebhooks } from './without-webhooks.ts';

/**
 * What functions that take payments do with the vault, grant by grant: cards that wait for their
 * payment, cards that are saved with it, and cards that the vault was shown before.
 */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

const typedCard = {
  card_number: '4242424242424242',
  cardholder_name: 'ANA LIMA',
  service_code: '737',
  expiration_month: '08',
  expiration_year: '2035',
};

/** A card that the vault was shown for a merchant: its keys were made by a function of the vault. */
export async function aVaultCard(
  { call, vaultUrl }: RunningSwitch,
  { id }: Merchant,
): Promise<string> {
  const body = { api_key: { merchant_id: id } };
  // The operator's key too is good for so many requests in a second only.
  const made = await eventually(async () =>
    successful(await call('POST', `${vaultUrl}/api/v1/api_keys`, { key: adminKey, body })),
  );
  const key = textAt(made, 'data.attributes.api_key');
  const request = { key, body: { card: typedCard } };
  return textAt(successful(await call('POST', `${vaultUrl}/api/v1/cards`, request)), 'data.id');
}

const byVaultToken = (vault_token: string) => ({
  payment_method: 'card',
  payment_method_data: { card_token: { vault_token } },
});

const terms = { amount: 6540, currency: 'USD' };
const customer = () => ({ customer_id: newId('cus') });

/** A customer who agrees that the card is kept. */
const saved = () => ({
  ...customer(),
  setup_future_usage: 'on_session',
  customer_acceptance: { acceptance_type: 'offline' },
});

type Paying = 'payments.create' | 'payments.confirm' | 'payments.update';

/** Has the function take a payment with this, once it is called. */
async function aPayment(name: Paying, { call }: RunningSwitch, { key }: Merchant, body: object) {
  const charged = (answer: Answer) => done(answer) && textAt(answer, 'status') === 'succeeded';
  if (name === 'payments.create') {
    const request = { key, body: { ...terms, ...body, confirm: true } };
    return async () => charged(await call('POST', '/payments', request));
  }
  const created = successful(await call('POST', '/payments', { key, body: terms }));
  const path = `/payments/${textAt(created, 'payment_id')}`;
  return name === 'payments.confirm'
    ? async () => charged(await call('POST', `${path}/confirm`, { key, body }))
    : async () => charged(await call('POST', path, { key, body: { ...body, confirm: true } }));
}

/** Has the function put a card into the vault: to wait for its payment, or to be saved with it. */
async function aSavingPayment(name: Paying, running: RunningSwitch, merchant: Merchant) {
  const { call } = running;
  const { key } = merchant;
  if (name === 'payments.confirm') {
    return aPayment(name, running, merchant, { ...cardData(), ...saved() });
  }
  const body = { ...terms, ...cardData() };
  if (name === 'payments.create')
    return async () => done(await call('POST', '/payments', { key, body }));
  const created = successful(await call('POST', '/payments', { key, body: terms }));
  const path = `/payments/${textAt(created, 'payment_id')}`;
  return async () => done(await call('POST', path, { key, body: cardData() }));
}

const saving =
  (name: Paying): Exercise =>
  async ({ running }) =>
    aSavingPayment(name, running, await createMerchant(running));

/** The merchant has keys that the function did not make, and a processor whose key is sealed. */
const opening =
  (name: Paying): Exercise =>
  async ({ running }) => {
    const merchant = await createMerchant(running);
    const token = await aVaultCard(running, merchant);
    const keep = await aSavingPayment(name, running, merchant);
    const pay = await aPayment(name, running, merchant, byVaultToken(token));
    return async () => (await keep()) && (await pay());
  };

const payingWithVaultToken =
  (name: Paying): Exercise =>
  async ({ running }) => {
    const merchant = await createMerchant(running);
    const token = await aVaultCard(running, merchant);
    return aPayment(name, running, merchant, byVaultToken(token));
  };

/** The first card that a customer saves with a payment is what the customer pays with from then on. */
const savingFirst =
  (name: Paying): Exercise =>
  async ({ running }) => {
    const merchant = await createMerchant(running);
    const requests = saved();
    const pay = await aPayment(name, running, merchant, { ...cardData(), ...requests });
    return withoutWebhooks(running, async () => {
      if (!(await pay())) return false;
      const path = `/customers/${requests.customer_id}`;
      const found = successful(await running.call('GET', path, { key: merchant.key }));
      return /"default_payment_method_id":"pm_/.test(found.text);
    });
  };

/** The same for whoever hears first that a customer who had to act has paid. */
const afterReturn =
  (method: 'GET' | 'POST', way: 'response' | 'complete' | undefined): Exercise =>
  async ({ running }) => {
    const { key } = await createMerchant(running);
    const requests = saved();
    const body = { ...aSale('4000003800000446'), ...requests, return_url: 'https://shop.example/' };
    const answer = successful(await running.call('POST', '/payments', { key, body }));
    const page = await processorPage(running, answer);
    const path = `/payments/${textAt(answer, 'payment_id')}`;
    return withoutWebhooks(running, async () => {
      const answered = successful(await running.call('GET', `${page}/complete?confirm=true`));
      const heard = way
        ? await running.call(method, returnUrlOf(answered, way))
        : await running.call(method, path, { key, query: { force_sync: 'true' } });
      const customerPath = `/customers/${requests.customer_id}`;
      const found = successful(await running.call('GET', customerPath, { key }));
      return done(heard) && /"default_payment_method_id":"pm_/.test(found.text);
    });
  };

/** That a card is in use is written down once a day, and nobody waits for it. */
const recordingUse =
  (name: Paying): Exercise =>
  async ({ running }) => {
    const merchant = await createMerchant(running);
    const token = await aVaultCard(running, merchant);
    const createdAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await running.rewrite(await cardItem(running, merchant, token), { createdAt });
    const pay = await aPayment(name, running, merchant, byVaultToken(token));
    return async () => {
      if (!(await pay())) return false;
      return (await cardItem(running, merchant, token)).value.lastUsedAt !== undefined;
    };
  };

/** Cards of a merchant in the vault, and what is left of those that were removed. */
const cardItems = (running: RunningSwitch, { id }: Pick<Merchant, 'id'>) =>
  running.items(`TENANT#${id}#C`);

async function cardItem(
  running: RunningSwitch,
  merchant: Merchant,
  token: string,
): Promise<Stored> {
  const items = await cardItems(running, merchant);
  const found = items.find(({ sk, value }) => sk === 'CARD' && value.token === token);
  if (!found) throw new Error('There is no such card.');
  return found;
}

/** How many cards of the merchant's are left; nothing of those that are gone may be. */
export async function cardsLeft(running: RunningSwitch, merchant: Merchant): Promise<number> {
  const items = await cardItems(running, merchant);
  return items.filter(({ sk, value }) => sk === 'CODE' || value.sealed !== undefined).length;
}

/** A payment is cancelled whose card waits for it. */
const cancelling: Exercise = async ({ running }) => {
  const merchant = await createMerchant(running);
  const { key } = merchant;
  const body = { ...terms, ...cardData() };
  const created = successful(await running.call('POST', '/payments', { key, body }));
  const path = `/payments/${textAt(created, 'payment_id')}/cancel`;
  return async () => {
    const isDone = done(await running.call('POST', path, { key, body: {} }));
    return isDone && (await cardsLeft(running, merchant)) === 0;
  };
};

const grants = (
  name: string,
  exercise: Exercise,
  ...of: readonly (readonly [action: string, resource: RegExp])[]
): readonly GrantExercise[] =>
  of.map(([action, resource]) => ({ name, action, resource, exercise }));

const grantsOfSaving = [
  ['dynamodb:PutItem', /vault-/],
  ['dynamodb:Query', /vault-Keys/],
  ['dynamodb:GetItem', /vault-Codes/],
  ['kms:GenerateDataKey', /./],
] as const;
const grantsOfReading = [
  ['dynamodb:GetItem', /vault-(Cards|Keys)/],
  ['dynamodb:BatchGetItem', /vault-Codes/],
  ['dynamodb:DeleteItem', /vault-Codes/],
] as const;

const paying = ['payments.create', 'payments.confirm', 'payments.update'] as const;

export const grantSpecificForCards: readonly GrantExercise[] = [
  // A card that is saved with its payment is kept without its code; one that waits, with it.
  ...grants('payments.confirm', payingWithVaultToken('payments.confirm'), [
    'dynamodb:GetItem',
    /vault-Codes/,
  ]),
  ...paying.flatMap((name) => [
    ...grants(name, saving(name), ...grantsOfSaving),
    ...grants(name, payingWithVaultToken(name), ...grantsOfReading),
    ...grants(name, opening(name), ['kms:Decrypt', /./]),
    ...grants(name, recordingUse(name), ['dynamodb:UpdateItem', /vault-Cards/]),
    ...grants(name, savingFirst(name), ['dynamodb:UpdateItem', /-data-/]),
  ]),
  ...(
    [
      ['payments.retrieve', afterReturn('GET', undefined)],
      ['payments.return', afterReturn('GET', 'response')],
      ['payments.return-posted', afterReturn('POST', 'response')],
      ['payments.complete', afterReturn('GET', 'complete')],
      ['payments.complete-posted', afterReturn('POST', 'complete')],
    ] as const
  ).flatMap(([name, exercise]) => grants(name, exercise, ['dynamodb:UpdateItem', /-data-/])),
  ...['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'].flatMap((action) =>
    grants('payments.cancel', cancelling, [`dynamodb:${action}`, /vault-/]),
  ),
];
