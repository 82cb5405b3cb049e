import * as v from 'valibot';
import { CallFailed } from '../../console/json-calls.ts';
import type { Cell, CellMap } from '../../lib/settings/cell-map.ts';
import { CommandFailed } from '../command-line/command.ts';
import type { SwitchAccess } from './switch-access.ts';

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

const Account = v.object({ merchant_id: v.string(), organization_id: v.string() });
const Accounts = v.array(v.object({ merchant_id: v.string() }));

/** Requests at once. */
const atOnce = 8;

/**
 * Asks the deployment of a cell for each merchant of the map, and for the merchants of their
 * organizations. Throws CommandFailed where the switch cannot answer.
 */
export async function merchantsInCell(
  { cellOf }: CellMap,
  { name }: Cell,
  { url, asOperator }: SwitchAccess,
): Promise<MerchantsInCell> {
  const here = new Map<string, string>();
  await forEach([...cellOf.keys()], async (merchant) => {
    try {
      const account = await asOperator(`${url}/accounts/${merchant}`, Account);
      here.set(merchant, account.organization_id);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 404) throw failed(error);
    }
  });
  const listed = new Set<string>();
  await forEach([...new Set(here.values())], async (organization) => {
    const query = new URLSearchParams({ organization_id: organization });
    try {
      const accounts = await asOperator(`${url}/accounts/list?${query}`, Accounts);
      for (const { merchant_id: merchant } of accounts) listed.add(merchant);
    } catch (error) {
      throw failed(error);
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

const failed = (error: unknown) =>
  error instanceof CallFailed
    ? new CommandFailed(`The switch could not do it: ${error.message}`, { cause: error })
    : error;

/** Does something for each, a few at once. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
