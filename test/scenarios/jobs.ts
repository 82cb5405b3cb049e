import type { Exercise } from '../support/requests/exercise.ts';
import { newId } from '../support/switch/merchant.ts';
import { jobsInMemory, type Serve } from './jobs-in-memory.ts';
import {
  aDelivery,
  aDeliveryByKnownSettings,
  aDueDelivery,
  aFailingSync,
  aListing,
  aMove,
  aNotification,
  anAccount,
  anEventForASlowReceiver,
  anEventOfStripe,
  anEventSentAgain,
  aPageCheck,
  aParkedChange,
  aRepeatedChange,
  aRequestToNowhere,
  aSearch,
  aSlowDelivery,
  aStepOfARetry,
  aSync,
  aSyncByMessage,
  aSyncDueNow,
  aTakenRetry,
  aTimeout,
  invoke,
} from './running-jobs.ts';
import { type Budget, cost, type GrantNeeded, within } from './scenario.ts';
import { vaultJobs } from './vault-jobs.ts';

/**
 * One way in which a function without a route of its own does its work, written down once. Its name is that
 * of its function, and after a comma the case. Budgets, grants and first invocations all read it.
 */
export interface Job {
  /** The work in memory, where its cost in the table is counted. */
  readonly serve?: Serve;
  /** The exact cost of the work in memory, in a warm container. */
  readonly budget?: Budget;
  /** The work in a running switch, with everything that the function may need. */
  readonly exercise?: Exercise;
  /** The same without the parts that only grants need; as `exercise` unless stated. */
  readonly ordinary?: Exercise;
  /** The grants that this case proves necessary; all that no other case names without it. */
  readonly grants?: readonly GrantNeeded[];
  /**
   * Whether its grants are used without end, also when there is no work: a refusal must have been seen
   * before there is work to miss.
   */
  readonly polled?: true;
}

/** A job's work in memory, by its name, and the cost of that. */
const costs = (budgets: Readonly<Record<string, Budget>>): Readonly<Record<string, Job>> =>
  Object.fromEntries(
    Object.entries(budgets).map(([name, budget]) => {
      const serve = jobsInMemory[name];
      if (!serve) throw new Error(`${name} is not played in memory.`);
      return [name, { serve, budget }];
    }),
  );

const readsStream: readonly GrantNeeded[] = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => ({
    action: `dynamodb:${action}`,
    resource: /stream/,
  })),
  { action: 'dynamodb:ListStreams', resource: /^\*$/ },
];

/** The grants of a function that a queue of this name invokes. */
const fedBy = (resource: RegExp): readonly GrantNeeded[] =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => ({
    action: `sqs:${action}`,
    resource,
  }));

const sends = (resource: RegExp): readonly GrantNeeded[] => [
  { action: 'sqs:SendMessage', resource },
];

const inTable = (...actions: readonly string[]): readonly GrantNeeded[] =>
  actions.map((action) => ({ action: `dynamodb:${action}` }));

const polled = (grants: readonly GrantNeeded[], exercise: Exercise): Job => ({
  exercise,
  grants,
  polled: true,
});

/** The cost of each job in memory. */
const counted = costs({
  // One row, then one count; the count of an earlier row goes down. A payment with an email address
  // is also listed under that address, once.
  'queues.project-lists': cost(3, 3, 3, 0),
  'queues.project-lists, of a thing that is listed': cost(2, 3, 3, 0),
  'queues.project-lists, of a hundred': cost(3, 201, 201, 0),
  'queues.notify-from-sandbox': cost(1, 1, 0, 1),
  'queues.publish-events': within(cost(1, 1, 1, 0), cost(1, 1, 3, 0)),
  'queues.publish-events, of a payment that waits': cost(1, 1, 1, 0),
  'queues.deliver-webhook': within(cost(1, 1, 1, 0), cost(1, 1, 1, 0)),
  'queues.deliver-webhook, that fails': cost(1, 1, 2, 0),
  'queues.deliver-webhook, that is refused at length': cost(2, 2, 6, 0),
  'queues.deliver-webhook, once more': cost(2, 2, 2, 1),
  'queues.deliver-webhook, that fails once more': cost(2, 2, 3, 1),
  // The receiver's timeout is stored in one small item, written every ten seconds at most; the
  // first time, the stamp of the merchant's settings, which are read here, moves as well.
  'queues.deliver-webhook, that is not answered in time': cost(4, 4, 4, 1),
  // Passed on to the queue of slow receivers, whose state is read with the settings.
  'queues.deliver-webhook, to a receiver that let us wait': cost(0, 0, 0, 0),
  // A place at the receiver is taken and given back.
  'queues.deliver-webhook, from the queue of slow receivers': cost(3, 3, 3, 0),
  // All shards at once, also when nothing is due.
  'queues.find-due': cost(1, 16, 0, 8),
  'queues.sync-pending': cost(3, 3, 3, 1.5),
  // The payment with the stamp of the settings, the claim, and the record that the mail was sent.
  'queues.send-receipt': cost(3, 4, 2, 2),
  // It reads pages only, from outside.
  'queues.check-link-pages': cost(0, 0, 0, 0),
});

