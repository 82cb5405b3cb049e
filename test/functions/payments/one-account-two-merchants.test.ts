import type { Sent } from '#platform/http/egress/egress.ts';
import { stripeAccount } from '../../support/processors/stripe-account.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  aPaymentRequest,
  type Merchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
  testAccountWithWebhooks,
} from '../../support/switch/switch-in-memory.ts';

const key = 'sk_test_sharedbytwo';

/** Two merchants whose connector accounts have one key at the processor: one account there. */
async function twoShops(through: 'stripe_test' | 'stripe') {
  const dependencies: SwitchDependencies = switchDependencies();
  const { processor } = dependencies;
  const world = switchInMemory([], dependencies);
  const accountOf = async (id: string) =>
    through === 'stripe'
      ? stripeAccount(processor, id, key)
      : {
          ...testAccountWithWebhooks(id),
          connector_account_details: { auth_type: 'HeaderKey', api_key: key },
        };
  const first = await aMerchant(world, 'merchant_first', {}, await accountOf('merchant_first'));
  const second = await aMerchant(world, 'merchant_second', {}, await accountOf('merchant_second'));
  processor.clock.now = dependencies.clock.now;
  const pay = (merchant: Merchant, changes: object = {}) =>
    world.ask('payments.create', {
      key: merchant.key,
      body: aPaymentRequest({
        payment_id: 'order_10017',
        confirm: true,
        ...byCard('4242424242424242'),
        ...changes,
      }),
    });
  const shown = async (merchant: Merchant, query: Readonly<Record<string, string>> = {}) => {
    const params = { payment_id: 'order_10017' };
    return (await world.ask('payments.retrieve', { key: merchant.key, params, query })).body;
  };
  const refund = (merchant: Merchant) =>
    world.ask('refunds.create', {
      key: merchant.key,
      body: { payment_id: 'order_10017', refund_id: 'return_1', amount: 600 },
    });
  /** The number of charges, and of refunds, of each payment in the processor's books. */
  const books = async () =>
    (await processor.ledger())
      .filter(({ chargedTimes }) => chargedTimes > 0)
      .map(({ chargedTimes, refunds }) => [chargedTimes, refunds.length]);
  return { dependencies, world, first, second, pay, shown, refund, books };
}

describe.each(['stripe_test', 'stripe'] as const)('two merchants with one account at %s', (at) => {
  it('two merchants with one account are charged for two payments of one id, one after the other', async () => {
    const { first, second, pay, books } = await twoShops(at);
    expect((await pay(first)).body).toMatchObject({ status: 'succeeded' });
    expect((await pay(second)).body).toMatchObject({ status: 'succeeded' });
    expect(await books()).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('two merchants with one account are charged for two payments of one id that are made at once', async () => {
    const { first, second, pay, books } = await twoShops(at);
    const answers = await Promise.all([pay(first), pay(second)]);
    expect(answers.map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    const [one, other] = answers.map(({ body }) => body.connector_transaction_id);
    expect(one).not.toBe(other);
    expect(await books()).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('two merchants with one account give back two refunds of one id, each of its own payment', async () => {
    const { first, second, pay, refund, books } = await twoShops(at);
    await Promise.all([pay(first), pay(second)]);
    const refunds = await Promise.all([refund(first), refund(second)]);
    expect(refunds.map(({ body }) => body.status)).toEqual(['succeeded', 'succeeded']);
    expect(await books()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('a merchant does not find the charge of the other where an own request was lost', async () => {
    const { dependencies, first, second, pay, shown } = await twoShops(at);
    await pay(first);
    const { send } = dependencies;
    const silence: Sent = { kind: 'unknown', reason: 'timeout' };
    dependencies.send = async (request, options) =>
      request.method === 'GET' ? send(request, options) : silence;
    expect((await pay(second)).body).toMatchObject({ status: 'processing' });
    const { clock } = dependencies;
    clock.now = new Date(clock.now.getTime() + 5 * 60_000);
    dependencies.processor.clock.now = clock.now;
    const { status, connector_transaction_id } = await shown(second, { force_sync: 'true' });
    expect([status, connector_transaction_id]).toEqual([
      at === 'stripe' ? 'processing' : 'failed',
      null,
    ]);
  });

  it('a merchant hears nothing of the payment of the other in a webhook about it', async () => {
    const { dependencies, world, first, second, pay, shown } = await twoShops(at);
    const told: { body: string; headers: Readonly<Record<string, string>> }[] = [];
    dependencies.processor.hooks.onNotification = async ({ body = '', headers }) => {
      told.push({ body, headers });
      return undefined;
    };
    await pay(first);
    await pay(second, { capture_method: 'manual' });
    const { clock } = dependencies;
    clock.now = new Date(clock.now.getTime() + 60_000);
    dependencies.processor.clock.now = clock.now;
    await dependencies.processor.sendNotifications();
    const before = await shown(second);
    const { connector_transaction_id: others } = await shown(first);
    const about = told.filter(({ body }) => body.includes(others));
    expect(about.length).toBeGreaterThan(0);
    const params = { merchant_id: second.id, connector: at };
    for (const { body, headers } of about) {
      const request = { params, text: body, headers };
      const { status } = await world.ask('incoming-webhooks.receive', request);
      expect(status).toBe(200);
    }
    expect(await shown(second)).toEqual(before);
    expect(before).toMatchObject({ status: 'requires_capture' });
    expect(dependencies.logged.join('\n')).not.toContain('ConflictingOutcome');
  });
});
