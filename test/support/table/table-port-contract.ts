import type {
  AttributeConditions,
  Changes,
  Item,
  Page,
  TablePort,
  Write,
} from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';

/**
 * The promises of every port, over any database. `port` is asked for when a test runs; the tests
 * share its table and keep out of each other's way.
 */
export function tablePortContract(port: () => TablePort) {
  let made = 0;
  /** A partition that no other test has. */
  const partition = () => `partition ${++made}`;
  const item = (changes: object = {}): Item => ({ pk: partition(), sk: 'ITEM', ...changes });
  const stored = async (changes: object = {}) => {
    const one = item(changes);
    expect(await port().put(one, 'absent')).toEqual({ written: true });
    return one;
  };

  describe('an item', () => {
    it("a table's item comes back as it was written, down to its bytes", async () => {
      const one = await stored({
        text: 'Zürich ✓',
        nothing: null,
        yes: true,
        number: -12.5,
        list: [1, 'two', [{}]],
        map: { deep: { deeper: [] } },
        bytes: new Uint8Array([0, 1, 255]),
      });
      const found = await port().get(one);
      expect(found).toEqual(one);
      expect(found?.bytes).toBeInstanceOf(Uint8Array);
    });

    it("a table's item has no member that is undefined", async () => {
      const one = await stored({ gone: undefined, map: { gone: undefined, here: 1 } });
      expect(await port().get(one)).toEqual({ pk: one.pk, sk: one.sk, map: { here: 1 } });
    });

    it("a table's missing item is undefined", async () => {
      expect(await port().get(item())).toBeUndefined();
    });

    it("a table's item is not changed by later changes of the object that was written", async () => {
      const map = { count: 1 };
      const one = await stored({ map });
      map.count = 2;
      expect(await port().get(one)).toMatchObject({ map: { count: 1 } });
    });
  });

  describe('an item that is too large for the database', () => {
    const filler = 'x'.repeat(410_000);
    const refused = { kind: 'item_too_large' };

    it('an item too large for the database is refused for its size, however it is written', async () => {
      const one = await stored({ word: 'small' });
      const half = { filler: filler.slice(0, 300_000) };
      const other = await stored(half);
      for (const write of [
        () => port().put({ ...item(), filler }, 'absent'),
        () => port().update(other, { set: { more: half.filler } }),
        () => port().updateWhere(other, { set: { more: half.filler } }, { present: true }),
        () =>
          port().transact(
            [
              { kind: 'update', key: one, changes: { set: { word: 'new' } }, condition: {} },
              {
                kind: 'update',
                key: other,
                changes: { set: { more: half.filler } },
                condition: {},
              },
            ],
            `token ${++made}`,
          ),
      ]) {
        await expect(write()).rejects.toMatchObject(refused);
      }
      expect(await port().get(one)).toEqual(one);
      expect(await port().get(other)).toEqual(other);
    });
  });

  describe('a put', () => {
    it('a put of a new item is refused when one exists, and returns that one', async () => {
      const one = await stored({ word: 'first' });
      const put = await port().put({ ...one, word: 'second' }, 'absent');
      expect(put).toEqual({ written: false, existing: one });
      expect(await port().get(one)).toEqual(one);
    });

    it('a put over a version succeeds once, and the loser gets the stored item', async () => {
      const one = await stored({ version: 1 });
      const next = { ...one, version: 2 };
      expect(await port().put(next, { version: 1 })).toEqual({ written: true });
      expect(await port().put({ ...one, word: 'late' }, { version: 1 })).toEqual({
        written: false,
        existing: next,
      });
    });

    it('a put over a version of a missing item is refused without an item to return', async () => {
      expect(await port().put(item({ version: 2 }), { version: 1 })).toEqual({ written: false });
    });

    it('a put replaces the item as a whole', async () => {
      const one = await stored({ version: 1, word: 'old' });
      const next = { pk: one.pk, sk: one.sk, version: 2 };
      await port().put(next, { version: 1 });
      expect(await port().get(one)).toEqual(next);
    });

    it('a put that races others is the only one to succeed', async () => {
      const one = await stored({ version: 1 });
      const puts = await Promise.all(
        [1, 2, 3, 4].map((word) => port().put({ ...one, version: 2, word }, { version: 1 })),
      );
      expect(puts.filter(({ written }) => written)).toHaveLength(1);
    });
  });

  describe('a delete', () => {
    it('a delete with a condition removes an item that has the value, and only then', async () => {
      const one = await stored({ owner: 'shop' });
      const another = await port().delete(one, { attribute: 'owner', is: 'other' });
      expect(another).toEqual({ written: false, existing: one });
      expect(await port().get(one)).toEqual(one);
      expect(await port().delete(one, { attribute: 'owner', is: 'shop' })).toEqual({
        written: true,
      });
      expect(await port().get(one)).toBeUndefined();
    });

    it('a delete of a missing item is refused', async () => {
      const gone = await port().delete(item(), { attribute: 'owner', is: 'shop' });
      expect(gone).toEqual({ written: false });
    });
  });

  describe('an update under a condition', () => {
    it('an update under a condition returns the updated item', async () => {
      const one = await stored({ uses: 1, expiresAt: 50 });
      const condition = { present: true, absent: ['usedAt'], atLeast: { expiresAt: 50 } };
      const update = { add: { uses: 1 }, set: { usedAt: 'now' } };
      const after = { ...one, uses: 2, usedAt: 'now' };
      expect(await port().updateWhere(one, update, condition)).toEqual({
        written: true,
        item: after,
      });
      expect(await port().updateWhere(one, update, condition)).toEqual({
        written: false,
        existing: after,
      });
      expect(await port().get(one)).toEqual(after);
    });

    it('an update under a condition creates no item that has to exist', async () => {
      const key = item();
      const update = await port().updateWhere(key, { add: { uses: 1 } }, { present: true });
      expect(update).toEqual({ written: false });
      expect(await port().get(key)).toBeUndefined();
    });
  });

  describe('a take', () => {
    it('a take of an item returns the removed item to exactly one caller', async () => {
      const one = await stored({ state: 'available', expiresAt: 50 });
      const condition = { atLeast: { expiresAt: 50 }, oneOf: { state: ['available'] } };
      const all = await Promise.all(Array.from({ length: 10 }, () => port().take(one, condition)));
      expect(all.filter(({ written }) => written)).toEqual([{ written: true, item: one }]);
      expect(await port().get(one)).toBeUndefined();
    });

    it('a take leaves an item whose condition fails, and finds nothing in an empty table', async () => {
      const one = await stored({ expiresAt: 50 });
      expect(await port().take(one, { atLeast: { expiresAt: 51 } })).toEqual({
        written: false,
        existing: one,
      });
      expect(await port().get(one)).toEqual(one);
      expect(await port().take(item(), {})).toEqual({ written: false });
    });
  });

  describe('an update', () => {
    it('an update creates the item when it is missing', async () => {
      const key = item();
      await port().update(key, { add: { tries: 1 }, set: { word: 'a' }, append: { log: ['x'] } });
      expect(await port().get(key)).toEqual({ ...key, tries: 1, word: 'a', log: ['x'] });
    });

    it('an update adds to numbers, sets attributes, appends to lists, and keeps the others', async () => {
      const one = await stored({ tries: 2, word: 'a', log: ['x'], rest: { stays: true } });
      await port().update(one, {
        add: { tries: 3 },
        set: { word: 'b' },
        append: { log: ['y', { z: 1 }] },
      });
      expect(await port().get(one)).toEqual({
        ...one,
        tries: 5,
        word: 'b',
        log: ['x', 'y', { z: 1 }],
      });
    });

    it('an update removes attributes, and ignores a missing one', async () => {
      const one = await stored({ word: 'a', rest: true });
      await port().update(one, { set: { tries: 1 }, remove: ['word', 'never'] });
      expect(await port().get(one)).toEqual({ pk: one.pk, sk: one.sk, rest: true, tries: 1 });
    });

    it('an update loses nothing when many add at once', async () => {
      const key = item();
      const ten = Array.from({ length: 10 }, (_, index) => index);
      await Promise.all(
        ten.map((index) => port().update(key, { add: { tries: 1 }, append: { log: [index] } })),
      );
      const found = await port().get(key);
      expect(found?.tries).toBe(10);
      expect(found?.log).toHaveLength(10);
      expect(found?.log).toEqual(expect.arrayContaining(ten));
    });
  });

  describe('a query', () => {
    it('a query returns one partition in the order of the bytes of its sort keys', async () => {
      const pk = partition();
      const sks = ['b', 'B', 'a', 'ä', 'z', '10', '9'];
      for (const sk of sks) await port().put({ pk, sk }, 'absent');
      await port().put({ pk: `${pk} too`, sk: 'a' }, 'absent');
      const found = await port().query({ pk });
      expect(found.map(({ sk }) => sk)).toEqual(['10', '9', 'B', 'a', 'b', 'z', 'ä']);
    });

    it('a query returns keys that begin with a text, up to its limit', async () => {
      const pk = partition();
      for (const sk of ['CONNECTOR#1', 'PROFILE#1', 'PROFILE#2', 'PROFILE#3', 'Q']) {
        await port().put({ pk, sk }, 'absent');
      }
      const found = await port().query({ pk, beginsWith: 'PROFILE#', limit: 2 });
      expect(found.map(({ sk }) => sk)).toEqual(['PROFILE#1', 'PROFILE#2']);
      expect(await port().query({ pk, beginsWith: 'X' })).toEqual([]);
      expect(await port().query({ pk, eventual: true })).toHaveLength(5);
      // More than DynamoDB takes for a number, as whoever pages far beyond the end asks for.
      expect(await port().query({ pk, limit: 4_294_967_395 })).toHaveLength(5);
    });

    it('a query of the list returns only keys, in the order of the list', async () => {
      const listPk = partition();
      const listed = (listSk: string) => stored({ listPk, listSk, word: 'not on the list' });
      const [second, first] = [await listed('2026-02#b'), await listed('2026-01#a')];
      await stored({ listPk });
      await stored({ listPk: `${listPk} too`, listSk: '2026-01#a' });
      const keys = ({ pk, sk, listSk }: Item) => ({ pk, sk, listPk, listSk });
      expect(await port().query({ index: 'by-list', pk: listPk })).toEqual([
        keys(first),
        keys(second),
      ]);
      expect(await port().query({ index: 'by-list', pk: listPk, beginsWith: '2026-02' })).toEqual([
        keys(second),
      ]);
      expect(await port().query({ index: 'by-list', pk: listPk, limit: 1 })).toEqual([keys(first)]);
    });

    it('a query of the list finds a moved entry at its new place, and no removed entry', async () => {
      const listPk = partition();
      const one = await stored({ listPk, listSk: 'a', version: 1 });
      await port().put({ ...one, listSk: 'b', version: 2 }, { version: 1 });
      expect(await port().query({ index: 'by-list', pk: listPk })).toMatchObject([{ listSk: 'b' }]);
      const { listPk: _, listSk: __, ...unlisted } = one;
      await port().put({ ...unlisted, version: 3 }, { version: 2 });
      expect(await port().query({ index: 'by-list', pk: listPk })).toEqual([]);
    });

    it('a query of due items returns only keys, up to and including a moment, oldest first', async () => {
      const duePk = partition();
      const due = (dueAt: string) => stored({ duePk, dueAt, word: 'not on the index' });
      const [last, first] = [await due('2026-01-02'), await due('2026-01-01')];
      await due('2026-01-03');
      await stored({ duePk });
      const keys = ({ pk, sk, dueAt }: Item) => ({ pk, sk, duePk, dueAt });
      const page = { index: 'by-due', pk: duePk, until: '2026-01-02' } as const;
      expect(await port().query(page)).toEqual([keys(first), keys(last)]);
      expect(await port().query({ ...page, limit: 1 })).toEqual([keys(first)]);
      await port().update(first, { remove: ['duePk', 'dueAt'] });
      expect(await port().query(page)).toEqual([keys(last)]);
    });

    it('a query continues after the end of the last one, in a partition and on the list', async () => {
      const pk = partition();
      for (const sk of ['a', 'b', 'c']) {
        await port().put({ pk, sk, listPk: pk, listSk: sk }, 'absent');
      }
      expect((await port().query({ pk, after: 'a' })).map(({ sk }) => sk)).toEqual(['b', 'c']);
      const listed = await port().query({ index: 'by-list', pk, after: 'a', limit: 1 });
      expect(listed.map(({ sk }) => sk)).toEqual(['b']);
      expect(await port().query({ pk, after: 'c' })).toEqual([]);
    });

    it('a query of a partition ends at its given end', async () => {
      const pk = partition();
      for (const sk of ['a', 'b', 'c']) await port().put({ pk, sk }, 'absent');
      expect((await port().query({ pk, until: 'b' })).map(({ sk }) => sk)).toEqual(['a', 'b']);
    });

    it('a query of a partition returns keys between two sort keys, both included, in either order', async () => {
      const pk = partition();
      for (const sk of ['a', 'b', 'c', 'd'])
        await port().put({ pk, sk, listPk: pk, listSk: sk }, 'absent');
      const found = async (page: Omit<Page, 'pk'>) =>
        (await port().query({ pk, ...page })).map(({ sk }) => sk).join('');
      expect(await found({ from: 'b', until: 'c' })).toBe('bc');
      expect(await found({ from: 'b' })).toBe('bcd');
      expect(await found({ from: 'b', until: 'c', descending: true })).toBe('cb');
      expect(await found({ descending: true, limit: 3 })).toBe('dcb');
      expect(await found({ from: 'bb', until: 'ca', descending: true })).toBe('c');
      expect(await found({ index: 'by-list', from: 'b', descending: true, limit: 2 })).toBe('dc');
      expect(await found({ from: 'x', until: 'y' })).toBe('');
    });

    it('a query returns a partition of several megabytes whole', async () => {
      const pk = partition();
      const text = 'x'.repeat(300_000);
      for (const sk of ['1', '2', '3', '4', '5']) await port().put({ pk, sk, text }, 'absent');
      expect((await port().query({ pk })).map(({ sk }) => sk)).toEqual(['1', '2', '3', '4', '5']);
      expect(await port().query({ pk, limit: 4 })).toHaveLength(4);
    });
  });

  describe('a batch', () => {
    it('a batch returns the existing items of its keys', async () => {
      const [one, other] = [await stored({ word: 1 }), await stored({ word: 2 })];
      const found = await port().batchGet([one, item(), other]);
      expect(found).toHaveLength(2);
      expect(found).toEqual(expect.arrayContaining([one, other]));
      expect(await port().batchGet([])).toEqual([]);
      expect(await port().batchGet([one], { eventual: true })).toEqual([one]);
    });

    it('a batch through the table accepts more keys than DynamoDB accepts at once', async () => {
      const pk = partition();
      const keys = Array.from({ length: 150 }, (_, index) => ({ pk, sk: String(index) }));
      await Promise.all(keys.map((key) => port().put(key, 'absent')));
      const found = await tableOver(port()).batchGet(keys);
      expect(new Set(found.map(({ sk }) => sk)).size).toBe(150);
    });

    it('a batch that names an item twice is refused, and the table never sends one', async () => {
      const one = await stored({ word: 1 });
      await expect(port().batchGet([one, one])).rejects.toThrow(/duplicates/);
      expect(await tableOver(port()).batchGet([one, one])).toEqual([one]);
    });
  });

  describe('a transaction', () => {
    const put = (one: Item) => ({ kind: 'put', item: one, condition: 'absent' }) as const;
    const check = ({ pk, sk }: Item) =>
      ({ kind: 'check', key: { pk, sk }, condition: 'present' }) as const;

    it('a transaction writes all of its items', async () => {
      const [one, other, present] = [item({ bytes: new Uint8Array([7]) }), item(), await stored()];
      const done = await port().transact([put(one), put(other), check(present)], partition());
      expect(done).toEqual({ written: true });
      expect(await port().get(one)).toEqual(one);
      expect(await port().get(other)).toEqual(other);
    });

    it('a transaction writes nothing when one write is refused, and names that write with the stored item', async () => {
      const [one, taken, missing] = [item(), await stored({ word: 'taken' }), item()];
      const done = await port().transact([put(one), put(taken), check(missing)], partition());
      expect(done).toEqual({
        written: false,
        refused: [{ index: 1, existing: taken }, { index: 2 }],
      });
      expect(await port().get(one)).toBeUndefined();
    });

    it('a transaction repeated with its token is applied once and succeeds twice', async () => {
      const token = partition();
      const one = item();
      expect(await port().transact([put(one)], token)).toEqual({ written: true });
      expect(await port().transact([put(one)], token)).toEqual({ written: true });
    });

    const update = ({ pk, sk }: Item, changes: Changes, condition: AttributeConditions): Write => ({
      kind: 'update',
      key: { pk, sk },
      changes,
      condition,
    });

    it('a transaction updates when every named condition is true', async () => {
      const one = await stored({ captured: 100, status: 'succeeded', gone: 1, log: ['a'] });
      const other = item();
      const done = await port().transact(
        [
          update(
            one,
            { add: { reserved: 40 }, set: { word: 'b' }, append: { log: ['b'] }, remove: ['gone'] },
            {
              present: true,
              atLeast: { captured: 100 },
              atMost: { captured: 100, reserved: 60 },
              oneOf: { status: ['partially_captured', 'succeeded'] },
              absent: ['reserved'],
            },
          ),
          put(other),
        ],
        partition(),
      );
      expect(done).toEqual({ written: true });
      const { gone: _, ...rest } = one;
      expect(await port().get(one)).toEqual({
        ...rest,
        reserved: 40,
        word: 'b',
        log: ['a', 'b'],
      });
      expect(await port().get(other)).toEqual(other);
    });

    it.each<[string, AttributeConditions]>([
      ['a number is too small', { atLeast: { count: 6 } }],
      ['a number that must be large is missing', { atLeast: { missing: 0 } }],
      ['a number is too large', { atMost: { count: 4 } }],
      ['a number that counts as nothing must be less than that', { atMost: { missing: -1 } }],
      ['a text is in place of a number', { atMost: { word: 9 } }],
      ['a word is another one', { oneOf: { word: ['b', 'c'] } }],
      ['a word is missing', { oneOf: { missing: ['a'] } }],
      ['something is there', { absent: ['word'] }],
      ['the item itself is there', { present: false }],
      ['one of several things does not hold', { atLeast: { count: 5 }, absent: ['count'] }],
    ])(
      'a transaction writes nothing when %s, and returns the stored items',
      async (_, condition) => {
        const [one, other] = [await stored({ count: 5, word: 'a' }), item()];
        const writes = [put(other), update(one, { add: { count: 1 } }, condition)];
        const done = await port().transact(writes, partition());
        expect(done).toEqual({ written: false, refused: [{ index: 1, existing: one }] });
        expect(await port().get(one)).toEqual(one);
        expect(await port().get(other)).toBeUndefined();
      },
    );

    it("a transaction's update creates a missing item unless it requires one", async () => {
      const [one, other] = [item(), item()];
      const made = update(one, { add: { count: 1 } }, { atMost: { count: 0 }, absent: ['word'] });
      expect(await port().transact([made], partition())).toEqual({ written: true });
      expect(await port().get(one)).toEqual({ ...one, count: 1 });
      const refused = update(other, { add: { count: 1 } }, { present: true });
      expect(await port().transact([refused], partition())).toEqual({
        written: false,
        refused: [{ index: 0 }],
      });
    });

    it('a transaction lets many simultaneous reservations pass only up to the limit', async () => {
      const one = await stored({ reserved: 0 });
      const reserve = update(one, { add: { reserved: 40 } }, { atMost: { reserved: 60 } });
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, () => port().transact([reserve], partition())),
      );
      const through = results.filter(
        (result) => result.status === 'fulfilled' && result.value.written,
      );
      expect(through).toHaveLength(2);
      expect(await port().get(one)).toMatchObject({ reserved: 80 });
    });

    const remove = ({ pk, sk }: Item, version: number): Write => ({
      kind: 'delete',
      key: { pk, sk },
      condition: { version },
    });

    it('a transaction deletes and writes together', async () => {
      const [old, moved] = [await stored({ version: 3 }), item({ version: 4 })];
      const done = await port().transact([put(moved), remove(old, 3)], partition());
      expect(done).toEqual({ written: true });
      expect(await port().get(old)).toBeUndefined();
      expect(await port().get(moved)).toEqual(moved);
    });

    it('a transaction deletes no item that has changed, and none when another write is refused', async () => {
      const [old, moved, taken] = [await stored({ version: 4 }), item(), await stored()];
      expect(await port().transact([put(moved), remove(old, 3)], partition())).toEqual({
        written: false,
        refused: [{ index: 1, existing: old }],
      });
      expect(await port().transact([put(taken), remove(old, 4)], partition())).toEqual({
        written: false,
        refused: [{ index: 0, existing: taken }],
      });
      expect(await port().get(moved)).toBeUndefined();
      expect(await port().get(old)).toEqual(old);
    });

    it('a transaction through the table marks puts and updates as its own', async () => {
      const [one, other] = [await stored({ count: 1 }), item()];
      const table = tableOver(port());
      const add = update(one, { add: { count: 1 } }, { atMost: { count: 1 } });
      expect(await table.transact([add, put(other)])).toEqual({ refused: [] });
      const save_id = expect.stringMatching(/^\w{12}$/);
      expect(await port().get(one)).toEqual({ ...one, count: 2, save_id });
      expect(await port().get(other)).toEqual({ ...other, save_id });
      expect(await table.transact([add])).toEqual({
        refused: [{ index: 0, existing: { ...one, count: 2, save_id } }],
      });
    });
  });
}
