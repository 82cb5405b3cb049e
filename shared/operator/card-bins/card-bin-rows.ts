import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { CreateCardBinRequest } from './operations.ts';

/** One line of an upload: its request, or its error. */
export interface CardBinRow {
  /** Counted from 1, with the header line. */
  readonly line: number;
  readonly bin: string | null;
  readonly request?: CreateCardBinRequest;
  readonly wrong?: string;
}

/** The most lines of one upload, bounded by the time of one request. */
const maxRows = 2_000;

/**
 * Parses comma-separated values whose first line names the columns. Unknown columns are ignored,
 * and an empty cell means absent.
 *
 * @throws SwitchError `invalid_body` when the text is no such table, or too long
 */
export function readCardBinRows(text: string): readonly CardBinRow[] {
  const [names, ...lines] = linesOf(text);
  const columns = names?.values.map((name) => name.trim()) ?? [];
  if (!columns.includes('card_iin')) {
    throw new SwitchError('invalid_body', { detail: 'missing field `card_iin`' });
  }
  if (lines.length > maxRows) {
    throw new SwitchError('invalid_body', { detail: `more than ${maxRows} lines` });
  }
  return lines.map(({ line, values }) => {
    const stated = Object.fromEntries(
      columns.flatMap((name, at) => {
        const value = values[at]?.trim();
        return value ? [[name, value]] : [];
      }),
    );
    const bin = typeof stated.card_iin === 'string' ? firstDigits(stated.card_iin) : null;
    const parsed = v.safeParse(CreateCardBinRequest, stated, { abortEarly: true });
    if (parsed.success) return { line, bin, request: parsed.output };
    const [{ path }] = parsed.issues;
    const member = path?.[0]?.key;
    return { line, bin, wrong: `invalid value of ${String(member ?? 'a column')}` };
  });
}

/**
 * Only six to eight digits are repeated in the answer: a whole card number, entered by mistake, is
 * not.
 */
const firstDigits = (value: string): string | null => (/^\d{6,8}$/.test(value) ? value : null);

/**
 * Splits into lines and cells. Within double quotes, commas, line ends and doubled quotes are text.
 */
function linesOf(text: string) {
  const lines: { line: number; values: string[] }[] = [];
  let [line, values, place, isQuoted]: [number, string[], string, boolean] = [1, [], '', false];
  const ends = () => {
    values.push(place);
    if (values.some((one) => one.trim() !== '')) lines.push({ line, values });
    [line, values, place] = [line + 1, [], ''];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      place += '"';
      at += 1;
    } else if (sign === '"') {
      isQuoted = !isQuoted;
    } else if (sign === ',' && !isQuoted) {
      values.push(place);
      place = '';
    } else if (sign === '\n' && !isQuoted) {
      ends();
    } else if (sign !== '\r' || isQuoted) {
      place += sign;
    }
  }
  ends();
  return lines;
}
