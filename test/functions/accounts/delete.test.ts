import { SwitchError } from '#platform/errors.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import type { TablePort } from '#platform/table/port.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { paymentWebhook, signedWebhook } from '../../support/processors/processor-webhooks.ts';
import { queryAt } from '../../support/requests/page-queries.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Answer,
  type Ask,
  adminKey,
  aMerchant,
  aPaymentRequest,
  type Container,
  container,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';
import { inEveryOrder } from '../../support/table/in-every-order.ts';

const key = adminKey;
const merchantId = 'merchant_example';
const params = { account_id: merchantId };
const deletion = ['accounts.delete', { key, params }] as const;

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const noAccount = {
  status: 404,
  body: {
    error: expect.objectContaining({
      type: 'invalid_request',
      code: 'HE_02',
      message: 'Merchant account does not exist in our records',
    }),
  },
};

/** A merchant with two keys and a payment, and another one. */
async function aShop() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  const other = await aMerchant(world, 'merchant_other');
  const { ask } = world;
  const second = bodyOf(
    await ask('api-keys.create', {
      key,
      params: { merchant_id: merchantId },
      body: { name: 'second' },
    }),
  );
  const sale = aPaymentRequest({ confirm: true, ...byCard('4000003800000446') });
  const payment = bodyOf(await ask('payments.create', { key: merchant.key, body: sale }));
  return {
    ...world,
    merchant,
    other,
    keys: [merchant.key, String(second.api_key)],
    payment,
    remove: () => ask(...deletion),
    /** Containers then read their cached configuration again. */
    later() {
      world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
    },
  };
}

const isLetIn = async ({ ask }: Pick<Container, 'ask'>, key: string) =>
  (await ask('customers.create', { key, body: {} })).status !== 401;

