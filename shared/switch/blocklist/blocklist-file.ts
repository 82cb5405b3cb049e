import * as v from 'valibot';
import { holdsCardNumber } from '#platform/card-numbers/card-number-inside.ts';
import { SwitchError } from '#platform/errors.ts';
import {
  type CommaSeparated,
  readCommaSeparated,
  UnreadableTable,
} from '#platform/formats/comma-separated.ts';
import { Metadata } from '#platform/schema.ts';
import { BlockedBy, type DataKind, dataKindOf, expectedData } from './blocklist-entry.ts';
import type { BlocklistRow } from './blocklist-row.ts';

/** A row that was refused, as the error shows it. */
interface BadRow {
  /** Counted from 0, without the line of the columns' names. */
  readonly row_index: number;
  /** Null where the row names no kind that there is. */
  readonly data_kind: DataKind | null;
  readonly data: string;
  readonly reason: string;
}

/** The largest file, in bytes. */
const largestFile = 4 * 1_024 * 1_024;
export const maxRows = 100_000;

/** The most bad rows that an error shows. */
const maxShown = 500;
/** The longest data of an entry, and the most of a bad row's data that is shown, in characters. */
const longestData = 64;

/**
 * Reads a file with the columns `type`, `data` and `metadata`, in any order; `metadata` may be
 * missing. One bad row refuses the file.
 *
 * @throws SwitchError `invalid_request` when the file is no such table, is empty or too large;
 * `blocklist_rows_invalid`
 */
export function readBlocklistFile(bytes: Uint8Array): readonly BlocklistRow[] {
  if (bytes.length > largestFile) {
    throw invalid(`The file has ${bytes.length} bytes, and the limit is ${largestFile}`);
  }
  const { columns, rows } = tableOf(bytes);
  const places = ['type', 'data', 'metadata'].map((name) => columns.indexOf(name));
  if (places[0] === -1 || places[1] === -1) {
    throw invalid('The first line of the file must name the columns: type,data,metadata');
  }
  if (rows.length === 0) throw invalid('The file has no rows');
  if (rows.length > maxRows) throw invalid(`The file has more than ${maxRows} rows`);

  const read = rows.map((cells, index) => {
    const [type = '', data = '', metadata = ''] = places.map((place) => cells[place] ?? '');
    return readRow({ type: type.toLowerCase(), data, metadata }, index);
  });
  const bad = read.flatMap((row) => ('reason' in row ? [row] : []));
  if (bad.length === 0) return read.flatMap((row) => ('reason' in row ? [] : [row]));
  throw new SwitchError('blocklist_rows_invalid', {
    message: `${bad.length} of ${rows.length} rows are invalid, so none was taken`,
    rows: bad.slice(0, maxShown),
  });
}

function tableOf(bytes: Uint8Array): CommaSeparated {
  try {
    return readCommaSeparated(bytes, maxRows);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw invalid(`The file cannot be read: ${error.message}`);
  }
}

const invalid = (message: string) => new SwitchError('invalid_request', { message });

function readRow(
  cells: { readonly type: string; readonly data: string; readonly metadata: string },
  index: number,
): BlocklistRow | BadRow {
  const { type, data } = cells;
  const isKind = v.is(BlockedBy, type);
  const bad = (reason: string): BadRow => ({
    row_index: index,
    data_kind: isKind ? dataKindOf(type) : null,
    data: shownData(data),
    reason,
  });
  if (!isKind) return bad(`unknown type: expected ${BlockedBy.options.join(', ')}`);
  if (data === '') return bad('data is empty');
  if (data.length > longestData) return bad(`data is longer than ${longestData} characters`);
  const expected = expectedData(type, data);
  if (expected) return bad(`data: expected ${expected}`);
  if (cells.metadata === '') return { type, data };
  const metadata = readMetadata(cells.metadata);
  return typeof metadata === 'string' ? bad(metadata) : { type, data, metadata };
}

/** The pairs of `key=value;key=value`, or why the text has none. */
function readMetadata(text: string): Record<string, string> | string {
  if (holdsCardNumber(text)) return 'metadata contains a card number';
  const pairs = text
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [key = '', ...value] = pair.split('=');
      return { key: key.trim(), value: value.length > 0 ? value.join('=').trim() : undefined };
    });
  if (pairs.length === 0 || pairs.some(({ key, value }) => key === '' || value === undefined)) {
    return 'metadata: expected pairs such as reason=fraud;source=manual';
  }
  const metadata = Object.fromEntries(pairs.map(({ key, value = '' }) => [key, value]));
  const [issue] = v.safeParse(Metadata, metadata).issues ?? [];
  return issue ? issue.message : metadata;
}

/**
 * A bad row's data as the error shows it. A card number may stand in any cell by mistake, also with
 * a wrong digit, so data with more digits than any first digits of a card is not shown.
 */
function shownData(data: string): string {
  const digits = data.match(/\p{N}/gu)?.length ?? 0;
  return digits > 8 || holdsCardNumber(data) ? '***' : data.slice(0, longestData);
}
