import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { projectLists } from '../../functions/queues/project-lists.ts';
import { publishEvents } from '../../functions/queues/publish-events.ts';
import { asking, challenged, paid, type Rows } from './growth-context.ts';
import { filledAt, itemOf } from './growth-filling.ts';

/** Pages of lists at the ends of a merchant's time, and the queue functions behind payments. */
export const paymentRows: Rows = {
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
