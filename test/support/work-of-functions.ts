import { operations, sandboxOperations } from '../../shared/operations.ts';
import {
  aSale,
  cardData,
  connect,
  good,
  type Merchant,
  newApiKey,
  newId,
  newSecret,
  takeOn,
} from './merchant.ts';
import { type Answer, adminKey, eventually, type RunningSwitch, textAt } from './switch.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/**
 * What a function is there for, done once with everything that it may ever need: prepared first, and
 * then done. Doing it tells whether it was done.
 */
export type Work = (world: World) => Promise<() => Promise<boolean>>;

export interface World {
  readonly running: RunningSwitch;
  readonly receiver: WebhookReceiver;
  /** Whether a grant is taken away while the work is done. */
  readonly lacking: boolean;
  /** Whether the function was refused what was taken from it. */
  wasRefused(): boolean;
}

/** Every function of the switch and the sandbox, by the name it has in `functions/`. */
export const functionNames: readonly string[] = [
  ...operations.map(({ name }) => name),
  ...sandboxOperations.map(({ name }) => name),
  'http.unrecognized',
  'sandbox.unrecognized',
  'queues.publish-events',
  'queues.deliver-webhook',
];

/** The name of the function that has this logical identifier: the same without dots, and a hash. */
export function functionNamed(logicalId: string): string {
  const [found, another] = functionNames.filter(
    (name) => name.replace(/[^a-z]/g, '') === logicalId.slice(0, -8),
  );
  if (!found || another) throw new Error(`${logicalId} is not the function of one file.`);
  return found;
}

/** The work of a function; what one grant alone is there for is named after the grant. */
export function workOf(name: string, action: string, resource: string): Work {
  const special = [...rare, ...polled].find(
    (one) => one.name === name && one.action === action && one.resource.test(resource),
  );
  const found = special?.work ?? work[name];
  if (!found) throw new Error(`Nobody has said what ${name} does.`);
  return found;
}

/** All there is to do. */
export const allWork = (): readonly Work[] => [
  ...Object.values(work),
  ...rare.map((one) => one.work),
];

