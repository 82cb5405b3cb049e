import { readdirSync } from 'node:fs';
import { vaultOperations } from '#vault/operations.ts';
import { vaultWorkBudgets } from './budgets.ts';
import { measured, vaultExercises, vaultWithCards } from './measured-work.ts';

/** Jobs that are given no table and no key, each with its reason. */
const jobsWithoutTables: Readonly<Record<string, string>> = {
  'check-pages': 'It looks at the pages from outside, as a browser does.',
};

const operationOf = (row: string) => row.split(',')[0] ?? '';
/** Rows whose name states that they need a key which no container has had before. */
const needsNewKey = (row: string) => /, first of /.test(row);

describe('the budget of the vault', () => {
  it("the vault's budget has a row for every operation and every job, and no row of another", () => {
    const jobs = readdirSync(new URL('../../../functions/vault-jobs', import.meta.url))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((job) => !(job in jobsWithoutTables))
      .map((job) => `jobs.${job}`);
    const all = [...vaultOperations.map(({ name }) => name), ...jobs];
    expect([...new Set(Object.keys(vaultWorkBudgets).map(operationOf))].sort()).toEqual(all.sort());
  });

  it('each budget of the vault equals its measurement, row by row', () => {
    expect(Object.keys(vaultExercises).sort()).toEqual(Object.keys(vaultWorkBudgets).sort());
  });

  it("the vault's budget has no repeated call to the key service", () => {
    const asking = Object.entries(vaultWorkBudgets).flatMap(([row, { warm }]) =>
      warm.keyService > 0 ? [row] : [],
    );
    expect(asking).toEqual(Object.keys(vaultWorkBudgets).filter(needsNewKey));
  });
});

describe('work of the vault costs exactly its budget, in a container that has just started and after', () => {
  it.each(Object.entries(vaultExercises))('%s', async (row, work) => {
    expect(await measured(await vaultWithCards(10), work)).toEqual(vaultWorkBudgets[row]);
  });
});
