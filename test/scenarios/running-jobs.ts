import { slowReceiverKey } from '#merchants/accounts/configuration-store.ts';
import { receiverId } from '#merchants/accounts/slow-receiver.ts';
import type { Item } from '#platform/table/port.ts';
import { eventKey } from '#webhooks/events/event-store.ts';
import { functionNamed } from '../support/deployment/function-names.ts';
import type { Exercise, ExerciseContext } from '../support/requests/exercise.ts';
import { eventually } from '../support/runner/eventually.ts';
import {
  aSale,
  createMerchant,
  type Merchant,
  newId,
  newSecret,
  successful,
} from '../support/switch/merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from '../support/switch/switch.ts';
import { done as prepared } from './scenario.ts';
import { payment, posted, runningStripe } from './stripe.ts';

/** Functions behind queues, streams and clocks, at work in a running switch. */

/** A refusal for want of a grant is a 500; a success is the operation's promise. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500) return false;
  throw new Error(`${status}: ${text}`);
}

export async function aDueDelivery(world: ExerciseContext) {
  const { item } = await aFailedDelivery(world);
  await world.running.rewrite(item, overdue());
  return () => searched(world.running);
}

/** The step of a retry of many events sends an event again, whose attempt follows at once. */
export async function anEventSentAgain(world: ExerciseContext) {
  const { running } = world;
  const { merchant, received } = await aMerchantWithReceiver(world);
  const step = await aStepFor(running, merchant);
  return async () => {
    await step();
    await until(() => world.wasRefused() || received() > 0);
    return received() > 0;
  };
}

export async function aTakenRetry(world: ExerciseContext, stored: object) {
  const { retry } = await aRetryAfter(world, stored);
  return async () => tookAll(await retry());
}

/** The first request with the admin key, which the function caches for a while. */
export async function anAccount({ running: { call } }: ExerciseContext) {
  return async () => {
    const body = { merchant_id: newId('merchant') };
    return done(await call('POST', '/accounts', { key: adminKey, body }));
  };
}

/** A change that arrives twice: the function reads whether its event was delivered meanwhile. */
export async function aRepeatedChange(world: ExerciseContext) {
  const { running } = world;
  const change = await changeOf(running, await aDeliveredPayment(world));
  return async () => tookAll(await invoke(running, 'queues.publish-events', change));
}

