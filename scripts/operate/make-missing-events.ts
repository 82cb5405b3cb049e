import { setTimeout as sleep } from 'node:timers/promises';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { logTo } from '#platform/log.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { tableOver } from '#platform/table/table.ts';
import { eventSourceSortKeys } from '#webhooks/delivery/event-source.ts';
import { eventStore } from '#webhooks/events/event-store.ts';
import type { Output, Report } from '../command-line/command.ts';
import type { Surroundings } from '../command-line/program.ts';
import { operatorDatabase } from './operator-database.ts';
import { type RebuiltItem, rebuildEvents, rebuildEventsOf } from './rebuild-events.ts';
import { walkTable } from './table-walk.ts';

interface Run {
  readonly walk: Omit<Parameters<typeof walkTable>[1], 'sortKeys'>;
  readonly time: { readonly since: Date; readonly until: Date };
  readonly rate: number;
}

/** Milliseconds between two lines about its progress. */
const sayEveryMs = 10_000;

/** Makes events of a table again that are missing, each once, and reports the lost ones. */
export async function makeMissingEvents(
  name: string,
  { walk, time, rate }: Run,
  { progress: say }: Output,
  { environment, now: clock, ending }: Surroundings,
): Promise<Report> {
  const table = tableOver(dynamoPort(name, await operatorDatabase(environment)));
  const rebuildOne = rebuildEventsOf({
    configurations: configurationStore(table),
    events: eventStore(table),
    clock,
    log: logTo(say),
  });
  let [read, made] = [0, 0];
  const items: { readonly key: string; readonly result: string; unknownBefore?: string }[] = [];
  const report = ({ key, unknownBefore, isFailed }: RebuiltItem) => {
    const result = isFailed ? 'not_rebuilt' : 'lost';
    items.push({ key, result, ...(unknownBefore !== undefined && { unknownBefore }) });
    const what = isFailed ? 'NOT REBUILT ' : 'LOST        ';
    say(`${what}${key}${unknownBefore ? `  before ${unknownBefore}` : ''}`);
  };
  const over = ending();
  let saidAt = clock().getTime();
  let next: string | undefined;
  for await (const page of walkTable(
    { environment, name },
    { ...walk, sortKeys: eventSourceSortKeys },
  )) {
    const rebuilt = await rebuildEvents(page.items, {
      rate,
      report,
      sleep,
      rebuild: (item) => rebuildOne(item, time),
    });
    read += rebuilt.read;
    made += rebuilt.made;
    next = page.next;
    if (next === undefined || over.aborted) break;
    const now = clock().getTime();
    if (now - saidAt < sayEveryMs) continue;
    saidAt = now;
    say(`${read} read, ${made} made. Continues with --from ${next}`);
  }
  const failed = items.filter(({ result }) => result === 'not_rebuilt').length;
  const lost = items.length - failed;
  return {
    value: { read, made, lost, notRebuilt: failed, items, continueFrom: next ?? null },
    text: [
      `${read} read, ${made} made, ${lost} lost in part, ${failed} not rebuilt.`,
      ...(next === undefined ? [] : [`Stopped. Continue with --from ${next}`]),
    ].join('\n'),
    code: items.length > 0 || next !== undefined ? 1 : 0,
  };
}
