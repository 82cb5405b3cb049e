import { vaultOperations } from '#vault/operations.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from './all-scenarios.ts';
import { operationOf } from './scenario.ts';
import { withoutScenario } from './without-scenario.ts';

const apis = {
  'the switch': operations,
  'the sandbox processor': sandboxOperations,
  'the vault': vaultOperations,
};
const names: readonly string[] = Object.values(apis).flatMap((all) => all.map(({ name }) => name));

describe('the scenarios', () => {
  it.each(Object.entries(apis))(
    'each operation of %s has a scenario of its name, or is on the list of those without',
    (_, all) => {
      const missing = all.map(({ name }) => name).filter((name) => !(name in scenarios));
      expect(missing.filter((name) => !withoutScenario.includes(name))).toEqual([]);
    },
  );

  it('the list of operations without a scenario names existing operations, each of them once', () => {
    expect(withoutScenario.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(withoutScenario).size).toBe(withoutScenario.length);
  });

  it('the list of operations without a scenario loses each operation that gets one', () => {
    expect(withoutScenario.filter((name) => name in scenarios)).toEqual([]);
  });

  it('the scenarios belong to existing operations', () => {
    expect(Object.keys(scenarios).filter((one) => !names.includes(operationOf(one)))).toEqual([]);
  });

  it("the scenarios name an operation's grants that no other case needs in at most one of its cases", () => {
    const cases = Object.entries(scenarios).filter(([, { grants }]) => grants === 'all others');
    const about = cases.map(([name]) => operationOf(name));
    expect(about.filter((one, index) => about.indexOf(one) !== index)).toEqual([]);
  });
});
