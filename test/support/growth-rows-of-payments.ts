import { projectLists } from '../../functions/queues/project-lists.ts';
import { publishEvents } from '../../functions/queues/publish-events.ts';
import { syncDueItem } from '../../shared/sync/sync-due-item.ts';
import {
  aCustomer,
  ask,
  asking,
  authorized,
  byAdmin,
  challenged,
  created,
  onPayment,
  paid,
  type Rows,
  refunded,
  rowsOf,
} from './growth-context.ts';
import { filledAt, itemOf } from './growth-filling.ts';
import { queryAt } from './page-queries.ts';
import { paymentLinkRequests } from './payment-link-requests.ts';
import { byCard } from './payments-in-memory.ts';
import { paymentWebhook, signedWebhook } from './processor-webhooks.ts';
import { paymentRequests } from './requests-about-payments.ts';
import { adminKey, aPaymentRequest } from './switch-in-memory.ts';

/** What is asked about accounts, customers, payments and refunds, and what runs beside it. */
export const paymentRows: Rows = {
  'accounts.retrieve': asking('accounts.retrieve', byAdmin),
  'api-keys.list': asking('api-keys.list', byAdmin),
  'profiles.list': asking('profiles.list', byAdmin),
  'connector-accounts.list': asking('connector-accounts.list', byAdmin),
  'customers.create': asking('customers.create', async ({ newId }) => ({
    body: { customer_id: newId('cus'), name: 'Joseph Doe' },
  })),
  'customers.retrieve': asking('customers.retrieve', aCustomer),
  'customers.update': asking('customers.update', async (context) => ({
    ...(await aCustomer(context)),
    body: { name: 'Test Payer' },
  })),
  'customers.delete': asking('customers.delete', aCustomer),
  'payments.create': asking('payments.create', async ({ newId }) => ({
    body: aPaymentRequest({ payment_id: newId('pay') }),
  })),
  'payments.create, of a customer': asking('payments.create', async ({ newId }) => ({
    body: aPaymentRequest({ payment_id: newId('pay'), customer_id: newId('cus') }),
  })),
  'payments.create, with confirm': asking('payments.create', async ({ newId }) => ({
    body: aPaymentRequest({ payment_id: newId('pay'), confirm: true, ...byCard() }),
  })),
  'payments.update': asking('payments.update', async (context) => ({
    ...onPayment(await created(context)),
    body: { amount: 5_000 },
  })),
  'payments.confirm': asking('payments.confirm', async (context) => ({
    ...onPayment(await created(context)),
    body: byCard(),
  })),
  'payments.retrieve': asking('payments.retrieve', async (context) =>
    onPayment(await paid(context)),
  ),
  'payments.retrieve, sync': asking('payments.retrieve', async (context) => ({
    ...onPayment(await challenged(context)),
    query: { force_sync: 'true' },
  })),
  'payments.capture': asking('payments.capture', async (context) => ({
    ...onPayment(await authorized(context)),
    body: {},
  })),
  'payments.cancel': asking('payments.cancel', async (context) => ({
    ...onPayment(await authorized(context)),
    body: {},
  })),
  'payments.cancel-post-capture': asking('payments.cancel-post-capture', async (context) => ({
    ...onPayment(await paid(context)),
    body: {},
  })),
  'payments.sync-post-capture-cancel': async (context) => {
    const request = onPayment(await paid(context));
    const { dependencies, aside } = context;
    dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await ask(aside, context, 'payments.cancel-post-capture', { ...request, body: {} });
    dependencies.send = dependencies.processor.send;
    return (warm) => ask(warm, context, 'payments.sync-post-capture-cancel', request);
  },
  'payments.manual-update': asking('payments.manual-update', async (context) => ({
    key: adminKey,
    ...onPayment(await challenged(context)),
    body: { merchant_id: context.merchant.id, attempt_status: 'failure' },
  })),
  ...rowsOf(paymentRequests),
  ...rowsOf(paymentLinkRequests, /^payments\.create|\.(retrieve|show|show-status)$/),
  'payments.redirect': asking('payments.redirect', async (context) => {
    const payment_id = await challenged(context);
    const whose = { payment_id, merchant_id: context.merchant.id };
    const query = await queryAt(context.aside.services, whose, 'start');
    return { params: { ...whose, attempt_id: `${payment_id}_1` }, query };
  }),
  ...Object.fromEntries(
    ['return', 'return-posted', 'complete', 'complete-posted'].map((way) => [
      `payments.${way}`,
      asking(
        `payments.${way}`,
        async (context) => {
          const payment_id = await challenged(context);
          const whose = { payment_id, merchant_id: context.merchant.id };
          const query = await queryAt(context.aside.services, whose, 'back');
          return { params: { ...whose, connector: 'stripe_test' }, query };
        },
        302,
      ),
    ]),
  ),
  'refunds.create': asking('refunds.create', async (context) => {
    const [payment_id, refund_id] = [await paid(context), context.newId('ref')];
    return { body: { payment_id, refund_id, amount: 100 } };
  }),
  'refunds.retrieve': asking('refunds.retrieve', async (context) => ({
    params: { refund_id: await refunded(context, await paid(context)) },
  })),
  'refunds.sync': asking('refunds.sync', async (context) => ({
    body: { refund_id: await refunded(context, await paid(context)) },
  })),
  'refunds.update': asking('refunds.update', async (context) => ({
    params: { refund_id: await refunded(context, await paid(context)) },
    body: { reason: 'Order was cancelled' },
  })),
  'refunds.manual-update': asking('refunds.manual-update', async (context) => ({
    key: adminKey,
    params: { refund_id: await refunded(context, await paid(context, byCard('4000000000007726'))) },
    body: { merchant_id: context.merchant.id, status: 'succeeded' },
  })),
  'incoming-webhooks.receive': asking('incoming-webhooks.receive', async (context) => {
    const { merchant, dependencies } = context;
    const news = paymentWebhook({ reference: `${await challenged(context)}_1` });
    return {
      params: { merchant_id: merchant.id, connector: 'stripe_test' },
      ...signedWebhook(news, `key of ${merchant.id}`, dependencies.clock.now),
    };
  }),
  ...Object.fromEntries(
    [
      'payments.list',
      'payments.list-of-profile',
      'customers.list',
      'customers.list-with-count',
    ].map((name) => [name, asking(name, async () => ({ query: { limit: '10' } }))]),
  ),
  ...Object.fromEntries(
    [
      'payments.filter',
      'payments.filter-of-profile',
      'refunds.list',
      'refunds.list-of-profile',
    ].map((name) => [name, asking(name, async () => ({ body: { limit: 10 } }))]),
  ),
  'payments.list, the oldest page': asking('payments.list', async () => ({
    query: { limit: '10', 'created.lte': filledAt(9) },
  })),
  'payments.filter, by status': asking('payments.filter', async () => ({
    body: { limit: 10, status: ['succeeded'] },
  })),
  'customers.list-with-count, the newest page': asking('customers.list-with-count', async () => ({
    query: { limit: '10', start_time: filledAt(0), end_time: filledAt(9) },
  })),
  'queues.project-lists': async (context) => {
    const after = await itemOf(context, await paid(context));
    return ({ services }) => projectLists(services)([{ number: '1', before: undefined, after }]);
  },
  'queues.publish-events': async (context) => {
    const after = await itemOf(context, await paid(context));
    return ({ services }) =>
      publishEvents(services)({ before: { ...after, transitions: [] }, after });
  },
  'queues.sync-pending': async (context) => {
    const { pk, sk } = await itemOf(context, await challenged(context));
    const later = new Date(context.dependencies.clock.now.getTime() + 120_000);
    const handling = { remainingMs: () => 28_000, requestId: 'req_guard' };
    return ({ services }) => syncDueItem({ ...services, clock: () => later }, { pk, sk }, handling);
  },
};
