import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Changes, Item, Page, TablePort, Write } from '#platform/table/port.ts';
import {
  batchUnits,
  itemSize,
  queryUnits,
  readUnits,
  refusedTransactionUnits,
  refusedUnits,
  storedBytes,
  transactionUnits,
  valueSize,
  writeUnits,
} from '#platform/table/units.ts';
import { byCard } from '../../../support/switch/payments-in-memory.ts';
import {
  adminKey,
  aMerchant,
  aPaymentRequest,
  container,
  switchDependencies,
} from '../../../support/switch/switch-in-memory.ts';
import { countedPort } from '../../../support/table/counted-port.ts';
import { localTables } from '../../../support/table/local-table.ts';

/** An item of exactly this many bytes. */
const sized = (bytes: number, changes: object = {}): Item => {
  const item = { pk: 'p', sk: 's', pad: '', ...changes };
  return { ...item, pad: 'x'.repeat(Math.max(0, bytes - itemSize(item))) };
};
const listed = { listPk: 'l', listSk: '1' };

describe('the size of a value', () => {
  it.each([
    ['text, in bytes of UTF-8', 'é✓', 5],
    ['nothing', null, 1],
    ['a boolean', false, 1],
    ['zero', 0, 1],
    ['two digits', 42, 2],
    ['three digits', 123, 3],
    ['zeros at the end', 120_000, 2],
    ['a fraction, by pairs from the point', 1.5, 3],
    ['a small fraction', 0.001, 2],
    ['a number below zero', -12, 3],
    ['milliseconds of our time', 1_767_225_600_000, 6],
    ['the largest whole number', Number.MAX_SAFE_INTEGER, 9],
    ['bytes', new Uint8Array(7), 7],
    ['a set of texts', new Set(['a', 'bc']), 3],
    ['a set of numbers', new Set([1, 22]), 4],
    ['an empty list', [], 3],
    ['a list', [null, 'x'], 7],
    ['an empty map', {}, 3],
    ['maps in maps', { a: { b: [] } }, 13],
    ['undefined, which is not kept', undefined, 0],
    ['a map with what is not kept', { a: undefined }, 3],
  ])('%s', (_, value, bytes) => {
    expect(valueSize(value)).toBe(bytes);
  });

  it('a whole number has the same size as a number and as a bigint', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer()), fc.nat(6), (mantissa, zeros) => {
        const value = mantissa * 10 ** zeros;
        fc.pre(Number.isSafeInteger(value));
        expect(valueSize(value)).toBe(valueSize(BigInt(value)));
      }),
    );
    expect(valueSize(-0)).toBe(1);
  });

  it("an item's size is that of its names and values", () => {
    expect(itemSize({ pk: 'p', sk: 's', größe: 'ab' })).toBe(3 + 3 + 7 + 2);
  });

  it('a billed size is a hundred bytes larger, and once more for each index of the item', () => {
    expect(storedBytes({ pk: 'p', sk: 's' })).toBe(106);
    const due = { pk: 'p', sk: 's', duePk: 'd', dueAt: 'e' };
    expect(storedBytes({ ...due, more: 'x' })).toBe(itemSize(due) + 5 + 100 + itemSize(due) + 100);
  });

  it("an item's size only grows when an attribute is added", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (members, more) => {
        const item = { pk: 'p', sk: 's', members };
        expect(itemSize({ ...item, more: more ?? null })).toBeGreaterThan(itemSize(item));
      }),
    );
  });
});

describe('a read', () => {
  it.each([
    [1, 1],
    [4_096, 1],
    [4_097, 2],
    [8_192, 2],
  ])(
    'a read of %i bytes costs %i units, half when eventually consistent, double in a transaction',
    (bytes, units) => {
      const item = sized(Math.max(bytes, 10));
      expect(readUnits(item)).toBe(units);
      expect(readUnits(item, 'eventual')).toBe(units / 2);
      expect(readUnits(item, 'transaction')).toBe(units * 2);
    },
  );

  it('a read that finds nothing costs as much as the smallest item', () => {
    expect(readUnits(undefined)).toBe(1);
    expect(queryUnits([])).toBe(1);
    expect(queryUnits([], { eventual: true })).toBe(0.5);
    expect(batchUnits([{ pk: 'p', sk: 's' }], [])).toBe(1);
  });

  it('a read of several items rounds up once in a query and for each in a batch', () => {
    const four = [sized(1_100), sized(1_100), sized(1_100), sized(1_100)];
    expect(queryUnits(four)).toBe(2);
    expect(queryUnits(four, { eventual: true })).toBe(1);
    expect(batchUnits(four, four)).toBe(4);
  });

  it("a read of the list's index reads keys only", () => {
    expect(queryUnits([sized(9_000, listed), sized(9_000, listed)], { index: 'by-list' })).toBe(
      0.5,
    );
  });
});

