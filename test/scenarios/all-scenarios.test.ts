import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from './all-scenarios.ts';
import { operationOf } from './scenario.ts';

describe('the scenarios', () => {
  it('are about operations that there are', () => {
    const names: readonly string[] = [...operations, ...sandboxOperations].map(({ name }) => name);
    expect(Object.keys(scenarios).filter((one) => !names.includes(operationOf(one)))).toEqual([]);
  });

  it('have one that is named after its operation alone, for each operation that has any', () => {
    const about = new Set(Object.keys(scenarios).map(operationOf));
    expect([...about].filter((operation) => !(operation in scenarios))).toEqual([]);
  });

  it('name the grants of an operation that no other case needs in one of its cases at most', () => {
    const cases = Object.entries(scenarios).filter(([, { grants }]) => grants === 'all others');
    const about = cases.map(([name]) => operationOf(name));
    expect(about.filter((one, index) => about.indexOf(one) !== index)).toEqual([]);
  });
});
