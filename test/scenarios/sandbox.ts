import { createHash } from 'node:crypto';
import { disputeEntry } from '#sandbox/ledger-store.ts';
import type { Ask } from '../support/switch/switch-in-memory.ts';
import { inItsOwnSecond } from './disputes.ts';
import { askedAt, keyOfProcessor } from './request-keys.ts';
import { alike, cost, done, type Scenarios, type Shop } from './scenario.ts';
import { cards } from './steps.ts';

/** The operations of the sandbox processor, whose table is its own. */

const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
const sum = { amount: 6_540, currency: 'USD' };
/** Its answers are also sent as webhooks, to a port on which no server listens. */
const notified = { notification_url: 'http://127.0.0.1:9/webhooks', repeat_answers: true };

const charge = (shop: Shop, changes: object = {}) => ({
  params: { reference: shop.newId('pay') },
  body: {
    processor: 'fauxpay',
    ...sum,
    capture_method: 'automatic',
    card,
    ...notified,
    ...changes,
  },
});

const challenge = {
  card: { ...card, number: cards.challenged },
  return_url: 'https://switch.example/back',
};

/** A payment at the sandbox processor: its names, and its answer. */
export async function charged(shop: Shop, changes: object = {}) {
  const request = charge(shop, changes);
  const answer = await done(shop, 'sandbox.authorize', request);
  return { ...request.params, answer };
}

/** A request about a payment that is reserved only. */
const ofReserved =
  (request: (shop: Shop) => Ask, changes: object = {}) =>
  async (shop: Shop): Promise<Ask> => {
    const { reference } = await charged(shop, { capture_method: 'manual', ...changes });
    const { params, body } = request(shop);
    return { params: { reference, ...params }, body };
  };

const refund = async (shop: Shop) => {
  const { reference } = await charged(shop);
  return { params: { reference, refund_reference: shop.newId('ref') }, body: { amount: 600 } };
};

const openChallenge = async (shop: Shop) => {
  const { answer } = await charged(shop, challenge);
  return askedAt('sandbox.challenge', answer.next_action.redirect_to_url);
};

const authentication = (shop: Shop) => ({
  params: { reference: shop.newId('pay') },
  body: { ...sum, card, return_url: 'https://switch.example/back' },
});

const payout = (shop: Shop) => ({
  params: { reference: shop.newId('payout') },
  body: {
    processor: 'fauxpay',
    ...sum,
    fulfill: false,
    destination: { kind: 'card', account: '4000056655665556' },
    ...notified,
  },
});

/** Makes a payment's like first, and asks about it: without a body where the request has none. */
const afterIts =
  (operation: string, make: (shop: Shop) => Ask | Promise<Ask>, request: Pick<Ask, 'body'> = {}) =>
  async (shop: Shop): Promise<Ask> => {
    const made = await make(shop);
    await done(shop, operation, made);
    return { params: made.params, ...request };
  };

/** A request by which the sandbox processor keeps the card. */
const keepingCard = (shop: Shop) => charge(shop, { processor: 'adyen_test', store: 'off_session' });

const verification = (shop: Shop, changes: object = {}): Ask => ({
  params: { reference: shop.newId('pay') },
  body: { processor: 'adyen_test', currency: 'USD', card, ...notified, ...changes },
});

const connectorMandate = async (shop: Shop): Promise<string> =>
  (await done(shop, 'sandbox.authorize', keepingCard(shop))).mandate_reference;

/** A dispute in the ledger of the sandbox processor that was opened an hour ago. */
async function disputed(shop: Shop) {
  const { reference } = await charged(shop);
  const keyHash = createHash('sha256').update(keyOfProcessor).digest('hex');
  const payment = await shop.stored({
    pk: `SANDBOX#${keyHash}#PAYMENT#${reference}`,
    sk: 'PAYMENT',
  });
  const dispute = inItsOwnSecond(shop);
  await shop.store({ ...payment, disputes: [dispute], areDisputesListed: true });
  const entry = disputeEntry({ keyHash, reference: String(payment.reference) }, dispute);
  await shop.store(entry, payment);
  return { params: { reference, dispute_id: dispute.id }, opensAt: dispute.opensAt };
}

const ofDispute = async (shop: Shop): Promise<Ask> => ({ params: (await disputed(shop)).params });

const question = (body: object) => ({
  request: (shop: Shop) => ({ params: { reference: shop.newId('pay') }, body }),
  budget: cost(0, 0, 0, 0),
});

