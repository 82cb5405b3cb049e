import { readdirSync } from 'node:fs';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from '../scenarios/all-scenarios.ts';
import { jobs } from '../scenarios/jobs.ts';
import type { JobContext, Serve } from '../scenarios/jobs-in-memory.ts';
import { withKey } from '../scenarios/request-keys.ts';
import { operationOf, type Scenario, type VaultCost } from '../scenarios/scenario.ts';
import { shopInMemory } from '../scenarios/shop-in-memory.ts';
import { stripe, stripeInMemory } from '../scenarios/stripe.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { aMerchant, container, switchInMemory } from '../support/switch/switch-in-memory.ts';
import { countedPort } from '../support/table/counted-port.ts';
import type { MemoryPort } from '../support/table/memory-table.ts';
import { type AVault, aVault } from '../support/vault/a-vault.ts';
import { budgets, journey, vaultBudgets } from './budgets.ts';

const { each } = drawnByDay('budgets');

const ofStripe: Readonly<Record<string, Serve>> = Object.fromEntries(
  Object.entries(stripe).map(([row, { request, status = 200 }]): [string, Serve] => [
    row,
    async ({ services }, { world }) => {
      const asked = await request(stripeInMemory(world.services));
      const answer = await stripeInMemory(services).ask('sandbox.stripe', asked);
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
    },
  ]),
);

/** The tables of a vault, each counted for itself. */
function countedVault({ ports, provider }: AVault) {
  const counted = (port: MemoryPort) => ({
    ...countedPort(port, (key) => port.get(key)),
    items: port.items,
  });
  const tables = {
    cards: counted(ports.cards),
    codes: counted(ports.codes),
    keys: counted(ports.keys),
    credentials: counted(ports.credentials),
    audit: counted(ports.audit),
  };
  return {
    vault: aVault({ ports: tables, provider }),
    restart() {
      for (const table of Object.values(tables)) table.restart();
    },
    /** The cost in each table that was called; the other tables are left out. */
    counts: (): Readonly<Record<string, VaultCost>> =>
      Object.fromEntries(
        Object.entries(tables).flatMap(([name, table]) => {
          const { calls, writeUnits, readUnits } = table.count();
          return calls > 0 ? [[name, { calls, writeUnits, readUnits }]] : [];
        }),
      ),
  };
}

/** The preparation of a row, and the measured call, which is made anew each time. */
interface Counted {
  readonly prepare: (scene: JobContext) => Promise<unknown>;
  readonly serve: Serve;
}

/** A scenario's request to the container whose calls are counted. */
const played = (name: string, scenario: Scenario): Counted => {
  const { status = 200, request, succeeded = () => true } = scenario;
  const operation = operationOf(name);
  return {
    prepare: async ({ shop }) => scenario.prepare?.(shop),
    async serve({ ask }, { shop }) {
      const asked = await request(shop);
      const answer = await ask(operation, withKey(operation, shop.merchant, asked));
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
      expect(await succeeded(answer, shop, asked)).toBe(true);
    },
  };
};

/** The first and the second request of a container, which caches configuration at the first. */
async function costs({ prepare, serve }: Counted) {
  const world = switchInMemory();
  const webhook_details = { webhook_url: 'https://shop.example/webhooks' };
  const merchant = await aMerchant(world, 'merchant_example', { webhook_details });
  const shop = shopInMemory(world, merchant);
  const scene = { world, merchant, shop };
  await prepare({ ...scene, round: 0 });
  // From now on every reader of the configuration sees the prepared settings.
  world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 3_000);
  const port = countedPort(world.port, (key) => world.port.get(key));
  const vault = countedVault(world.dependencies.vault);
  const dependencies = Object.create(world.dependencies, { vault: { value: vault.vault } });
  const served = container(port, dependencies);
  await serve(served, { ...scene, round: 1 });
  const cold = port.count();
  port.restart();
  vault.restart();
  await serve(served, { ...scene, round: 2 });
  const [readTwice, parsedTwice] = [port.readTwice(), port.parsedTwice()];
  return { cold, warm: port.count(), inVault: vault.counts(), readTwice, parsedTwice };
}

