import type { Relisting } from '../functions/queues/project-lists.ts';
import type { Item } from '../shared/table/port.ts';

export interface Rebuilt {
  readonly read: number;
  /** The keys of what could not be listed; the log says why. */
  readonly left: readonly string[];
}

/**
 * Lists what the table holds. What is listed as it should be is left alone, and so is what changes
 * meanwhile: the stream tells of it. May be broken off and run again at any time.
 */
export async function rebuildLists(
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  { relist, countLeft }: Relisting,
): Promise<Rebuilt> {
  const left: string[] = [];
  let read = 0;
  for await (const page of pages) {
    read += page.length;
    for (let at = 0; at < page.length; at += concurrency) {
      left.push(...(await relist(page.slice(at, at + concurrency))));
    }
  }
  await countLeft();
  return { read, left };
}

/** As many as the stream brings at once. */
const concurrency = 100;