describe('a merchant account that is deleted', () => {
  it('a deleted merchant account is reported as deleted, and is not found from then on, nor deleted once more', async () => {
    const { remove, ask } = await aShop();
    expect(bodyOf(await remove())).toEqual({ merchant_id: merchantId, deleted: true });
    expect(await remove()).toMatchObject(noAccount);
    expect(await ask('accounts.retrieve', { key, params })).toMatchObject(noAccount);
  });

  it('a deleted merchant account has no valid API key any more', async () => {
    const { remove, ask, keys, merchant, other, payment } = await aShop();
    bodyOf(await remove());
    for (const one of keys) expect(await isLetIn({ ask }, one)).toBe(false);
    const place = { params: { payment_id: payment.payment_id } };
    const { client_secret } = payment;
    const browser = { ...place, key: merchant.publishableKey, query: { client_secret } };
    expect(await ask('payments.retrieve', browser)).toMatchObject({ status: 401 });
    for (const name of ['payments.retrieve', 'payments.cancel']) {
      const request = { ...place, key: merchant.key, body: {} };
      expect(await ask(name, request)).toMatchObject({ status: 401 });
    }
    expect(await isLetIn({ ask }, other.key)).toBe(true);
  });

  it('a deleted merchant account loses its keys in containers with a cache, too', async () => {
    const { port, dependencies, keys, remove } = await aShop();
    const elsewhere = container(port, dependencies);
    for (const one of keys) expect(await isLetIn(elsewhere, one)).toBe(true);
    bodyOf(await remove());
    for (const one of keys) expect(await isLetIn(elsewhere, one)).toBe(false);
  });

  const account_id = merchantId;
  const connector = {
    connector_type: 'payment_processor',
    connector_name: 'fauxpay',
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'test_key' },
  };
  const ofProfile = ({ profileId }: { profileId: string }) => ({
    account_id,
    profile_id: profileId,
  });
  const requests: readonly [string, (profile: { profileId: string }) => Ask][] = [
    ['accounts.update', () => ({ params, body: { merchant_id: merchantId } })],
    ['api-keys.create', () => ({ params: { merchant_id: merchantId }, body: { name: 'new' } })],
    ['api-keys.list', () => ({ params: { merchant_id: merchantId } })],
    ['profiles.create', () => ({ params, body: { profile_name: 'new' } })],
    ['profiles.list', () => ({ params })],
    ['profiles.retrieve', (merchant) => ({ params: ofProfile(merchant) })],
    ['profiles.update', (merchant) => ({ params: ofProfile(merchant), body: {} })],
    ['profiles.delete', (merchant) => ({ params: ofProfile(merchant) })],
    ['connector-accounts.create', () => ({ params, body: connector })],
    ['connector-accounts.list', () => ({ params })],
    [
      'connector-accounts.retrieve',
      () => ({ params: { account_id, merchant_connector_id: 'mca_1' } }),
    ],
    [
      'connector-accounts.update',
      () => ({
        params: { account_id, merchant_connector_id: 'mca_1' },
        body: { connector_type: 'payment_processor' },
      }),
    ],
    [
      'connector-accounts.delete',
      () => ({ params: { account_id, merchant_connector_id: 'mca_1' } }),
    ],
  ];
  it.each(requests)(
    'a deleted merchant account is not found for the operator’s %s, and nothing is written',
    async (name, request) => {
      const { remove, ask, port, merchant } = await aShop();
      bodyOf(await remove());
      const before = port.items();
      expect(await ask(name, { key, ...request(merchant) })).toMatchObject(noAccount);
      expect(port.items()).toEqual(before);
    },
  );

  it('a deleted merchant account is not found for its processors and its customers’ browsers, two seconds later', async () => {
    const { remove, ask, later, payment, dependencies, port, services } = await aShop();
    const { payment_id } = payment;
    const news = (): Ask => ({
      params: { merchant_id: merchantId, connector: 'stripe_test' },
      ...signedWebhook(
        paymentWebhook({ reference: `${payment_id}_1` }),
        `key of ${merchantId}`,
        dependencies.clock.now,
        port.items(),
      ),
    });
    const whose = { payment_id, merchant_id: merchantId };
    const query = await queryAt(services, whose, 'back');
    bodyOf(await remove());
    later();
    expect(await ask('incoming-webhooks.receive', news())).toMatchObject(noAccount);
    const back = { params: { ...whose, connector: 'stripe_test' }, query };
    expect(await ask('payments.return', back)).toMatchObject({ status: 404 });
  });

  it('a deleted merchant account leaves its pending syncs to an operator, and stops no sync of other merchants', async () => {
    const { remove, later, dependencies, port, services } = await aShop();
    bodyOf(await remove());
    later();
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 20 * 60_000);
    const waiting = port.items().find(({ sk }) => sk === 'PAYMENT');
    if (!waiting) throw new Error('There is no payment.');
    await syncDueItem(services, waiting, { remainingMs: () => 28_000, requestId: 'req_1' });
    const looked = await packedPort(port).get(waiting);
    // The payment stays pending and is due later: its processor can no longer be asked.
    expect(looked).toMatchObject({
      status: 'requires_customer_action',
      pendingSync: { checks: 1 },
    });
  });

  it('a deleted merchant account cannot be the parent of a new account', async () => {
    const { remove, ask, port } = await aShop();
    bodyOf(await remove());
    const before = port.items();
    const body = { sub_merchants_enabled: true, parent_merchant_id: merchantId };
    const made = { key, body: { merchant_id: 'merchant_child', ...body } };
    expect(await ask('accounts.create', made)).toMatchObject(noAccount);
    const params = { account_id: 'merchant_other' };
    const changed = { key, params, body: { merchant_id: 'merchant_other', ...body } };
    expect(await ask('accounts.update', changed)).toMatchObject(noAccount);
    expect(port.items()).toEqual(before);
  });

  it('a deleted merchant account keeps its merchant_id from reuse, and its payments unchanged', async () => {
    const { remove, ask, port } = await aShop();
    const isKept = ({ pk }: { pk: string }) => pk.startsWith(`MERCHANT#${merchantId}`);
    // The deletion is stored in the account, and the stamp of the settings moves.
    const isOther = ({ sk }: { sk: string }) => sk !== 'ACCOUNT' && sk !== 'STAMP';
    const kept = () => port.items().filter(isKept).filter(isOther);
    const before = kept();
    bodyOf(await remove());
    expect(await ask('accounts.create', { key, body: { merchant_id: merchantId } })).toMatchObject({
      status: 400,
      body: { error: { code: 'HE_01' } },
    });
    expect(kept()).toEqual(before);
    expect(before.map(({ sk }) => sk)).toContain('PAYMENT');
  });
});

