import { logTo } from '#platform/log.ts';
import type { CardToStore } from '#vault/cards/card-vault.ts';
import { rotateKeys } from '#vault/jobs/rotate-keys.ts';
import { sealAuditJob } from '#vault/jobs/seal-audit.ts';
import { sweepVault } from '#vault/jobs/sweep.ts';
import { vaultScenarios } from '../../scenarios/all-scenarios.ts';
import { operationOf, type Scenario } from '../../scenarios/scenario.ts';
import { type VaultShopInMemory, vaultShopInMemory } from '../../scenarios/vault-in-memory.ts';
import type { VaultShop } from '../../scenarios/vault-shop.ts';
import { memoryPort } from '../../support/table/memory-table.ts';
import { type AVault, aVault } from '../../support/vault/a-vault.ts';
import { vaultInMemory } from '../../support/vault/vault-in-memory.ts';
import type { VaultWorkBudget, VaultWorkCost } from './budgets.ts';
import { countedVault } from './counted-vault.ts';

/** A vault that is in use, and the objects of its requests. */
interface VaultContext {
  /** The container whose work is counted: as in production, with its limits. */
  readonly served: ReturnType<typeof vaultInMemory>;
  /** Another container, which prepares the objects. Its work is not counted. */
  readonly aside: ReturnType<typeof vaultInMemory>;
  /** The tenant `shop`, who is prepared in the other container. */
  readonly shop: VaultShopInMemory;
  /** 1, then 2. */
  readonly round: number;
}

/**
 * One piece of work: it prepares its objects aside, and the function that it returns is counted.
 */
export type VaultExercise = (scene: VaultContext) => Promise<() => Promise<unknown>>;

const tenant = 'shop';
const minuteMs = 60_000;
const dayMs = 86_400_000;

const cardOf = (code?: string): CardToStore => ({
  number: Buffer.from('5555555555554444'),
  brand: 'mastercard',
  holderName: 'ANA LIMA',
  expiryMonth: '08',
  expiryYear: '2031',
  ...(code !== undefined && { cvc: Buffer.from(code) }),
});

const accountOf = ({ clock }: VaultContext['aside'], of = tenant) => ({
  tenant: of,
  actor: { kind: 'switch', id: of } as const,
  reason: 'made ready',
  origin: 'switch',
  requestId: 'req_ready',
  now: clock.now,
});

/**
 * A vault with a tenant who has so many cards, all without codes. Its audit trail was never read.
 */
export async function vaultWithCards(count: number): Promise<AVault> {
  const vault = aVault();
  const world = vaultInMemory(vault);
  await world.tenantKey(tenant);
  // The key of this quarter of an hour is there as well.
  await vault.cards.store(accountOf(world), cardOf('737'));
  for (let stored = 1; stored < count; stored++) {
    await vault.cards.store(accountOf(world), cardOf());
  }
  return { ...vault, ports: { ...vault.ports, audit: memoryPort() } };
}

/** Does a piece of work twice in a container of a copy of this vault, which stays as it is. */
export async function measured(
  { ports, provider }: AVault,
  work: VaultExercise,
): Promise<VaultWorkBudget> {
  const copies = {
    cards: memoryPort(ports.cards.items()),
    codes: memoryPort(ports.codes.items()),
    keys: memoryPort(ports.keys.items()),
    credentials: memoryPort(ports.credentials.items()),
    audit: memoryPort(ports.audit.items()),
  };
  const counted = countedVault({ ports: copies, provider });
  const served = vaultInMemory(counted.vault, { limited: true });
  const aside = vaultInMemory(aVault({ ports: copies, provider }));
  const later = (ms: number) => {
    for (const { clock } of [served, aside]) clock.now = new Date(clock.now.getTime() + ms);
  };
  const shop = vaultShopInMemory(aside, later, served);
  await aside.tenantKey(tenant);
  async function costOf(round: number): Promise<VaultWorkCost> {
    const begin = await work({ served, aside, shop, round });
    counted.restart();
    await begin();
    return counted.count();
  }
  try {
    return { cold: await costOf(1), warm: await costOf(2) };
  } finally {
    await shop.close();
  }
}

const quiet = { log: logTo(() => {}), metric: () => {} };

const sweeping = ({ served: { vault, clock } }: VaultContext) => {
  const { table, cards, codes, audit } = vault;
  return sweepVault({ ...quiet, table, cards, codes, audit, clock: () => clock.now });
};

/** Sweeps everything that is due by now; data that was due earlier is gone already. */
async function readyToSweep(context: VaultContext, thenMs: number) {
  const { vault, clock } = context.aside;
  const { table, cards, codes, audit } = vault;
  const aside = sweepVault({ ...quiet, table, cards, codes, audit, clock: () => clock.now });
  await aside();
  await context.shop.later(thenMs);
  return sweeping(context);
}

const sealing = ({ vault, clock }: VaultContext['aside']) =>
  sealAuditJob({ ...quiet, audit: () => vault.table('audit'), clock: () => clock.now });

const rotating = ({ served: { vault, clock } }: VaultContext) => {
  const { table, provider, keys: tenantKeys, audit } = vault;
  const around = { ...quiet, clock: () => clock.now, remainingMs: () => 900_000 };
  return async () => {
    const [keys, cards] = [table('keys'), table('cards')];
    const done = await rotateKeys({ ...around, keys, cards, tenantKeys, provider, audit });
    expect(done).toMatchObject({ failed: 0, cardsLeft: 0, finished: true });
  };
};

/** A scenario's request, which is counted. */
const asking =
  (
    name: string,
    { prepare, request, status = 200, succeeded }: Scenario<VaultShop>,
  ): VaultExercise =>
  async ({ shop, round }) => {
    if (round === 1) await prepare?.(shop);
    const ready = await request(shop);
    return async () => {
      const answer = await shop.serve(operationOf(name), ready);
      expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
      expect(await (succeeded?.(answer, shop, ready) ?? true)).toBe(true);
    };
  };

/** Every scenario of the vault, and every job. A job's case follows its name. */
export const vaultExercises: Readonly<Record<string, VaultExercise>> = {
  ...Object.fromEntries(
    Object.entries(vaultScenarios).map(([name, scenario]) => [name, asking(name, scenario)]),
  ),

  'jobs.sweep': (context) => readyToSweep(context, 0),
  // An hour is the time of a code; with it ends the quarter of an hour of no key.
  'jobs.sweep, of a code that has expired': async (context) => {
    await readyToSweep(context, 2 * dayMs);
    await context.aside.vault.cards.store(accountOf(context.aside), cardOf('737'));
    return readyToSweep(context, dayMs / 2);
  },
  'jobs.sweep, of the key of a quarter of an hour': async (context) => {
    await readyToSweep(context, 2 * dayMs);
    await context.aside.vault.keys.current(tenant, 'cvc', context.aside.clock.now);
    return readyToSweep(context, 2 * dayMs);
  },
  'jobs.sweep, of an unused card': async (context) => {
    const { vault } = context.aside;
    await vault.cards.store({ ...accountOf(context.aside), retainSeconds: 60 }, cardOf());
    return readyToSweep(context, minuteMs);
  },
  'jobs.seal-audit': async (context) => {
    await sealing(context.aside)();
    await context.shop.later(minuteMs);
    return sealing(context.served);
  },
  'jobs.rotate-keys': async (context) => rotating(context),
  'jobs.rotate-keys, of another tenant too': async (context) => {
    const { vault } = context.aside;
    await vault.cards.store(accountOf(context.aside, 'another'), cardOf());
    return rotating(context);
  },
};