describe('a write', () => {
  it.each([
    [1_024, 1],
    [1_025, 2],
    [2_269, 3],
  ])('a write of %i bytes costs %i units, double in a transaction', (bytes, units) => {
    const change = { before: undefined, after: sized(bytes) };
    expect(writeUnits(change)).toBe(units);
    expect(transactionUnits([change])).toBe(2 * units);
  });

  it('a write costs the larger of the old and the new item', () => {
    expect(writeUnits({ before: sized(3_000), after: sized(100) })).toBe(3);
    expect(writeUnits({ before: sized(100), after: sized(3_000) })).toBe(3);
    expect(writeUnits({ before: sized(3_000), after: undefined })).toBe(3);
  });

  it('a write of an entry on the list costs one more, moving it two more, leaving it none', () => {
    const [plain, entry, moved] = [
      sized(100),
      sized(100, listed),
      sized(100, { ...listed, listSk: '2' }),
    ];
    expect(writeUnits({ before: undefined, after: entry })).toBe(2);
    expect(writeUnits({ before: entry, after: entry })).toBe(1);
    expect(writeUnits({ before: entry, after: moved })).toBe(3);
    expect(writeUnits({ before: entry, after: plain })).toBe(2);
    expect(writeUnits({ before: entry, after: undefined })).toBe(2);
    expect(writeUnits({ before: plain, after: sized(100, { listPk: 'l' }) })).toBe(1);
  });

  it('a write of an item due at a time costs one more, at another time two more, settling it one more', () => {
    const due = { duePk: 'DUE#00', dueAt: '1' };
    const [plain, waiting, later] = [
      sized(100),
      sized(100, due),
      sized(100, { ...due, dueAt: '2' }),
    ];
    expect(writeUnits({ before: plain, after: waiting })).toBe(2);
    expect(writeUnits({ before: waiting, after: waiting })).toBe(1);
    expect(writeUnits({ before: waiting, after: later })).toBe(3);
    expect(writeUnits({ before: waiting, after: plain })).toBe(2);
    const both = sized(100, { ...due, ...listed });
    expect(writeUnits({ before: plain, after: both })).toBe(3);
    expect(queryUnits([sized(9_000, due)], { index: 'by-due' })).toBe(0.5);
  });

  it("a refused write costs the existing item's size, and never nothing", () => {
    expect(refusedUnits(sized(2_500, listed))).toBe(3);
    expect(refusedUnits(undefined)).toBe(1);
  });

  it('a write in a transaction counts checks, and costs as much when it is refused', () => {
    const check = { before: sized(1_500), after: sized(1_500) };
    const put = { before: undefined, after: sized(100, listed) };
    expect(transactionUnits([check, put])).toBe(4 + 2 + 1);
    expect(refusedTransactionUnits([check, put])).toBe(4 + 2);
  });
});

