import { scenarios } from '../scenarios/all-scenarios.ts';
import { operationOf, type Scenario } from '../scenarios/scenario.ts';
import { ask, type Row, type Rows } from './growth-context.ts';

/** A scenario's request, which is counted, after all that it takes. */
const rowOf =
  (name: string, { request, status }: Scenario): Row =>
  async (scene) => {
    const prepared = await request(scene.shop);
    return (warm) => ask(warm, scene, operationOf(name), prepared, status);
  };

/** Rows that a merchant measures who has set up the same before. */
export interface RowsOfMerchant {
  readonly prepare?: Scenario['prepare'];
  readonly rows: Rows;
}

/** The scenarios of these operations as rows, those of an ordinary merchant first. */
export function rowsOfScenarios(
  isWanted: (operation: string) => boolean,
): readonly RowsOfMerchant[] {
  const merchants = new Map<Scenario['prepare'], Record<string, Row>>([[undefined, {}]]);
  for (const [name, scenario] of Object.entries(scenarios)) {
    const { prepare, budget, mayGrow } = scenario;
    if (!budget || mayGrow || !isWanted(operationOf(name))) continue;
    const rows = merchants.get(prepare) ?? {};
    rows[name] = rowOf(name, scenario);
    merchants.set(prepare, rows);
  }
  return [...merchants].map(([prepare, rows]) => ({ rows, ...(prepare && { prepare }) }));
}
