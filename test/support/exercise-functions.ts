import { slowReceiverKey } from '#merchants/accounts/configuration-store.ts';
import { receiverId } from '#merchants/accounts/slow-receiver.ts';
import { vaultOperations } from '#vault/operations.ts';
import { eventKey } from '#webhooks/events/event-store.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from '../scenarios/all-scenarios.ts';
import { stripe } from '../scenarios/stripe.ts';
import { eventually } from './eventually.ts';
import type { Exercise, ExerciseContext, GrantExercise } from './exercise.ts';
import { grantSpecificForLists, listExercises } from './exercise-lists.ts';
import {
  exercisesOf,
  grantSpecificOf,
  ordinaryExercisesOf,
  stripeService,
  switchService,
} from './exercise-scenarios.ts';
import { grantSpecificForVault, makeJobLog, vaultExercises } from './exercise-vault.ts';
import { functionNamed } from './function-names.ts';
import { aSale, createMerchant, type Merchant, newId, newSecret, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** The work of a function; work that needs only one grant is named after the grant. */
export function exerciseOf(name: string, action: string, resource: string): Exercise {
  const special = [...allGrantSpecific(), ...polled].find(
    (one) => one.name === name && one.action === action && one.resource.test(resource),
  );
  const found = special?.exercise ?? allOrdinary()[name];
  if (!found) throw new Error(`Nobody has said what ${name} does.`);
  return found;
}

/** All work of these functions; work for one grant is named after it. */
export const allExercises = (): readonly {
  readonly called: string;
  readonly exercise: Exercise;
}[] => [
  ...Object.entries(allOrdinary()).map(([called, exercise]) => ({ called, exercise })),
  ...allGrantSpecific().map(({ name, action, resource, exercise }) => ({
    called: `${name} ${action} ${resource}`,
    exercise,
  })),
];

/** The work of each function, by its name. */
const allOrdinary = (): Readonly<Record<string, Exercise>> => ({
  ...exercisesOf(scenarios, switchService),
  ...exercises,
  ...listExercises,
  ...exercisesOf(stripe, stripeService),
  ...vaultExercises,
});

/**
 * Each function's plainest success by the function's name, without what only grants need, and other
 * cases by names such as `payments.create, with confirm`.
 */
export const ordinaryWork = (): Readonly<Record<string, Exercise>> => ({
  ...allOrdinary(),
  ...ordinaryExercisesOf(scenarios),
  'queues.deliver-webhook': (world) => aDelivery(world, 'at once', 200),
  'vault-jobs.check-pages':
    async ({ running }) =>
    async () => {
      await invoke(running, 'vault-jobs.check-pages', {});
      return true;
    },
});

const allGrantSpecific = () => [
  ...grantSpecificOf(scenarios, switchService),
  ...grantSpecific,
  ...grantSpecificForLists,
  ...grantSpecificOf(stripe, stripeService),
  ...grantSpecificForVault,
];

/** A refusal for want of a grant is a 500; a success is the operation's promise. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500) return false;
  throw new Error(`${status}: ${text}`);
}

const exercises: Readonly<Record<string, Exercise>> = {
  'queues.notify-from-sandbox': (world) => aNotification(world),

  'http.not-found':
    async ({ running }) =>
    async () =>
      (await running.call('GET', '/nowhere')).status === 404,

  'sandbox.not-found':
    async ({ running }) =>
    async () =>
      (await running.call('GET', `${running.sandboxUrl}/nowhere`)).status === 404,

  // A receiver that answers 500 is tried again: a delivery like this needs all that delivery may.
  'queues.publish-events': (world) => aDelivery(world),
  'queues.deliver-webhook': (world) => aDelivery(world),
  'queues.check-link-pages':
    async ({ running }) =>
    async () => {
      const id = newId('run');
      await invoke(running, 'queues.check-link-pages', { id });
      return eventually(() => {
        const isReport = ({ message }: { readonly message: string }) =>
          message.includes(`"run":"${id}","checked"`);
        const report = running.lines.find(isReport);
        if (!report) throw new Error('The pages are not reported yet.');
        return report.message.includes('"checked":12,"altered":0');
      });
    },
  'queues.find-due': async ({ running }) => {
    const refund = await aLostRefund(running);
    // It is due for the search, and for whoever looks it is not: so it is there until we come.
    const later = { since: minutesAgo(0), nextAt: minutesAgo(-60), checks: 0 };
    await running.rewrite(await refundItem(running, refund), { pendingSync: later, ...overdue() });
    return () => searched(running);
  },
  'queues.sync-pending': async ({ running }) => {
    const refund = await aLostRefund(running);
    const { pk, sk } = await makePendingSync(running, refund);
    return async () => {
      const body = JSON.stringify({ pk, sk, dueAt: minutesAgo(1) });
      await invoke(running, 'queues.sync-pending', { Records: [messageOf(body)] });
      return hasFailed(running, refund);
    };
  },
};

type Row = readonly [name: string, action: string, resource: RegExp, exercise: Exercise];

const grantsOf = (rows: readonly Row[]): readonly GrantExercise[] =>
  rows.map(([name, action, resource, exercise]) => ({ name, action, resource, exercise }));

/** The rows of a function that a queue of this name invokes. */
const fedBy = (queue: RegExp, name: string, exercise: Exercise): readonly Row[] =>
  ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => [
    name,
    `sqs:${action}`,
    queue,
    exercise,
  ]);

