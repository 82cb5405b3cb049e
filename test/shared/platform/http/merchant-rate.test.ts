import { isSwitchError } from '#platform/errors.ts';
import { merchantRate } from '#platform/http/merchant-rate.ts';
import { tableOver } from '#platform/table/table.ts';
import { countedPort } from '../../../support/counted-port.ts';
import { memoryPort } from '../../../support/memory-table.ts';
import { grant, grantsOf, roleOf } from '../../../support/role-grants.ts';
import { environmentOf, type Resource, synthesized } from '../../../support/synthesized-app.ts';

/** The beginning of a window. */
const start = new Date('2026-01-31T12:00:00Z').getTime();
const after = (ms: number) => new Date(start + ms);

/** Containers that share a table, and the calls of each. */
function containers(count: number, perSecond: number) {
  const memory = memoryPort();
  return Array.from({ length: count }, () => {
    const port = countedPort(memory, (key) => memory.get(key));
    const admit = merchantRate(() => tableOver(port), perSecond);
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
    expect(container.calls()).toBeGreaterThan(5);
    expect(container.calls()).toBeLessThanOrEqual(10);
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
    expect(grantsOf(role).filter((line) => line.startsWith('dynamodb:UpdateItem'))).toEqual([
      grant('dynamodb:UpdateItem', 'Data.Table.Arn', {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['MERCHANT#*#RATE#*'] },
      }),
    ]);
  });

  it.each(['0', '5001', '-1', 'many', '1.5'])('the merchant rate cannot be %j', (merchantRate) => {
    expect(() => synthesized('production', { merchantRate })).toThrow(
      'merchantRate must be a number from 1 to 5000.',
    );
  });
});
