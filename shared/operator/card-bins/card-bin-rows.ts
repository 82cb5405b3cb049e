import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import {
  type CommaSeparated,
  readCommaSeparated,
  UnreadableTable,
} from '#platform/formats/comma-separated.ts';
import { CreateCardBinRequest } from './operations.ts';

/** One line of an upload: its request, or its error. */
export interface CardBinRow {
  /** Counted from 1, with the line of the columns' names and without empty lines. */
  readonly line: number;
  readonly bin: string | null;
  readonly request?: CreateCardBinRequest;
  readonly wrong?: string;
}

/** The most lines of one upload, bounded by the time of one request. */
const maxRows = 2_000;

/**
 * Reads comma-separated values whose first line names the columns. Unknown columns are ignored, and
 * an empty cell means absent.
 *
 * @throws SwitchError `invalid_body` when the file is no such table, or too long
 */
export function readCardBinRows(bytes: Uint8Array): readonly CardBinRow[] {
  const { columns, rows } = tableOf(bytes);
  if (!columns.includes('card_iin')) throw invalid('missing field `card_iin`');
  if (rows.length > maxRows) throw invalid(`more than ${maxRows} lines`);
  return rows.map((values, index) => {
    const line = index + 2;
    const stated = Object.fromEntries(
      columns.flatMap((name, at) => (values[at] ? [[name, cellOf(name, values[at])]] : [])),
    );
    const bin = typeof stated.card_iin === 'string' ? firstDigits(stated.card_iin) : null;
    const parsed = v.safeParse(CreateCardBinRequest, stated, { abortEarly: true });
    if (parsed.success) return { line, bin, request: parsed.output };
    const [{ path }] = parsed.issues;
    const member = path?.[0]?.key;
    return { line, bin, wrong: `invalid value of ${String(member ?? 'a column')}` };
  });
}

/** A list in a cell has semicolons, because commas end cells. */
const cellOf = (name: string, value: string) =>
  name === 'co_badged_card_networks' ? value.split(';').map((one) => one.trim()) : value;

function tableOf(bytes: Uint8Array): CommaSeparated {
  try {
    return readCommaSeparated(bytes, maxRows);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw invalid(error.message);
  }
}

const invalid = (detail: string) => new SwitchError('invalid_body', { detail });

/**
 * Only six to eight digits are repeated in the answer: a whole card number, entered by mistake, is
 * not.
 */
const firstDigits = (value: string): string | null => (/^\d{6,8}$/.test(value) ? value : null);