/** Every job, and each grant of its function that the plain case does not prove. */
export const jobs: Readonly<Record<string, Job>> = {
  ...counted,
  ...Object.fromEntries(Object.entries(vaultJobs).map(([name, exercise]) => [name, { exercise }])),

  'http.not-found': { exercise: aRequestToNowhere(({ url }) => url) },
  'sandbox.not-found': { exercise: aRequestToNowhere(({ sandboxUrl }) => sandboxUrl) },
  'vault.not-found': { exercise: aRequestToNowhere(({ vaultUrl }) => `${vaultUrl}/api/v1`) },
  // The first request with the admin key, which the function caches for a while.
  'accounts.create, by an operator who was never here': {
    exercise: anAccount,
    grants: [{ action: 'secretsmanager:GetSecretValue' }],
  },

  'vault-jobs.check-pages': {
    exercise: vaultJobs['vault-jobs.check-pages'],
    ordinary:
      async ({ running }) =>
      async () => {
        await invoke(running, 'vault-jobs.check-pages', {});
        return true;
      },
  },
  'queues.check-link-pages': {
    ...counted['queues.check-link-pages'],
    exercise: aPageCheck('queues.check-link-pages', '"checked":14,"altered":0'),
  },

  'queues.notify-from-sandbox': {
    ...counted['queues.notify-from-sandbox'],
    exercise: (world) => aNotification(world),
  },
  'queues.notify-from-sandbox, as its queue hands it': polled(fedBy(/Notifications/), (world) =>
    aNotification(world, 'once refused'),
  ),
  'queues.notify-from-sandbox, of an event of Stripe': {
    exercise: anEventOfStripe,
    grants: inTable('PutItem'),
  },

  // A receiver that answers 500 is tried again: a delivery like this needs all that delivery may.
  'queues.publish-events': {
    ...counted['queues.publish-events'],
    exercise: (world) => aDelivery(world),
  },
  'queues.publish-events, as the stream hands it': polled(readsStream, (world) =>
    aDelivery(world, 'once refused'),
  ),
  // Events for a receiver that timed out before have a queue of their own.
  'queues.publish-events, for a slow receiver': {
    exercise: anEventForASlowReceiver,
    grants: sends(/-SlowDeliveries/),
  },
  'queues.publish-events, of a change that arrives twice': {
    exercise: aRepeatedChange,
    grants: inTable('GetItem'),
  },
  // The reader of the stream sends the message of a sync that becomes due now.
  'queues.publish-events, of a sync that is due': {
    exercise: aSyncDueNow,
    grants: sends(/SyncQueue/),
  },
  'queues.publish-events, of an unreadable change': {
    exercise: aParkedChange('Unpublished', () => ({ pk: newId('UNREADABLE'), sk: 'PAYMENT' })),
    grants: sends(/Unpublished/),
  },

  'queues.deliver-webhook': {
    ...counted['queues.deliver-webhook'],
    exercise: (world) => aDelivery(world),
    ordinary: (world) => aDelivery(world, 'at once', 200),
  },
  'queues.deliver-webhook, as its queue hands it': polled(fedBy(/-Deliveries/), (world) =>
    aDelivery(world, 'once refused'),
  ),
  'queues.deliver-webhook, as the queue of slow receivers hands it': polled(
    fedBy(/-SlowDeliveries/),
    (world) => aSlowDelivery(world),
  ),
  'queues.deliver-webhook, that is sent again': {
    exercise: anEventSentAgain,
    grants: sends(/-Deliveries/),
  },
  'queues.deliver-webhook, after a timeout': {
    exercise: (world) => aTakenRetry(world, { attempts: [aTimeout] }),
    grants: sends(/-SlowDeliveries/),
  },
  'queues.deliver-webhook, at its last attempt': {
    exercise: (world) => aTakenRetry(world, { tries: 16 }),
    grants: sends(/Undelivered/),
  },
  // A container that knows a merchant's settings reads whether they have changed.
  'queues.deliver-webhook, by known settings': {
    exercise: aDeliveryByKnownSettings,
    grants: inTable('GetItem'),
  },
  // A retry of many events reads the listed events.
  'queues.deliver-webhook, of many events': {
    exercise: aStepOfARetry,
    grants: inTable('BatchGetItem'),
  },
  // A batch of deliveries takes its place at a receiver that timed out before.
  'queues.deliver-webhook, at a slow receiver': {
    exercise: anEventForASlowReceiver,
    grants: inTable('UpdateItem'),
  },

  'queues.find-due': { ...counted['queues.find-due'], exercise: aSearch },
  'queues.find-due, of a delivery': { exercise: aDueDelivery, grants: sends(/-Deliveries/) },

  'queues.sync-pending': { ...counted['queues.sync-pending'], exercise: aSyncByMessage },
  'queues.sync-pending, as its queue hands it': polled(fedBy(/SyncQueue/), (world) => aSync(world)),
  // A sync that fails at its fifth receive is parked.
  'queues.sync-pending, that fails': { exercise: aFailingSync, grants: sends(/Unsettled/) },

  'queues.project-lists': {
    ...counted['queues.project-lists'],
    exercise: (world) => aListing(world),
  },
  'queues.project-lists, as the stream hands it': {
    exercise: (world) => aListing(world, 'once refused'),
    grants: readsStream,
  },
  'queues.project-lists, of a payment that moves': {
    exercise: aMove,
    grants: inTable('BatchGetItem', 'DeleteItem'),
  },
  'queues.project-lists, of a change that is not listed': {
    exercise: aParkedChange('Unlisted', () => ({
      pk: `MERCHANT#${newId('shop')}#CUSTOMER#cus_1`,
      sk: 'CUSTOMER',
    })),
    grants: sends(/Unlisted/),
  },
};
