import * as v from 'valibot';
import { exampleBank, oddAmounts } from '../support/processors/example-bank.ts';
import { eventually } from '../support/runner/eventually.ts';
import { ownClone } from '../support/switch/own-clone.ts';
import type { Call } from '../support/switch/switch.ts';

/** The members of answers that the tests read. */
const Body = v.looseObject({
  payment_id: v.optional(v.string(), ''),
  status: v.optional(v.string()),
  api_key: v.optional(v.string(), ''),
  merchant_connector_id: v.optional(v.string(), ''),
  connector_name: v.optional(v.string()),
  connectors: v.optional(v.array(v.object({ name: v.string() })), []),
  error: v.optional(v.object({ message: v.string() })),
});
type Answer = v.InferOutput<typeof Body>;

const clone = ownClone();
let bank: Awaited<ReturnType<typeof exampleBank>>;
let shop: Awaited<ReturnType<typeof clone.start>>;
const mistake = "    if (currency === 'JPY') throw new TypeError('a mistake');\n";
const keys = { admin: 'test_admin', shop: '' };
const account = { id: '', webhookSecret: 'bank_secret' };

/** Calls the API, again where a function was not bundled in time: the gateway waits 30 seconds. */
async function ask(...given: Parameters<Call>) {
  let answer = await shop.call(...given);
  while (answer.status === 503) answer = await shop.call(...given);
  return { status: answer.status, body: v.parse(Body, answer.body ?? {}) };
}

const startShop = () => clone.start({ CONNECTOR_URLS: `stripe=sandbox,x_acme=${bank.url}` });

beforeAll(async () => {
  bank = await exampleBank();
  const made = await clone.run('scripts/turnout/turnout.ts', 'connector', 'new', 'x_acme');
  expect(made).toMatchObject({ code: 0, error: '' });
  // An adapter with a mistake: it throws for one currency.
  clone.edit(
    'connectors/x_acme/payments.ts',
    '    const { number, expiryMonth',
    `${mistake}    const { number, expiryMonth`,
  );
  shop = await startShop();
  await ask('POST', '/accounts', { key: keys.admin, body: { merchant_id: 'shop' } });
  const key = await ask('POST', '/api_keys/shop', {
    key: keys.admin,
    body: { name: 'shop', expiration: 'never' },
  });
  keys.shop = key.body.api_key;
  const connected = await connect('x_acme');
  expect([connected.status, connected.body.connector_name]).toEqual([200, 'x_acme']);
  account.id = connected.body.merchant_connector_id;
});

afterAll(async () => {
  await clone.remove();
  await bank?.stop();
});

const connect = (connector_name: string) =>
  ask('POST', '/account/shop/connectors', {
    key: keys.admin,
    body: {
      connector_type: 'payment_processor',
      connector_name,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_1' },
      connector_webhook_details: { merchant_secret: account.webhookSecret },
      payment_methods_enabled: [
        { payment_method: 'card', payment_method_types: [{ payment_method_type: 'credit' }] },
      ],
    },
  });

async function pay(
  amount: number,
  more: object = {},
  number = '4111111111111111',
): Promise<Answer> {
  const { body } = await ask('POST', '/payments', {
    key: keys.shop,
    body: {
      ...{ amount, currency: 'EUR', confirm: true, connector: ['x_acme'] },
      ...{ payment_method: 'card', payment_method_type: 'credit' },
      payment_method_data: {
        card: { card_number: number, card_exp_month: '10', card_exp_year: '2035', card_cvc: '123' },
      },
      ...more,
    },
  });
  return body;
}

const retrieve = async ({ payment_id }: Answer, query: Readonly<Record<string, string>> = {}) =>
  (await ask('GET', `/payments/${payment_id}`, { key: keys.shop, query })).body;
const sync = (payment: Answer) => retrieve(payment, { force_sync: 'true' });

const webhookAbout = ({ payment_id }: Answer, secret = account.webhookSecret) => {
  const reference = [...bank.payments.keys()].find((one) => one.startsWith(payment_id)) ?? '';
  const { body, headers } = bank.webhookOf(reference, secret);
  return ask('POST', `/webhooks/shop/${account.id}`, { body, headers });
};

it('a connector of one’s own takes a payment, and refunds it', async () => {
  const paid = await pay(1_000);
  expect(paid).toMatchObject({ status: 'succeeded', connector: 'x_acme', amount_received: 1_000 });
  const refund = await ask('POST', '/refunds', {
    key: keys.shop,
    body: { payment_id: paid.payment_id, amount: 400 },
  });
  expect(refund.body).toMatchObject({ status: 'succeeded', amount: 400 });
});

it('a refused card is refused in the words of the bank', async () => {
  const refused = await pay(1_000, {}, '4000000000000002');
  expect(refused).toMatchObject({ status: 'failed', error_code: 'no_funds' });
});

