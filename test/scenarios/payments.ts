import { paymentKey } from '#switch/payments/payment-store.ts';
import { byCard } from '../support/switch/payments-in-memory.ts';
import { type Ask, adminKey, aPaymentRequest } from '../support/switch/switch-in-memory.ts';
import { retrying, ruleFor, takenBySecond } from '../support/table/falling-through.ts';
import { aSavedCard } from './payment-methods.ts';
import { askedAt } from './request-keys.ts';
import { alike, cost, done, type Scenarios, type Shop, vaultCost, within } from './scenario.ts';
import {
  about,
  aCustomer,
  browserReturn,
  bySepa,
  cards,
  challenged,
  changeStored,
  connected,
  created,
  idempotentRequest,
  itsCustomerHasCard,
  paid,
  paidAtLast,
  repeated,
  savedAtLast,
  savedCard,
  saving,
  withProfile,
} from './steps.ts';

const forced = { query: { force_sync: 'true' } };

/** The request for a payment that is named in it, so that it may be repeated. */
const aNamed = (shop: Shop, changes: object = {}): Ask => ({
  body: aPaymentRequest({ payment_id: shop.newId('pay'), ...changes }),
});

/** The same of one that is confirmed at once. */
const aNamedSale = (shop: Shop, number?: string, changes: object = {}) =>
  aNamed(shop, { confirm: true, ...byCard(number), ...changes });

/** The request about a payment that waits for its confirm. */
const withUnconfirmedCard = (shop: Shop, changes: object = {}) =>
  about(created(shop, { ...byCard(), ...changes }));

/** The same for a payment that already has the account to debit. */
const withUnconfirmedAccount = (shop: Shop) =>
  about(created(shop, { connector: ['fauxpay'], ...bySepa() }));
export const takesDebits = (shop: Shop) =>
  connected(shop, { connector_type: 'payment_processor', connector_name: 'fauxpay' });

/** The request about a payment whose money is reserved. */
const authorized = (shop: Shop, capture_method = 'manual', changes: object = {}) =>
  about(paid(shop, undefined, { capture_method, ...changes }));

/** The next capture of a payment of which so many parts were captured. */
async function severallyCaptured(shop: Shop, times: number): Promise<Ask> {
  const { params } = await authorized(shop, 'manual_multiple');
  const body = { amount_to_capture: 100 };
  for (let count = 0; count < times; count++)
    await done(shop, 'payments.capture', { params, body });
  return { params, body };
}

/** A reservation that may be raised and extended. */
const incrementable = (shop: Shop) =>
  authorized(shop, 'manual', {
    request_incremental_authorization: true,
    request_extended_authorization: true,
  });

async function raised(shop: Shop, amount: number): Promise<Ask> {
  const { params } = await incrementable(shop);
  await done(shop, 'payments.incremental-authorization', { params, body: { amount } });
  return { params };
}

/**
 * The sync after the void of a paid payment whose answer was lost. A processor that got the void
 * reports it as done; one that did not get it reports nothing at first.
 */
async function unanswered(shop: Shop, gotThere: boolean): Promise<Ask> {
  const { payment_id } = await paid(shop);
  const params = { payment_id };
  const key = paymentKey(shop.merchant.id, payment_id);
  const before = await shop.stored(key);
  if (gotThere) await done(shop, 'payments.cancel-post-capture', { params, body: {} });
  const { version } = await shop.stored(key);
  const at = shop.now().toISOString();
  const postCaptureVoid = { status: 'pending', askedAt: at, updatedAt: at };
  const due = { duePk: 'DUE#00', dueAt: new Date(shop.now().getTime() + 60_000).toISOString() };
  await shop.store({ ...before, version, postCaptureVoid, refundableMinor: 0, ...due });
  return { params };
}

/** The question whether a payment can be paid with a card. */
const eligible = async (shop: Shop): Promise<Ask> => ({
  ...(await about(created(shop))),
  body: {
    payment_method_type: 'card',
    payment_method_data: { card: { card_number: '4242424242424242' } },
  },
});

