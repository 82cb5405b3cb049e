import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { publicError } from '#platform/http/response/error-catalogue.ts';
import type { Log } from '#platform/log.ts';
import type { FileRow } from './file-rows.ts';

/** So many groups of rows are handled at once. */
const concurrency = 20;
/** No row is begun with less time left, in ms. */
const reserveMs = 5_000;
/** The longest reason in an answer, in characters. */
const longestReason = 300;

export interface RowRun<Answer> {
  /** Rows with the same name are handled one after the other, in the order of the file. */
  groupOf(row: FileRow): string;
  handle(row: FileRow): Promise<Answer>;
  /** The answer of a row that was refused or failed. */
  refused(row: FileRow, reason: string): Answer;
}

/**
 * Handles the rows of a file, each by itself, and returns their answers in the order of the file. A
 * refused row, or one that fails, affects no other. Rows for which the request has no time left are
 * refused, so that the answer says which rows are done.
 */
export async function runRows<Answer>(
  rows: readonly FileRow[],
  { groupOf, handle, refused }: RowRun<Answer>,
  { log, remainingMs }: { readonly log: Log; readonly remainingMs: () => number },
): Promise<Answer[]> {
  const answers = new Map<number, Answer>();
  const groups = [...Map.groupBy(rows, groupOf).values()];
  const answerOf = async (row: FileRow) => {
    if (remainingMs() < reserveMs)
      return refused(row, 'not tried, for lack of time: send it again');
    try {
      return await handle(row);
    } catch (error) {
      return refused(row, reasonOf(error, log));
    }
  };
  const work = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      for (const row of group) answers.set(row.line, await answerOf(row));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return rows.flatMap(({ line }) => {
    const answer = answers.get(line);
    return answer === undefined ? [] : [answer];
  });
}

/** The reason of a refusal, in the words of the API's errors. Errors of ours are logged. */
function reasonOf(error: unknown, log: Log): string {
  const { kind, details } = isSwitchError(error) ? error : new SwitchError('internal_error');
  const { status, body } = publicError(kind, details);
  if (status >= 500 && status !== 501) log.error('row of a file failed', error);
  return body.error.message.slice(0, longestReason);
}
