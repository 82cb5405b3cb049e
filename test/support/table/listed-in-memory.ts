import { createRelisting } from '#platform/lists/relisting.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { logTo } from '#platform/log.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { tableOver } from '#platform/table/table.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { rebuildLists } from '../../../scripts/operate/rebuild-lists.ts';
import { listRegistry } from '../../../shared/list-registry.ts';
import { type MemoryPort, memoryPort } from './memory-table.ts';

/** A table in memory with its stream, and the function that lists the changes of the stream. */
export function listedInMemory() {
  let told: Change[] = [];
  const memory = memoryPort([], (before, after) => told.push({ before, after }));
  const logged: string[] = [];
  const table = tableOver(memory);
  const project = projectLists(
    { table, shards: cachedShards(table, () => 0) },
    logTo((line) => logged.push(line)),
  );
  return {
    memory,
    logged,
    /** Lists everything that has changed until now, a batch of changes at a time. */
    async catchUp(batch = 100): Promise<void> {
      while (told.length > 0) {
        const changes = told
          .slice(0, batch)
          .map((change, index) => ({ number: String(index), ...change }));
        told = told.slice(batch);
        const failed = await project(changes);
        if (failed.length > 0) throw new Error(`${failed.length} changes were not listed.`);
      }
    },
  };
}

/** Lists everything that is stored behind a port, as if the stream had told of it. */
export async function listStored(port: MemoryPort): Promise<void> {
  const table = tableOver(port);
  const shards = cachedShards(table, () => 0);
  const relist = createRelisting({ registry: listRegistry, table, shards });
  const { left } = await rebuildLists([port.items()], relist);
  if (left.length > 0) throw new Error(`${left.length} items were not listed.`);
}