const aDeliveryOnceRefused: Exercise = (world) => aDelivery(world, 'once refused');

/**
 * Grants that are used without end: a refusal must have been seen before there is work to miss.
 */
const polled = grantsOf([
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
    (action): Row => [
      'queues.publish-events',
      `dynamodb:${action}`,
      action === 'ListStreams' ? /^\*$/ : /stream/,
      aDeliveryOnceRefused,
    ],
  ),
  ...fedBy(/-Deliveries/, 'queues.deliver-webhook', aDeliveryOnceRefused),
  ...fedBy(/-SlowDeliveries/, 'queues.deliver-webhook', (world) => aSlowDelivery(world)),
  ...fedBy(/SyncQueue/, 'queues.sync-pending', (world) => aSync(world)),
  ...fedBy(/Notifications/, 'queues.notify-from-sandbox', (world) =>
    aNotification(world, 'once refused'),
  ),
]);

const grantSpecific = grantsOf([
  ['queues.find-due', 'sqs:SendMessage', /-Deliveries/, aDueDelivery],
  ['queues.deliver-webhook', 'sqs:SendMessage', /-Deliveries/, anEventSentAgain],
  [
    'queues.deliver-webhook',
    'sqs:SendMessage',
    /-SlowDeliveries/,
    (world) => aTakenRetry(world, { attempts: [aTimeout] }),
  ],
  // The last attempt.
  [
    'queues.deliver-webhook',
    'sqs:SendMessage',
    /Undelivered/,
    (world) => aTakenRetry(world, { tries: 16 }),
  ],
  // A container that knows a merchant's settings reads whether they have changed.
  ['queues.deliver-webhook', 'dynamodb:GetItem', /./, aDeliveryByKnownSettings],
  // A retry of many events reads the listed events.
  ['queues.deliver-webhook', 'dynamodb:BatchGetItem', /./, aStepOfARetry],
  // A batch of deliveries takes its place at a receiver that timed out before.
  ['queues.deliver-webhook', 'dynamodb:UpdateItem', /./, anEventForASlowReceiver],
  // A sync that fails at its fifth receive is parked.
  ['queues.sync-pending', 'sqs:SendMessage', /Unsettled/, aFailingSync],
  // Events for a receiver that timed out before have a queue of their own.
  ['queues.publish-events', 'sqs:SendMessage', /-SlowDeliveries/, anEventForASlowReceiver],
  ['queues.publish-events', 'dynamodb:GetItem', /./, aRepeatedChange],
  // The reader of the stream sends the message of a sync that becomes due now.
  ['queues.publish-events', 'sqs:SendMessage', /SyncQueue/, aSyncDueNow],
  ['queues.publish-events', 'sqs:SendMessage', /Unpublished/, anUnreadableChange],
  ['accounts.create', 'secretsmanager:GetSecretValue', /./, anAccount],
]);

async function aDueDelivery(world: ExerciseContext) {
  const { item } = await aFailedDelivery(world);
  await world.running.rewrite(item, overdue());
  return () => searched(world.running);
}

