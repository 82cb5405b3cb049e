import { payoutKey } from '#switch/payouts/payout-store.ts';
import { payoutCards, toBank, toCard } from '../support/entities/a-payout.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { ofAccount } from './accounts.ts';
import { askedAt } from './request-keys.ts';
import { alike, cost, done, type Scenario, type Scenarios, type Shop } from './scenario.ts';
import { connected, idempotentRequest, repeated, withProfile } from './steps.ts';

/** Payouts to a customer's card or bank account. */

/** Connects the merchant to a processor that pays out. */
export const paysOut = (shop: Shop) =>
  connected(shop, { connector_type: 'payout_processor', connector_name: 'adyen_test' });

const payout = (changes: object = {}) => ({
  amount: 6_540,
  currency: 'USD',
  customer_id: 'customer_paid',
  description: 'Commission of October',
  metadata: { order_id: '10017' },
  ...changes,
});

/** A payout, as its creation answers it. */
export const aPayout = (shop: Shop, changes: object = {}) =>
  done(shop, 'payouts.create', { body: payout(changes) });

const about = async (shop: Shop, changes: object = {}) => ({
  params: { payout_id: String((await aPayout(shop, changes)).payout_id) },
});

const confirmed = { confirm: true, ...toBank() };
const pending = { confirm: true, auto_fulfill: true, ...toCard(payoutCards.later) };

/** A scenario about a merchant that pays out. */
const paying = (request: Scenario['request'], more: Omit<Scenario, 'request'> = {}): Scenario => ({
  prepare: paysOut,
  request,
  ...more,
});

const creating = (changes: object) => (): Ask => ({ body: payout(changes) });

/** A request about a payout that was created before. */
const onPayout =
  (changes: object, request: Ask = { body: {} }) =>
  async (shop: Shop): Promise<Ask> => ({ ...(await about(shop, changes)), ...request });

const newDescription = { body: { description: 'Commission of November' } };

/** A pending payout that the processor never received: a sync finds that it failed. */
async function lost(shop: Shop): Promise<Ask> {
  const { params } = await about(shop, pending);
  const stored = await shop.stored(payoutKey(shop.merchant.id, params.payout_id));
  const askedAt = new Date(shop.now().getTime() - 3_600_000).toISOString();
  const id = `${params.payout_id}_9`;
  const attempt = { ...Object(stored.attempt), id, isCreated: false, askedAt };
  await shop.store({ ...stored, attempt });
  return { params, query: { force_sync: 'true' } };
}

const confirming = ['payouts.create', 'payouts.confirm', 'payouts.update', 'payouts.update-alias'];

/** The request by which an operation confirms a payout to this destination. */
async function confirmation(shop: Shop, operation: string, customer_id: string, to: object) {
  const body = { customer_id, confirm: true, ...to };
  return operation === 'payouts.create'
    ? { body: payout(body) }
    : { ...(await about(shop, { customer_id })), body };
}

const toSavedCard = { ...toCard(), recurring: true };

/**
 * Pays to a card that is saved, saves it once more, and pays to the saved card by its identifier and by
 * a token. The vault deletes one of the two cards.
 */
const inEveryWay = (
  operation: string,
  cardsAfter: number,
  prepare?: (shop: Shop) => Promise<unknown>,
): Scenario =>
  paying(
    async (shop) => {
      await prepare?.(shop);
      return confirmation(shop, operation, shop.newId('cus'), toSavedCard);
    },
    {
      succeeded: async ({ body: { payout_method_id } }, shop, { headers, body }) => {
        const { customer_id } = Object(body);
        const pays = async (to: object) => {
          const request = await confirmation(shop, operation, customer_id, to);
          return (await shop.ask(operation, { headers, ...request })).status === 200;
        };
        if (!(await pays(toSavedCard)) || !(await pays({ payout_method_id }))) return false;
        const listed = await done(shop, 'payment-methods.list', { params: { customer_id } });
        const [{ payment_token }] = listed.customer_payment_methods;
        if (!(await pays({ payout_token: payment_token }))) return false;
        return (await shop.cardsInVault()) === cardsAfter;
      },
    },
  );

/** A payout with a link, which pages of the shop may show in a frame. */
const linked = { payout_link: true, return_url: 'https://shop.example/return' };

/** Pays out, and pages of the shop may show links of payouts. */
async function framed(shop: Shop): Promise<void> {
  await paysOut(shop);
  await withProfile(shop, { payout_link_config: { allowed_domains: ['shop.example'] } });
}

/** The same, and the return of a payee is signed, for which the switch opens a key. */
async function framedAndSigning(shop: Shop): Promise<void> {
  await done(shop, 'accounts.update', {
    ...ofAccount(shop),
    body: { merchant_id: shop.merchant.id, enable_payment_response_hash: true },
  });
  await framed(shop);
}

