import { operations, sandboxOperations } from '../../shared/operations.ts';
import { scenarios } from './all-scenarios.ts';
import { operationOf } from './scenario.ts';

/**
 * Groups whose scenarios here are none or only some, and lists, which show things of several groups.
 * Each of their operations has a row in `test/prove/budgets.test.ts` and its work in `test/support/exercise-*.ts`.
 */
const elsewhere =
  /^(payment-methods|disputes|files|payouts|mandates|events|payment-links|sandbox)\.|\.(list|list-of-profile|list-with-count|filter|filter-of-profile|aggregate|aggregate-of-profile|filter-values|filters|filters-of-profile)$/;

describe('the scenarios', () => {
  it('the scenarios include at least one for every operation of every other group', () => {
    const names = [...operations, ...sandboxOperations].map(({ name }) => name);
    expect(names.filter((name) => !(name in scenarios) && !elsewhere.test(name))).toEqual([]);
  });

  it('the scenarios belong to existing operations', () => {
    const names: readonly string[] = [...operations, ...sandboxOperations].map(({ name }) => name);
    expect(Object.keys(scenarios).filter((one) => !names.includes(operationOf(one)))).toEqual([]);
  });

  it('the scenarios include one named after its operation only, for each operation of those groups', () => {
    const about = new Set(Object.keys(scenarios).map(operationOf));
    const without = [...about].filter((operation) => !(operation in scenarios));
    expect(without.filter((operation) => !elsewhere.test(operation))).toEqual([]);
  });

  it("the scenarios name an operation's grants that no other case needs in at most one of its cases", () => {
    const cases = Object.entries(scenarios).filter(([, { grants }]) => grants === 'all others');
    const about = cases.map(([name]) => operationOf(name));
    expect(about.filter((one, index) => about.indexOf(one) !== index)).toEqual([]);
  });
});
