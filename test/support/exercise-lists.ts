import { done } from '../scenarios/scenario.ts';
import { payment, posted, runningStripe } from '../scenarios/stripe.ts';
import { eventually } from './eventually.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { aSale, createMerchant, newId, successful } from './merchant.ts';
import { type RunningSwitch, textAt } from './switch.ts';

/** The work of the functions that list entities and that send events of Stripe's API. */

const until = (isSo: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    if (!(await isSo())) throw new Error('It did not come to that.');
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The stored entries of an owner's list: rows, or the places of entities that move. */
const rowsOf = async (running: RunningSwitch, owner: string, list: string) =>
  (await running.items(`${owner}#LIST#${list}#`)).filter(({ pk }) => /#0$|#PLACE#/.test(pk));

/** Has a payment listed, and tells whether it was. */
async function aListing(world: ExerciseContext, when: 'at once' | 'once refused' = 'at once') {
  const { running, withoutGrant, wasRefused } = world;
  const { id, key } = await createMerchant(running);
  return async () => {
    if (withoutGrant && when === 'once refused') await until(wasRefused);
    const body = { ...aSale(), email: `${newId('payer')}@example.com` };
    successful(await running.call('POST', '/payments', { key, body }));
    // Long enough for a refused call to succeed all the same, if it could.
    if (withoutGrant && when === 'once refused') await pause(400);
    const rows = () => rowsOf(running, `MERCHANT#${id}`, 'payments');
    await until(async () => wasRefused() || (await rows()).length > 0);
    return (await rows()).length > 0;
  };
}

export const listExercises: Readonly<Record<string, Exercise>> = {
  'queues.project-lists': (world) => aListing(world),
};

export const grantSpecificForLists: readonly GrantExercise[] = [
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
    // An event of Stripe's API is stored as it is sent.
    name: 'queues.notify-from-sandbox',
    action: 'dynamodb:PutItem',
    resource: /./,
    async exercise({ running, receiver, wasRefused }) {
      const path = `/${newId('events')}`;
      const { ask } = runningStripe(running);
      const endpoint = { url: `${receiver.url}${path}`, enabled_events: ['*'] };
      await done({ ask }, 'sandbox.stripe', posted('webhook_endpoints', endpoint));
      return async () => {
        await done({ ask }, 'sandbox.stripe', payment());
        await until(() => wasRefused() || receiver.received(path).length > 0);
        return receiver.received(path).length > 0;
      };
    },
  },
  {
    // A change that can't be listed is parked in the end.
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