/** The step of a retry of many events sends an event again, whose attempt follows at once. */
async function anEventSentAgain(world: ExerciseContext) {
  const { running } = world;
  const { merchant, received } = await aMerchantWithReceiver(world);
  const step = await aStepFor(running, merchant);
  return async () => {
    await step();
    await until(() => world.wasRefused() || received() > 0);
    return received() > 0;
  };
}

async function aTakenRetry(world: ExerciseContext, stored: object) {
  const { retry } = await aRetryAfter(world, stored);
  return async () => tookAll(await retry());
}

/** The first request with the admin key, which the function caches for a while. */
async function anAccount({ running: { call } }: ExerciseContext) {
  return async () => {
    const body = { merchant_id: newId('merchant') };
    return done(await call('POST', '/accounts', { key: adminKey, body }));
  };
}

/** A change that arrives twice: the function reads whether its event was delivered meanwhile. */
async function aRepeatedChange(world: ExerciseContext) {
  const { running } = world;
  const change = await changeOf(running, await aDeliveredPayment(world));
  return async () => tookAll(await invoke(running, 'queues.publish-events', change));
}

/** A change that cannot be read is parked after its last attempt. */
async function anUnreadableChange({ running, wasRefused }: ExerciseContext) {
  const parked = async () => (await depthOf(running, 'Unpublished')).visible;
  const before = await parked();
  return async () => {
    await running.put({ pk: newId('UNREADABLE'), sk: 'PAYMENT' });
    await until(async () => wasRefused() || (await parked()) > before);
    return (await parked()) > before;
  };
}

let oldestThousands = 10_000;

/** Makes a function write a line of its log, and returns the text to find it by. */
export async function makeItLog(name: string, running: RunningSwitch): Promise<string> {
  if (name === 'queues.find-due') {
    // It says how old the oldest is, so each time there is something older, by thousands of seconds.
    oldestThousands += 1;
    const dueAt = new Date(Date.now() - oldestThousands * 1_000_000).toISOString();
    await running.put({ pk: newId('DUE'), sk: 'NOTHING', duePk: 'DUE#01', dueAt });
    await invoke(running, name, {});
    return `"oldestSeconds":${oldestThousands}`;
  }
  if (name.startsWith('vault-jobs.')) return makeJobLog(name, running);
  if (/^queues\.(publish-events|project-lists)$/.test(name)) {
    const id = newId('change');
    const NewImage = { pk: { UNKNOWN: '1' } };
    const unreadable = { eventID: id, dynamodb: { SequenceNumber: '1', NewImage } };
    await invoke(running, name, { Records: [unreadable] });
    return id;
  }
  if (/^queues\.(deliver-webhook|sync-pending|notify-from-sandbox)$/.test(name)) {
    const id = newId('message');
    const unreadable = { messageId: id, body: '{}', attributes: {}, receiptHandle: 'none' };
    await invoke(running, name, { Records: [unreadable] });
    return id;
  }
  // Whatever is asked of it, it says that it was asked.
  const { base = running.url, operation } = routeOf(name, running);
  const { method, path } = operation ?? { method: 'GET', path: '/nowhere' };
  const url = `${base}${path.replace(/\{\w+\}/g, 'none')}`;
  const answer = await running.call(method, url, method === 'GET' ? {} : { body: {} });
  const id = answer.headers.get('x-request-id');
  if (!id) throw new Error(`${name} did not say which request it answered.`);
  return id;
}

function routeOf(name: string, { sandboxUrl, vaultUrl }: RunningSwitch) {
  if (name.startsWith('vault.')) {
    return { base: vaultUrl, operation: vaultOperations.find((one) => one.name === name) };
  }
  // One function serves every route of Stripe's API.
  if (name === 'sandbox.stripe') return { base: `${sandboxUrl}/stripe` };
  const operation = [...operations, ...sandboxOperations].find((one) => one.name === name);
  return name.startsWith('sandbox.') ? { base: sandboxUrl, operation } : { operation };
}

