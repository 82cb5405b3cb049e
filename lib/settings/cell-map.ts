import * as v from 'valibot';
import { jsonMistake } from './json-mistake.ts';
import { noSuchName } from './nearest-name.ts';
import { repeatedNames } from './repeated-names.ts';
import { secretLike } from './secret-like.ts';
import { accountNumber, cellName, region } from './settings.ts';
import { mostPayments } from './sizing.ts';

/** A deployment that has merchants of its own, in an account and a Region of its own. */
export interface Cell {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  /** The address of its API, without a slash at its end. */
  readonly url: string;
  /** Payments a second. */
  readonly expectedRate: number;
}

/** All cells, and the cell of each merchant. */
export interface CellMap {
  /** In the order of the file. */
  readonly cells: readonly Cell[];
  /** The account of the vault of all cells; undefined where each cell has its own vault. */
  readonly vaultAccount: string | undefined;
  /** The name of the cell that new merchants go to. */
  readonly newMerchants: string;
  /** The names of cells by merchants. */
  readonly cellOf: ReadonlyMap<string, string>;
}

/** The map in a text, or all that is wrong with it. */
export type ReadCellMap =
  | { readonly map: CellMap; readonly problems: readonly [] }
  | { readonly map: undefined; readonly problems: readonly string[] };

/**
 * The most bytes of a file with a map. The edge takes no larger file of the same merchants, and a
 * larger one is another file by mistake.
 */
export const mostBytesOfMap = 5_000_000;

/**
 * The most cells of one Region that one account has a vault for: policies of its tables and keys name
 * each, and have 20 and 32 KB at most.
 */
export const mostCellsOfVault = 20;

/** As the API takes ids of merchants. No other character is in the keys of the edge either. */
const merchantId = /^[A-Za-z0-9_-]{1,64}$/;
const merchantRule = 'a merchant has 1 to 64 letters, digits, _ and -.';

/** Why a text is no id of a merchant; undefined for one. */
export const wrongMerchant = (id: string): string | undefined =>
  merchantId.test(id) ? undefined : merchantRule;

const rules = {
  account: accountNumber.rule,
  region: region.rule,
  url: 'an https address without a path, such as https://eu-1.pay.example.com',
  expectedRate: `payments a second, a whole number from 1 to ${mostPayments}`,
  vaultAccount: accountNumber.rule,
  newMerchants: cellName.rule,
  merchants: 'an object of merchants: { "merchant_1": "eu-1" }',
  cells: 'an object of cells: { "eu-1": { … } }',
};

const Url = v.pipe(
  v.string(),
  v.regex(/^https:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/),
  v.check((given) => URL.parse(given) !== null),
);

const File = v.strictObject({
  vaultAccount: v.optional(accountNumber.schema),
  newMerchants: cellName.schema,
  cells: v.record(
    v.string(),
    v.strictObject({
      account: accountNumber.schema,
      region: region.schema,
      url: Url,
      expectedRate: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPayments)),
    }),
  ),
  merchants: v.record(v.string(), cellName.schema),
});
type File = v.InferOutput<typeof File>;

/** Reads the text of a map. Problems name the place in it, and quote no value but names. */
export function parseCellMap(given: string): ReadCellMap {
  const wrong = (...problems: readonly string[]): ReadCellMap => ({ map: undefined, problems });
  if (Buffer.byteLength(given) > mostBytesOfMap) {
    return wrong(`is larger than ${mostBytesOfMap} bytes, the most that the edge takes.`);
  }
  const text = given.replace(/^\uFEFF/, '');
  if (text.trim() === '') return wrong('is empty.');
  const mistake = jsonMistake(text);
  if (mistake) {
    const { line, column, expected } = mistake;
    return wrong(`line ${line}, column ${column} is no JSON: ${expected} is expected there.`);
  }
  for (const [, one = ''] of text.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
    const secret = secretLike(one);
    if (secret) {
      return wrong(
        `seems to have ${secret}. No map has secrets: remove it, and replace the secret where others may have read it.`,
      );
    }
  }
  const repeated = repeatedNames(text).map(
    ({ path, line }) => `line ${line}: ${placeOf(path)} is given twice.`,
  );
  const json: unknown = JSON.parse(text);
  const parsed = v.safeParse(File, json);
  if (!parsed.success || Array.isArray(json)) {
    return wrong(...repeated, ...(parsed.issues ?? []).map(problemOf), ...listInstead(json));
  }
  const map = mapOf(parsed.output);
  const problems = [
    ...repeated,
    ...lostNames(json, parsed.output),
    ...problemsTogether(map, parsed.output),
  ];
  return problems.length > 0 ? wrong(...problems) : { map, problems: [] };
}

