import type { Item, Key, TablePort, Write } from '#platform/table/port.ts';

/** A change of one item, as a stream of the table would tell it. */
export interface StreamedChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/**
 * A port whose committed changes are told, in the order in which they happened: the stream of a table
 * that has none. `aside` reads the stored item without being counted. Two writers of one item at the same
 * time would confuse it, so a test lets one work after the other.
 */
export function streamingPort(
  port: TablePort,
  aside: (key: Key) => Promise<Item | undefined>,
  tell: (change: StreamedChange) => void,
): TablePort {
  async function telling<T>(
    keys: readonly Key[],
    write: () => Promise<T>,
    isWritten: (answer: T) => boolean,
  ): Promise<T> {
    const read = () => Promise.all(keys.map(({ pk, sk }) => aside({ pk, sk })));
    const before = await read();
    const answer = await write();
    if (!isWritten(answer)) return answer;
    for (const [index, after] of (await read()).entries()) {
      const change = { before: before[index], after };
      if (JSON.stringify(change.before) !== JSON.stringify(after)) tell(change);
    }
    return answer;
  }
  const written = ({ written: is }: { readonly written: boolean }) => is;
  return {
    ...port,
    put: (item, condition) => telling([item], () => port.put(item, condition), written),
    delete: (key, condition) => telling([key], () => port.delete(key, condition), written),
    update: (key, changes) =>
      telling(
        [key],
        () => port.update(key, changes),
        () => true,
      ),
    updateWhere: (key, changes, condition) =>
      telling([key], () => port.updateWhere(key, changes, condition), written),
    take: (key, condition) => telling([key], () => port.take(key, condition), written),
    transact: (writes, token) =>
      telling(writes.map(keyOf), () => port.transact(writes, token), written),
  };
}

const keyOf = (write: Write): Key => (write.kind === 'put' ? write.item : write.key);