/** A merchant with a path of its own at the receiver, which may answer with another status. */
async function aMerchantWithReceiver({ running, receiver }: ExerciseContext, status?: number) {
  const path = `/${newId('hook')}`;
  const url = `${receiver.url}${path}`;
  if (status !== undefined) receiver.behave(path, { status });
  const merchant = await createMerchant(running, {
    account: { webhook_details: { webhook_url: url } },
  });
  return {
    merchant,
    url,
    /** How many webhooks the receiver has got. */
    received: () => receiver.received(path).length,
    /** Makes a payment, whose webhook follows. */
    pay: async () =>
      successful(await running.call('POST', '/payments', { key: merchant.key, body: aSale() })),
    /** The stored delivery of an event, as soon as there was an attempt. */
    delivery: async () =>
      (await running.items(`MERCHANT#${merchant.id}#EVENT#`)).find(({ sk }) => sk === 'DELIVERY'),
  };
}

/**
 * Does work after the grant was refused once, and waits long enough for the refused action to
 * succeed nevertheless, if it could.
 */
async function afterRefusal(
  { withoutGrant, wasRefused }: ExerciseContext,
  work: () => Promise<unknown>,
): Promise<void> {
  if (withoutGrant) await until(wasRefused);
  await work();
  if (withoutGrant) await pause(400);
}

/** Delivers the webhook of a payment, and stores the attempt. */
async function aDelivery(
  world: ExerciseContext,
  when: 'at once' | 'once refused' = 'at once',
  status = 500,
) {
  const { pay, received, delivery } = await aMerchantWithReceiver(world, status);
  return async () => {
    await (when === 'once refused' ? afterRefusal(world, pay) : pay());
    const isStored = async () => (await delivery()) !== undefined;
    await until(async () => world.wasRefused() || (await isStored()));
    return received() > 0 && (await isStored());
  };
}

/**
 * Delivers webhooks by a container that has known the merchant longer than settings are cached.
 * Where several containers deliver, it takes some payments until one of these does.
 */
async function aDeliveryByKnownSettings(world: ExerciseContext) {
  const { withoutGrant, wasRefused } = world;
  const { pay, received } = await aMerchantWithReceiver(world);
  const deliver = async (times: number) => {
    await pay();
    await until(() => wasRefused() || received() >= times);
  };
  await deliver(1);
  return async () => {
    for (let times = 2; times <= 6; times++) {
      await pause(2_100);
      await deliver(times);
      if (!withoutGrant || wasRefused()) break;
    }
    return !wasRefused();
  };
}

/** A look at something that cannot be read. */
async function aFailingSync({ running }: ExerciseContext) {
  const place = { pk: `MERCHANT#${newId('merchant')}#PAYMENT#${newId('pay')}`, sk: 'REFUND#ref_1' };
  await running.put(place);
  const body = JSON.stringify({ ...place, dueAt: minutesAgo(1) });
  const message = { ...messageOf(body), attributes: { ApproximateReceiveCount: '5' } };
  return async () => tookAll(await invoke(running, 'queues.sync-pending', { Records: [message] }));
}

/** Delivers a webhook to a receiver that timed out before. */
async function anEventForASlowReceiver(world: ExerciseContext) {
  const { merchant, url, pay, received } = await aMerchantWithReceiver(world);
  const id = receiverId(merchant.id, url);
  const timedOutAt = Date.now();
  await world.running.put({ ...slowReceiverKey(merchant.id, id), id, timedOutAt });
  return async () => {
    await pay();
    await until(() => world.wasRefused() || received() > 0);
    return received() > 0;
  };
}

