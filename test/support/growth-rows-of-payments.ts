import { projectLists } from '../../functions/queues/project-lists.ts';
import { publishEvents } from '../../functions/queues/publish-events.ts';
import { lookAgain } from '../../shared/sync/sync-due-item.ts';
import { byCard } from './a-shop.ts';
import { filledAt, itemOf } from './growth-filling.ts';
import {
  about,
  aCustomer,
  ask,
  asking,
  byAdmin,
  challenged,
  created,
  paid,
  type Rows,
  refunded,
  reserved,
  rowsOf,
} from './growth-scene.ts';
import { queryAt } from './page-queries.ts';
import { paymentLinkRequests } from './payment-link-requests.ts';
import { paymentNews, sentNews } from './processor-news.ts';
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
  'customers.update': asking('customers.update', async (scene) => ({
    ...(await aCustomer(scene)),
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
  'payments.update': asking('payments.update', async (scene) => ({
    ...about(await created(scene)),
    body: { amount: 5_000 },
  })),
  'payments.confirm': asking('payments.confirm', async (scene) => ({
    ...about(await created(scene)),
    body: byCard(),
  })),
  'payments.retrieve': asking('payments.retrieve', async (scene) => about(await paid(scene))),
  'payments.retrieve, sync': asking('payments.retrieve', async (scene) => ({
    ...about(await challenged(scene)),
    query: { force_sync: 'true' },
  })),
  'payments.capture': asking('payments.capture', async (scene) => ({
    ...about(await reserved(scene)),
    body: {},
  })),
  'payments.cancel': asking('payments.cancel', async (scene) => ({
    ...about(await reserved(scene)),
    body: {},
  })),
  'payments.cancel-post-capture': asking('payments.cancel-post-capture', async (scene) => ({
    ...about(await paid(scene)),
    body: {},
  })),
  'payments.sync-post-capture-cancel': async (scene) => {
    const request = about(await paid(scene));
    const { around, aside } = scene;
    around.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    await ask(aside, scene, 'payments.cancel-post-capture', { ...request, body: {} });
    around.send = around.processor.send;
    return (warm) => ask(warm, scene, 'payments.sync-post-capture-cancel', request);
  },
  'payments.manual-update': asking('payments.manual-update', async (scene) => ({
    key: adminKey,
    ...about(await challenged(scene)),
    body: { merchant_id: scene.merchant.id, attempt_status: 'failure' },
  })),
  ...rowsOf(paymentRequests),
  ...rowsOf(paymentLinkRequests, /^payments\.create|\.(retrieve|show|show-status)$/),
  'payments.redirect': asking('payments.redirect', async (scene) => {
    const payment_id = await challenged(scene);
    const whose = { payment_id, merchant_id: scene.merchant.id };
    const query = await queryAt(scene.aside.services, whose, 'start');
    return { params: { ...whose, attempt_id: `${payment_id}_1` }, query };
  }),
  ...Object.fromEntries(
    ['return', 'return-posted', 'complete', 'complete-posted'].map((way) => [
      `payments.${way}`,
      asking(
        `payments.${way}`,
        async (scene) => {
          const payment_id = await challenged(scene);
          const whose = { payment_id, merchant_id: scene.merchant.id };
          const query = await queryAt(scene.aside.services, whose, 'back');
          return { params: { ...whose, connector: 'stripe_test' }, query };
        },
        302,
      ),
    ]),
  ),
  'refunds.create': asking('refunds.create', async (scene) => {
    const [payment_id, refund_id] = [await paid(scene), scene.newId('ref')];
    return { body: { payment_id, refund_id, amount: 100 } };
  }),
  'refunds.retrieve': asking('refunds.retrieve', async (scene) => ({
    params: { refund_id: await refunded(scene, await paid(scene)) },
  })),
  'refunds.sync': asking('refunds.sync', async (scene) => ({
    body: { refund_id: await refunded(scene, await paid(scene)) },
  })),
  'refunds.update': asking('refunds.update', async (scene) => ({
    params: { refund_id: await refunded(scene, await paid(scene)) },
    body: { reason: 'Order was cancelled' },
  })),
  'refunds.manual-update': asking('refunds.manual-update', async (scene) => ({
    key: adminKey,
    params: { refund_id: await refunded(scene, await paid(scene, byCard('4000000000007726'))) },
    body: { merchant_id: scene.merchant.id, status: 'succeeded' },
  })),
  'webhooks.receive': asking('webhooks.receive', async (scene) => {
    const { merchant, around } = scene;
    const news = paymentNews({ reference: `${await challenged(scene)}_1` });
    return {
      params: { merchant_id: merchant.id, connector: 'stripe_test' },
      ...sentNews(news, `key of ${merchant.id}`, around.clock.now),
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
  'queues.project-lists': async (scene) => {
    const after = await itemOf(scene, await paid(scene));
    return ({ services }) => projectLists(services)([{ number: '1', before: undefined, after }]);
  },
  'queues.publish-events': async (scene) => {
    const after = await itemOf(scene, await paid(scene));
    return ({ services }) =>
      publishEvents(services)({ before: { ...after, transitions: [] }, after });
  },
  'queues.sync-waiting': async (scene) => {
    const { pk, sk } = await itemOf(scene, await challenged(scene));
    const later = new Date(scene.around.clock.now.getTime() + 120_000);
    const handling = { remainingMs: () => 28_000, requestId: 'req_guard' };
    return ({ services }) => lookAgain({ ...services, clock: () => later }, { pk, sk }, handling);
  },
};
