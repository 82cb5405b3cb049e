import { TurnoutApiError } from '#turnout/node';
import type { Cell, CellMap } from '../../lib/settings/cell-map.ts';
import { asFailure, type SwitchAccess } from '../laptop/switch-access.ts';

/** The merchants of a deployment that are not where the map has them. */
export interface MerchantsInCell {
  /** Those that the deployment has, with the cell that the map has them in. */
  readonly elsewhere: readonly { readonly merchant: string; readonly cell: string }[];
  /** Those that the map has in this cell, and the deployment does not know. */
  readonly missing: readonly string[];
  /**
   * Those that the deployment has, and the map does not name, as far as their organizations have
   * merchants of the map too: no operation lists all merchants.
   */
  readonly unnamed: readonly string[];
}

/** Requests at once. */
const atOnce = 8;

/**
 * Asks the deployment of a cell for each merchant of the map, and for the merchants of their
 * organizations. Throws CommandFailed where the switch cannot answer.
 */
export async function merchantsInCell(
  { cellOf }: CellMap,
  { name }: Cell,
  { asOperator: { accounts } }: SwitchAccess,
): Promise<MerchantsInCell> {
  const here = new Map<string, string>();
  await forEach([...cellOf.keys()], async (merchant) => {
    try {
      here.set(merchant, (await accounts.retrieve(merchant)).organization_id);
    } catch (error) {
      if (!(error instanceof TurnoutApiError) || error.status !== 404) throw await asFailure(error);
    }
  });
  const listed = new Set<string>();
  await forEach([...new Set(here.values())], async (organization) => {
    try {
      const all = accounts.list({ organization_id: organization });
      for await (const { merchant_id: merchant } of all) listed.add(merchant);
    } catch (error) {
      throw await asFailure(error);
    }
  });
  return {
    elsewhere: [...cellOf]
      .filter(([merchant, cell]) => cell !== name && here.has(merchant))
      .map(([merchant, cell]) => ({ merchant, cell })),
    missing: [...cellOf]
      .filter(([merchant, cell]) => cell === name && !here.has(merchant))
      .map(([merchant]) => merchant),
    unnamed: [...listed].filter((merchant) => !cellOf.has(merchant)).sort(),
  };
}

/** Does something for each, a few at once. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
