import { CsvError, parse } from 'csv-parse/sync';

/** A table of comma-separated values whose first line names the columns. */
export interface CommaSeparated {
  /** In lower case. */
  readonly columns: readonly string[];
  /** The cells of each line that has any, without the white space around them. */
  readonly rows: readonly (readonly string[])[];
}

/** The text is no table of comma-separated values. The message quotes nothing of it. */
export class UnreadableTable extends Error {}

/**
 * Reads comma-separated values (RFC 4180). Lines may end as on any system, within quotes too; empty
 * lines and a byte order mark are skipped, and rows may have fewer or more cells than the first.
 *
 * @param mostRows reading ends one row after so many
 * @throws UnreadableTable for bytes that are no UTF-8, and for misplaced quotes
 */
export function readCommaSeparated(bytes: Uint8Array, mostRows: number): CommaSeparated {
  const [names = [], ...rows] = recordsOf(textOf(bytes), mostRows + 2);
  return {
    columns: names.map((name) => name.trim().toLowerCase()),
    rows: rows.map((cells) => cells.map((cell) => cell.trim())),
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableTable('the file is not UTF-8 text');
  }
}

function recordsOf(text: string, most: number): readonly (readonly string[])[] {
  try {
    return parse(text, {
      // Files that were joined end their lines in several ways.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: most,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its own message quotes the cell.
    const line = Number(error.lines);
    throw new UnreadableTable(`a quote is misplaced or missing near line ${line}`);
  }
}