const until = (isSo: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    if (!(await isSo())) throw new Error('It did not come to that.');
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function aDeliveredPayment(world: ExerciseContext): Promise<Merchant> {
  const { merchant, pay, received } = await aMerchantWithReceiver(world);
  await pay();
  await until(() => received() > 0);
  return merchant;
}

/** The last change of a merchant's only payment, as the stream sent it. */
async function changeOf(running: RunningSwitch, { id }: Merchant) {
  const [item] = await running.items(`MERCHANT#${id}#PAYMENT#`);
  return {
    Records: [{ eventID: 'again', dynamodb: { SequenceNumber: '1', NewImage: item?.attributes } }],
  };
}

export async function invoke(running: RunningSwitch, name: string, event: unknown) {
  const target = running.assembly.iam
    .grants()
    .find(({ functionLogicalId }) => functionNamed(functionLogicalId) === name);
  return running.assembly.invoke(target?.functionLogicalId ?? '', event);
}

const tookAll = (response: unknown) => JSON.stringify(response) === '{"batchItemFailures":[]}';

async function aRefund(running: RunningSwitch, number?: string) {
  const { id, key, profileId } = await createMerchant(running);
  const paid = successful(await running.call('POST', '/payments', { key, body: aSale(number) }));
  const body = { payment_id: textAt(paid, 'payment_id'), amount: 600 };
  const refund = successful(await running.call('POST', '/refunds', { key, body }));
  return { merchantId: id, key, profileId, refundId: textAt(refund, 'refund_id') };
}

/**
 * A refund that was written down long ago and never reached its processor, which will not speak of it
 * by itself: whoever asks is told that there is none, and gives its amount back.
 */
async function aLostRefund(running: RunningSwitch) {
  const made = await aRefund(running);
  const stored = await running.items(`MERCHANT#${made.merchantId}#`);
  const refundId = newId('ref');
  for (const { pk, sk, value } of stored.filter(({ text }) => text.includes(made.refundId))) {
    const renamed = (text: string) => text.replace(made.refundId, refundId);
    const lost = {
      id: refundId,
      status: 'pending',
      transitions: [],
      askedAt: '2026-01-01T00:00:00Z',
    };
    const key = { pk: renamed(pk), sk: renamed(sk) };
    if (sk.startsWith('REFUND')) await running.put({ ...value, ...lost, ...key });
  }
  return { ...made, refundId };
}

/** The requests of the switch to the sandbox processor. */
export const aCharge = (number = '4242424242424242') => ({
  processor: 'fauxpay',
  amount: 6540,
  currency: 'USD',
  capture_method: 'automatic',
  card: { number, expiry_month: '10', expiry_year: '2035', cvc: '123' },
  // Nobody listens there; what matters is that there is something to tell.
  notification_url: 'http://127.0.0.1:9/news',
  repeat_answers: true,
});

/** Has the sandbox processor tell somebody of a payment. */
async function aNotification(world: ExerciseContext, when: 'at once' | 'once refused' = 'at once') {
  const { running, receiver, wasRefused } = world;
  const path = `/${newId('news')}`;
  const body = { ...aCharge(), notification_url: `${receiver.url}${path}` };
  const charge = async () => {
    const url = `${running.sandboxUrl}/payments/${newId('ref')}`;
    successful(await running.call('PUT', url, { key: newSecret(), body }));
  };
  return async () => {
    await (when === 'once refused' ? afterRefusal(world, charge) : charge());
    await until(() => wasRefused() || receiver.received(path).length > 0);
    return receiver.received(path).length > 0;
  };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const overdue = () => ({ duePk: 'DUE#00', dueAt: minutesAgo(3) });

const messageOf = (body: string) => ({
  messageId: newId('message'),
  receiptHandle: 'none',
  attributes: { ApproximateReceiveCount: '1' },
  body,
});

/** Whether the search for due items came to its end. */
const searched = (running: RunningSwitch) =>
  invoke(running, 'queues.find-due', {}).then(
    () => true,
    () => false,
  );

async function depthOf(running: RunningSwitch, queue: string) {
  const all = await running.assembly.queueDepths();
  const found = all.find(({ logicalId }) => logicalId.startsWith(queue));
  if (!found) throw new Error(`There is no queue ${queue}.`);
  return found;
}

/** Has a payment wait for its customer, so that it has to be looked at in a minute. */
async function aSyncDueNow(world: ExerciseContext) {
  const { running, wasRefused } = world;
  const refund = await aLostRefund(running);
  return async () => {
    await makePendingSync(running, refund, overdue());
    await until(async () => wasRefused() || (await hasFailed(running, refund)));
    return hasFailed(running, refund);
  };
}

type StoredRefund = Awaited<ReturnType<typeof aRefund>>;

async function refundItem(running: RunningSwitch, { merchantId, refundId }: StoredRefund) {
  const stored = await running.items(`MERCHANT#${merchantId}#PAYMENT#`);
  const item = stored.find(({ sk }) => sk === `REFUND#${refundId}`);
  if (!item) throw new Error('There is no refund.');
  return item;
}

const hasFailed = async (running: RunningSwitch, refund: StoredRefund) =>
  (await refundItem(running, refund)).value.status === 'failed';

/** Has a refund wait for its processor, which somebody should have asked a minute ago. */
async function makePendingSync(running: RunningSwitch, refund: StoredRefund, changes: object = {}) {
  const item = await refundItem(running, refund);
  const pendingSync = { since: minutesAgo(5), nextAt: minutesAgo(1), checks: 0 };
  await running.rewrite(item, { pendingSync, ...changes });
  return item;
}

/** Has a refund looked at whose time has come, as the stream tells it. */
async function aSync(world: ExerciseContext) {
  const { running, wasRefused } = world;
  const refund = await aLostRefund(running);
  return async () => {
    await afterRefusal(world, () => makePendingSync(running, refund, overdue()));
    await until(async () => wasRefused() || (await hasFailed(running, refund)));
    return hasFailed(running, refund);
  };
}

/** An event whose first attempt failed. */
async function aFailedDelivery(world: ExerciseContext) {
  const { merchant, pay, received, delivery } = await aMerchantWithReceiver(world, 500);
  await pay();
  const item = await eventually(async () => {
    const found = await delivery();
    if (!found) throw new Error('There was no attempt yet.');
    return found;
  });
  return { merchant, item, received };
}

const aTimeout = {
  number: 1,
  kind: 'initial_attempt',
  at: minutesAgo(2),
  ms: 30_000,
  delivered: false,
  error: 'timeout',
};

/** The retry of a delivery with these attributes, which is due now. */
async function aRetryAfter(world: ExerciseContext, stored: object) {
  const { merchant, item, received } = await aFailedDelivery(world);
  const dueAt = minutesAgo(1);
  await world.running.rewrite(item, { dueAt, ...stored });
  const body = JSON.stringify({ merchantId: merchant.id, eventId: item.value.eventId, dueAt });
  const retry = () =>
    invoke(world.running, 'queues.deliver-webhook', { Records: [messageOf(body)] });
  return { retry, received };
}

/** The step of a retry of many events that finds one. */
async function aStepOfARetry({ running }: ExerciseContext) {
  return aStepFor(running, await createMerchant(running));
}

async function aStepFor(
  running: RunningSwitch,
  merchant: Awaited<ReturnType<typeof createMerchant>>,
) {
  const { id: merchantId, key, profileId } = merchant;
  const eventId = newId('evt');
  await running.put({
    ...eventKey({ merchantId, eventId }),
    id: eventId,
    merchantId,
    profileId,
    objectId: newId('pay'),
    body: '{}',
    type: 'payment_succeeded',
    class: 'payments',
    createdAt: minutesAgo(2),
  });
  const listed = () => running.call('POST', `/events/${merchantId}`, { key, body: {} });
  await eventually(async () => {
    if (!successful(await listed()).text.includes(eventId)) throw new Error('Not listed yet.');
  });
  return async () => {
    // The search of every minute leaves it to its message for a while.
    const dueAt = new Date().toISOString();
    const events = { from: minutesAgo(5), until: minutesAgo(1) };
    const order = { merchantId, retryId: 'evr_1' };
    const wanted = { id: 'evr_1', merchantId, reason: 'requested', events, eventsPerSecond: 1 };
    await running.put({
      pk: `MERCHANT#${merchantId}#EVENT_RETRIES`,
      sk: 'EVENT_RETRY#evr_1',
      ...wanted,
      version: 1,
      run: 1,
      state: 'running',
      sent: 0,
      skipped: 0,
      createdAt: dueAt,
      dueAt,
    });
    const body = JSON.stringify({ ...order, eventId: 'evr_1', dueAt });
    return tookAll(await invoke(running, 'queues.deliver-webhook', { Records: [messageOf(body)] }));
  };
}

/** Delivers a webhook to a receiver whose last attempt timed out. */
async function aSlowDelivery(world: ExerciseContext) {
  const { retry, received } = await aRetryAfter(world, { attempts: [aTimeout] });
  const isRepeated = () => received() > 1;
  return async () => {
    await afterRefusal(world, retry);
    await until(() => world.wasRefused() || isRepeated());
    return isRepeated();
  };
}
