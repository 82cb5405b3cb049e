import { listWindowSeconds } from '#platform/lists/window.ts';
import type { TablePort } from '#platform/table/port.ts';
import { readUnits } from '#platform/table/units.ts';
import { measureJourneys } from '../support/switch/journey.ts';
import { localTables } from '../support/table/local-table.ts';
import { memoryPort } from '../support/table/memory-table.ts';

const port = memoryPort();
const cost = await measureJourneys(port, (key) => port.get(key));
const quietPort = memoryPort();
const withoutProcessorWebhooks = await measureJourneys(quietPort, (key) => quietPort.get(key), {
  processorWebhooks: false,
});
const listedPort = memoryPort();
const listedTogether = await measureJourneys(listedPort, (key) => listedPort.get(key), {
  listsEveryMs: listWindowSeconds * 1_000,
});

describe('a whole journey, create to refund with three webhooks, a million of them a month', () => {
  it("a whole journey writes at most its limit of units for merchants' and processors' requests", () => {
    expect(cost.groups.operations.writeUnits).toBeLessThanOrEqual(18);
  });

  it('a whole journey costs its operations as many writes and fewer reads when no processor webhook repeats their answers', () => {
    const { operations } = withoutProcessorWebhooks.groups;
    expect(operations.writeUnits).toBe(cost.groups.operations.writeUnits);
    expect(operations.readUnits).toBeLessThan(cost.groups.operations.readUnits);
    expect(withoutProcessorWebhooks.functions).not.toHaveProperty('incoming-webhooks.receive');
    expect(cost.functions['incoming-webhooks.receive']?.invocations).toBe(3);
  });

  it('a whole journey writes at most its limit of units for the three webhooks to the merchant', () => {
    expect(cost.webhooks).toBe(3);
    expect(cost.groups['events and delivery'].writeUnits).toBeLessThanOrEqual(6);
  });

  it('a whole journey writes at most its limit of units for all lists, by the seconds of their delay', () => {
    expect(listedTogether.groups.lists.writeUnits).toBeLessThanOrEqual(13);
    expect(listedTogether.groups.lists.readUnits).toBeLessThan(1);
  });

  it('a whole journey writes at most its limit of units for all lists where each request is listed by itself', () => {
    expect(cost.groups.lists.writeUnits).toBeLessThanOrEqual(19);
  });

  it('a whole journey reads and writes at most its limit of units in all', () => {
    expect(listedTogether.all.readUnits).toBeLessThanOrEqual(13.5);
    expect(listedTogether.all.writeUnits).toBeLessThanOrEqual(36.6);
    const { all } = withoutProcessorWebhooks;
    expect(all.readUnits).toBeLessThanOrEqual(11);
  });
});

/** The most invocations of each function in a journey, calls of the table, and exchanges with others. */
const budgets: Readonly<Record<string, readonly [number, number, number]>> = {
  // Those that ask a processor read its state in a fourth of the journeys: every ten seconds.
  'payments.create': [1, 3, 0],
  'payments.confirm': [1, 5.5, 1],
  'payments.capture': [1, 5.25, 1],
  'payments.retrieve': [1, 2, 0],
  'refunds.create': [1, 5.25, 1],
  'incoming-webhooks.receive': [3, 5, 0],
  'queues.publish-events': [7, 4, 0],
  'queues.deliver-webhook': [3, 4, 3],
  'queues.project-lists': [4, 18.05, 0],
};

describe('the functions of a journey', () => {
  it.each(Object.entries(budgets))(
    '%s is invoked, calls the table and asks others at most as often as its budget says',
    (name, budget) => {
      const { invocations, calls, exchanges } = cost.functions[name] ?? {};
      expect(invocations).toBeLessThanOrEqual(budget[0]);
      expect(calls).toBeLessThanOrEqual(budget[1]);
      expect(exchanges).toBeLessThanOrEqual(budget[2]);
    },
  );

  it('a lifecycle invokes the functions that have a budget, and no others', () => {
    expect(Object.keys(cost.functions).sort()).toEqual(Object.keys(budgets).sort());
  });
});

/**
 * A port with the cost of its queries and batches that found nothing: DynamoDB Local reports 0 for
 * these.
 */
function withMisses(port: TablePort) {
  const misses = { units: 0 };
  const missed = (count: number, eventual = false) => {
    misses.units += count * readUnits(undefined, eventual ? 'eventual' : 'strong');
  };
  const noting: TablePort = {
    ...port,
    async query(page) {
      const items = await port.query(page);
      if (items.length === 0) missed(1, page.eventual ?? page.index !== undefined);
      return items;
    },
    async batchGet(keys, reading) {
      const items = await port.batchGet(keys, reading);
      missed(keys.length - items.length, reading?.eventual);
      return items;
    },
  };
  return { port: noting, misses };
}

const databases = await localTables();
afterAll(() => Promise.all(databases.map(({ stop }) => stop())));

describe.each([...databases])('a journey in DynamoDB by $name', (database) => {
  it('a journey in DynamoDB consumes in each invocation as many units as our calculator counts', async () => {
    const { name: program, port, aside, hear } = database;
    const { port: noting, misses } = withMisses(port);
    const compared = { invocations: 0, transactions: 0 };
    const wrong: unknown[] = [];
    const { groups } = await measureJourneys(noting, (key) => aside.get(key), {
      journeys: 2,
      before: 1,
      invoked(name, { writeUnits, readUnits }, calls) {
        const said = hear().reduce((total, one) => total + one, 0);
        const missed = program === 'dynamodb-local' ? misses.units : 0;
        misses.units = 0;
        const isTransaction = calls.some(({ operation }) => operation === 'transact');
        // The units of the preparation are reported with the first invocation. DynamoDB Local
        // reports 4 units for a transaction, whatever its content.
        const isFirst = compared.invocations === 0;
        compared.invocations += 1;
        if (isFirst || (isTransaction && program === 'dynamodb-local')) return;
        if (isTransaction) compared.transactions += 1;
        const ours = writeUnits + readUnits - missed;
        if (ours !== said) wrong.push({ name, ours, said, calls });
      },
    });
    expect(wrong).toEqual([]);
    expect(compared.invocations).toBeGreaterThan(50);
    expect(compared.transactions > 0).toBe(program !== 'dynamodb-local');
    expect(groups.operations.writeUnits).toBeLessThanOrEqual(18);
    expect(groups['events and delivery'].writeUnits).toBeLessThanOrEqual(8);
  });
});