/** A question of the customer's own page about the payment. */
async function ofPayer(shop: Shop, terms: object = {}): Promise<Ask> {
  const { payment_id, client_secret } = await created(shop, terms);
  return { key: shop.merchant.publishableKey, params: { payment_id }, query: { client_secret } };
}

/** Has cards checked against the blocklist. */
export const withBlocklist = (shop: Shop) =>
  done(shop, 'blocklist.toggle', { query: { status: 'true' } });

/** Counts the failed payments of guests by their cards. */
const withCardTestingGuard = (shop: Shop) =>
  withProfile(shop, {
    card_testing_guard_config: {
      card_ip_blocking_status: 'disabled',
      card_ip_blocking_threshold: 3,
      guest_user_card_blocking_status: 'enabled',
      guest_user_card_blocking_threshold: 100,
      customer_id_blocking_status: 'disabled',
      customer_id_blocking_threshold: 5,
      card_testing_guard_expiry: 3_600,
    },
  });

/** Sets the profile to try payments again at the first processor when fauxpay declines them. */
async function withRetries(shop: Shop, rule: object = {}): Promise<void> {
  const account = { connector_type: 'payment_processor', connector_name: 'fauxpay' };
  // The same key, so that the books of both are known for the shop's own.
  const details = { auth_type: 'HeaderKey', api_key: shop.merchant.processorKey };
  await connected(shop, account, { connector_account_details: details });
  await withProfile(shop, retrying);
  // The operator's rules are the same for all shops, so it may be there.
  await shop.ask('gsm.create', { key: adminKey, body: ruleFor('fauxpay', rule) });
}

/** The way back of a customer who has paid at the processor, which only the processor knows. */
export const returnFrom =
  (name: string, pay: (shop: Shop) => Promise<{ readonly back: string }> = paidAtLast) =>
  async (shop: Shop): Promise<Ask> => {
    const { back } = await pay(shop);
    const way = name.includes('.complete') ? 'complete' : 'response';
    return askedAt(name, back.replace('/redirect/response/', `/redirect/${way}/`));
  };

const isPaid = ({ body }: { readonly body: { readonly status?: string } }) =>
  body.status === 'succeeded';

/** Has payments by this wallet made at an account of its own. */
export const withWallet = (shop: Shop, payment_method_type: string, more: object = {}) =>
  connected(
    shop,
    { connector_type: 'payment_processor', connector_name: 'fauxpay' },
    {
      payment_methods_enabled: [
        { payment_method: 'wallet', payment_method_types: [{ payment_method_type }] },
      ],
      ...more,
    },
  );