const listInstead = (json: unknown) =>
  Array.isArray(json) ? ['must be an object with cells and merchants.'] : [];

/** Names such as `constructor`, which valibot leaves out of a record. */
function lostNames(json: unknown, { cells, merchants }: File): readonly string[] {
  const lost = (part: 'cells' | 'merchants', kept: object) => {
    const read = v.parse(v.looseObject({ [part]: v.custom<object>((one) => !!one) }), json);
    return Object.keys(read[part] ?? {})
      .filter((name) => !Object.hasOwn(kept, name))
      .map((name) => `${part}.${name}: no map can have this name.`);
  };
  return [...lost('cells', cells), ...lost('merchants', merchants)];
}

/** `cells.eu-1.account`. */
const placeOf = (path: readonly string[]) => path.join('.');

function problemOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? []).map(({ key }) => String(key));
  const [name = ''] = path.slice(-1);
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const known =
      path.length > 2 ? Object.keys(File.entries.cells.value.entries) : Object.keys(File.entries);
    return noSuchName(
      'member',
      placeOf(path),
      known.map((one) => placeOf([...path.slice(0, -1), one])),
    );
  }
  if (path.length === 0) return 'must be an object with cells and merchants.';
  if (issue.received === 'undefined') return `${placeOf(path)} is missing: ${ruleOf(path, name)}.`;
  return `${placeOf(path)} must be ${ruleOf(path, name)}.`;
}

function ruleOf(path: readonly string[], name: string): string {
  const [first] = path;
  if (path.length === 2) return first === 'merchants' ? cellName.rule : 'an object';
  return Object.entries(rules).find(([one]) => one === name)?.[1] ?? 'another value';
}

const mapOf = ({ cells, vaultAccount, newMerchants, merchants }: File): CellMap => ({
  cells: Object.entries(cells).map(([name, cell]) => ({ name, ...cell })),
  vaultAccount,
  newMerchants,
  cellOf: new Map(Object.entries(merchants)),
});

/** Parts of a map that are right by themselves and wrong together. */
function problemsTogether(
  { cells, vaultAccount, newMerchants, cellOf }: CellMap,
  file: File,
): readonly string[] {
  const names = Object.keys(file.cells);
  const noCell = (place: string, name: string) => `${place}: ${noSuchName('cell', name, names)}`;
  const isCell = (name: string) => Object.hasOwn(file.cells, name);
  return [
    ...(cells.length === 0 ? ['cells has no cell.'] : []),
    ...cells.flatMap((cell, index) => {
      const { name, account } = cell;
      const place = `cells.${name}`;
      const before = cells.slice(0, index);
      const same = before.find((one) => one.account === account && one.region === cell.region);
      const address = before.find(({ url }) => url === cell.url);
      return [
        ...(v.is(cellName.schema, name) ? [] : [`${place}: the name must be ${cellName.rule}.`]),
        ...(same
          ? [`${place} is in the account ${account} and ${cell.region}, as cells.${same.name} is.`]
          : []),
        ...(address ? [`${place}.url is the address of cells.${address.name} too.`] : []),
        ...(account === vaultAccount
          ? [`${place}.account must be another account than vaultAccount.`]
          : []),
      ];
    }),
    ...(vaultAccount === undefined ? [] : problemsOfVault(cells)),
    ...(isCell(newMerchants) ? [] : [noCell('newMerchants', newMerchants)]),
    ...[...cellOf].flatMap(([merchant, cell]) => [
      ...(wrongMerchant(merchant) ? [`merchants.${merchant}: ${wrongMerchant(merchant)}`] : []),
      ...(isCell(cell) ? [] : [noCell(`merchants.${merchant}`, cell)]),
    ]),
  ];
}

function problemsOfVault(cells: readonly Cell[]): readonly string[] {
  const byRegion = Map.groupBy(cells, (cell) => cell.region);
  return [...byRegion].flatMap(([name, { length }]) =>
    length > mostCellsOfVault
      ? [`${length} cells are in ${name}, and a vault serves ${mostCellsOfVault} in one Region.`]
      : [],
  );
}
