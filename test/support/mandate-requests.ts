import { listStored } from './listed-in-memory.ts';
import { byCard } from './payments-in-memory.ts';
import type { RoutingRequestContext } from './routing-requests.ts';
import { type Ask, aPaymentRequest } from './switch-in-memory.ts';

const customerOf = ({ round }: RoutingRequestContext) => `customer_${round}`;

/** A payment by which a customer sets up a mandate, as an ordinary shop asks for one. */
const consenting = (context: RoutingRequestContext, more: object = {}) =>
  aPaymentRequest({
    confirm: true,
    customer_id: customerOf(context),
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: { acceptance_type: 'offline' },
      mandate_type: { multi_use: { amount: 50_000, currency: 'USD' } },
    },
    ...byCard(),
    ...more,
  });

async function consented(context: RoutingRequestContext): Promise<string> {
  const { world, merchant } = context;
  const { body } = await world.ask('payments.create', {
    key: merchant.key,
    body: consenting(context),
  });
  // Whoever uses its payment method later notes when.
  const { clock } = world.dependencies;
  clock.now = new Date(clock.now.getTime() + 500);
  return body.mandate_id;
}

const charging = async (context: RoutingRequestContext, more: object = {}) =>
  aPaymentRequest({
    confirm: true,
    customer_id: customerOf(context),
    off_session: true,
    recurring_details: { type: 'mandate_id', data: await consented(context) },
    ...more,
  });

const ofMandate = async (context: RoutingRequestContext): Promise<Ask> => ({
  key: context.merchant.key,
  params: { mandate_id: await consented(context) },
});

/** A request for each row of the budgets that is about mandates. */
export const mandateRequests: Readonly<
  Record<string, (context: RoutingRequestContext) => Promise<Ask>>
> = {
  'payments.create, setting up a mandate': async (context) => ({
    key: context.merchant.key,
    body: consenting(context),
  }),
  'payments.create, charging a mandate': async (context) => ({
    key: context.merchant.key,
    body: await charging(context),
  }),
  // The sandbox processor declines what it keeps for amounts that end in 51.
  'payments.create, charging a mandate in vain': async (context) => ({
    key: context.merchant.key,
    body: await charging(context, { amount: 6_551, order_details: undefined }),
  }),
  'mandates.retrieve': ofMandate,
  'mandates.revoke': ofMandate,
  'mandates.list': async (context) => {
    await consented(context);
    await listStored(context.world.port);
    return { key: context.merchant.key };
  },
  'mandates.list-of-customer': async (context) => {
    await consented(context);
    return { key: context.merchant.key, params: { customer_id: customerOf(context) } };
  },
};