/** A refusal for want of a grant is a 500; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status === 500) return false;
  throw new Error(`${status}: ${text}`);
}

const work: Readonly<Record<string, Work>> = {
  'health.check':
    async ({ running }) =>
    async () =>
      done(await running.call('GET', '/health')),

  'accounts.create': async ({ running: { call } }) => {
    // A member of an organization that somebody else began, under a parent.
    const body = { merchant_id: newId('merchant'), merchant_account_type: 'platform' };
    const begun = { ...body, merchant_id: newId('merchant') };
    const first = good(await call('POST', '/accounts', { key: adminKey, body: begun }));
    const member = {
      ...body,
      merchant_account_type: 'connected',
      organization_id: textAt(first, 'organization_id'),
      sub_merchants_enabled: true,
      parent_merchant_id: begun.merchant_id,
    };
    return async () => done(await call('POST', '/accounts', { key: adminKey, body: member }));
  },

  'accounts.retrieve': async ({ running }) => {
    const { id } = await anAccount(running);
    return async () => done(await running.call('GET', `/accounts/${id}`, { key: adminKey }));
  },

  'accounts.update': async ({ running }) => {
    const [{ id }, parent] = [await anAccount(running), await anAccount(running)];
    const body = { merchant_id: id, sub_merchants_enabled: true, parent_merchant_id: parent.id };
    return async () => done(await running.call('POST', `/accounts/${id}`, { key: adminKey, body }));
  },

  'api-keys.create': async ({ running }) => {
    const { id } = await anAccount(running);
    return async () => done(await newApiKey(running, id));
  },

  'api-keys.list': async ({ running }) => {
    const { id } = await anAccount(running);
    good(await newApiKey(running, id));
    return async () => done(await running.call('GET', `/api_keys/${id}/list`, { key: adminKey }));
  },

  'api-keys.revoke': async ({ running }) => {
    const { id } = await anAccount(running);
    const keyId = textAt(good(await newApiKey(running, id)), 'key_id');
    return async () =>
      done(await running.call('DELETE', `/api_keys/${id}/${keyId}`, { key: adminKey }));
  },

  'profiles.list': async ({ running }) => {
    const { id, key } = await aMerchantWithoutConnectors(running);
    return async () => done(await running.call('GET', `/account/${id}/business_profile`, { key }));
  },

  'connector-accounts.create': async ({ running }) => {
    const { id, key } = await aMerchantWithoutConnectors(running);
    return async () => done(await connect(running, id, key, 'fauxpay'));
  },

  'connector-accounts.list': async ({ running }) => {
    const { id, key } = await takeOn(running);
    return async () => done(await running.call('GET', `/account/${id}/connectors`, { key }));
  },

  'customers.create': async ({ running }) => {
    const { key, profileId } = await aMerchantWithoutConnectors(running);
    const body = { customer_id: newId('cus') };
    const headers = actingFor(profileId);
    return async () => done(await running.call('POST', '/customers', { key, headers, body }));
  },

  'customers.retrieve': async ({ running }) => {
    const { customerId, ...shown } = await aCustomer(running);
    return async () => done(await running.call('GET', `/customers/${customerId}`, shown));
  },

  'customers.update': async ({ running }) => {
    const { customerId, ...shown } = await aCustomer(running);
    const request = { ...shown, body: { name: 'Joseph' } };
    return async () => done(await running.call('POST', `/customers/${customerId}`, request));
  },

  'payments.create': async ({ running }) => {
    const { key } = await takeOn(running);
    const body = { ...aSale(), customer_id: newId('cus') };
    return async () => done(await running.call('POST', '/payments', { key, body }));
  },

  'payments.confirm': async ({ running }) => {
    const { key, paymentId } = await aPayment(running, { amount: 6540, currency: 'USD' });
    const body = { ...cardData(), customer_id: newId('cus') };
    return async () =>
      done(await running.call('POST', `/payments/${paymentId}/confirm`, { key, body }));
  },

  'payments.retrieve': async ({ running }) => {
    const challenged = await aPayment(running, aSale('4000003800000446'));
    const page = textAt(challenged.answer, 'next_action.redirect_to_url');
    good(await running.call('GET', `${page}/complete?confirm=true`));
    return async () => {
      const query = { force_sync: 'true' };
      const { key, paymentId } = challenged;
      const answer = await running.call('GET', `/payments/${paymentId}`, { key, query });
      return done(answer) && textAt(answer, 'status') === 'succeeded';
    };
  },

  'sandbox.authorize': async ({ running }) => {
    const url = `${running.sandboxUrl}/payments/${newId('ref')}`;
    return async () => done(await running.call('PUT', url, { key: newSecret(), body: aCharge() }));
  },

  'sandbox.retrieve': async ({ running }) => {
    const { url, key } = await aSandboxPayment(running);
    return async () => done(await running.call('GET', url, { key }));
  },

  'sandbox.challenge': async ({ running }) => {
    const { page } = await aSandboxPayment(running);
    return async () => done(await running.call('GET', page));
  },

  'sandbox.complete': async ({ running }) => {
    const { page } = await aSandboxPayment(running);
    return async () => done(await running.call('GET', `${page}/complete?confirm=true`));
  },

  'http.unrecognized':
    async ({ running }) =>
    async () =>
      (await running.call('GET', '/nowhere')).status === 404,

  'sandbox.unrecognized':
    async ({ running }) =>
    async () =>
      (await running.call('GET', `${running.sandboxUrl}/nowhere`)).status === 404,

  // A receiver that answers 500 is tried again: a delivery like this needs all that delivery may.
  'queues.publish-events': (world) => aDelivery(world),
  'queues.deliver-webhook': (world) => aDelivery(world),
};

/** What one grant is there for, where the function's usual work does not show that it is missing. */
interface OfOneGrant {
  readonly name: string;
  readonly action: string;
  readonly resource: RegExp;
  readonly work: Work;
}

/** Polled without end, so taking it away must have been noticed before there is work to miss. */
const polled: readonly OfOneGrant[] = [
  ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => ({
    name: 'queues.publish-events',
    action: `dynamodb:${action}`,
    resource: /stream/,
  })),
  ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => ({
    name: 'queues.deliver-webhook',
    action: `sqs:${action}`,
    resource: /Deliveries/,
  })),
].map((one) => ({ ...one, work: (world) => aDelivery(world, 'once refused') }));

const rare: readonly OfOneGrant[] = [
  {
    // Nobody may have come with the admin key before: the function remembers it for a while.
    name: 'accounts.create',
    action: 'secretsmanager:GetSecretValue',
    resource: /./,
    work:
      async ({ running: { call } }) =>
      async () => {
        const body = { merchant_id: newId('merchant') };
        return done(await call('POST', '/accounts', { key: adminKey, body }));
      },
  },
  {
    // A change that is told twice: whether it was delivered meanwhile is looked up.
    name: 'queues.publish-events',
    action: 'dynamodb:GetItem',
    resource: /./,
    work: async (world) => {
      const { running } = world;
      const change = await changeOf(running, await aDeliveredPayment(world));
      return async () => tookAll(await invoke(running, 'queues.publish-events', change));
    },
  },
  {
    // A change that nobody can read is parked in the end.
    name: 'queues.publish-events',
    action: 'sqs:SendMessage',
    resource: /Unpublished/,
    work: async ({ running, wasRefused }) => {
      const parked = async () => {
        const all = await running.assembly.queueDepths();
        return all.find(({ logicalId }) => logicalId.startsWith('Unpublished'))?.visible ?? 0;
      };
      const before = await parked();
      return async () => {
        await running.put({ pk: newId('UNREADABLE'), sk: 'PAYMENT' });
        await until(async () => wasRefused() || (await parked()) > before);
        return (await parked()) > before;
      };
    },
  },
];