describe('steps', () => {
  /** A port whose answers take as long as they like. */
  const slow = (port: Pick<TablePort, 'get'>, ms: number) => ({
    ...port,
    get: async (key: { pk: string; sk: string }) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return port.get(key);
    },
  });
  const key = { pk: 'p', sk: 's' };
  const nothing = { get: async () => undefined } as Pick<TablePort, 'get'> as TablePort;

  it('a step is a round trip that waits for another one', async () => {
    const port = countedPort(nothing, async () => undefined);
    await port.get(key);
    await Promise.all([port.get(key), port.get(key).then(() => port.get(key))]);
    expect(port.count()).toEqual({ steps: 3, calls: 4, readUnits: 4, writeUnits: 0 });
    expect(port.calls().map(({ step }) => step)).toEqual([1, 2, 2, 3]);
  });

  it('the steps are the same however long each answer takes', async () => {
    let turn = 0;
    const waits = [9, 1, 3];
    const port = countedPort(
      { ...nothing, get: (one) => slow(nothing, waits[turn++] ?? 0).get(one) },
      async () => undefined,
    );
    await Promise.all([port.get(key), port.get(key), port.get(key)]);
    expect(port.count()).toMatchObject({ steps: 1, calls: 3 });
  });

  it('the steps begin anew after a restart, and count calls that fail', async () => {
    const failing = { ...nothing, get: () => Promise.reject(new Error('no')) };
    const port = countedPort(failing, async () => undefined);
    await expect(port.get(key)).rejects.toThrow('no');
    expect(port.count()).toEqual({ steps: 1, calls: 1, readUnits: 0, writeUnits: 0 });
    port.restart();
    expect(port.count()).toEqual({ steps: 0, calls: 0, readUnits: 0, writeUnits: 0 });
  });
});

const databases = await localTables();
afterAll(() => Promise.all(databases.map(({ stop }) => stop())));