it('the connector is among those of the feature matrix, and an unknown name is refused with all names', async () => {
  const { body } = await ask('GET', '/feature_matrix', { key: keys.shop });
  const names = body.connectors.map(({ name }) => name.toLowerCase());
  expect(names).toContain('x_acme');
  const unknown = await connect('x_other');
  expect(unknown.status).toBe(400);
  expect(unknown.body.error?.message).toContain('`x_acme`');
});

it('an answer that is lost, never comes or cannot be read leaves the payment open until a sync finds it', async () => {
  const { lost, never, unreadable } = oddAmounts;
  for (const amount of [lost, unreadable, never]) {
    const open = await pay(amount);
    expect([amount, open.status]).toEqual([amount, 'processing']);
    expect([amount, (await sync(open)).status]).toEqual([amount, 'succeeded']);
  }
});

it('an answer in another currency is not believed', async () => {
  expect(await pay(oddAmounts.otherCurrency)).toMatchObject({ status: 'conflicted' });
});

it('an adapter that throws sends nothing, and its payment fails', async () => {
  const before = bank.requests.length;
  const failed = await pay(1_000, { currency: 'JPY' });
  expect(failed.status).toBe('failed');
  expect(bank.requests.length).toBe(before);
});

it('a webhook settles a payment once it is genuine, and once however often it comes', async () => {
  const open = await pay(oddAmounts.waiting);
  expect(open.status).toBe('processing');
  bank.settle();
  expect((await webhookAbout(open)).status).toBe(200);
  expect((await retrieve(open)).status).toBe('succeeded');
  expect((await webhookAbout(open)).status).toBe(200);
  expect(await retrieve(open)).toMatchObject({
    status: 'succeeded',
    amount_received: oddAmounts.waiting,
  });
});

it('a connector that is removed leaves its open payments as they are until it is put back', async () => {
  const open = await pay(oddAmounts.waiting);
  bank.settle();
  await shop.stop();
  const settings = ['turnout.sandbox.json', '"connectors/x_acme"'] as const;
  clone.edit(...settings, '');
  shop = await clone.start({});
  expect((await sync(open)).status).toBe('processing');
  expect((await webhookAbout(open)).status).toBe(501);
  await eventually(() => expect(shop.said()).toContain('no settings file has it'));
  expect((await connect('stripe_test')).status).toBe(200);
  const elsewhere = await pay(1_000, { connector: ['stripe_test'] }, '4242424242424242');
  expect(elsewhere).toMatchObject({ status: 'succeeded', connector: 'stripe_test' });
  await shop.stop();
  clone.edit('turnout.sandbox.json', '[', '["connectors/x_acme"');
  shop = await startShop();
  expect((await sync(open)).status).toBe('succeeded');
});

it('the connector is proven by the suites of ours, and no file of the core is changed by it', async () => {
  const prove = () => clone.run('scripts/turnout/turnout.ts', 'connector', 'prove', 'x_acme');
  expect(await prove()).toMatchObject({ code: 1, error: expect.stringContaining('a mistake') });
  clone.edit('connectors/x_acme/payments.ts', mistake, '');
  const proven = await prove();
  expect([proven.code, proven.out]).toEqual([0, expect.stringContaining('x_acme is proven.')]);
  expect(clone.git('status', '--porcelain').trim().split('\n')).toEqual([
    '?? connectors/x_acme/',
    '?? turnout.sandbox.json',
  ]);
});

it('a new version of the core goes over it, and one with another interface refuses it in a sentence', async () => {
  const version = 'shared/connectors/interface/version.ts';
  clone.git('add', 'connectors/x_acme', 'turnout.sandbox.json');
  clone.git('commit', '--quiet', '--message', 'our bank');
  clone.git('checkout', '--quiet', '-b', 'next', 'HEAD~1');
  clone.edit('package.json', '"version": "', '"version": "1');
  clone.git('commit', '--quiet', '--all', '--message', 'a new version');
  clone.git('checkout', '--quiet', '-');
  clone.git('merge', '--quiet', '--no-edit', 'next');
  expect(clone.git('diff', '--name-only', 'next')).toBe(
    `${clone.git('ls-files', 'connectors/x_acme')}turnout.sandbox.json\n`,
  );
  const listed = await clone.run('scripts/turnout/turnout.ts', 'connector', 'list');
  expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/^x_acme +1, read on /m)]);
  clone.edit(version, 'interfaceVersion = 1', 'interfaceVersion = 2');
  const refused = await clone.run('scripts/turnout/turnout.ts', 'connector', 'list');
  expect(refused).toMatchObject({
    code: 1,
    error:
      'connectors/x_acme/about.ts: it is written for version 1 of the interface, and this is version 2: docs/own-connector.md says what to change.\n',
  });
});
