import type { Log } from '#platform/log.ts';
import type { Key, Table } from '#platform/table/table.ts';

/** An item that does not exist: its absence is an answer too. */
const readinessKey: Key = { pk: 'HEALTH', sk: 'HEALTH' };

/** Reads one item. Rejects where the table does not answer. */
export async function checkTable(table: Pick<Table, 'get'>): Promise<void> {
  await table.get(readinessKey);
}

type Part = 'database' | 'queue' | 'vault';

/** Asks a part something that changes nothing. Rejects, or throws, where it does not answer. */
export type Checks = Readonly<Record<Part, () => Promise<unknown>>>;

/** Whether each part answered. */
export type Readiness = Readonly<Record<Part, boolean>>;

/** How long a part may take to answer, in ms. */
const patienceMs = 2_000;

/** Checks all parts at once. Logs why a part does not answer. Never throws. */
export async function checkParts(checks: Checks, log: Log): Promise<Readiness> {
  const [database, queue, vault] = await Promise.all([
    answers('database'),
    answers('queue'),
    answers('vault'),
  ]);
  return { database, queue, vault };

  async function answers(part: Part): Promise<boolean> {
    try {
      await inTime(checks[part]);
      return true;
    } catch (error) {
      log.error('a part of the switch does not answer', error, { part });
      return false;
    }
  }
}

async function inTime(check: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms`)), patienceMs);
  });
  try {
    await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long the result of work is good for, in ms. */
const restMs = 1_000;

/**
 * Work that is done at most once a second, and never twice at once: a caller gets the result of the
 * work that runs, or of the last second's. So callers without a key cause no more calls of AWS.
 *
 * @param work never rejects
 * @param clock milliseconds
 */
export function onceASecond<T>(work: () => Promise<T>, clock: () => number): () => Promise<T> {
  let last: { readonly startedAt: number; readonly result: Promise<T>; ended: boolean } | undefined;
  return () => {
    if (last && (!last.ended || clock() - last.startedAt < restMs)) return last.result;
    const run = { startedAt: clock(), result: work(), ended: false };
    last = run;
    void run.result.then(() => {
      run.ended = true;
    });
    return run.result;
  };
}