/** A change that cannot be handled is parked after its last attempt, in the queue of this name. */
export const aParkedChange =
  (queue: string, change: () => Item): Exercise =>
  async ({ running, wasRefused }) => {
    const parked = async () => (await depthOf(running, queue)).visible;
    const before = await parked();
    return async () => {
      await running.put(change());
      await until(async () => wasRefused() || (await parked()) > before);
      return (await parked()) > before;
    };
  };

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
export async function aDelivery(
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
export async function aDeliveryByKnownSettings(world: ExerciseContext) {
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
export async function aFailingSync({ running }: ExerciseContext) {
  const place = { pk: `MERCHANT#${newId('merchant')}#PAYMENT#${newId('pay')}`, sk: 'REFUND#ref_1' };
  await running.put(place);
  const body = JSON.stringify({ ...place, dueAt: minutesAgo(1) });
  const message = { ...messageOf(body), attributes: { ApproximateReceiveCount: '5' } };
  return async () => tookAll(await invoke(running, 'queues.sync-pending', { Records: [message] }));
}

/** Delivers a webhook to a receiver that timed out before. */
export async function anEventForASlowReceiver(world: ExerciseContext) {
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
 * by itself: its answer is that there is none, and the amount is given back.
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
  // No server listens there: the charge has a webhook, which is enough.
  notification_url: 'http://127.0.0.1:9/news',
  repeat_answers: true,
});

/** Has the sandbox processor send the webhook of a payment. */
export async function aNotification(
  world: ExerciseContext,
  when: 'at once' | 'once refused' = 'at once',
) {
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
export async function aSyncDueNow(world: ExerciseContext) {
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

/** Has a refund wait for its processor, whose turn came a minute ago. */
async function makePendingSync(running: RunningSwitch, refund: StoredRefund, changes: object = {}) {
  const item = await refundItem(running, refund);
  const pendingSync = { since: minutesAgo(5), nextAt: minutesAgo(1), checks: 0 };
  await running.rewrite(item, { pendingSync, ...changes });
  return item;
}

/** Has a refund looked at whose time has come, as the stream tells it. */
export async function aSync(world: ExerciseContext) {
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

export const aTimeout = {
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
export async function aStepOfARetry({ running }: ExerciseContext) {
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
export async function aSlowDelivery(world: ExerciseContext) {
  const { retry, received } = await aRetryAfter(world, { attempts: [aTimeout] });
  const isRepeated = () => received() > 1;
  return async () => {
    await afterRefusal(world, retry);
    await until(() => world.wasRefused() || isRepeated());
    return isRepeated();
  };
}

/** The stored entries of an owner's list: rows, or the places of entities that move. */
const rowsOf = async (running: RunningSwitch, owner: string, list: string) =>
  (await running.items(`${owner}#LIST#${list}#`)).filter(({ pk }) => /#0$|#PLACE#/.test(pk));

/** Has a payment listed, and tells whether it was. */
export async function aListing(
  world: ExerciseContext,
  when: 'at once' | 'once refused' = 'at once',
) {
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

/** A payment that gets another address leaves the list of the one it had. */
export const aMove: Exercise = async ({ running, wasRefused }) => {
  const { id, key } = await createMerchant(running);
  const body = { ...aSale(), confirm: false, email: 'one@example.com' };
  const made = successful(await running.call('POST', '/payments', { key, body }));
  const payment_id = textAt(made, 'payment_id');
  const rows = async () =>
    (await running.items(`MERCHANT#${id}#LIST#payments#UNDER#email#`)).map(({ pk }) => pk).join();
  await until(async () => (await rows()) !== '');
  const before = await rows();
  return async () => {
    const change = { email: 'other@example.com' };
    successful(await running.call('POST', `/payments/${payment_id}`, { key, body: change }));
    await until(async () => wasRefused() || (await rows()) !== before);
    return (await rows()) !== before;
  };
};

/** An event of Stripe's API is stored as it is sent. */
export const anEventOfStripe: Exercise = async ({ running, receiver, wasRefused }) => {
  const path = `/${newId('events')}`;
  const { ask } = runningStripe(running);
  const endpoint = { url: `${receiver.url}${path}`, enabled_events: ['*'] };
  await prepared({ ask }, 'sandbox.stripe', posted('webhook_endpoints', endpoint));
  return async () => {
    await prepared({ ask }, 'sandbox.stripe', payment());
    await until(() => wasRefused() || receiver.received(path).length > 0);
    return receiver.received(path).length > 0;
  };
};

/** The check of all pages of payment links, by its report. */
export const aPageCheck =
  (name: string, report: string): Exercise =>
  async ({ running }) =>
  async () => {
    const id = newId('run');
    await invoke(running, name, { id });
    return eventually(() => {
      const found = running.lines.find(({ message }) =>
        message.includes(`"run":"${id}","checked"`),
      );
      if (!found) throw new Error('The pages are not reported yet.');
      return found.message.includes(report);
    });
  };

/** A request to a path of a service that has none like it. */
export const aRequestToNowhere =
  (urlOf: (running: RunningSwitch) => string): Exercise =>
  async ({ running }) =>
  async () =>
    (await running.call('GET', `${urlOf(running)}/nowhere`)).status === 404;

/** The search finds a refund that no processor knows. */
export const aSearch: Exercise = async ({ running }) => {
  const refund = await aLostRefund(running);
  // It is due for the search and for no other function: so it is there until the search comes.
  const later = { since: minutesAgo(0), nextAt: minutesAgo(-60), checks: 0 };
  await running.rewrite(await refundItem(running, refund), { pendingSync: later, ...overdue() });
  return () => searched(running);
};

/** The message of a refund whose processor should have been asked a minute ago. */
export const aSyncByMessage: Exercise = async ({ running }) => {
  const refund = await aLostRefund(running);
  const { pk, sk } = await makePendingSync(running, refund);
  return async () => {
    const body = JSON.stringify({ pk, sk, dueAt: minutesAgo(1) });
    await invoke(running, 'queues.sync-pending', { Records: [messageOf(body)] });
    return hasFailed(running, refund);
  };
};
