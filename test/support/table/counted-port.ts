import { unpacked } from '#platform/table/packed-item.ts';
import type { Item, Key, TablePort, Write } from '#platform/table/port.ts';
import {
  batchUnits,
  queryUnits,
  readUnits,
  refusedTransactionUnits,
  refusedUnits,
  transactionUnits,
  writeUnits,
} from '#platform/table/units.ts';

/** One call of the table, and its consumption. */
interface Call {
  readonly operation: keyof TablePort;
  /** Which tick of the clock answered it, the first one being 1. */
  readonly step: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface Count {
  /** Round trips that had to wait for one another; calls made at the same time are one. */
  readonly steps: number;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface CountedPort extends TablePort {
  calls(): readonly Call[];
  /** The sum of all calls since the last `restart`. */
  count(): Count;
  /** The keys of all items that were read more than once since the last `restart`. */
  readTwice(): readonly string[];
  /** The keys of all items that were parsed more than once since the last `restart`. */
  parsedTwice(): readonly string[];
  restart(): void;
}

/** How often each attribute of an item that was read has been looked at, but for its key. */
interface LooksAtItem {
  readonly key: string;
  readonly times: ReadonlyMap<string, number>;
}

/**
 * A schema looks at each of its attributes once. So an item is parsed twice where most attributes that
 * were looked at were looked at again; code that looks at one by itself changes nothing.
 */
function isParsedTwice({ times }: LooksAtItem): boolean {
  const again = [...times.values()].filter((count) => count > 1).length;
  return times.size > 2 && again > times.size / 2;
}

/**
 * A port that counts. Every answer of the table takes one tick of a virtual clock, and calls that are
 * under way at the same time are answered by the same tick: so the ticks of a handler are its steps,
 * however fast the machine is. `before` reads the stored item without being counted. Ports that share a
 * clock count the steps of all of them together.
 */
export function countedPort(
  port: TablePort,
  before: (key: Key) => Promise<Item | undefined>,
  clock: StepClock = stepClock(),
): CountedPort {
  let calls: Call[] = [];
  let read: string[] = [];
  let looks: LooksAtItem[] = [];
  let startedAt = 0;
  const noteRead = (keys: readonly Key[]) => {
    for (const { pk, sk } of keys) read.push(`${pk} ${sk}`);
  };

  /** Makes a call, notes its consumption, and hands the answer out at the next tick. */
  async function counted<T>(
    operation: keyof TablePort,
    make: () => Promise<T>,
    units: (answer: T) => Partial<Pick<Call, 'readUnits' | 'writeUnits'>>,
  ): Promise<T> {
    return clock.answering(async () => {
      const note = (consumed = {}) => {
        const step = clock.now() - startedAt + 1;
        calls.push({ operation, step, readUnits: 0, writeUnits: 0, ...consumed });
      };
      try {
        const answer = await make();
        note(units(answer));
        return answer;
      } catch (error) {
        note();
        throw error;
      }
    });
  }

  /** The item unpacked, each of whose attributes counts how often it is looked at. */
  function watched(packed: Item): Item {
    const times = new Map<string, number>();
    looks.push({ key: `${packed.pk} ${packed.sk}`, times });
    const { pk, sk, ...attributes } = unpacked(packed);
    const counting: PropertyDescriptorMap = {};
    for (const [name, value] of Object.entries(attributes)) {
      counting[name] = {
        enumerable: true,
        get() {
          times.set(name, (times.get(name) ?? 0) + 1);
          return value;
        },
      };
    }
    return Object.defineProperties({ pk, sk }, counting);
  }

  return {
    calls: () => calls,
    count: () => ({
      steps: clock.now() - startedAt,
      calls: calls.length,
      readUnits: sum(calls.map((call) => call.readUnits)),
      writeUnits: sum(calls.map((call) => call.writeUnits)),
    }),
    readTwice: () => [...new Set(read.filter((key, at) => read.indexOf(key) !== at))],
    parsedTwice: () => [...new Set(looks.filter(isParsedTwice).map(({ key }) => key))],
    restart() {
      calls = [];
      read = [];
      looks = [];
      startedAt = clock.now();
    },

    get: async (key, reading) => {
      const item = await counted(
        'get',
        () => {
          noteRead([key]);
          return port.get(key, reading);
        },
        (item) => ({ readUnits: readUnits(item, reading?.eventual ? 'eventual' : 'strong') }),
      );
      return item && watched(item);
    },

    async put(item, condition) {
      let old: Item | undefined;
      return counted(
        'put',
        async () => {
          old = await before(item);
          return port.put(item, condition);
        },
        (put) => ({
          writeUnits: put.written
            ? writeUnits({ before: old, after: item })
            : refusedUnits(put.existing),
        }),
      );
    },

    async delete(key, condition) {
      let old: Item | undefined;
      return counted(
        'delete',
        async () => {
          old = await before(key);
          return port.delete(key, condition);
        },
        (removed) => ({
          writeUnits: removed.written
            ? writeUnits({ before: old, after: undefined })
            : refusedUnits(removed.existing),
        }),
      );
    },

    async update(key, changes) {
      const change: { before?: Item | undefined; after?: Item | undefined } = {};
      return counted(
        'update',
        async () => {
          change.before = await before(key);
          await port.update(key, changes);
          change.after = await before(key);
        },
        () => ({ writeUnits: writeUnits({ before: change.before, after: change.after }) }),
      );
    },

    async updateWhere(key, changes, condition) {
      let old: Item | undefined;
      return counted(
        'updateWhere',
        async () => {
          old = await before(key);
          return port.updateWhere(key, changes, condition);
        },
        (changed) => ({
          writeUnits: changed.written
            ? writeUnits({ before: old, after: changed.item })
            : refusedUnits(changed.existing),
        }),
      );
    },

    take: (key, condition) =>
      counted(
        'take',
        () => port.take(key, condition),
        (taken) => ({
          writeUnits: taken.written
            ? writeUnits({ before: taken.item, after: undefined })
            : refusedUnits(taken.existing),
        }),
      ),

    query: async (page) => {
      const items = await counted(
        'query',
        async () => {
          const items = await port.query(page);
          noteRead(items);
          return items;
        },
        (items) => ({
          readUnits: queryUnits(items, {
            ...(page.index && { index: page.index }),
            ...(page.eventual !== undefined && { eventual: page.eventual }),
          }),
        }),
      );
      return items.map(watched);
    },

    batchGet: async (keys, reading) => {
      const items = await counted(
        'batchGet',
        () => {
          noteRead(keys);
          return port.batchGet(keys, reading);
        },
        (items) => ({ readUnits: batchUnits(keys, items, reading) }),
      );
      return items.map(watched);
    },

    async transact(writes, token) {
      const there = () => Promise.all(writes.map((write) => before(keyOf(write))));
      let olds: readonly (Item | undefined)[] = [];
      let itemsAfter: readonly (Item | undefined)[] = [];
      return counted(
        'transact',
        async () => {
          olds = await there();
          const done = await port.transact(writes, token);
          itemsAfter = await there();
          return done;
        },
        ({ written }) => {
          const changes = writes.map((write, index) => ({
            before: olds[index],
            after: write.kind === 'put' ? write.item : itemsAfter[index],
          }));
          return { writeUnits: (written ? transactionUnits : refusedTransactionUnits)(changes) };
        },
      );
    },
  };
}

/** The virtual clock of one container. */
export interface StepClock {
  /** How many ticks there were. */
  now(): number;
  /** Makes a call, and hands its answer out at the next tick. */
  answering<T>(call: () => Promise<T>): Promise<T>;
}

/** A clock that ticks whenever all callers wait for an answer. */
export function stepClock(): StepClock {
  let now = 0;
  let underWay = 0;
  let pending: (() => void)[] = [];

  function tick() {
    // Another call was made meanwhile: its answer belongs to this tick too.
    if (underWay > 0 || pending.length === 0) return;
    now += 1;
    const released = pending;
    pending = [];
    for (const release of released) release();
  }

  return {
    now: () => now,
    async answering<T>(call: () => Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await call();
      } finally {
        underWay -= 1;
        const released = new Promise<void>((resolve) => pending.push(resolve));
        // After every microtask: by then, code that can run without an answer has made its next
        // calls.
        setImmediate(tick);
        await released;
      }
    },
  };
}

const keyOf = (write: Write): Key => (write.kind === 'put' ? write.item : write.key);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