/** The request for the page of a payout's link, as a frame on a page of the shop makes it. */
const linkPage = (link: string): Ask => ({
  ...askedAt('payout-links.show', link),
  headers: { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' },
});

export const payouts: Scenarios = {
  // Payouts cost as much as payments: adding a pending payout to the due index costs one unit, and
  // removing it costs one. The customer is stored first.
  'payouts.create': paying(creating({}), { budget: cost(3, 3, 2, 0.5) }),
  'payouts.create, to a card that waits': paying(creating(toCard()), {
    budget: cost(3, 3, 2, 0.5),
  }),
  'payouts.create, with confirm': paying(creating(confirmed), { budget: cost(4, 5, 5, 1.5) }),
  'payouts.create, with a link': {
    prepare: framed,
    request: creating(linked),
    budget: cost(3, 3, 2, 0.5),
  },
  'payout-links.show': {
    prepare: framed,
    request: async (shop) => linkPage(String((await aPayout(shop, linked)).payout_link.link)),
    succeeded: ({ text }) => text.includes('data-payee='),
    budget: cost(1, 2, 0, 2),
  },
  'payout-links.show, of a payout that is over': {
    prepare: framedAndSigning,
    request: async (shop) => {
      const { payout_id, payout_link } = await aPayout(shop, linked);
      await done(shop, 'payouts.cancel', { params: { payout_id: String(payout_id) }, body: {} });
      return linkPage(String(payout_link.link));
    },
    succeeded: ({ text }) => text.includes('signature='),
    grants: [{ action: 'kms:Decrypt' }],
  },
  'payouts.create, identifier taken': paying(
    async (shop) => ({ body: payout((await about(shop)).params) }),
    { status: 400, budget: cost(3, 3, 2, 0.5) },
  ),
  'payouts.create, with confirm under an Idempotency-Key': paying(
    (shop) => ({ ...creating(confirmed)(), ...idempotentRequest(shop) }),
    { budget: cost(4, 5, 5, 1.5) },
  ),
  'payouts.create, repeated under its key': paying(
    (shop) => repeated(shop, 'payouts.create', creating({})()),
    { budget: cost(3, 3, 2, 0.5) },
  ),
  'payouts.create, named under an Idempotency-Key': paying(
    (shop) => ({ body: payout({ payout_id: shop.newId('payout') }), ...idempotentRequest(shop) }),
    { budget: cost(3, 3, 5, 0.5) },
  ),
  ...Object.fromEntries(
    confirming.flatMap((operation): [string, Scenario][] => [
      [
        `${operation}, to a new and to a saved card`,
        { ...inEveryWay(operation, 1), grants: 'all others' },
      ],
      [
        // The merchant has keys in the vault that this function did not make, and a card with its code.
        `${operation}, to a new and to a saved card with other keys`,
        {
          ...inEveryWay(operation, 3, (shop) => shop.captureCard()),
          grants: [
            { action: 'kms:Decrypt' },
            { action: 'dynamodb:GetItem', resource: /vault-Keys/ },
          ],
        },
      ],
      [
        // A function caches the facts of a range, so no other scenario pays to this one.
        `${operation}, to a card whose range is known`,
        paying(
          (shop) => confirmation(shop, operation, shop.newId('cus'), toCard(payoutCards.debit)),
          {
            succeeded: ({ body }) => body.payout_method_data.card.card_type === 'DEBIT',
            grants: [{ action: 'dynamodb:BatchGetItem' }],
          },
        ),
      ],
    ]),
  ),
  'payouts.retrieve': paying(onPayout(toBank(), {}), { budget: cost(1, 2, 0, 1.5) }),
  'payouts.retrieve, sync without a change': paying(
    onPayout(pending, { query: { force_sync: 'true' } }),
    { budget: cost(1, 2, 0, 1.5) },
  ),
  'payouts.retrieve, of a lost payout': paying(lost, {
    succeeded: ({ body }) => body.status === 'failed',
    grants: 'all others',
  }),
  ...alike(['payouts.update', 'payouts.update-alias'], () =>
    paying(onPayout(toBank(), newDescription), { budget: cost(2, 3, 1, 1.5) }),
  ),
  'payouts.confirm': paying(onPayout(toBank()), { budget: cost(4, 6, 5, 2.5) }),
  'payouts.confirm, by the payee': paying(
    async (shop) => {
      const { payout_id, client_secret } = await aPayout(shop);
      return {
        key: shop.merchant.publishableKey,
        params: { payout_id },
        body: { client_secret, ...toBank() },
      };
    },
    { budget: cost(4, 6, 5, 2.5) },
  ),
  'payouts.fulfill': paying(onPayout(confirmed), { budget: cost(3, 5, 4, 2.5) }),
  'payouts.cancel': paying(onPayout(toBank()), { budget: cost(2, 3, 1, 1.5) }),
  'payouts.cancel, asked of the processor': paying(onPayout(confirmed), {
    budget: cost(3, 4, 4, 1.5),
  }),
  'payouts.cancel, before and after the processor has it': paying(onPayout(toCard()), {
    succeeded: async (_, shop, { headers }) => {
      if ((await shop.cardsInVault()) > 0) return false;
      const request = { headers, ...(await onPayout(confirmed)(shop)) };
      return (await shop.ask('payouts.cancel', request)).status === 200;
    },
    grants: 'all others',
  }),
  'payouts.manual-update': paying(
    async (shop) => ({
      ...(await about(shop, pending)),
      body: {
        merchant_id: shop.merchant.id,
        status: 'failed',
        error_code: 'lost',
        error_message: 'The processor lost it',
      },
    }),
    { budget: cost(2, 2, 2, 1) },
  ),
};
