import { connectForPayouts, payoutCards, toBank, toCard } from './a-payout.ts';
import { doneBefore, type PaymentRequestContext } from './requests-about-payments.ts';
import { type Ask, adminKey } from './switch-in-memory.ts';

/** The request for a payout, once there is a processor that pays out. */
export async function aPayoutRequest({ world, merchant }: PaymentRequestContext, changes: object) {
  const { connectorAccounts } = await world.services.configurations.read(merchant.id);
  const pays = connectorAccounts.some(({ connectorType }) => connectorType === 'payout_processor');
  if (!pays) {
    await connectForPayouts(world, merchant);
    world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
  }
  return {
    amount: 6_540,
    currency: 'USD',
    customer_id: 'customer_paid',
    description: 'Commission of October',
    metadata: { order_id: '10017' },
    ...changes,
  };
}

/** A payout that is made, and the request about it. */
export async function aPayout(context: PaymentRequestContext, changes: object) {
  const body = await aPayoutRequest(context, changes);
  const { payout_id, client_secret } = await doneBefore(context, 'payouts.create', { body });
  return { key: context.merchant.key, params: { payout_id }, client_secret };
}

const aPendingPayout = { confirm: true, auto_fulfill: true, ...toCard(payoutCards.later) };

const making =
  (changes: object) =>
  async (context: PaymentRequestContext): Promise<Ask> => ({
    key: context.merchant.key,
    body: await aPayoutRequest(context, changes),
  });

const changing =
  (changes: object, request: object = { body: {} }) =>
  async (context: PaymentRequestContext): Promise<Ask> => {
    const { key, params } = await aPayout(context, changes);
    return { key, params, ...request };
  };

const description = { body: { description: 'Commission of November' } };

/** A request for each row of the budgets that is about one payout. */
export const payoutRequests: Readonly<
  Record<string, (context: PaymentRequestContext) => Promise<Ask>>
> = {
  'payouts.create': making({}),
  'payouts.create, to a card that waits': making(toCard()),
  'payouts.create, with confirm': making({ confirm: true, ...toBank() }),
  'payouts.retrieve': changing(toBank(), {}),
  'payouts.retrieve, sync without news': changing(aPendingPayout, {
    query: { force_sync: 'true' },
  }),
  'payouts.update': changing(toBank(), description),
  'payouts.update-alias': changing(toBank(), description),
  'payouts.confirm': changing(toBank()),
  'payouts.confirm, by the payee': async (context) => {
    const { params, client_secret } = await aPayout(context, {});
    return { key: context.merchant.publishableKey, params, body: { client_secret, ...toBank() } };
  },
  'payouts.fulfill': changing({ confirm: true, ...toBank() }),
  'payouts.cancel': changing(toBank()),
  'payouts.cancel, asked of the processor': changing({ confirm: true, ...toBank() }),
  'payouts.manual-update': async (context) => {
    const { params } = await aPayout(context, aPendingPayout);
    return { key: adminKey, params, body: { merchant_id: context.merchant.id, status: 'failed' } };
  },
};
