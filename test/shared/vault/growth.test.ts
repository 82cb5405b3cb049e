import type { AVault } from '../../support/vault/a-vault.ts';
import { vaultInMemory } from '../../support/vault/vault-in-memory.ts';
import type { VaultWorkBudget } from './budgets.ts';
import { measured, type VaultExercise, vaultExercises, vaultWithCards } from './measured-work.ts';

const longestMs = 120_000;

async function costsOf(
  vault: AVault,
  rows: Readonly<Record<string, VaultExercise>>,
): Promise<Readonly<Record<string, VaultWorkBudget>>> {
  const costs: Record<string, VaultWorkBudget> = {};
  for (const [row, work] of Object.entries(rows)) costs[row] = await measured(vault, work);
  return costs;
}

describe("the cost of the vault's work for a tenant with many cards", () => {
  it(
    'every vault operation costs the same with 10 cards and with 1,000',
    async () => {
      const few = await costsOf(await vaultWithCards(10), vaultExercises);
      const many = await vaultWithCards(1_000);
      expect(many.ports.cards.items()).toHaveLength(1_000);
      expect(await costsOf(many, vaultExercises)).toEqual(few);
    },
    longestMs,
  );
});

describe('a list that has no pages', () => {
  it('the list of API keys costs a read for each key, and delays nothing else', async () => {
    const vault = await vaultWithCards(1);
    const list = vaultExercises['vault.list-api-keys'];
    if (!list) throw new Error('There is no such row.');
    const few = (await measured(vault, list)).warm;
    const { ask } = vaultInMemory(vault);
    for (let more = 0; more < 200; more++) {
      const made = await ask('vault.create-api-key', { key: 'vk_shop', body: { api_key: {} } });
      expect(made.status).toBe(200);
    }
    const many = (await measured(vault, list)).warm;
    expect(many.steps).toBe(few.steps);
    const readUnits = ({ tables }: typeof few) => tables.credentials?.readUnits ?? 0;
    // One more is of the world that made them; the rest are the entries of the list, 4 KB a unit.
    expect(readUnits(many) - readUnits(few) - 201).toBeGreaterThanOrEqual(0);
    expect(readUnits(many) - readUnits(few) - 201).toBeLessThanOrEqual(6);
  });
});
