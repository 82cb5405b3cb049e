import { payoutCards, toBank, toCard } from './a-payout.ts';
import type { Exercise, GrantExercise } from './exercise.ts';
import { aVaultCard } from './exercise-cards.ts';
import { createMerchant, type Merchant, newId, newSecret, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** What the functions of payouts do, with everything that they may ever need. */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

/** A merchant whose processor pays out, who acts for a profile. */
async function aPayingMerchant(running: RunningSwitch) {
  const merchant = await createMerchant(running, { connectors: [] });
  const { id, key, profileId } = merchant;
  successful(
    await running.call('POST', `/account/${id}/connectors`, {
      key,
      body: {
        connector_type: 'payout_processor',
        connector_name: 'adyen_test',
        connector_account_details: { auth_type: 'HeaderKey', api_key: newSecret() },
      },
    }),
  );
  return { ...merchant, customer_id: newId('cus'), headers: { 'x-profile-id': profileId } };
}
type Payer = Awaited<ReturnType<typeof aPayingMerchant>>;

const announced = async ({ call }: RunningSwitch, payer: Payer, body: object = {}) => {
  const { key, customer_id } = payer;
  const request = { amount: 6_540, currency: 'USD', customer_id, ...body };
  return textAt(
    successful(await call('POST', '/payouts/create', { key, body: request })),
    'payout_id',
  );
};

type PayingOperation =
  | 'payouts.create'
  | 'payouts.confirm'
  | 'payouts.update'
  | 'payouts.update-alias';

/** Has the function tell the processor of a payout to this destination, once it is called. */
async function payoutRequester(
  name: PayingOperation,
  running: RunningSwitch,
  payer: Payer,
): Promise<(body: object) => Promise<Answer>> {
  const { call } = running;
  const { key, headers, customer_id } = payer;
  const wish = { customer_id, confirm: true };
  if (name === 'payouts.create') {
    const sum = { amount: 6_540, currency: 'USD' };
    return (body) =>
      call('POST', '/payouts/create', { key, headers, body: { ...sum, ...wish, ...body } });
  }
  const ids = [
    await announced(running, payer),
    await announced(running, payer),
    await announced(running, payer),
    await announced(running, payer),
  ];
  return (body) => {
    const path = `/payouts/${ids.pop()}`;
    const request = { key, headers, body: { ...wish, ...body } };
    if (name === 'payouts.update') return call('PUT', path, request);
    return call('POST', name === 'payouts.confirm' ? `${path}/confirm` : path, request);
  };
}

/** How many cards of a merchant's are left in the vault. */
async function cardsLeft(running: RunningSwitch, { id }: Merchant): Promise<number> {
  const items = await running.items(`TENANT#${id}#C`);
  return items.filter(({ sk, value }) => sk === 'CARD' && value.sealed !== undefined).length;
}

/** Pays to a card that is saved, saves it once more, and pays to what was saved by its name. */
async function paysOut(name: PayingOperation, running: RunningSwitch, payer: Payer) {
  const tell = await payoutRequester(name, running, payer);
  const { key, customer_id } = payer;
  return async () => {
    const before = await cardsLeft(running, payer);
    const first = await tell({ ...toCard(), recurring: true });
    if (!done(first)) return false;
    if (!done(await tell({ ...toCard(), recurring: true }))) return false;
    const payout_method_id = textAt(first, 'payout_method_id');
    if (!done(await tell({ payout_method_id }))) return false;
    const path = `/customers/${customer_id}/payment_methods`;
    const listed = successful(await running.call('GET', path, { key }));
    const payout_token = textAt(listed, 'customer_payment_methods.0.payment_token');
    if (!done(await tell({ payout_token }))) return false;
    // One that another card took the place of is gone, and a token serves once.
    return (await cardsLeft(running, payer)) === before + 1;
  };
}

const payingOut =
  (name: PayingOperation): Exercise =>
  async ({ running }) =>
    paysOut(name, running, await aPayingMerchant(running));

/** The merchant has keys in the vault that the function did not make. */
const opening =
  (name: PayingOperation): Exercise =>
  async ({ running }) => {
    const payer = await aPayingMerchant(running);
    await aVaultCard(running, payer);
    return paysOut(name, running, payer);
  };

const fulfilled = async (
  running: RunningSwitch,
  verb: 'fulfill' | 'cancel',
): Promise<() => Promise<boolean>> => {
  const payer = await aPayingMerchant(running);
  const { key, headers } = payer;
  const id = await announced(running, payer, { ...toBank(), confirm: true });
  return async () =>
    done(await running.call('POST', `/payouts/${id}/${verb}`, { key, headers, body: {} }));
};

/** Gives up one whose card waits in the vault, and one that its processor knows of. */
const cancelling: Exercise = async ({ running }) => {
  const payer = await aPayingMerchant(running);
  const { key, headers } = payer;
  const id = await announced(running, payer, toCard());
  const known = await fulfilled(running, 'cancel');
  return async () => {
    const path = `/payouts/${id}/cancel`;
    if (!done(await running.call('POST', path, { key, headers, body: {} }))) return false;
    return (await cardsLeft(running, payer)) === 0 && (await known());
  };
};

/** A payout of which its processor has never heard, whatever was asked: it stays pending. */
async function aLostPayout(running: RunningSwitch, askedAt: Date) {
  const payer = await aPayingMerchant(running);
  const card = toCard(payoutCards.later);
  const id = await announced(running, payer, { ...card, confirm: true, auto_fulfill: true });
  const stored = await running.items(`MERCHANT#${payer.id}#PAYOUT#${id}`);
  const [item] = stored.filter(({ sk }) => sk === 'PAYOUT');
  if (!item) throw new Error('There is no payout.');
  const attempt = { ...Object(item.value.attempt), id: `${id}_9`, isCreated: false };
  await running.rewrite(item, { attempt: { ...attempt, askedAt: askedAt.toISOString() } });
  return { payer, id };
}

/** Asks after one whose answer was lost, and writes down what is heard. */
const retrieving: Exercise = async ({ running }) => {
  const longAgo = new Date(Date.now() - 3_600_000);
  const { payer, id } = await aLostPayout(running, longAgo);
  const { key, headers } = payer;
  const query = { force_sync: 'true' };
  return async () => {
    const answer = await running.call('GET', `/payouts/${id}`, { key, headers, query });
    return done(answer) && textAt(answer, 'status') === 'failed';
  };
};

const resolving: Exercise = async ({ running }) => {
  const { payer, id } = await aLostPayout(running, new Date());
  const body = { merchant_id: payer.id, status: 'failed' };
  return async () =>
    done(await running.call('PUT', `/payouts/${id}/manual-update`, { key: adminKey, body }));
};

export const payoutExercises: Readonly<Record<string, Exercise>> = {
  'payouts.create': payingOut('payouts.create'),
  'payouts.confirm': payingOut('payouts.confirm'),
  'payouts.update': payingOut('payouts.update'),
  'payouts.update-alias': payingOut('payouts.update-alias'),
  'payouts.retrieve': retrieving,
  'payouts.fulfill': ({ running }) => fulfilled(running, 'fulfill'),
  'payouts.cancel': cancelling,
  'payouts.manual-update': resolving,
};

const payingOperations = [
  'payouts.create',
  'payouts.confirm',
  'payouts.update',
  'payouts.update-alias',
] as const;

export const grantSpecificForPayouts: readonly GrantExercise[] = payingOperations.flatMap(
  (name) => [
    { name, action: 'kms:Decrypt', resource: /./, exercise: opening(name) },
    { name, action: 'dynamodb:GetItem', resource: /vault-Keys/, exercise: opening(name) },
  ],
);
