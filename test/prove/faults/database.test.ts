import { types } from 'node:util';
import { databaseAt } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import type { TablePort, Write } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { drawnByDay } from '../../support/runner/drawn-by-day.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  aMerchant,
  container,
  type Merchant,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { type FaultyDatabase, faultyDatabase } from '../../support/table/faulty-database.ts';
import { localTables } from '../../support/table/local-table.ts';

const { it } = drawnByDay('database');

// Errors of Node's own sockets come from outside of the context that a test runs in; in a function
// there is one context only, and the client takes them for the errors that they are.
Object.defineProperty(Error, Symbol.hasInstance, {
  value(this: unknown, one: unknown) {
    return this === Error
      ? types.isNativeError(one)
      : Function.prototype[Symbol.hasInstance].call(this, one);
  },
});

const databases = await localTables();

/** The real client against a database that behaves as DynamoDB does. */
describe.each([...databases])('DynamoDB by $name', (local) => {
  let database: FaultyDatabase;
  let port: TablePort;

  beforeAll(async () => {
    database = await faultyDatabase(local.emulator);
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: local.emulator.accessKeyId,
      AWS_SECRET_ACCESS_KEY: 'local',
    });
    // A container's own connections are made once, and this is another database than the last.
    port = dynamoPort('table', databaseAt());
  });
  beforeEach(() => {
    database.behave();
    database.seen();
  });
  afterAll(async () => {
    await database?.stop();
    await local.stop();
  });

  let made = 0;
  const anItem = <C extends object>(changes: C) => ({
    pk: `faulty ${++made}`,
    sk: 'ITEM',
    ...changes,
  });

  const callsOf = (operation: string) =>
    database.seen().filter((call) => call.operation === operation);

  /** A shop over the real client's table, and the requests that the processor got. */
  async function aRealShop() {
    const dependencies = switchDependencies();
    const asked: string[] = [];
    const { send } = dependencies.processor;
    dependencies.send = (request, options) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return send(request, options);
    };
    const shop = container(port, dependencies);
    const merchant = await aMerchant(shop, `faulty_shop_${++made}`);
    const { key } = merchant;
    const create = (body: object = {}) =>
      shop.ask('payments.create', { key, body: { amount: 2_599, currency: 'EUR', ...body } });
    return {
      dependencies,
      merchant,
      create,
      charges: () => asked.filter((one) => one.startsWith('PUT')),
      async aPayment(): Promise<string> {
        const { body } = await create();
        return body.payment_id;
      },
      confirm: (payment_id: string) =>
        shop.ask('payments.confirm', { key, params: { payment_id }, body: byCard() }),
      retrieve: (payment_id: string, query?: Record<string, string>) =>
        shop.ask('payments.retrieve', {
          key,
          params: { payment_id },
          ...(query && { query }),
        }),
      asMerchant: (other: Merchant, payment_id: string) =>
        shop.ask('payments.retrieve', { key: other.key, params: { payment_id } }),
    };
  }

  describe('a throttled call (D1, D2)', () => {
    it.each(['throttled', 'capacity exceeded', 'internal error'] as const)(
      'when DynamoDB throttles once, and answers %s, no caller notices',
      async (fault) => {
        const item = anItem({ version: 1 });
        database.next('PutItem', fault);
        expect(await port.put(item, 'absent')).toEqual({ written: true });
        expect(callsOf('PutItem')).toHaveLength(2);
        expect(await port.get(item)).toEqual(item);
      },
    );

    it('when DynamoDB throttles every attempt before the processor is asked, nothing is charged and the client gets a retryable error', async () => {
      const shop = await aRealShop();
      const payment = await shop.aPayment();
      database.behave((operation) => (operation === 'PutItem' ? 'throttled' : undefined));
      const answer = await shop.confirm(payment);
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.headers['retry-after']).toBe('1');
      expect(shop.charges()).toEqual([]);
      database.behave();
      expect((await shop.retrieve(payment)).body.status).toBe('requires_payment_method');
    });

    it('every try after the processor was asked, the payment is called processing and settles later', async () => {
      const shop = await aRealShop();
      const payment = await shop.aPayment();
      let puts = 0;
      database.behave((operation) =>
        operation === 'PutItem' && ++puts > 1 ? 'throttled' : undefined,
      );
      const answer = await shop.confirm(payment);
      expect(answer).toMatchObject({ status: 200, body: { status: 'processing' } });
      database.behave();
      const settled = await shop.retrieve(payment, { force_sync: 'true' });
      expect(settled.body).toMatchObject({ status: 'succeeded', amount_received: 2_599 });
      expect(shop.charges()).toHaveLength(1);
    });
  });

  describe('a write whose answer is lost (D3)', () => {
    it.each(['answer lost', 'answer late', 'internal error'] as const)(
      'a save is known for our own after %s',
      async (fault) => {
        const table = tableOver(port);
        const item = anItem({ version: 1 });
        database.next('PutItem', fault);
        expect(await table.putNew(item)).toBeUndefined();
        database.next('PutItem', fault);
        expect(await table.save(item)).toMatchObject({ version: 2 });
      },
    );

    it("another's save is not taken for ours", async () => {
      const table = tableOver(port);
      const item = anItem({ version: 1 });
      await table.putNew(item);
      await table.save(item);
      database.next('PutItem', 'internal error');
      await expect(table.save(item)).rejects.toMatchObject({ kind: 'concurrent_update' });
    });

    it('a confirm whose write succeeds without an answer still charges once and shows the true state', async () => {
      const shop = await aRealShop();
      const payment = await shop.aPayment();
      database.next('PutItem', 'answer lost', 'answer lost');
      const answer = await shop.confirm(payment);
      expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      expect(shop.charges()).toHaveLength(1);
    });
  });

  describe('a transaction that meets another one (D5)', () => {
    const two = (version = 1): Write[] =>
      [anItem({ version }), anItem({ version })].map((item) => ({
        kind: 'put',
        item,
        condition: 'absent',
      }));
    const written = async (writes: readonly Write[]) => {
      const found = await Promise.all(
        writes.map((one) => (one.kind === 'put' ? port.get(one.item) : undefined)),
      );
      return found.filter((one) => one !== undefined).length;
    };

    it('a transaction that meets another once or twice is tried again and written whole', async () => {
      const writes = two();
      database.next('TransactWriteItems', 'transaction conflict', 'transaction conflict');
      expect(await port.transact(writes, `token ${made}`)).toEqual({ written: true });
      expect(await written(writes)).toBe(2);
    });

    it('every time, it is a plain conflict and nothing is half-written', async () => {
      const writes = two();
      database.behave((operation) =>
        operation === 'TransactWriteItems' ? 'transaction conflict' : undefined,
      );
      await expect(port.transact(writes, `token ${made}`)).rejects.toMatchObject({
        kind: 'concurrent_update',
      });
      expect(callsOf('TransactWriteItems')).toHaveLength(3);
      expect(await written(writes)).toBe(0);
    });

    it("a half-written transaction's conflict is reported as the state after it", async () => {
      const writes = two();
      database.next('TransactWriteItems', 'half a transaction');
      expect(await port.transact(writes, `token ${made}`)).toEqual({ written: true });
      expect(await written(writes)).toBe(2);
      database.next('TransactWriteItems', 'half a transaction');
      const again = await port.transact(writes, `token ${made} again`);
      expect(again).toMatchObject({ written: false, refused: [{ index: 0 }, { index: 1 }] });
    });

    it('a transaction repeated too soon meets itself, and the client gets a retryable error', async () => {
      database.behave(() => 'transaction in progress');
      await expect(port.transact(two(), `token ${made}`)).rejects.toMatchObject({
        kind: 'temporarily_unavailable',
      });
    });

    it("a conflict on a single item's write is tried again; after repeated ones the client gets a retryable error", async () => {
      const table = tableOver(port);
      const item = anItem({ version: 1 });
      const inTransaction = 'item in a transaction';
      database.next('PutItem', inTransaction, inTransaction);
      expect(await table.putNew(item)).toBeUndefined();
      expect(callsOf('PutItem')).toHaveLength(3);
      database.next('PutItem', inTransaction);
      expect(await table.save(item)).toMatchObject({ version: 2 });
      database.next('UpdateItem', inTransaction);
      await table.change(item, { add: { count: 1 } });
      expect(await table.get(item)).toMatchObject({ version: 2, count: 1 });

      database.behave(() => inTransaction);
      await expect(table.save({ ...item, version: 2 })).rejects.toMatchObject({
        kind: 'temporarily_unavailable',
      });
      await expect(table.take(item, { present: true })).rejects.toMatchObject({
        kind: 'temporarily_unavailable',
      });
    });
  });

  it.each(['answer lost', 'answer late'] as const)(
    'a transaction repeated after %s changes nothing more (D6)',
    async (fault) => {
      const counter = anItem({ count: 1 });
      await port.put(counter, 'absent');
      const other = anItem({});
      database.next('TransactWriteItems', fault);
      const { refused } = await tableOver(port).transact([
        { kind: 'update', key: counter, changes: { add: { count: 1 } }, condition: {} },
        { kind: 'put', item: other, condition: 'absent' },
      ]);
      expect(refused).toEqual([]);
      expect(await port.get(counter)).toMatchObject({ count: 2 });
      expect(await port.get(other)).toMatchObject(other);
      expect(callsOf('TransactWriteItems')).toHaveLength(2);
    },
  );

  describe('a stale read (D7)', () => {
    it('a confirm after a stale read decides on the last write, and charges once', async () => {
      const shop = await aRealShop();
      const payment = await shop.aPayment();
      expect((await shop.confirm(payment)).body.status).toBe('succeeded');
      database.behave(() => 'stale');
      const again = await shop.confirm(payment);
      expect(again.status).toBe(400);
      expect((await shop.retrieve(payment)).body.status).toBe('succeeded');
      expect(shop.charges()).toHaveLength(1);
    });

    it('an item that was just made is found all the same', async () => {
      const item = anItem({});
      await port.put(item, 'absent');
      database.behave(() => 'stale');
      expect(await port.get(item, { eventual: true })).toBeUndefined();
      expect(await tableOver(port).getRecent(item)).toMatchObject(item);
    });

    it('an index shows an item a moment later, and never one that it has not', async () => {
      const listPk = `list ${++made}`;
      const first = anItem({ listPk, listSk: '1' });
      await port.put(first, 'absent');
      const page = { index: 'by-list', pk: listPk } as const;
      database.behave(() => 'stale');
      expect(await port.query(page)).toEqual([]);
      database.behave();
      expect(await port.query(page)).toHaveLength(1);
    });
  });

  it('when DynamoDB cannot be reached, no processor is asked, and afterwards all goes on (D13)', async () => {
    const shop = await aRealShop();
    const payment = await shop.aPayment();
    database.behave(() => 'unreachable');
    const answers = await Promise.all([
      shop.confirm(payment),
      shop.create({ ...byCard(), confirm: true }),
      shop.retrieve(payment),
    ]);
    for (const { status, headers } of answers) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect(headers['retry-after']).toBe('1');
    }
    expect(shop.charges()).toEqual([]);
    database.behave();
    expect((await shop.confirm(payment)).body.status).toBe('succeeded');
    expect(shop.charges()).toHaveLength(1);
  });
});
