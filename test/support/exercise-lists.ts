import { eventually } from './eventually.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { counting, filtering } from './exercise-counts.ts';
import { aSale, createMerchant, type Merchant, newId, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** What lists do, with everything that they may ever need: whatever is asked is on them already. */

/** A refusal for want of a grant is a 500; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500) return false;
  throw new Error(`${status}: ${text}`);
}

const until = (isSo: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    if (!(await isSo())) throw new Error('It did not come to that.');
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What says how an owner's things are listed, as it is stored: rows, or where rows are that move. */
const rowsOf = async (running: RunningSwitch, owner: string, list: string) =>
  (await running.items(`${owner}#LIST#${list}#`)).filter(({ pk }) => /#0$|#PLACE#/.test(pk));

const isListed = (running: RunningSwitch, owner: string, list: string) =>
  until(async () => (await rowsOf(running, owner, list)).length > 0);

/** A merchant with a payment, a refund and a customer, all of which are listed. */
async function aListedMerchant({ running, receiver }: ExerciseContext): Promise<Merchant> {
  const path = `/${newId('hook')}`;
  const webhook_details = {
    webhook_url: `${receiver.url}${path}`,
    // None are all; published as always there.
    payment_statuses_enabled: [],
    refund_statuses_enabled: [],
  };
  const merchant = await createMerchant(running, { account: { webhook_details } });
  const { id, key } = merchant;
  const body = { ...aSale(), customer_id: newId('cus') };
  const paid = successful(await running.call('POST', '/payments', { key, body }));
  const payment_id = textAt(paid, 'payment_id');
  successful(await running.call('POST', '/refunds', { key, body: { payment_id, amount: 600 } }));
  for (const list of ['payments', 'refunds', 'customers', 'events']) {
    await isListed(running, `MERCHANT#${id}`, list);
  }
  return merchant;
}

/** Asks for a list of a merchant's own; with a profile, whose being there is looked up too. */
const asking =
  (method: 'GET' | 'POST', path: (merchant: Merchant) => string): Exercise =>
  async (world) => {
    const merchant = await aListedMerchant(world);
    const { key, profileId } = merchant;
    const request = {
      key,
      headers: { 'x-profile-id': profileId },
      ...(method === 'POST' && { body: {} }),
    };
    return async () => done(await world.running.call(method, path(merchant), request));
  };

/** Has a payment listed, and tells whether it was. */
async function aListing(world: ExerciseContext, when: 'at once' | 'once refused' = 'at once') {
  const { running, withoutGrant, wasRefused } = world;
  const { id, key } = await createMerchant(running);
  return async () => {
    if (withoutGrant && when === 'once refused') await until(wasRefused);
    const body = { ...aSale(), email: `${newId('payer')}@example.com` };
    successful(await running.call('POST', '/payments', { key, body }));
    // Long enough for what was refused to be done all the same, if it could be.
    if (withoutGrant && when === 'once refused') await pause(400);
    const rows = () => rowsOf(running, `MERCHANT#${id}`, 'payments');
    await until(async () => wasRefused() || (await rows()).length > 0);
    return (await rows()).length > 0;
  };
}

export const listExercises: Readonly<Record<string, Exercise>> = {
  'payments.list': asking('GET', () => '/payments/list'),
  'payments.list-of-profile': asking('GET', () => '/payments/profile/list'),
  'payments.filter': asking('POST', () => '/payments/list'),
  'payments.filter-of-profile': asking('POST', () => '/payments/profile/list'),
  'refunds.list': asking('POST', () => '/refunds/list'),
  'refunds.list-of-profile': asking('POST', () => '/refunds/profile/list'),
  'payments.aggregate': counting('/payments/aggregate', aListedMerchant),
  'payments.aggregate-of-profile': counting('/payments/profile/aggregate', aListedMerchant),
  'refunds.aggregate': counting('/refunds/aggregate', aListedMerchant),
  'refunds.aggregate-of-profile': counting('/refunds/profile/aggregate', aListedMerchant),
  'payments.filter-values': filtering('POST', '/payments/filter', aListedMerchant),
  'payments.filters': filtering('GET', '/payments/v2/filter', aListedMerchant),
  'payments.filters-of-profile': filtering('GET', '/payments/v2/profile/filter', aListedMerchant),
  'refunds.filter-values': filtering('POST', '/refunds/filter', aListedMerchant),
  'refunds.filters': filtering('GET', '/refunds/v2/filter', aListedMerchant),
  'refunds.filters-of-profile': filtering('GET', '/refunds/v2/profile/filter', aListedMerchant),
  'customers.list': asking('GET', () => '/customers/list'),
  'customers.list-with-count': asking('GET', () => '/customers/list_with_count'),
  'events.list': asking('POST', ({ id }) => `/events/${id}`),
  'events.list-of-profile': asking('POST', () => '/events/profile/list'),

  'accounts.list': async ({ running }) => {
    const body = { merchant_id: newId('merchant') };
    const made = successful(await running.call('POST', '/accounts', { key: adminKey, body }));
    const organization = textAt(made, 'organization_id');
    await isListed(running, `ORGANIZATION#${organization}`, 'accounts');
    const path = `/accounts/list?organization_id=${organization}`;
    return async () => done(await running.call('GET', path, { key: adminKey }));
  },

  'queues.project-lists': (world) => aListing(world),
};

export const grantSpecificForLists: readonly GrantExercise[] = [
  {
    name: 'routing.simulate',
    action: 'dynamodb:BatchGetItem',
    resource: /./,
    exercise: async (world) => {
      const { running } = world;
      const { key, profileId: profile_id } = await aListedMerchant(world);
      const body = {
        name: 'by one',
        description: 'All of them',
        profile_id,
        algorithm: { type: 'single', data: 'stripe_test' },
      };
      const made = successful(await running.call('POST', '/routing', { key, body }));
      const path = `/routing/${textAt(made, 'id')}/simulate`;
      return async () => done(await running.call('POST', path, { key, body: {} }));
    },
  },
  // Polled without end, so taking it away must have been noticed before there is work to miss.
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => ({
    name: 'queues.project-lists',
    action: `dynamodb:${action}`,
    resource: action === 'ListStreams' ? /^\*$/ : /stream/,
    exercise: (world: ExerciseContext) => aListing(world, 'once refused'),
  })),
  // A payment that gets another address leaves the list of the one it had.
  ...['BatchGetItem', 'DeleteItem'].map((action) => ({
    name: 'queues.project-lists',
    action: `dynamodb:${action}`,
    resource: /./,
    exercise: async (world: ExerciseContext) => {
      const { running, wasRefused } = world;
      const { id, key } = await createMerchant(running);
      const body = { ...aSale(), confirm: false, email: 'one@example.com' };
      const made = successful(await running.call('POST', '/payments', { key, body }));
      const payment_id = textAt(made, 'payment_id');
      const rows = async () =>
        (await running.items(`MERCHANT#${id}#LIST#payments#UNDER#email#`))
          .map(({ pk }) => pk)
          .join();
      await until(async () => (await rows()) !== '');
      const before = await rows();
      return async () => {
        const change = { email: 'other@example.com' };
        successful(await running.call('POST', `/payments/${payment_id}`, { key, body: change }));
        await until(async () => wasRefused() || (await rows()) !== before);
        return (await rows()) !== before;
      };
    },
  })),
  {
    // A change that nobody can list is parked in the end.
    name: 'queues.project-lists',
    action: 'sqs:SendMessage',
    resource: /Unlisted/,
    exercise: async ({ running, wasRefused }) => {
      const parked = async () => {
        const all = await running.assembly.queueDepths();
        return all.find(({ logicalId }) => logicalId.startsWith('Unlisted'))?.visible ?? 0;
      };
      const before = await parked();
      return async () => {
        await running.put({ pk: `MERCHANT#${newId('shop')}#CUSTOMER#cus_1`, sk: 'CUSTOMER' });
        await until(async () => wasRefused() || (await parked()) > before);
        return (await parked()) > before;
      };
    },
  },
];
