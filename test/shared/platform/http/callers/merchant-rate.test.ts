import { isSwitchError } from '#platform/errors.ts';
import { merchantRate } from '#platform/http/callers/merchant-rate.ts';
import { logTo } from '#platform/log.ts';
import type { Key, TablePort } from '#platform/table/port.ts';
import { accountKey } from '#platform/table/shared-keys.ts';
import { tableOver } from '#platform/table/table.ts';
import { grant, grantsOf, roleOf } from '../../../../support/deployment/role-grants.ts';
import {
  environmentOf,
  type Resource,
  synthesized,
} from '../../../../support/deployment/synthesized-app.ts';
import { countedPort } from '../../../../support/table/counted-port.ts';
import { memoryPort } from '../../../../support/table/memory-table.ts';

/** The beginning of a window. */
const start = new Date('2026-01-31T12:00:00Z').getTime();
const after = (ms: number) => new Date(start + ms);

/** Containers that share a table, and the calls of each. */
function containers(
  count: number,
  perSecond: number,
  memory: TablePort = memoryPort(),
  lines: string[] = [],
) {
  const log = logTo((line) => lines.push(line));
  return Array.from({ length: count }, () => {
    const port = countedPort(memory, (key) => memory.get(key));
    const admit = merchantRate(() => tableOver(port), perSecond, { merchants: true, log });
    return {
      calls: () => port.calls().length,
      /** Undefined when the request passes, or after how many seconds it may come again. */
      async ask(ms: number, merchantId = 'shop'): Promise<number | undefined> {
        try {
          await admit(merchantId, after(ms));
          return undefined;
        } catch (error) {
          if (!isSwitchError(error, 'too_many_requests')) throw error;
          return Number(error.details.retryAfter);
        }
      },
    };
  });
}

const one = (perSecond: number) => {
  const [container] = containers(1, perSecond);
  if (!container) throw new Error('There is one.');
  return container;
};

describe('the rate of a merchant', () => {
  it('a merchant far below its rate costs no call of the table', async () => {
    const container = one(1);
    for (let window = 0; window < 100; window += 1) {
      for (let request = 0; request < 5; request += 1) {
        expect(await container.ask(window * 10_000 + request * 2_000)).toBeUndefined();
      }
    }
    expect(container.calls()).toBe(0);
  });

  it("a merchant's rate asks the table at most once a second, however many requests come", async () => {
    const container = one(1_000);
    for (let ms = 0; ms < 10_000; ms += 10) expect(await container.ask(ms)).toBeUndefined();
    // Two calls each: an update, and a read of the other containers' items. One reads the account.
    expect(container.calls()).toBeGreaterThan(10);
    expect(container.calls()).toBeLessThanOrEqual(21);
  });

  it("a merchant's rate is enforced exactly by one container, which names the time to come again", async () => {
    const container = one(2);
    const passed: number[] = [];
    for (let ms = 0; ms < 4_000; ms += 100) {
      if ((await container.ask(ms)) === undefined) passed.push(ms);
    }
    expect(passed).toHaveLength(20);
    expect(await container.ask(4_000)).toBe(6);
    expect(await container.ask(9_999)).toBe(1);
    expect(await container.ask(10_000)).toBeUndefined();
  });

  it("a merchant's rate covers all containers together, except for an unnoticed share of each", async () => {
    const [count, perSecond, everyMs] = [20, 10, 5];
    const all = containers(count, perSecond);
    let passed = 0;
    for (let ms = 0; ms < 10_000; ms += everyMs) {
      const container = all[(ms / everyMs) % count];
      if ((await container?.ask(ms)) === undefined) passed += 1;
    }
    // In a second, each of twenty has ten of the two hundred requests.
    const unnoticed = 5 + 10;
    expect(passed).toBeGreaterThanOrEqual(10 * perSecond);
    expect(passed).toBeLessThanOrEqual(10 * perSecond + count * unnoticed);
    // Two thousand requests came.
    expect(passed).toBeLessThan(500);
  });

  it("a merchant's rate does not affect another merchant", async () => {
    const container = one(1);
    for (let request = 0; request < 50; request += 1) await container.ask(request, 'loud');
    expect(await container.ask(60, 'loud')).toBe(10);
    expect(await container.ask(60, 'quiet')).toBeUndefined();
  });

  it("a merchant's rate is read from other containers, so that a fresh one refuses after its first exchange", async () => {
    const [first, second] = containers(2, 1);
    for (let request = 0; request < 10; request += 1) await first?.ask(request * 500);
    const answers: (number | undefined)[] = [];
    for (let request = 0; request < 7; request += 1) answers.push(await second?.ask(5_000));
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(undefined));
    expect(answers.slice(5)).toEqual([5, 5]);
  });
});