export const payments: Scenarios = {
  'payments.create': {
    request: () => ({ body: aPaymentRequest() }),
    budget: within(cost(2, 2, 1, 0.5), cost(2, 2, 4, 0.5)),
  },
  'payments.create, identifier taken': {
    request: async (shop) => {
      const request = aNamed(shop);
      await done(shop, 'payments.create', request);
      return request;
    },
    status: 400,
    budget: within(cost(2, 2, 1, 0.5), cost(2, 2, 3, 0.5)),
  },
  // A payment that names a customer creates an ephemeral key for that customer's app: one call and
  // one unit more, in a step that it takes anyway. Limits are stated without it, with `+ 1`. The
  // payment is saved with data of the customer's record, so the record is stored a step before.
  'payments.create, new customer': {
    request: (shop) => aNamed(shop, { customer_id: shop.newId('cus') }),
    budget: within(cost(3, 4, 3, 0.5), cost(2 + 1, 3 + 1, 6, 0.5)),
    crash: true,
  },
  'payments.create, known customer': {
    request: async (shop) => ({ body: aPaymentRequest({ customer_id: await aCustomer(shop) }) }),
    budget: within(cost(3, 4, 3, 0.5), cost(2 + 1, 3 + 1, 6, 0.5)),
  },
  // Up to two write units of a row are for the sync: while a processor is asked, the payment is on
  // the due index. Adding it costs one unit, and removing it costs one. Limits state them as `+ 2`
  // or `+ 1`.
  'payments.create, with confirm': {
    request: () => ({ body: aPaymentRequest({ confirm: true, ...byCard() }) }),
    budget: within(cost(3, 4, 4, 1.5), cost(3, 3 + 1, 7 + 2, 0.5 + 1)),
  },
  // The name of an error is cached for ten seconds, so a busy container reads it once.
  'payments.create, with confirm, declined': {
    request: () => ({ body: aPaymentRequest({ confirm: true, ...byCard(cards.declined) }) }),
    budget: within(cost(3, 4, 4, 1.5), cost(3, 3 + 1, 7 + 2, 0.5 + 1)),
    moreStepsAtFirst: 1,
  },
  // Before money is at stake it must be certain that the customer may pay: one step more.
  'payments.create, with confirm and a new customer': {
    request: (shop) => aNamedSale(shop, undefined, { customer_id: shop.newId('cus') }),
    succeeded: isPaid,
    budget: within(cost(4, 6, 6, 1.5), cost(4, 4 + 1 + 1, 9 + 2, 0.5 + 1)),
    crash: true,
    grants: 'all others',
  },
  'payments.create, by a code that is shown': {
    request: (shop) =>
      aNamed(shop, {
        confirm: true,
        payment_method: 'real_time_payment',
        payment_method_type: 'fps',
        payment_method_data: { real_time_payment: { fps: {} } },
      }),
    prepare: takesDebits,
    crash: true,
  },
  'payments.create, by a debit that fails later': {
    request: (shop) =>
      aNamed(shop, { amount: 2_552, order_details: undefined, confirm: true, ...bySepa() }),
    prepare: takesDebits,
    crash: true,
  },
  // One read more, of its first six and eight digits and its fingerprint.
  'payments.create, checked against the blocklist': {
    prepare: withBlocklist,
    request: () => ({ body: aPaymentRequest({ confirm: true, ...byCard() }) }),
    budget: cost(4, 5, 4, 4.5),
  },
  'payments.create, with a blocked card': {
    prepare: async (shop) => {
      await withBlocklist(shop);
      await done(shop, 'blocklist.create', { body: { type: 'card_bin', data: '424242' } });
    },
    request: (shop) => aNamedSale(shop),
    budget: cost(4, 5, 4, 4.5),
    crash: true,
  },
  // The first failure that is counted begins its counter: another step.
  'payments.create, declined and counted': {
    prepare: withCardTestingGuard,
    request: () => ({ body: aPaymentRequest({ confirm: true, ...byCard(cards.declined) }) }),
    budget: cost(5, 6, 5, 2.5),
    moreStepsAtFirst: 2,
  },
  // A key for repeats: the payment is named by it.
  'payments.create, under an Idempotency-Key': {
    request: (shop) => ({ body: aPaymentRequest(), ...idempotentRequest(shop) }),
    budget: within(cost(2, 2, 1, 0.5), cost(2, 2, 4, 0.5)),
  },
  'payments.create, repeated under its key': {
    request: (shop) => repeated(shop, 'payments.create', { body: aPaymentRequest() }),
    budget: within(cost(2, 2, 1, 0.5), cost(2, 2, 3, 0.5)),
  },
  // A name does not follow from the key: both are written together, a transaction at twice the price.
  'payments.create, named under an Idempotency-Key': {
    request: (shop) => ({ ...aNamed(shop), ...idempotentRequest(shop) }),
    budget: cost(2, 2, 4, 0.5),
  },
  'payments.create, paid and named under an Idempotency-Key': {
    request: (shop) => ({ ...aNamedSale(shop), ...idempotentRequest(shop) }),
    crash: true,
  },
  // Three writes that existing items refuse: the payment, its customer, the customer's key.
  'payments.create, of a customer, repeated under its key': {
    request: (shop) => {
      const body = aPaymentRequest({ customer_id: shop.newId('cus') });
      return repeated(shop, 'payments.create', { body });
    },
    budget: cost(3, 4, 3, 0.5),
  },
  // The payment stores the token of the attached card, so this table gets no further call.
  'payments.create, with a card that waits': {
    request: (shop) => aNamed(shop, byCard()),
    budget: cost(2, 2, 1, 0.5),
    vault: { cards: vaultCost(1, 3, 0), codes: vaultCost(1, 2, 0), audit: vaultCost(2, 4, 0) },
    crash: true,
  },
  // An account that waits is sealed in the payment itself, which is longer by that: no call more. One
  // unit more is for its end, which is on the due index.
  'payments.create, with an account that waits': {
    request: (shop) => aNamed(shop, bySepa()),
    budget: cost(2, 2, 2, 0.5),
    crash: true,
  },
  'payments.create, saving the card': {
    request: (shop) => aNamedSale(shop, undefined, saving(shop.newId('cus'))),
    succeeded: itsCustomerHasCard,
    budget: cost(8, 10, 15, 3.5),
    vault: { cards: vaultCost(1, 3, 0), audit: vaultCost(1, 2, 0) },
    crash: true,
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
  },
  // The processor's stored credential is written to the payment method once the money is there.
  'payments.create, saving a card that is saved': {
    request: async (shop) => {
      const customer = saving(shop.newId('cus'));
      await paid(shop, undefined, customer);
      return aNamedSale(shop, undefined, customer);
    },
    budget: cost(8, 10, 11, 3.5),
    vault: { cards: vaultCost(4, 6, 2), codes: vaultCost(2, 1, 1), audit: vaultCost(2, 4, 0) },
    crash: true,
  },
  // The processor keeps it: the vault is not asked.
  'payments.create, charging a saved card': {
    request: async (shop) => {
      const customer_id = shop.newId('cus');
      const data = await savedCard(shop, customer_id);
      return aNamed(shop, {
        customer_id,
        confirm: true,
        off_session: true,
        recurring_details: { type: 'payment_method_id', data },
      });
    },
    budget: cost(7, 9, 7, 3.5),
    crash: true,
  },
  // The processor that stores the card declines it, and another gets its number from the vault.
  'payments.create, its stored card declined and charged by another': {
    prepare: async (shop) => {
      await withRetries(shop, { message: 'Payment declined: Payment method declined' });
      await withProfile(shop, { is_connector_agnostic_mit_enabled: true });
    },
    request: async (shop) => {
      const customer_id = shop.newId('cus');
      const first = { ...saving(customer_id), connector: ['fauxpay'] };
      const { payment_method_id: data } = await paid(shop, undefined, first);
      await shop.aMoment();
      return aNamed(shop, {
        customer_id,
        confirm: true,
        off_session: true,
        amount: 2_051,
        order_details: undefined,
        routing: { type: 'single', data: 'fauxpay' },
        recurring_details: { type: 'payment_method_id', data },
      });
    },
    succeeded: ({ body }) => body.connector === 'stripe_test' && body.attempt_count === 2,
    budget: cost(9, 11, 9, 3.5),
    vault: { cards: vaultCost(1, 0, 1), audit: vaultCost(1, 2, 0) },
    moreStepsAtFirst: 1,
    crash: true,
  },

  'payments.confirm': {
    request: async (shop) => ({ ...(await about(created(shop))), body: byCard() }),
    budget: within(cost(3, 5, 4, 2.5), cost(3, 4 + 1, 6 + 2, 1.5 + 1)),
    crash: true,
  },
  // The first attempt is stored, and the second saved: two steps more, and two units.
  'payments.confirm, declined and taken by the second': {
    prepare: withRetries,
    request: async (shop) => ({
      ...(await about(created(shop))),
      body: {
        ...byCard(takenBySecond),
        routing: { type: 'priority', data: ['fauxpay', 'stripe_test'] },
      },
    }),
    succeeded: ({ body }) => body.connector === 'stripe_test' && body.attempt_count === 2,
    budget: cost(5, 7, 6, 2.5),
    moreStepsAtFirst: 1,
    crash: true,
  },
  'payments.confirm, by the customer': {
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop);
      const body = { ...byCard(), client_secret };
      return { key: shop.merchant.publishableKey, params: { payment_id }, body };
    },
    budget: within(cost(3, 5, 4, 2.5), cost(3, 4 + 1, 6 + 2, 1.5 + 1)),
  },
  'payments.confirm, new customer': {
    request: async (shop) => ({
      ...(await about(created(shop))),
      body: { ...byCard(), customer_id: shop.newId('cus') },
    }),
    succeeded: isPaid,
    budget: within(cost(4, 6, 5, 2.5), cost(4, 5 + 1, 8 + 2, 1.5 + 1)),
    grants: 'all others',
  },
  'payments.confirm, declined': {
    request: async (shop) => ({ ...(await about(created(shop))), body: byCard(cards.declined) }),
    crash: true,
  },
  'payments.confirm, challenged': {
    request: async (shop) => ({ ...(await about(created(shop))), body: byCard(cards.challenged) }),
    crash: true,
  },
  'payments.confirm, no processor can be reached': {
    request: async (shop) => ({ ...(await about(created(shop))), body: byCard(cards.unreachable) }),
    crash: true,
  },
  // The attempt that failed becomes an item of its own first: one step and one unit more.
  'payments.confirm, again after a failure': {
    prepare: (shop) => withProfile(shop, { is_manual_retry_enabled: true }),
    request: async (shop) => ({ ...(await about(paid(shop, cards.declined))), body: byCard() }),
    budget: within(cost(4, 6, 5, 2.5), cost(4, 5 + 1, 6 + 2 + 1, 1.5 + 1)),
    crash: true,
  },
  'payments.confirm, with the card that waits': {
    request: async (shop) => ({ ...(await withUnconfirmedCard(shop)), body: {} }),
    budget: cost(3, 5, 4, 2.5),
    vault: { cards: vaultCost(3, 3, 2), codes: vaultCost(2, 3, 0), audit: vaultCost(3, 6, 0) },
    crash: true,
  },
  'payments.confirm, with the card that waits, saving it': {
    request: async (shop) => ({
      ...(await withUnconfirmedCard(shop, saving(shop.newId('cus')))),
      body: {},
    }),
    crash: true,
  },
  'payments.confirm, with the account that waits': {
    prepare: takesDebits,
    request: async (shop) => ({ ...(await withUnconfirmedAccount(shop)), body: {} }),
    budget: cost(3, 5, 6, 2.5),
    crash: true,
  },
  // The token, its payment method, and the use that is noted there: read, and written with its customer.
  'payments.confirm, with a payment token': {
    request: async (shop) => {
      const customer_id = shop.newId('cus');
      await savedCard(shop, customer_id);
      const { customer_payment_methods } = await done(shop, 'payment-methods.list', {
        params: { customer_id },
      });
      const [{ payment_token }] = customer_payment_methods;
      const body = { payment_method: 'card', payment_token, card_cvc: '314' };
      return { ...(await about(created(shop, { customer_id }))), body };
    },
    budget: cost(7, 10, 6, 5.5),
    vault: { cards: vaultCost(1, 0, 1), audit: vaultCost(1, 2, 0) },
    crash: true,
  },
  'payments.confirm, with a card of the vault': {
    request: async (shop) => {
      const payment_token = await shop.captureCard();
      const body = { payment_method: 'card', payment_token };
      return { ...(await about(created(shop))), body };
    },
    budget: cost(3, 5, 4, 2.5),
    vault: { cards: vaultCost(2, 0, 2), codes: vaultCost(2, 2, 1), audit: vaultCost(2, 4, 0) },
    crash: true,
  },

  'payments.update': {
    request: async (shop) => ({ ...(await about(created(shop))), body: { amount: 7_000 } }),
    budget: within(cost(2, 3, 1, 1.5), cost(2, 3, 3, 1.5)),
    crash: true,
  },
  'payments.update, that confirms with a new customer': {
    request: async (shop) => ({
      ...(await about(created(shop))),
      body: { confirm: true, ...byCard(), customer_id: shop.newId('cus') },
    }),
    succeeded: isPaid,
    grants: 'all others',
  },
  'payments.update, with another card that waits': {
    request: async (shop) => ({
      ...(await withUnconfirmedCard(shop)),
      body: byCard('5555555555554444'),
    }),
    budget: cost(2, 3, 1, 1.5),
    vault: { cards: vaultCost(3, 6, 1), codes: vaultCost(2, 4, 0), audit: vaultCost(4, 8, 0) },
    crash: true,
  },
  'payments.update, with another account that waits': {
    prepare: takesDebits,
    request: async (shop) => ({
      ...(await withUnconfirmedAccount(shop)),
      body: bySepa('DE89370400440532013000'),
    }),
    budget: cost(2, 3, 1, 1.5),
  },
  'payments.update-metadata': {
    request: async (shop) => ({
      ...(await about(challenged(shop))),
      body: { metadata: { order: '7' } },
    }),
    budget: cost(2, 3, 1, 1.5),
    crash: 'a setting: one write, and no money moves',
  },

  'payments.retrieve': {
    request: (shop) => about(paid(shop)),
    budget: within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  },
  'payments.retrieve, sync without a change': {
    request: async (shop) => ({ ...(await about(challenged(shop))), ...forced }),
    budget: within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
  },
  'payments.retrieve, sync with a change': {
    request: async (shop) => ({ ...(await about(paidAtLast(shop))), ...forced }),
    succeeded: isPaid,
    budget: within(cost(2, 3, 2, 1.5), cost(2, 3, 3 + 1, 1.5)),
    grants: 'all others',
  },
  'payments.retrieve, sync that makes a saved card usable': {
    request: async (shop) => ({
      ...(await about(savedAtLast(shop))),
      ...forced,
    }),
    succeeded: itsCustomerHasCard,
    budget: cost(5, 6, 7, 3.5),
    grants: [{ action: 'dynamodb:UpdateItem', resource: /-data-/ }],
  },
  'payments.retrieve, sync after the processor answered 500': {
    request: async (shop) => ({ ...(await about(paid(shop, cards.answers500))), ...forced }),
    crash: true,
  },
  'payments.retrieve, sync after the processor answered 500, of one whose card is saved': {
    request: async (shop) => ({
      ...(await about(paid(shop, cards.answers500, saving(shop.newId('cus'))))),
      ...forced,
    }),
    crash: true,
  },
  'payments.sync': {
    request: async (shop) => ({ body: (await about(created(shop))).params }),
    budget: cost(1, 2, 0, 1.5),
    crash: 'the same code as payments.retrieve with force_sync',
  },
  'payments.sync, with a change': {
    request: async (shop) => ({
      body: { ...(await about(paidAtLast(shop))).params, force_sync: true },
    }),
    succeeded: isPaid,
    budget: cost(2, 3, 2, 1.5),
  },
  'payments.sync, with a change of one whose card is saved': {
    request: async (shop) => {
      const { payment_id } = await savedAtLast(shop);
      return { body: { payment_id, force_sync: true } };
    },
    succeeded: itsCustomerHasCard,
    grants: 'all others',
  },
  'payments.complete-authorize': {
    request: async (shop) => ({ ...(await about(paidAtLast(shop))), body: {} }),
    succeeded: isPaid,
    budget: cost(2, 3, 2, 1.5),
    crash: 'the same code as payments.retrieve with force_sync',
  },
  'payments.complete-authorize, of one whose card is saved': {
    request: async (shop) => ({ ...(await about(savedAtLast(shop))), body: {} }),
    succeeded: itsCustomerHasCard,
    grants: 'all others',
  },

  'payments.capture': {
    request: async (shop) => ({ ...(await authorized(shop)), body: {} }),
    succeeded: isPaid,
    budget: within(cost(3, 4, 4, 1.5), cost(3, 4, 6 + 2, 1.5)),
    crash: true,
  },
  'payments.capture, of a part': {
    request: async (shop) => ({ ...(await authorized(shop)), body: { amount_to_capture: 1_000 } }),
    crash: true,
  },
  'payments.capture, of more than was reserved first': {
    request: async (shop) => ({ ...(await raised(shop, 7_000)), body: {} }),
    crash: true,
  },
  // An idempotency key: its claim before, and the stored answer after it.
  'payments.capture, under an Idempotency-Key': {
    request: async (shop) => ({
      ...(await authorized(shop)),
      body: {},
      ...idempotentRequest(shop),
    }),
    budget: cost(5, 6, 8, 1.5),
  },
  'payments.capture, repeated under its key': {
    request: async (shop) =>
      repeated(shop, 'payments.capture', { ...(await authorized(shop)), body: {} }),
    budget: cost(2, 3, 3, 1.5),
  },
  // The captures that a payment still holds make it one unit larger.
  'payments.capture, second of several': {
    request: (shop) => severallyCaptured(shop, 1),
    budget: within(cost(3, 4, 4, 1.5), cost(3, 4, 8 + 2, 1.5)),
    crash: true,
  },
  // Five that are over become items of their own first, all at once.
  'payments.capture, sixth of several': {
    request: (shop) => severallyCaptured(shop, 5),
    budget: cost(4, 9, 9, 1.5),
  },
  // Two units are for the sync: an entry on the due index is added and removed.
  'payments.incremental-authorization': {
    request: async (shop) => ({ ...(await incrementable(shop)), body: { amount: 7_000 } }),
    budget: cost(3, 4, 4, 1.5),
    crash: true,
  },
  'payments.incremental-authorization, once more': {
    request: async (shop) => ({ ...(await raised(shop, 7_000)), body: { amount: 8_000 } }),
    crash: true,
  },
  'payments.extend-authorization': {
    request: async (shop) => ({ ...(await incrementable(shop)), body: {} }),
    budget: cost(2, 3, 1, 1.5),
    moreStepsAtFirst: 1,
    crash: true,
  },

  'payments.cancel': {
    request: async (shop) => ({ ...(await about(created(shop))), body: {} }),
    budget: within(cost(2, 3, 1, 1.5), cost(3, 4, 6, 1.5)),
    crash: true,
  },
  'payments.cancel, what was authorized': {
    request: async (shop) => ({ ...(await authorized(shop)), body: {} }),
    succeeded: ({ body }) => body.status === 'cancelled',
    budget: within(cost(3, 4, 4, 1.5), cost(3, 4, 6 + 2, 1.5)),
    crash: true,
    grants: 'all others',
  },
  'payments.cancel, of a payment whose card waits': {
    request: async (shop) => ({ ...(await withUnconfirmedCard(shop)), body: {} }),
    budget: cost(2, 3, 1, 1.5),
    vault: { cards: vaultCost(2, 3, 1), codes: vaultCost(1, 2, 0), audit: vaultCost(2, 4, 0) },
    crash: true,
    succeeded: async (_, shop) => (await shop.cardsInVault()) === 0,
  },
  'payments.cancel, after a part was captured': {
    request: async (shop) => ({ params: (await severallyCaptured(shop, 1)).params, body: {} }),
    crash: true,
  },
  'payments.cancel, while the customer is at the bank': {
    request: async (shop) => ({ ...(await about(challenged(shop))), body: {} }),
    crash: true,
  },
  'payments.cancel-post-capture': {
    request: async (shop) => ({ ...(await about(paid(shop))), body: {} }),
    succeeded: ({ body }) => body.status === 'cancelled_post_capture',
    budget: within(cost(3, 4, 4, 1.5), cost(3, 4, 6 + 2, 1.5)),
    crash: true,
  },
  'payments.sync-post-capture-cancel': {
    request: (shop) => unanswered(shop, false),
    budget: within(cost(1, 2, 0, 1.5), cost(1, 2, 0, 1.5)),
    crash: 'the same code as payments.retrieve with force_sync',
  },
  'payments.sync-post-capture-cancel, with a change': {
    request: (shop) => unanswered(shop, true),
    succeeded: ({ body }) => body.state_metadata.post_capture_void.status === 'succeeded',
    budget: within(cost(2, 3, 2, 1.5), cost(2, 3, 3 + 1, 1.5)),
    grants: 'all others',
  },

  'payments.manual-update': {
    request: async (shop) => ({
      ...(await about(challenged(shop))),
      body: {
        merchant_id: shop.merchant.id,
        attempt_status: 'failure',
        error_code: 'lost',
        error_message: 'The processor lost it',
      },
    }),
    budget: cost(2, 2, 2, 1),
  },
  'payments.manual-update, as its books say': {
    request: async (shop) => ({
      ...(await about(paid(shop, cards.answers500))),
      body: {
        merchant_id: shop.merchant.id,
        attempt_status: 'charged',
        reason: 'seen in its books',
      },
    }),
    crash: true,
  },
  // An operator gives a status to a payment whose captures need a review.
  'payments.manual-status-update': {
    request: async (shop) => {
      const payment = await paid(shop);
      await changeStored(shop, payment, ({ attempt }) => ({
        status: 'review',
        attempt: { ...Object(attempt), status: 'capture_review' },
      }));
      const body = { merchant_id: shop.merchant.id, intent_status: 'succeeded' };
      return { params: { payment_id: payment.payment_id }, body };
    },
    budget: cost(2, 2, 1, 1),
    crash: 'the same write as payments.manual-update',
  },

  'payments.list-payment-methods': {
    request: async (shop) => {
      const { customer_id } = await aSavedCard(shop);
      return ofPayer(shop, { customer_id });
    },
    budget: cost(4, 6 + 1, 1, 4 + 1),
    crash: 'the same code as payment-methods.list',
  },
  'payments.list-payment-methods, of a guest': {
    request: (shop) => ofPayer(shop),
    budget: cost(1, 2 + 1, 0, 1.5 + 1),
  },
  'payments.retrieve-sdk-config': {
    request: async (shop) => ({ ...(await ofPayer(shop)), params: { platform: 'web' } }),
    budget: cost(2, 2 + 1, 0, 1.5 + 1),
  },
  'payments.eligibility': { request: eligible, budget: cost(1, 3, 0, 2.5) },
  'payments.eligibility-check': { request: eligible, budget: cost(1, 3, 0, 2.5) },
  'payments.eligibility-check, with a blocklist': {
    prepare: withBlocklist,
    request: eligible,
    budget: cost(2, 4, 0, 5.5),
  },
  'payments.session-tokens': {
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop);
      return { body: { payment_id, client_secret, wallets: ['google_pay'] } };
    },
    budget: cost(1, 3, 0, 2.5),
  },
  'payments.session-tokens, of a wallet': {
    prepare: (shop) =>
      withWallet(shop, 'apple_pay', {
        metadata: { apple_pay: { payment_request_data: { label: 'Shop' } } },
      }),
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop);
      return { body: { payment_id, client_secret, wallets: ['apple_pay'] } };
    },
    succeeded: ({ text }) => text.includes('"wallet_name":"apple_pay"'),
    grants: 'all others',
  },

  'payments.post-session-tokens': {
    prepare: (shop) => withWallet(shop, 'paypal'),
    request: async (shop) => {
      const { payment_id, client_secret } = await created(shop);
      const body = { client_secret, payment_method: 'wallet', payment_method_type: 'paypal' };
      return { params: { payment_id }, body };
    },
    succeeded: ({ body }) => body.next_action.next_action_data.order_id !== '',
    budget: cost(2, 3, 1, 1.5),
    moreStepsAtFirst: 1,
    crash: 'one write, and no money moves before the payment is confirmed',
  },

  'payments.redirect': {
    request: async (shop) => {
      const { next_action } = await challenged(shop);
      return askedAt('payments.redirect', next_action.redirect_to_url);
    },
    budget: cost(1, 1, 0, 1),
  },
  'payments.redirect, of a payment that is over': {
    request: async (shop) => {
      const { payment_id, next_action } = await challenged(shop);
      await done(shop, 'payments.cancel', { params: { payment_id }, body: {} });
      return askedAt('payments.redirect', next_action.redirect_to_url);
    },
    status: 410,
    succeeded: ({ text }) => text.includes('Back to the shop'),
    budget: cost(1, 1, 0, 1),
    grants: [{ action: 'dynamodb:Query' }],
  },
  // One unit of each is for the sync: the payment leaves the due index. One of the calls takes the turn
  // to ask, which one visitor has in five seconds.
  ...alike(
    ['payments.return', 'payments.return-posted', 'payments.complete', 'payments.complete-posted'],
    (name) => ({
      request: returnFrom(name),
      status: 302,
      succeeded: ({ headers }) => headers.location?.includes('status=succeeded') ?? false,
      budget: cost(3, 3, 3, 1),
      crash: name === 'payments.return' || 'the same code as payments.return',
    }),
  ),
  'payments.return, without a change': {
    request: async (shop) => browserReturn(shop, (await challenged(shop)).payment_id, 'back'),
    status: 302,
    budget: cost(2, 2, 1, 1),
  },
};
