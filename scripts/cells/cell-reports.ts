import { type Cell, type CellMap, wrongMerchant } from '../../lib/settings/cell-map.ts';
import { noSuchName } from '../../lib/settings/nearest-name.ts';
import { usualConcurrency } from '../../lib/settings/quota.ts';
import {
  cellsFor,
  mostPayments,
  quotasFor,
  type Sizing,
  sizingFor,
} from '../../lib/settings/sizing.ts';
import { CommandFailed, type Report, UsageError } from '../command-line/command.ts';
import { edgeFileOf, edgeLimits, edgeText } from './edge-file.ts';
import type { MerchantsInCell } from './merchants-in-cell.ts';

/** The cell of a name. Throws a UsageError. */
export function cellNamed({ cells }: CellMap, name: string): Cell {
  const cell = cells.find((one) => one.name === name);
  if (cell) return cell;
  const names = cells.map((one) => one.name);
  throw new UsageError(noSuchName('cell', name, names));
}

/** The cell and the address of a merchant; a merchant that the map does not name is a new one. */
export function whereReport(map: CellMap, merchant: string): Report {
  const { cellOf, newMerchants } = map;
  const wrong = wrongMerchant(merchant);
  if (wrong) throw new UsageError(`"${merchant}" is none: ${wrong}`);
  const isNew = !cellOf.has(merchant);
  const { name, url, account, region } = cellNamed(map, cellOf.get(merchant) ?? newMerchants);
  return {
    value: { merchant, isNew, cell: name, url, account, region },
    text: `${merchant}  ${name}  ${url}  account ${account}, ${region}${
      isNew ? '\nThe map does not name it: this is the cell of new merchants.' : ''
    }`,
  };
}

export function edgeReport(map: CellMap): Report {
  const file = edgeFileOf(map);
  return { value: file, text: edgeText(file) };
}

/** The number of cells for a rate, and the size of each. */
export function sizeReport(rate: number): Report {
  const { serving, forNewMerchants } = cellsFor(rate);
  const rateOfEach = Math.min(rate, mostPayments);
  const sizing = sizeFor(rateOfEach);
  const cells = serving + forNewMerchants;
  const quotas = quotasFor(sizing, 0).map(({ name, needed, isMore }) => ({ name, needed, isMore }));
  const sentence =
    forNewMerchants === 0
      ? `${rate} payments a second: one deployment is enough, up to ${mostPayments}.`
      : `${rate} payments a second: ${cells} cells. ${serving} serve at most ${mostPayments} each, and ${forNewMerchants} is for new merchants.`;
  const lines = quotas.map(
    ({ name, needed, isMore }) => `  ${isMore ? 'ask for' : 'enough as usual'}: ${name}, ${needed}`,
  );
  return {
    value: { rate, cells, serving, forNewMerchants, rateOfEach, quotas },
    text: [sentence, `Each account needs, for ${rateOfEach} payments a second:`, ...lines].join(
      '\n',
    ),
  };
}

const sizeFor = (expectedRate: number): Sizing =>
  sizingFor({ expectedRate, accountConcurrency: usualConcurrency });

/**
 * Each cell with its merchants, its rate and its size, and warnings for an operator.
 *
 * @param asked a cell whose deployment was asked, with its merchants
 */
