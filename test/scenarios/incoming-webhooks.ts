import { paymentWebhook, refundWebhook, signedWebhook } from '../support/processor-webhooks.ts';
import type { Ask } from '../support/switch-in-memory.ts';
import { cost, done, type Scenarios, type Shop, within } from './scenario.ts';
import { cards, challenged, paid } from './steps.ts';

/** What the merchant's processor sends by itself. */
const sentBy = ({ merchant, now }: Shop, text: string): Ask => ({
  params: { merchant_id: merchant.id, connector: 'stripe_test' },
  ...signedWebhook(text, merchant.processorKey, now()),
});

async function pendingRefund(shop: Shop) {
  const { payment_id } = await paid(shop, cards.refundsLater);
  return done(shop, 'refunds.create', { body: { payment_id } });
}

export const incomingWebhooks: Scenarios = {
  'incoming-webhooks.receive': {
    request: async (shop) => {
      const { payment_id } = await challenged(shop);
      return sentBy(shop, paymentWebhook({ reference: `${payment_id}_1` }));
    },
    budget: within(cost(2, 2, 2, 0.5), cost(2, 2, 3 + 1, 1)),
  },
  'incoming-webhooks.receive, without a change': {
    request: async (shop) => {
      const { payment_id } = await paid(shop);
      return sentBy(shop, paymentWebhook({ reference: `${payment_id}_1` }));
    },
    budget: within(cost(1, 1, 0, 0.5), cost(2, 2, 3, 1)),
  },
  'incoming-webhooks.receive, of a refund': {
    request: async (shop) => {
      const { refund_id, amount } = await pendingRefund(shop);
      return sentBy(shop, refundWebhook({ reference: refund_id, amount }));
    },
    budget: cost(3, 3, 2, 1),
  },
  'incoming-webhooks.receive, of a refund that failed': {
    request: async (shop) => {
      const { refund_id, amount } = await pendingRefund(shop);
      return sentBy(shop, refundWebhook({ reference: refund_id, amount, status: 'failed' }));
    },
    budget: cost(3, 3, 3, 1),
  },
};