const counted: Readonly<Record<string, Counted>> = {
  ...Object.fromEntries(
    Object.entries(ofStripe).map(([row, serve]) => [row, { prepare: async () => {}, serve }]),
  ),
  ...Object.fromEntries(
    Object.entries(jobs).flatMap(([row, { serve }]) =>
      serve ? [[row, { prepare: async () => {}, serve }]] : [],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(scenarios).flatMap(([name, scenario]) =>
      scenario.budget ? [[name, played(name, scenario)]] : [],
    ),
  ),
};

const budgetOf = (row: string) => {
  const budget = budgets[row];
  if (!budget) throw new Error(`There is no budget for ${row}.`);
  return budget;
};

describe('the budget', () => {
  it('the budget has a row for every operation, every queue function and the API of Stripe', () => {
    const functions = readdirSync(new URL('../../functions/queues', import.meta.url)).map(
      (file) => `queues.${file.replace(/\.ts$/, '')}`,
    );
    const all = [
      ...[...operations, ...sandboxOperations].map(({ name }) => name),
      ...functions,
      'sandbox.stripe',
    ];
    expect([...new Set(Object.keys(budgets).map(operationOf))].sort()).toEqual(all.sort());
  });

  it('each budget of the vault belongs to an existing row', () => {
    expect(Object.keys(vaultBudgets).filter((row) => !(row in budgets))).toEqual([]);
  });

  it('each budget equals its measurement, row by row', () => {
    expect(Object.keys(counted).sort()).toEqual(Object.keys(budgets).sort());
  });

  it.each(Object.keys(counted))('the budget stays within its limit: %s', (row) => {
    const { limit, ...budget } = budgetOf(row);
    if (!limit) return;
    expect(budget.steps).toBeLessThanOrEqual(limit.steps);
    expect(budget.calls).toBeLessThanOrEqual(limit.calls);
    expect(budget.writeUnits).toBeLessThanOrEqual(limit.writeUnits);
    expect(budget.readUnits).toBeLessThanOrEqual(limit.readUnits);
  });

  it('the budget of a whole ordinary journey stays within its limit', () => {
    const all = journey.rows.map(budgetOf);
    const total = (of: (budget: (typeof all)[number]) => number) =>
      all.map(of).reduce((sum, one) => sum + one, 0);
    expect(total(({ writeUnits }) => writeUnits)).toBeLessThanOrEqual(journey.limit.writeUnits);
    expect(total(({ readUnits }) => readUnits)).toBeLessThanOrEqual(journey.limit.readUnits);
  });
});

/**
 * Requests that read an item again: an index or a list led to it, or it may have changed since. The
 * life of an ordinary payment has none.
 */
const readAgain: ReadonlySet<string> = new Set([
  ...['create', 'list', 'retrieve', 'update', 'delete', 'test'].map(
    (one) => `webhook-endpoints.${one}`,
  ),
  ...['payment-methods.list', 'payment-methods.list-for-customer'],
  ...['receive', 'receive-put'].map(
    (one) => `incoming-webhooks.${one}, of a token that its processor disabled`,
  ),
  'payment-methods.list-for-customer, with the key of the customer',
  'payments.list-payment-methods',
  ...['payments.create, saving a card that is saved', 'payments.create, charging a saved card'],
  'payments.create, its stored card declined and charged by another',
  'payments.confirm, with a payment token',
  ...['payments.list, after a payment', 'disputes.list, of a payment', 'api-keys.list'],
  ...[
    'events.undelivered, two of them',
    'events.undelivered, two of them, by the operator',
    'events.stop-retry',
    'customers.delete, with a saved card',
  ],
  ...['sandbox.revoke-mandate', 'queues.sync-pending'],
  ...['receive', 'receive-put'].map(
    (one) => `incoming-webhooks.${one}, by the id of the processor`,
  ),
]);

it('the list of rows that read an item again contains only existing rows', () => {
  expect([...readAgain].filter((row) => !(row in budgets))).toEqual([]);
});

describe('a request costs exactly its budget, reads and parses no item twice, and costs a new container two steps more at most', () => {
  each(Object.entries(counted))('%s', async (row, one) => {
    const { limit: _, ...budget } = budgetOf(row);
    const { cold, warm, inVault, readTwice, parsedTwice } = await costs(one);
    expect(warm).toEqual(budget);
    if (readAgain.has(row)) expect(readTwice).not.toEqual([]);
    else expect(readTwice).toEqual([]);
    expect(parsedTwice).toEqual([]);
    if (operationOf(row).startsWith('payments.')) expect(inVault).toEqual(vaultBudgets[row] ?? {});
    expect(cold.steps).toBeLessThanOrEqual(
      budget.steps + 2 + (scenarios[row]?.moreStepsAtFirst ?? 0),
    );
  });
});