describe('a count that fails', () => {
  /** A table whose updates fail while `isDown` says so. */
  function failing(isDown: () => boolean): TablePort {
    const memory = memoryPort();
    return {
      ...memory,
      async updateWhere(...given) {
        if (isDown()) throw new Error('The item is throttled.');
        return memory.updateWhere(...given);
      },
    };
  }

  it('a count that cannot be written admits the request, and the log counts the failure', async () => {
    const lines: string[] = [];
    const [container] = containers(
      1,
      10,
      failing(() => true),
      lines,
    );
    const answers: (number | undefined)[] = [];
    for (let ms = 0; ms < 5_000; ms += 100) answers.push(await container?.ask(ms));
    expect(answers).toEqual(Array(50).fill(undefined));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'error',
        message: 'merchant rate not counted',
        merchant_id: 'shop',
        error: 'Error: The item is throttled.',
      }),
    ]);
  });

  it('a container whose counts fail still keeps its own requests to the rate', async () => {
    const [container] = containers(
      1,
      10,
      failing(() => true),
    );
    let passed = 0;
    for (let ms = 0; ms < 10_000; ms += 50) {
      if ((await container?.ask(ms)) === undefined) passed += 1;
    }
    expect(passed).toBe(100);
  });

  it('requests of a failed count are reported with the next one', async () => {
    let isDown = true;
    const port = failing(() => isDown);
    const [first, second] = containers(2, 2, port);
    for (let request = 0; request < 10; request += 1) await first?.ask(request);
    isDown = false;
    await first?.ask(6_000);
    const answers: (number | undefined)[] = [];
    for (let request = 0; request < 20; request += 1) answers.push(await second?.ask(7_000));
    // Of the twenty of a window, the first container had eleven.
    expect(answers.filter((seconds) => seconds === undefined)).toHaveLength(9);
  });
});

describe("a merchant's own rate", () => {
  async function withAccount(requests_per_second: number) {
    const port = memoryPort();
    const settings = { ...(requests_per_second > 0 && { requests_per_second }) };
    await port.put({ ...accountKey('shop'), settings }, 'absent');
    return port;
  }
  /** How many of a thousand requests in ten seconds pass. */
  async function passing(port: TablePort, perSecond: number, merchantId = 'shop') {
    const [container] = containers(1, perSecond, port);
    let passed = 0;
    for (let ms = 0; ms < 10_000; ms += 10) {
      if ((await container?.ask(ms, merchantId)) === undefined) passed += 1;
    }
    return passed;
  }

  it.each([
    { own: 50, passed: 500 },
    { own: 2, passed: 20 },
    { own: 0, passed: 100 },
  ])(
    'an account that states $own requests a second (0: none) passes $passed of a thousand in ten seconds',
    async ({ own, passed }) => {
      expect(await passing(await withAccount(own), 10)).toBe(passed);
    },
  );

  it("an account's own rate is no other merchant's", async () => {
    expect(await passing(await withAccount(50), 10, 'other')).toBe(100);
  });

  it("an account's own rate takes effect within a minute and ten seconds", async () => {
    const port = await withAccount(5);
    const [container] = containers(1, 10, port);
    const passed = async (from: number) => {
      let count = 0;
      for (let ms = 0; ms < 10_000; ms += 50) {
        if ((await container?.ask(from + ms)) === undefined) count += 1;
      }
      return count;
    };
    expect(await passed(0)).toBe(50);
    await port.update(accountKey('shop'), { set: { settings: { requests_per_second: 20 } } });
    expect(await passed(70_000)).toBe(200);
  });
});

