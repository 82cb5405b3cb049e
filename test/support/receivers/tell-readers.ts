import { cachedShards } from '#platform/lists/shards.ts';
import { changeOf } from '#platform/queues/stream-function.ts';
import { packed } from '#platform/table/packed-item.ts';
import type { Item } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { learnOutcomes } from '#switch/routing/dynamic/learn-outcomes.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { publishEvents, readChanges } from '../../../functions/queues/publish-events.ts';
import { objectOf, parseJson } from '../../../local/assembly/json.ts';
import { filterOf } from '../../../local/events/event-pattern.ts';
import { synthesized } from '../deployment/synthesized-app.ts';
import type { switchInMemory } from '../switch/switch-in-memory.ts';
import { streamRecord } from '../table/stream-record.ts';
import { recordingQueue } from './webhook-delivery.ts';

/** The fate of items that reached a function behind the stream. */
interface Told {
  /** How many its filters let through. */
  readonly reached: number;
  /** Those that it asks the stream for again, and so stops at: partition and sort key. */
  readonly failed: readonly string[];
}

/**
 * Tells every function behind the table's stream of items, through the filters that are deployed: that
 * each was made, and that each was saved again. By the name of the event source mapping.
 */
export async function tellReaders(
  items: readonly Item[],
  { port, services }: ReturnType<typeof switchInMemory>,
): Promise<Readonly<Record<string, Told>>> {
  const records = items.flatMap((item) =>
    [undefined, item].map((before) => ({
      place: `${item.pk} ${item.sk}`,
      record: streamRecord('1', before && packed(before), packed(item)),
    })),
  );
  const table = tableOver(port);
  const list = projectLists({ table, shards: cachedShards(table, () => 0) }, services.log);
  const publish = readChanges({
    publish: publishEvents(services),
    deliveries: recordingQueue(),
    slow: recordingQueue(),
    syncs: { send: async () => [] },
    learn: (outcomes) => learnOutcomes(outcomes, services),
    metric: () => {},
    clock: services.clock,
    log: services.log,
  });
  const readers = {
    'Lists.ListChanges': async (record) => list([{ number: '1', ...changeOf(record) }]),
    'Stream.ReadStream': async (record) =>
      (await publish({ Records: [record] })).batchItemFailures.map((one) => one.itemIdentifier),
  } satisfies Record<
    string,
    (record: ReturnType<typeof streamRecord>) => Promise<readonly string[]>
  >;

  const told: Record<string, Told> = {};
  for (const [name, read] of Object.entries(readers)) {
    const { FilterCriteria } = synthesized('production').resource(name).properties;
    const isWanted = filterOf(parseJson(JSON.stringify(FilterCriteria)));
    const reached = records.filter(({ record }) =>
      isWanted(objectOf(parseJson(JSON.stringify(record)), 'record')),
    );
    const failed: string[] = [];
    for (const { place, record } of reached) {
      if ((await read(record)).length > 0) failed.push(place);
    }
    told[name] = { reached: reached.length, failed };
  }
  return told;
}
