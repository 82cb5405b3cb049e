import { holdsCardNumber } from '#platform/card-numbers/card-number-inside.ts';
import { SwitchError } from '#platform/errors.ts';
import {
  type CommaSeparated,
  readCommaSeparated,
  UnreadableTable,
} from '#platform/formats/comma-separated.ts';

/** One row of a file with payment methods. It may hold a card number. */
export interface FileRow {
  /** Counted from 1, without the line of the columns' names. */
  readonly line: number;
  /** The cells that are not empty, by their columns. */
  readonly cells: Readonly<Record<string, string>>;
  /** Why the row cannot be read as it is. It quotes no cell. */
  readonly wrong?: string;
}

/** The most rows of a file: those that one request has the time for. */
const maxRows = 2_000;

/**
 * The columns with numbers that only the vault may store, and with a text of which a number is a
 * part. The schemas of their rows check them.
 */
const checkedElsewhere: ReadonlySet<string> = new Set([
  'raw_card_number',
  'network_token_number',
  'card_number_masked',
  'original_transaction_id',
  'network_transaction_id',
]);

/** Telephone numbers have 15 digits at most (E.164), and some begin like cards. */
const leastDigitsOf = (column: string) => (column.startsWith('phone') ? 16 : 13);

/**
 * Reads a file of comma-separated values whose first line names the columns. Other columns are
 * ignored. A row with a card number in a column for something else, or with more or fewer cells
 * than columns, is wrong: its cells may stand in other columns than meant.
 *
 * @throws SwitchError `precondition_failed` when the file is no such table or lacks the column,
 * is empty or has too many rows
 */
export function readRows(
  bytes: Uint8Array,
  { required, columns: known }: { readonly required: string; readonly columns: readonly string[] },
): readonly FileRow[] {
  const { columns, rows } = tableOf(bytes);
  if (!columns.includes(required)) {
    throw invalid(`The first line of the file must name the columns, with ${required} among them`);
  }
  if (rows.length === 0) throw invalid('The file has no rows');
  if (rows.length > maxRows) {
    throw invalid(`The file has more than ${maxRows} rows: send the rest as further files`);
  }
  return rows.map((values, index) => readRow(values, columns, known, index + 1));
}

function tableOf(bytes: Uint8Array): CommaSeparated {
  try {
    return readCommaSeparated(bytes, maxRows);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw invalid(`The file cannot be read: ${error.message}`);
  }
}

const invalid = (message: string) => new SwitchError('precondition_failed', { message });

function readRow(
  values: readonly string[],
  columns: readonly string[],
  known: readonly string[],
  line: number,
): FileRow {
  const places = known.map((column) => [column, columns.indexOf(column)] as const);
  const cells = Object.fromEntries(
    places.flatMap(([column, place]) => {
      const value = values[place] ?? '';
      return value === '' ? [] : [[column, value]];
    }),
  );
  if (values.length !== columns.length) {
    const wrong = `the row has ${values.length} cells, and the first line names ${columns.length}`;
    return { line, cells: {}, wrong };
  }
  const [leaked] = Object.entries(cells).find(
    ([column, value]) =>
      !checkedElsewhere.has(column) && holdsCardNumber(value, leastDigitsOf(column)),
  ) ?? [undefined];
  if (leaked === undefined) return { line, cells };
  const wrong = `${leaked}: value looks like a card number, which only raw_card_number may contain`;
  return { line, cells: {}, wrong };
}