/** Has a function say something in its log, and gives what to find it by. */
export async function speak(name: string, running: RunningSwitch): Promise<string> {
  if (name === 'queues.publish-events') {
    const id = newId('change');
    const unreadable = { eventID: id, dynamodb: { SequenceNumber: '1', NewImage: {} } };
    await invoke(running, name, { Records: [unreadable] });
    return id;
  }
  if (name === 'queues.deliver-webhook') {
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

function routeOf(name: string, { sandboxUrl }: RunningSwitch) {
  const operation = [...operations, ...sandboxOperations].find((one) => one.name === name);
  return name.startsWith('sandbox.') ? { base: sandboxUrl, operation } : { operation };
}

/** Has a merchant's server hear of a payment, and us write down how it went. */
async function aDelivery(world: World, when: 'at once' | 'once refused' = 'at once') {
  const { running, receiver, lacking, wasRefused } = world;
  const path = `/${newId('hook')}`;
  receiver.behave(path, { status: 500 });
  const merchant = await takeOn(running, webhooksTo(`${receiver.url}${path}`));
  return async () => {
    if (lacking && when === 'once refused') await until(wasRefused);
    good(await running.call('POST', '/payments', { key: merchant.key, body: aSale() }));
    const isNoted = async () =>
      (await running.items(`MERCHANT#${merchant.id}#EVENT#`)).some(({ sk }) => sk === 'DELIVERY');
    // Long enough for what was refused to be done all the same, if it could be.
    if (lacking && when === 'once refused') await pause(400);
    await until(async () => wasRefused() || (await isNoted()));
    return receiver.received(path).length > 0 && (await isNoted());
  };
}

const until = (isSo: () => boolean | Promise<boolean>) =>
  eventually(async () => {
    if (!(await isSo())) throw new Error('It did not come to that.');
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function aDeliveredPayment({ running, receiver }: World): Promise<Merchant> {
  const path = `/${newId('hook')}`;
  const merchant = await takeOn(running, webhooksTo(`${receiver.url}${path}`));
  good(await running.call('POST', '/payments', { key: merchant.key, body: aSale() }));
  await until(() => receiver.received(path).length > 0);
  return merchant;
}

export const webhooksTo = (webhook_url: string) => ({
  account: { webhook_details: { webhook_url } },
});

/** The change that made a merchant's only payment what it is, as the stream told it. */
async function changeOf(running: RunningSwitch, { id }: Merchant) {
  const [item] = await running.items(`MERCHANT#${id}#PAYMENT#`);
  return {
    Records: [{ eventID: 'again', dynamodb: { SequenceNumber: '1', NewImage: item?.attributes } }],
  };
}

async function invoke(running: RunningSwitch, name: string, event: unknown) {
  const target = running.assembly.iam
    .grants()
    .find(({ functionLogicalId }) => functionNamed(functionLogicalId) === name);
  return running.assembly.invoke(target?.functionLogicalId ?? '', event);
}

const tookAll = (response: unknown) => JSON.stringify(response) === '{"batchItemFailures":[]}';

async function anAccount({ call }: RunningSwitch) {
  const id = newId('merchant');
  good(await call('POST', '/accounts', { key: adminKey, body: { merchant_id: id } }));
  return { id };
}

const aMerchantWithoutConnectors = (running: RunningSwitch) => takeOn(running, { connectors: [] });

async function aCustomer(running: RunningSwitch) {
  const { key, profileId } = await aMerchantWithoutConnectors(running);
  const customerId = newId('cus');
  good(await running.call('POST', '/customers', { key, body: { customer_id: customerId } }));
  return { key, customerId, headers: actingFor(profileId) };
}

/** Whoever acts for a profile has it looked up, which is what the query is for. */
const actingFor = (profileId: string) => ({ 'x-profile-id': profileId });

async function aPayment(running: RunningSwitch, body: object) {
  const { key } = await takeOn(running);
  const answer = good(await running.call('POST', '/payments', { key, body }));
  return { key, paymentId: textAt(answer, 'payment_id'), answer };
}

/** What the switch asks the sandbox processor. */
export const aCharge = (number = '4242424242424242') => ({
  processor: 'fauxpay',
  amount: 6540,
  currency: 'USD',
  capture_method: 'automatic',
  card: { number, expiry_month: '10', expiry_year: '2035', cvc: '123' },
});

/** A payment at the sandbox processor whose customer has to act. */
async function aSandboxPayment({ call, sandboxUrl }: RunningSwitch) {
  const [url, key] = [`${sandboxUrl}/payments/${newId('ref')}`, newSecret()];
  const answer = good(await call('PUT', url, { key, body: aCharge('4000003800000446') }));
  return { url, key, page: textAt(answer, 'next_action.redirect_to_url') };
}
