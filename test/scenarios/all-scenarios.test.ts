import { vaultOperations } from '#vault/operations.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios, vaultScenarios } from './all-scenarios.ts';
import { operationOf } from './scenario.ts';

const apis = {
  'the switch': operations,
  'the sandbox processor': sandboxOperations,
  'the vault': vaultOperations,
};
const names: readonly string[] = Object.values(apis).flatMap((all) => all.map(({ name }) => name));
const cases = Object.entries({ ...scenarios, ...vaultScenarios });

describe('the scenarios', () => {
  it.each(Object.entries(apis))('each operation of %s has a scenario of its name', (_, all) => {
    const written = new Set(cases.map(([name]) => name));
    expect(all.map(({ name }) => name).filter((name) => !written.has(name))).toEqual([]);
  });

  it('the scenarios belong to existing operations', () => {
    expect(cases.filter(([name]) => !names.includes(operationOf(name)))).toEqual([]);
  });

  it("the scenarios name an operation's grants that no other case needs in at most one of its cases", () => {
    const about = cases
      .filter(([, { grants }]) => grants === 'all others')
      .map(([name]) => operationOf(name));
    expect(about.filter((one, index) => about.indexOf(one) !== index)).toEqual([]);
  });
});