export const sandbox: Scenarios = {
  'sandbox.authorize': { request: charge, budget: cost(1, 1, 1, 0) },
  'sandbox.authorize, with a challenge': {
    request: (shop) => charge(shop, challenge),
    budget: cost(2, 2, 2, 0),
  },
  'sandbox.authorize, keeping the card': { request: keepingCard, budget: cost(2, 2, 2, 0) },
  'sandbox.authorize, charging a stored card': {
    request: async (shop) =>
      charge(shop, {
        processor: 'adyen_test',
        card: undefined,
        mandate_reference: await connectorMandate(shop),
      }),
    budget: cost(3, 3, 1, 2),
    grants: [{ action: 'dynamodb:GetItem' }],
  },
  'sandbox.verify': { request: verification, budget: cost(1, 1, 1, 0) },
  'sandbox.verify, keeping the card': {
    request: (shop) => verification(shop, { store: 'off_session' }),
    budget: cost(2, 2, 2, 0),
    grants: 'all others',
  },
  'sandbox.revoke-mandate': {
    request: async (shop) => ({ params: { mandate_reference: await connectorMandate(shop) } }),
    budget: cost(4, 4, 1, 3),
  },
  'sandbox.retrieve': { request: afterIts('sandbox.authorize', charge), budget: cost(1, 1, 0, 1) },
  'sandbox.capture': {
    request: ofReserved((shop) => ({
      params: { capture_reference: shop.newId('cap') },
      body: { amount: sum.amount },
    })),
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.void': {
    request: ofReserved(() => ({ body: { after_capture: false } })),
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.increment': {
    request: ofReserved(
      (shop) => ({
        params: { increment_reference: shop.newId('auth') },
        body: { amount: 7_000 },
      }),
      { incremental_authorization: true },
    ),
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.extend': {
    request: ofReserved(() => ({ body: {} }), { extended_authorization: true }),
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.refund': { request: refund, budget: cost(2, 2, 1, 1) },
  'sandbox.retrieve-refund': {
    request: afterIts('sandbox.refund', refund),
    budget: cost(1, 1, 0, 1),
  },
  'sandbox.challenge': { request: openChallenge, budget: cost(2, 2, 0, 2) },
  'sandbox.complete': {
    request: async (shop) => ({ ...(await openChallenge(shop)), query: { confirm: 'true' } }),
    status: 302,
    budget: cost(3, 3, 1, 2),
  },
  'sandbox.authenticate': { request: authentication, budget: cost(1, 1, 1, 0) },
  'sandbox.retrieve-authentication': {
    request: afterIts('sandbox.authenticate', authentication),
    budget: cost(1, 1, 0, 1),
  },
  'sandbox.open-link': question({ country: 'US' }),
  'sandbox.exchange-token': {
    request: () => ({ body: { public_token: 'public-sandbox-ach' } }),
    budget: cost(0, 0, 0, 0),
  },
  'sandbox.list-bank-accounts': {
    request: async (shop) => ({
      body: await done(shop, 'sandbox.exchange-token', {
        body: { public_token: 'public-sandbox-ach' },
      }),
    }),
    budget: cost(0, 0, 0, 0),
  },
  'sandbox.calculate-tax': question({ ...sum, shipping_cost: 0, country: 'US' }),
  'sandbox.open-wallet-session': question({ wallet: 'paypal', ...sum }),
  'sandbox.check-risk': question({ checker: 'signifyd', ...sum }),
  'sandbox.create-payout': { request: payout, budget: cost(1, 1, 1, 0) },
  'sandbox.retrieve-payout': {
    request: afterIts('sandbox.create-payout', payout),
    budget: cost(1, 1, 0, 1),
  },
  ...alike(['sandbox.fulfill-payout', 'sandbox.cancel-payout'], () => ({
    request: afterIts('sandbox.create-payout', payout, { body: {} }),
    budget: cost(2, 2, 1, 1),
  })),
  'sandbox.retrieve-dispute': { request: ofDispute, budget: cost(1, 1, 0, 1) },
  // A page of entries, and their payments.
  'sandbox.list-disputes': {
    request: async (shop) => {
      const { opensAt } = await disputed(shop);
      return { query: { from: opensAt, till: opensAt } };
    },
    succeeded: ({ body }) => body.disputes.length === 1,
    budget: cost(2, 2, 0, 2),
  },
  'sandbox.accept-dispute': {
    request: async (shop) => ({ ...(await ofDispute(shop)), body: {} }),
    budget: cost(2, 2, 1, 1),
  },
  'sandbox.submit-evidence': {
    request: async (shop) => ({
      ...(await ofDispute(shop)),
      body: { texts: { uncategorized_text: 'winning_evidence' }, files: [] },
    }),
    budget: cost(2, 2, 1, 1),
  },
};
