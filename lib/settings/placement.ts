import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cell, type CellMap, parseCellMap, type ReadCellMap } from './cell-map.ts';
import { noSuchName } from './nearest-name.ts';

/** The place of a deployment among all cells. */
export interface Placement {
  readonly cell: Cell;
  readonly map: CellMap;
  /** The path of the map's file. */
  readonly file: string;
  /** The settings that the map states for the cell, as JSON values by name. */
  readonly implied: ReadonlyMap<string, unknown>;
}

/** Reads the map of cells in a file of a folder. Problems name the file. */
export function readCellMap(folder: string, file: string): ReadCellMap {
  let text: string;
  try {
    text = readFileSync(resolve(folder, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const problem = code === 'ENOENT' ? 'is not there' : `cannot be read (${String(code)})`;
    return { map: undefined, problems: [`The map of cells ${file} ${problem}.`] };
  }
  const read = parseCellMap(text);
  return read.map
    ? read
    : { map: undefined, problems: read.problems.map((one) => `${file}: ${one}`) };
}

/**
 * The place of the deployment whose settings name a cell; neither place nor problems where they name
 * none.
 *
 * @param given the stated settings, by name
 * @param folder where the path of the map begins
 */
export function placementOf(
  { cell: name, cells: file }: { readonly cell: string | undefined; readonly cells: string },
  given: ReadonlyMap<string, unknown>,
  folder: string,
): { readonly placement: Placement | undefined; readonly problems: readonly string[] } {
  if (name === undefined) return { placement: undefined, problems: [] };
  const { map, problems } = readCellMap(folder, file);
  if (!map) return { placement: undefined, problems };
  const cell = map.cells.find((one) => one.name === name);
  if (!cell) {
    const names = map.cells.map((one) => one.name);
    return {
      placement: undefined,
      problems: [`cell: ${noSuchName('cell', name, names)} The map is ${file}.`],
    };
  }
  const implied = new Map<string, unknown>([
    ['expectedRate', cell.expectedRate],
    ['region', cell.region],
    ...(map.vaultAccount === undefined
      ? []
      : ([
          ['vaultAccount', map.vaultAccount],
          ['switchAccount', cell.account],
        ] as const)),
  ]);
  const stated = (setting: string, value: unknown) =>
    `${setting} is stated as ${String(given.get(setting))}, and ${file} has ${String(value)} for the cell ${name}: leave it to the map.`;
  return {
    placement: { cell, map, file, implied },
    problems: [
      ...[...implied].flatMap(([setting, value]) =>
        given.has(setting) && given.get(setting) !== value ? [stated(setting, value)] : [],
      ),
      ...(map.vaultAccount === undefined && given.has('vaultAccount')
        ? [
            `vaultAccount is stated, and ${file} has none: it belongs in the map, since one vault serves all cells.`,
          ]
        : []),
    ],
  };
}

/**
 * Whether a deployment may go on with these credentials; the problem where it may not. An unknown
 * account or Region is no problem.
 */
export function wrongPlace(
  { cell, map, file }: Placement,
  {
    account,
    region,
  }: { readonly account?: string | undefined; readonly region?: string | undefined },
): readonly string[] {
  const accounts = [cell.account, ...(map.vaultAccount === undefined ? [] : [map.vaultAccount])];
  const place = `${file} has the cell ${cell.name} in the account ${accounts[0]} and ${cell.region}`;
  return [
    ...(account !== undefined && !accounts.includes(account)
      ? [`The credentials are of the account ${account}, and ${place}.`]
      : []),
    ...(region !== undefined && region !== cell.region
      ? [`The credentials are for ${region}, and ${place}.`]
      : []),
  ];
}

/** "The cell eu-1 of cells.json: 2 merchants, sized for 800 payments a second." */
export function sentenceOf({ cell, map, file }: Placement): string {
  const merchants = [...map.cellOf.values()].filter((name) => name === cell.name).length;
  const isNext = map.newMerchants === cell.name ? ' and all new ones' : '';
  return `The cell ${cell.name} of ${file}: ${merchants} merchants${isNext}, ${cell.expectedRate} payments a second.`;
}