describe('many containers of one merchant', () => {
  /** The most units of one key in one second, written and read. */
  async function busiestKey(count: number, perSecond: number, eachSends: number) {
    const memory = memoryPort();
    let second = 0;
    const units = { written: new Map<string, number>(), read: new Map<string, number>() };
    const note = (of: Map<string, number>, { pk }: Key, consumed: number) => {
      const place = `${second} ${pk}`;
      of.set(place, (of.get(place) ?? 0) + consumed);
    };
    const port: TablePort = {
      ...memory,
      async updateWhere(key, ...given) {
        note(units.written, key, 1);
        return memory.updateWhere(key, ...given);
      },
      async get(key, reading) {
        note(units.read, key, reading?.eventual ? 0.5 : 1);
        return memory.get(key, reading);
      },
      async batchGet(keys, reading) {
        for (const key of keys) note(units.read, key, reading?.eventual ? 0.5 : 1);
        return memory.batchGet(keys, reading);
      },
    };
    await port.put({ ...accountKey('shop'), settings: {} }, 'absent');
    const log = logTo(() => undefined);
    const all = Array.from({ length: count }, () =>
      merchantRate(() => tableOver(port), perSecond, { merchants: true, log }),
    );
    for (second = 0; second < 10; second += 1) {
      for (const admit of all) {
        for (let sent = 0; sent < eachSends; sent += 1) {
          const now = after(second * 1_000 + sent * (1_000 / eachSends));
          await admit('shop', now).catch(() => undefined);
        }
      }
    }
    const most = (of: Map<string, number>) => Math.max(0, ...of.values());
    return { written: most(units.written), read: most(units.read) };
  }

  it.each([
    { count: 1_000, perSecond: 100 },
    { count: 3_000, perSecond: 100 },
    { count: 3_000, perSecond: 5_000 },
  ])(
    '$count containers of a merchant with $perSecond requests a second make no key hot, even when all report at once',
    async ({ count, perSecond }) => {
      const { written, read } = await busiestKey(count, perSecond, 12);
      // DynamoDB lets a partition take 1,000 write units and 3,000 read units a second.
      expect(written).toBeLessThan(1_000);
      expect(read).toBeLessThan(3_000);
    },
  );

  it('a merchant below its rate causes ten updates a second at most, however many containers serve it', async () => {
    const memory = memoryPort();
    let updates = 0;
    const port: TablePort = {
      ...memory,
      async updateWhere(...given) {
        updates += 1;
        return memory.updateWhere(...given);
      },
    };
    const all = containers(150, 200, port);
    for (let request = 0; request < 1_990; request += 1) {
      expect(await all[request % 150]?.ask(request * 5)).toBeUndefined();
    }
    expect(updates).toBeLessThanOrEqual(100);
  });
});

describe('-c merchantRate', () => {
  const rates = (functions: readonly Resource[]) =>
    functions.flatMap((fn) => {
      const { MERCHANT_RATE } = environmentOf(fn);
      return MERCHANT_RATE ? [[fn.name, MERCHANT_RATE]] : [];
    });
  it('the merchant rate is 100 requests a second in production by default', () => {
    const counting = rates(synthesized('production').resources('AWS::Lambda::Function'));
    expect([...new Set(counting.map(([, rate]) => rate))]).toEqual(['100']);
    expect(counting.map(([name]) => name)).toContain('ApiPayments.paymentsconfirm');
  });

  it('the merchant rate is off in a sandbox by default: no function counts, and none may', () => {
    const app = synthesized('sandbox');
    expect(rates(app.resources('AWS::Lambda::Function'))).toEqual([]);
    expect(JSON.stringify(app.resources('AWS::IAM::Role'))).not.toContain('RATE');
  });

  it('the merchant rate reaches the functions that merchants call, each of which may change only its counter', () => {
    const app = synthesized('production', { merchantRate: '200' }, [
      ...['payments', 'webhooks', 'accounts'],
    ]);
    const counting = new Map(rates(app.resources('AWS::Lambda::Function')).map(([a, b]) => [a, b]));
    expect([...new Set(counting.values())]).toEqual(['200']);
    expect(counting.has('ApiPayments.paymentsconfirm')).toBe(true);
    for (const name of ['Api.httpnotfound', 'ApiWebhooks.incomingwebhooksreceive']) {
      expect(counting.has(name)).toBe(false);
    }
    const { role } = roleOf(app, 'ApiAccounts.customersretrieve');
    const counters = {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['MERCHANT#*#RATE#*'] },
    };
    expect(
      grantsOf(role)
        .filter((line) => /UpdateItem|BatchGetItem/.test(line))
        .sort(),
    ).toEqual([
      grant('dynamodb:BatchGetItem', 'Data.Table.Arn', counters),
      grant('dynamodb:UpdateItem', 'Data.Table.Arn', counters),
    ]);
  });

  it.each(['0', '5001', '-1', 'many', '1.5'])('the merchant rate cannot be %j', (merchantRate) => {
    expect(() => synthesized('production', { merchantRate })).toThrow(
      'merchantRate must be a number from 1 to 5000.',
    );
  });
});
