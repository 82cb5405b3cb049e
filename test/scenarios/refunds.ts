import { refundKey } from '#switch/refunds/refund-store.ts';
import { type Ask, adminKey } from '../support/switch/switch-in-memory.ts';
import { cost, done, type Scenarios, type Shop, within } from './scenario.ts';
import { cards, idempotentRequest, paid } from './steps.ts';

/** A refund of a part of a payment by card, as its request names it. */
async function refundable(shop: Shop, number?: string) {
  const { payment_id } = await paid(shop, number);
  return { payment_id, refund_id: shop.newId('ref'), amount: 600 };
}

/** A refund that was made. */
const refunded = async (shop: Shop, number?: string) =>
  done(shop, 'refunds.create', { body: await refundable(shop, number) });

const about = async (refund: Promise<{ readonly refund_id: string }>) => ({
  params: { refund_id: (await refund).refund_id },
});

/**
 * A refund that was stored long ago and never reached its processor, which sends no webhook about
 * it. A sync learns that the processor has no such refund, and the amount is given back.
 */
async function lost(shop: Shop) {
  const { payment_id, refund_id } = await refunded(shop);
  const merchantId = shop.merchant.id;
  const [id, paymentId] = [shop.newId('ref'), payment_id];
  const item = await shop.stored(refundKey({ merchantId, paymentId, id: refund_id }));
  const never = { status: 'pending', transitions: [], askedAt: '2026-01-01T00:00:00Z' };
  await shop.store({ ...item, ...never, ...refundKey({ merchantId, paymentId, id }), id });
  const name = await shop.stored({
    pk: `MERCHANT#${merchantId}#REFUND#${refund_id}`,
    sk: 'REFUND',
  });
  await shop.store({ ...name, pk: `MERCHANT#${merchantId}#REFUND#${id}`, id });
  return { refund_id: id };
}

const forced = { query: { force_sync: 'true' } };
const hasFailed = ({ body }: { readonly body: { readonly status?: string } }) =>
  body.status === 'failed';

const settledByHand =
  (status: 'succeeded' | 'failed', make: (shop: Shop) => Promise<{ refund_id: string }>) =>
  async (shop: Shop): Promise<Ask> => ({
    key: adminKey,
    ...(await about(make(shop))),
    body: { merchant_id: shop.merchant.id, status },
  });

export const refunds: Scenarios = {
  // The last two units are for the sync: an entry on the due index is added and removed.
  'refunds.create': {
    request: async (shop) => ({ body: await refundable(shop) }),
    succeeded: ({ body }) => body.status === 'succeeded',
    budget: within(cost(3, 4, 9, 1.5), cost(3, 4, 12 + 2, 1.5)),
    crash: true,
  },
  'refunds.create, connector says no': {
    request: async (shop) => ({ body: await refundable(shop, cards.refusesRefunds) }),
    budget: within(cost(3, 4, 12, 1.5), cost(3, 4, 19 + 2, 1.5)),
    moreStepsAtFirst: 1,
    crash: true,
  },
  'refunds.create, pending': {
    request: async (shop) => ({ body: await refundable(shop, cards.refundsLater) }),
    crash: true,
  },
  'refunds.create, failing later': {
    request: async (shop) => ({ body: await refundable(shop, cards.failsRefundsLater) }),
    crash: true,
  },
  'refunds.create, name taken': {
    request: async (shop) => {
      const body = await refundable(shop);
      await done(shop, 'refunds.create', { body });
      return { body };
    },
    budget: cost(3, 4, 6, 2.5),
  },
  'refunds.create, named under an Idempotency-Key': {
    request: async (shop) => ({ body: await refundable(shop), ...idempotentRequest(shop) }),
    budget: cost(3, 4, 11, 1.5),
    crash: true,
  },
  'refunds.create, scheduled': {
    request: async (shop) => ({ body: { ...(await refundable(shop)), refund_type: 'scheduled' } }),
    budget: cost(2, 3, 7, 1.5),
  },
  'refunds.retrieve': {
    request: (shop) => about(refunded(shop)),
    budget: within(cost(2, 3, 0, 2.5), cost(2, 3, 0, 2.5)),
  },
  'refunds.retrieve, sync without a change': {
    request: async (shop) => ({ ...(await about(refunded(shop, cards.refundsLater))), ...forced }),
    budget: cost(3, 4, 0, 3.5),
  },
  'refunds.retrieve, sync with a change': {
    request: async (shop) => {
      const asked = await about(refunded(shop, cards.refundsLater));
      await shop.laterAtProcessor(60);
      return { ...asked, ...forced };
    },
    virtualTime: true,
    budget: cost(4, 5, 2, 3.5),
  },
  'refunds.retrieve, sync of one that has failed': {
    request: async (shop) => {
      const asked = await about(refunded(shop, cards.failsRefundsLater));
      await shop.laterAtProcessor(6);
      return { ...asked, ...forced };
    },
    virtualTime: true,
    crash: true,
  },
  'refunds.retrieve, sync of one that its processor never got': {
    request: async (shop) => ({ ...(await about(lost(shop))), ...forced }),
    succeeded: hasFailed,
    grants: 'all others',
  },
  'refunds.sync': {
    request: async (shop) => ({ body: (await about(refunded(shop))).params }),
    budget: cost(2, 3, 0, 2.5),
    crash: 'the same code as refunds.retrieve with force_sync',
  },
  'refunds.sync, of one that its processor never got': {
    request: async (shop) => ({ body: { ...(await lost(shop)), force_sync: true } }),
    succeeded: hasFailed,
    grants: 'all others',
  },
  'refunds.update': {
    request: async (shop) => ({
      ...(await about(refunded(shop))),
      body: { reason: 'Order was cancelled' },
    }),
    budget: within(cost(3, 4, 1, 2.5), cost(3, 4, 1, 2.5)),
    crash: true,
  },
  'refunds.manual-update': {
    request: settledByHand('succeeded', (shop) => refunded(shop, cards.refundsLater)),
    budget: cost(3, 3, 2, 2),
    crash: 'the same write as every answer about a refund',
  },
  'refunds.manual-update, giving back': {
    request: settledByHand('failed', (shop) => refunded(shop, cards.refundsLater)),
    budget: cost(3, 3, 5, 2),
    grants: 'all others',
  },
};