export function checkReport(
  map: CellMap,
  file: string,
  asked?: { readonly cell: Cell; readonly found: MerchantsInCell },
): Report {
  const { cells, cellOf, vaultAccount, newMerchants } = map;
  const counts = new Map<string, number>();
  for (const name of cellOf.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const rows = cells.map((cell) => {
    const { concurrency, apiLimit, tableUnits } = sizeFor(cell.expectedRate);
    const size = { concurrency, requests: apiLimit.rate, writeUnits: tableUnits.writeUnits };
    return { ...cell, merchants: counts.get(cell.name) ?? 0, size };
  });
  const expectedRate = rows.reduce((sum, cell) => sum + cell.expectedRate, 0);
  const warnings = warningsOf(map, counts);
  const wrong = asked ? misplacedLines(asked) : [];
  const table = [
    ['cell', 'account', 'Region', 'payments/s', 'merchants', 'functions', 'requests/s', 'units/s'],
    ...rows.map(({ name, account, region, expectedRate: rate, merchants, size }) => [
      ...[name, account, region, rate, merchants],
      ...[size.concurrency, size.requests, size.writeUnits],
    ]),
  ].map((row) => row.map(String));
  const widths = (table[0] ?? []).map((_, at) =>
    Math.max(...table.map((row) => row[at]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    `  ${row.map((one, at) => one.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd(),
  );
  const text = [
    `${file}: ${cells.length} cells for ${expectedRate} payments a second, ${cellOf.size} merchants; new ones go to ${newMerchants}.`,
    `Vault: ${vaultAccount === undefined ? 'each cell has its own' : `account ${vaultAccount}, one for the cells of each Region`}.`,
    ...lines,
    ...warnings.map((one) => `Warning: ${one}`),
    ...wrong,
  ].join('\n');
  const value = {
    file,
    vaultAccount: vaultAccount ?? null,
    newMerchants,
    expectedRate,
    merchants: cellOf.size,
    cells: rows,
    warnings,
    ...(asked && { asked: { cell: asked.cell.name, ...asked.found } }),
  };
  const isWrong = asked !== undefined && hasMisplaced(asked.found);
  return { value, text, code: isWrong ? 1 : 0 };
}

/** Each limit that is exceeded, or will be, as a sentence. */
function warningsOf(map: CellMap, counts: ReadonlyMap<string, number>): readonly string[] {
  const { cells, newMerchants } = map;
  const full = cells.find(
    ({ name, expectedRate }) => name === newMerchants && expectedRate === mostPayments,
  );
  return [
    ...cells.flatMap(({ name, account, expectedRate }) =>
      quotasFor(sizeFor(expectedRate), 0)
        .filter(({ isMore }) => isMore)
        .map(
          (quota) =>
            `${name}: the account ${account} has to ask for ${quota.name}, ${quota.needed} (usually ${quota.usual}).`,
        ),
    ),
    ...(full
      ? [
          `${full.name} gets new merchants, and is sized for ${mostPayments} payments a second already, the most of a cell.`,
        ]
      : []),
    ...cells.flatMap(({ name }) =>
      counts.has(name) || name === newMerchants ? [] : [`${name} has no merchant.`],
    ),
    ...edgeWarnings(map),
  ];
}

/** The file for the edge is refused when it is printed; here it is one warning of several. */
function edgeWarnings(map: CellMap): readonly string[] {
  try {
    const bytes = edgeText(edgeFileOf(map)).length;
    const { fileBytes } = edgeLimits;
    return bytes > fileBytes * 0.8
      ? [`the file for the edge has ${bytes} bytes of the ${fileBytes} that CloudFront takes.`]
      : [];
  } catch (error) {
    if (error instanceof CommandFailed) return [error.message];
    throw error;
  }
}

const hasMisplaced = ({ elsewhere, missing, unnamed }: MerchantsInCell) =>
  elsewhere.length + missing.length + unnamed.length > 0;

function misplacedLines({
  cell,
  found,
}: {
  readonly cell: Cell;
  readonly found: MerchantsInCell;
}): readonly string[] {
  if (!hasMisplaced(found))
    return [`The deployment of ${cell.name} has its merchants, and no other.`];
  return [
    ...found.elsewhere.map(
      ({ merchant, cell: other }) =>
        `${merchant} is in ${cell.name}, and the map has it in ${other}.`,
    ),
    ...found.missing.map((one) => `${one} is not in ${cell.name}, where the map has it.`),
    ...found.unnamed.map((one) => `${one} is in ${cell.name}, and the map does not name it.`),
  ];
}