describe.each([...databases])('DynamoDB by $name', ({ name: database, port, aside, hear }) => {
  const counted = countedPort(port, (key) => aside.get(key));

  /**
   * Runs a call and compares our figure with the database's. For a read that finds nothing
   * DynamoDB Local reports 0, where AWS charges the smallest item: `missed` is this difference.
   */
  async function agrees(call: () => Promise<unknown>, missed = 0) {
    counted.restart();
    hear();
    await call();
    const { readUnits, writeUnits } = counted.count();
    const free = database === 'dynamodb-local' ? missed : 0;
    const said = hear().reduce((total, one) => total + one, free);
    const isRefusal =
      counted.calls().some(({ operation }) => /put|delete/.test(operation)) && !said;
    // The client library hides the units of a refused write.
    if (!isRefusal) expect(readUnits + writeUnits).toBe(said);
  }

  const text = fc.string({ maxLength: 40 });
  // A body with `__proto__` in it is refused before it can be stored.
  const name = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one !== '__proto__');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc
        .double({ min: -1e9, max: 1e9, noNaN: true })
        .filter((one) => one === 0 || Math.abs(one) > 1e-9),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(name, tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  const keys = { pk: fc.constantFrom('a', 'b'), sk: fc.constantFrom('1', '2', '3') };
  const list = fc.constantFrom({}, { listPk: 'l', listSk: '1' }, { listPk: 'l', listSk: '2' });
  // Exactly at an edge, where a single byte that we count wrong makes the difference.
  const bytes = fc.constantFrom(1_024, 1_025, 2_048, 2_049, 4_096, 4_097);
  const due = fc.constantFrom({}, { duePk: 'd', dueAt: '1' }, { duePk: 'd', dueAt: '2' });
  const item = fc
    .record({ ...keys, value, list, due, bytes })
    .map(({ pk, sk, value, list, due, bytes }) => sized(bytes, { pk, sk, value, ...list, ...due }));
  const page = fc.record<Page>({
    pk: keys.pk,
    beginsWith: fc.constantFrom('1', ''),
    eventual: fc.boolean(),
  });
  const changes = fc.record<Changes>({
    add: fc.constant({ count: 7 }),
    set: fc.record({ value }),
    append: fc.record({ log: fc.array(value, { minLength: 1, maxLength: 2 }) }),
    remove: fc.constantFrom([], ['dueAt'], ['missing', 'listPk']),
  });

  it('DynamoDB charges our calculated units for puts, updates, deletes and reads of any item', async () => {
    await fc.assert(
      fc.asyncProperty(item, changes, page, async (one, change, page) => {
        const existing = await aside.get(one);
        const had = { attribute: 'pk', is: one.pk };
        await agrees(() => counted.put(one, existing ? had : 'absent'));
        await agrees(() => counted.put(one, 'absent'));
        await agrees(() => counted.get(one));
        await agrees(() => counted.update(one, change));
        const found = await aside.query(page);
        await agrees(() => counted.query(page), found.length ? 0 : page.eventual ? 0.5 : 1);
        const index = { index: 'by-list', pk: 'l' } as const;
        await agrees(() => counted.query(index), (await aside.query(index)).length ? 0 : 0.5);
        const soon = { index: 'by-due', pk: 'd', until: '1' } as const;
        await agrees(() => counted.query(soon), (await aside.query(soon)).length ? 0 : 0.5);
        await agrees(() => counted.batchGet([one, { pk: one.pk, sk: 'missing' }]), 1);
        const recent = { eventual: true };
        await agrees(() => counted.batchGet([one, { pk: one.pk, sk: 'missing' }], recent), 0.5);
        if (change.add && one.sk !== '1') await agrees(() => counted.delete(one, had));
      }),
      // Always the same items: a search for the smallest counterexample would ask the database for minutes.
      { numRuns: 25, seed: 20_260_131, endOnFailure: true },
    );
  });

  it('DynamoDB charges our calculated units for a merchant’s payments, transactions apart', async () => {
    const dependencies = switchDependencies();
    const live = container(counted, dependencies);
    const merchant = await aMerchant(live);
    const { key } = merchant;
    const asked = async (name: string, request: object) => {
      const { status, body } = await live.ask(name, { key, ...request });
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    };
    await agrees(() => asked('customers.create', { body: { customer_id: 'customer_1' } }));
    const params = { customer_id: 'customer_1' };
    await agrees(() => asked('customers.update', { params, body: { name: 'Test Payer' } }));
    await agrees(async () => {
      const created = await asked('payments.create', { body: aPaymentRequest() });
      const params = { payment_id: created.payment_id };
      const paid = await asked('payments.confirm', { params, body: byCard() });
      expect(paid.status).toBe('succeeded');
      await asked('payments.retrieve', { params });
      // The operator has entered neither range of the card, and the processor has no state: three items
      // that are not there, half a unit each.
    }, 1.5);
    const byAdmin = { key: adminKey, params: { merchant_id: merchant.id } };
    await agrees(() => asked('api-keys.list', byAdmin));
    await agrees(() => asked('api-keys.create', { ...byAdmin, body: { name: 'Second' } }));
  });

  // DynamoDB Local reports 4 units for a transaction, for any number and size of its items.
  if (database === 'dynamodb-local') return;

  const present = 'present' as const;
  const writes = fc.array(
    fc.record({
      item,
      change: changes,
      kind: fc.constantFrom('put', 'update', 'delete', 'check'),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('DynamoDB charges our calculated units for transactions of any items', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (wanted) => {
        const different = new Map(wanted.map((one) => [`${one.item.pk}/${one.item.sk}`, one]));
        const transaction = await Promise.all(
          [...different.values()].map(async ({ item, change, kind }): Promise<Write> => {
            const key = { pk: item.pk, sk: item.sk };
            const isThere = (await aside.get(key)) !== undefined;
            const had = { attribute: 'pk', is: item.pk };
            if (isThere && kind === 'delete') return { kind, key, condition: had };
            if (isThere && kind === 'check') return { kind, key, condition: present };
            if (isThere && kind === 'update') return { kind, key, changes: change, condition: {} };
            return { kind: 'put', item, condition: isThere ? had : 'absent' };
          }),
        );
        await agrees(async () => {
          expect(await counted.transact(transaction, randomUUID())).toEqual({ written: true });
        });
      }),
      { numRuns: 25, seed: 20_260_131, endOnFailure: true },
    );
  });

  it('DynamoDB charges our calculated units for a payment that is refunded in part', async () => {
    const live = container(counted, switchDependencies());
    const { key } = await aMerchant(live, 'merchant_of_refunds');
    await agrees(async () => {
      const created = await live.ask('payments.create', { key, body: aPaymentRequest() });
      const { payment_id } = created.body;
      await live.ask('payments.confirm', { key, params: { payment_id }, body: byCard() });
      const refund = { payment_id, amount: 100 };
      const { status, body } = await live.ask('refunds.create', { key, body: refund });
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      expect(counted.calls().map(({ operation }) => operation)).toContain('transact');
    });
  });
});
