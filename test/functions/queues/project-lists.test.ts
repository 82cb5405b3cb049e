import { SwitchError } from '#platform/errors.ts';
import { busyLists } from '#platform/lists/busy-lists.ts';
import { isSlot } from '#platform/lists/list-entry.ts';
import { listedSortKeys } from '#platform/lists/listed-sort-keys.ts';
import { listsOver } from '#platform/lists/read-list.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { listedCustomers } from '#switch/customers/customer-list-entry.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { withoutRandom } from '../../support/runner/without-random.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { switchWithLists } from '../lists/switch-with-lists.ts';

/** The function over a table, and the failures that it logs. */
function aProjection(port = memoryPort()) {
  const logged: string[] = [];
  const table = tableOver(port);
  const project = projectLists(
    { table, shards: cachedShards(table, () => 0) },
    logTo((line) => logged.push(line)),
  );
  return { port, logged, project };
}

const aCustomer = (id: string, version = 1): Item => ({
  pk: `MERCHANT#shop_1#CUSTOMER#${id}`,
  sk: 'CUSTOMER',
  merchantId: 'shop_1',
  id,
  createdAt: '2026-03-05T10:00:00.000Z',
  modifiedAt: '2026-03-05T10:00:00.000Z',
  version,
});

const rowsIn = ({ items }: ReturnType<typeof memoryPort>) =>
  items().flatMap(({ pk, sk }) => (/#LIST#\w+#0$/.test(pk) ? [sk] : []));

describe('listing the items of a busy merchant', () => {
  it('a merchant with 300 new customers a second gets a second partition, and a page shows old and new ones in order', async () => {
    const port = memoryPort();
    const table = tableOver(port);
    let now = Date.parse('2026-03-05T10:00:00.000Z');
    const project = projectLists({
      table,
      shards: cachedShards(table, () => now),
      busy: busyLists(
        table,
        logTo(() => undefined),
        () => now,
      ),
    });
    let made = 0;
    const create = async (count: number) => {
      const createdAt = new Date(now).toISOString();
      const changes = Array.from({ length: count }, () => {
        made += 1;
        const id = `cus_${String(made).padStart(6, '0')}`;
        return { number: id, before: undefined, after: { ...aCustomer(id), createdAt } };
      });
      for (const { after } of changes) await port.put(after, 'absent');
      expect(await project(changes)).toEqual([]);
    };
    for (let second = 0; second < 61; second += 1, now += 1_000) await create(300);
    now += 6 * 60_000;
    for (let second = 0; second < 3; second += 1, now += 1_000) await create(20);

    const rows = port.items().flatMap(({ pk, sk }) => {
      const shard = /#LIST#customers#(\d)$/.exec(pk)?.[1];
      return shard !== undefined && sk > '2026-03-05T10:05' ? [shard] : [];
    });
    expect(new Set(rows)).toEqual(new Set(['0', '1']));
    const page = await listsOver(
      table,
      cachedShards(table, () => now),
    ).read({
      kind: listedCustomers,
      owner: 'MERCHANT#shop_1',
      limit: 100,
      counted: true,
    });
    const ids = page.entities.map(({ id }) => id);
    expect(page.total).toBe(made);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids[0]).toBe(`cus_0${made}`);
  });
});

describe('listing changed items', () => {
  it('listing changes lists the stream’s changes, and skips items that are on no list', async () => {
    const { port, project } = aProjection();
    const failed = await project([
      { number: '1', before: undefined, after: aCustomer('cus_1') },
      { number: '2', before: undefined, after: { pk: 'MERCHANT#shop_1', sk: 'PROFILE#default' } },
      // A refund's name, and a payment method's customer: items of other kinds.
      {
        number: '3',
        before: undefined,
        after: { pk: 'MERCHANT#shop_1#REFUND#ref_1', sk: 'REFUND' },
      },
      { number: '4', before: undefined, after: { pk: 'MERCHANT#shop_1#OTHER#1', sk: 'CUSTOMER' } },
    ]);
    expect(failed).toEqual([]);
    expect(rowsIn(port)).toEqual(['2026-03-05T10:00:00.000Z#cus_1']);
  });

  it('listing changes requests an unreadable change again, and lists the others', async () => {
    const { port, project, logged } = aProjection();
    const { createdAt: _, ...unreadable } = aCustomer('cus_2');
    const failed = await project([
      { number: '1', before: undefined, after: aCustomer('cus_1') },
      { number: '2', before: undefined, after: unreadable },
      { number: '3', before: undefined, after: aCustomer('cus_3') },
    ]);
    expect(failed).toEqual(['2']);
    expect(rowsIn(port)).toHaveLength(2);
    expect(logged.join()).toContain('change not listed');
  });

  it('listing changes requests a whole batch again when the table cannot be written', async () => {
    const port = memoryPort();
    const broken = {
      ...port,
      updateWhere: () => Promise.reject(new Error('The table is away.')),
    };
    const { project } = aProjection(broken);
    const changes = ['1', '2'].map((number) => ({
      number,
      before: undefined,
      after: aCustomer(`cus_${number}`),
    }));
    expect(await project(changes)).toEqual(['1', '2']);
    const { project: mended } = aProjection(port);
    expect(await mended(changes)).toEqual([]);
    expect(rowsIn(port)).toHaveLength(2);
  });

  it('two changes of one item in a batch count the later one, in whichever order', async () => {
    const { port, project } = aProjection();
    const [first, second] = [aCustomer('cus_1'), aCustomer('cus_1', 2)];
    await project([
      { number: '2', before: first, after: second },
      { number: '1', before: undefined, after: first },
    ]);
    const row = port.items().find(({ pk }) => pk.endsWith('#LIST#customers#0'));
    expect(row?.version).toBe(2);
  });

  it('a deleted item is removed from its list', async () => {
    const { port, project } = aProjection();
    await project([{ number: '1', before: undefined, after: aCustomer('cus_1') }]);
    await project([{ number: '2', before: aCustomer('cus_1'), after: undefined }]);
    expect(rowsIn(port)).toEqual([]);
  });

  it('listing changes lists the same when the whole stream is replayed', async () => {
    const world = await switchWithLists();
    const payment_id = await world.pay({ customer_id: 'cus_1' });
    await world.good('refunds.create', { body: { payment_id, amount: 100 } });
    await world.catchUp();
    const before = world.stored();
    const isTold = ({ sk }: Item) =>
      listedSortKeys.are.some((one) => one === sk) ||
      listedSortKeys.beginWith.some((one) => sk.startsWith(one));
    const table = tableOver(world.memory);
    const project = projectLists(
      { table, shards: cachedShards(table, () => 0) },
      logTo(() => {}),
    );
    const told = before.filter(isTold);
    expect(told.length).toBeGreaterThan(3);
    expect(
      await project(told.map((after, at) => ({ number: String(at), before: undefined, after }))),
    ).toEqual([]);
    expect(world.stored()).toEqual(before);
  });

  it('listing changes never stores a customer’s address or name in a list', async () => {
    const world = await switchWithLists();
    await world.pay({ customer_id: 'cus_1', email: 'joseph.doe@example.com', name: 'Joseph Doe' });
    await world.catchUp();
    const lists = world.stored().filter(({ pk }) => pk.includes('#LIST#'));
    expect(lists.length).toBeGreaterThan(0);
    expect(withoutRandom(JSON.stringify(lists))).not.toMatch(/joseph|doe|example\.com/i);
  });

  /** A payment that goes from status to status, and a refund that changes its place. */
  async function aHistory() {
    const changes: Change[] = [];
    const memory = memoryPort([], (before, after) => changes.push({ before, after }));
    const dependencies = switchDependencies();
    const shop = container(memory, dependencies);
    const { key } = await aMerchant(shop, 'shop_1');
    const ask = async (name: string, request: Ask) => {
      const { status, text, body } = await shop.ask(name, { key, ...request });
      if (status !== 200) throw new Error(text);
      return body;
    };
    const body = { amount: 5_000, currency: 'EUR', customer_id: 'cus_1' };
    const { payment_id } = await ask('payments.create', { body });
    const params = { payment_id };
    await ask('payments.update', { params, body: { merchant_order_reference_id: 'order 1' } });
    await ask('payments.confirm', { params, body: byCard() });
    await ask('refunds.create', { body: { payment_id, refund_id: 'ref_1', amount: 100 } });
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 1_000);
    const request = { params: { refund_id: 'ref_1' }, body: { reason: 'x' } };
    await ask('refunds.update', request);
    return changes.map((change, at) => ({ number: String(at), ...change }));
  }

  const listsIn = (port: ReturnType<typeof memoryPort>) =>
    port
      .items()
      // But for who wrote it down.
      .map(({ save_id: _, move: __, ...item }): Item => {
        const members = Object.entries(item).filter(([name]) => !name.startsWith('@'));
        const counted = members.filter(([name, value]) => !isSlot(name) || value !== 0);
        return { ...Object.fromEntries(counted), pk: item.pk, sk: item.sk };
      })
      // A count of nothing is as good as none.
      .filter((item) => !item.pk.endsWith('#COUNTS') || Object.keys(item).some(isSlot))
      .sort((one, other) => (`${one.pk} ${one.sk}` < `${other.pk} ${other.sk}` ? -1 : 1));

  it('listing changes has the same result whichever call fails, before it arrived or after', async () => {
    const history = await aHistory();
    const smallBatches = history.map((_, at) => history.slice(at, at + 1));
    const batches = [[history], smallBatches].map((all) => all.filter(({ length }) => length > 0));
    for (const told of batches) {
      const calm = aProjection();
      for (const batch of told) expect(await calm.project(batch)).toEqual([]);
      const calls = { made: 0 };
      const expected = listsIn(calm.port);
      expect(expected.length).toBeGreaterThan(8);
      for (const isLost of [false, true]) {
        for (let failing = 1; ; failing++) {
          calls.made = 0;
          const port = memoryPort();
          const { project } = aProjection(failingAt(port, failing, isLost, calls));
          for (const batch of told) {
            // The stream repeats the failed change and all that follow it.
            while ((await project(batch)).length > 0);
          }
          expect([failing, isLost, listsIn(port)]).toEqual([failing, isLost, expected]);
          if (calls.made < failing) break;
        }
      }
    }
  });
});

/** A port whose call of this number fails: it never arrives, or its answer is lost. */
function failingAt(
  port: ReturnType<typeof memoryPort>,
  failing: number,
  isLost: boolean,
  calls: { made: number },
): ReturnType<typeof memoryPort> {
  const reached = async <T>(call: () => Promise<T>): Promise<T> => {
    calls.made += 1;
    if (calls.made !== failing) return call();
    if (isLost) await call();
    throw new SwitchError('temporarily_unavailable');
  };
  return {
    ...port,
    get: (...given) => reached(() => port.get(...given)),
    put: (...given) => reached(() => port.put(...given)),
    updateWhere: (...given) => reached(() => port.updateWhere(...given)),
    batchGet: (...given) => reached(() => port.batchGet(...given)),
    transact: (...given) => reached(() => port.transact(...given)),
  };
}