describe('the deletion of a merchant account', () => {
  it('deleting an unknown merchant account changes nothing', async () => {
    const { ask, port } = await aShop();
    const before = port.items();
    const nobody = { account_id: 'merchant_nobody' };
    expect(await ask('accounts.delete', { key, params: nobody })).toMatchObject(noAccount);
    expect(port.items()).toEqual(before);
  });

  it('the deletion of a merchant account is only for the operator', async () => {
    const { ask, port, merchant } = await aShop();
    const before = port.items();
    for (const one of [merchant.key, merchant.publishableKey]) {
      expect(await ask('accounts.delete', { key: one, params })).toMatchObject({ status: 401 });
    }
    expect(port.items()).toEqual(before);
  });

  it('deleting a merchant account that stopped half-way is completed by the next delete', async () => {
    let broken = 0;
    for (let at = 1; ; at++) {
      const { port, dependencies, keys, merchant } = await aShop();
      const answer = await container(breakingAt(port, at), dependencies).ask(...deletion);
      if (answer.status === 200) break;
      expect(answer.status).toBe(503);
      broken += 1;
      const again = container(port, dependencies);
      expect(bodyOf(await again.ask(...deletion))).toMatchObject({ deleted: true });
      for (const one of [...keys, merchant.publishableKey]) {
        expect(await isLetIn(again, one)).toBe(false);
      }
      expect(await again.ask(...deletion)).toMatchObject(noAccount);
    }
    // The account, its stamp, both its kinds of keys, the list of them twice, and the end.
    expect(broken).toBe(8);
  });

  it('deleting an account while a key is created leaves no valid key, in either order', async () => {
    const { dependencies, port } = await aShop();
    const making = [
      'api-keys.create',
      { key, params: { merchant_id: merchantId }, body: { name: 'new' } },
    ] as const;
    const world = switchInMemory(port.items(), dependencies);
    const seen = new Set<number>();
    const orders = await inEveryOrder(world, [making, deletion], async ([made, removed], after) => {
      bodyOf(removed);
      seen.add(made.status);
      if (made.status === 200) expect(await isLetIn(after, made.body.api_key)).toBe(false);
      else expect(made).toMatchObject(noAccount);
      expect(
        after.port
          .items()
          .filter(({ sk, merchantId: id }) => sk === 'API_KEY' && id === merchantId),
      ).toEqual([]);
    });
    expect(orders).toBeGreaterThan(100);
    expect([...seen].sort()).toEqual([200, 404]);
  });

  it.each([
    [
      'an update of the account',
      ['accounts.update', { key, params, body: { merchant_id: merchantId, merchant_name: 'New' } }],
    ],
    ['a new profile', ['profiles.create', { key, params, body: { profile_name: 'new' } }]],
    ['another deletion', deletion],
  ] as const)(
    'deleting an account during %s deletes the account, in either order',
    async (_, wish) => {
      const { dependencies, port } = await aShop();
      const world = switchInMemory(port.items(), dependencies);
      await inEveryOrder(world, [wish, deletion], async ([other, removed], after) => {
        expect([200, 404]).toContain(removed.status);
        expect([200, 404, 422]).toContain(other.status);
        expect(await after.ask('accounts.retrieve', { key, params })).toMatchObject(noAccount);
        expect(await after.ask(...deletion)).toMatchObject(noAccount);
      });
    },
  );
});

/** A port whose n-th call never reaches the table. */
function breakingAt(port: TablePort, at: number): TablePort {
  let calls = 0;
  const reached = <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    return calls === at ? Promise.reject(new SwitchError('temporarily_unavailable')) : call();
  };
  return {
    get: (...given) => reached(() => port.get(...given)),
    put: (...given) => reached(() => port.put(...given)),
    delete: (...given) => reached(() => port.delete(...given)),
    update: (...given) => reached(() => port.update(...given)),
    updateWhere: (...given) => reached(() => port.updateWhere(...given)),
    take: (...given) => reached(() => port.take(...given)),
    query: (...given) => reached(() => port.query(...given)),
    batchGet: (...given) => reached(() => port.batchGet(...given)),
    transact: (...given) => reached(() => port.transact(...given)),
  };
}
