import type { Relisting } from '#platform/lists/relisting.ts';
import type { Item } from '#platform/table/port.ts';

export interface Rebuilt {
  readonly read: number;
  /** The keys of items that could not be listed; the log has the reasons. */
  readonly left: readonly string[];
}

/**
 * Writes missing list entries for the items of the table. It changes no correct entry. It skips
 * items that change meanwhile, because the stream reports them. It may be stopped and run again at
 * any time.
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

/** As many items at once as the stream brings in a batch. */
const concurrency = 100;
