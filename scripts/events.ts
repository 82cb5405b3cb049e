import { setTimeout as sleep } from 'node:timers/promises';
import { configurationStore } from '#merchants/accounts/configuration-store.ts';
import { log } from '#platform/log.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { tableOver } from '#platform/table/table.ts';
import { eventSourceSortKeys } from '#webhooks/delivery/event-source.ts';
import { eventStore } from '#webhooks/events/event-store.ts';
import {
  type Output,
  type ParsedArguments,
  type Report,
  turnoutCommand,
  UsageError,
} from './command-line/command.ts';
import { withAwsErrors } from './operate/aws-errors.ts';
import { operatorDatabase } from './operate/operator-database.ts';
import { type RebuiltItem, rebuildEvents, rebuildEventsOf } from './operate/rebuild-events.ts';
import { walkTable } from './operate/table-walk.ts';

/** Events are made again of the last so many days. */
const maxDays = 30;

const help = `Makes events again that the reader of the table's stream missed.

  npx turnout events rebuild --table NAME --since TIME [--until TIME] [--merchant MERCHANT_ID]
                            [--rate 50] [--segment I/N] [--from PLACE]
      makes each event of a change between these times that is missing, and has each sent that never
      was. It reads the whole table. You may run it at any time, also beside the reader of the
      stream, stop it, and run it again: an event is made once. An event made here shows the
      status of its time; all else in it is as it is now.

  --table NAME       the table of the stack Data
  --since TIME       such as 2026-03-01T12:00:00Z; at most ${maxDays} days ago
  --until TIME       now without it
  --merchant ID      a merchant account; all without it
  --rate N           how many events are made a second at most; 50 without it
  --segment I/N      reads one of N parts of the table, such as 1/4, beside other runs
  --from PLACE       continues where an earlier run stopped, with the same --segment
  --help             shows this

Prints a line for each item of which something is lost: it stores its latest transitions only, and
those before the time that is printed are unknown.

Credentials and region are those of the AWS CLI. Ends with 1 when something is lost, when events
could not be made, or when it was stopped.
`;

const names = ['table', 'since', 'until', 'merchant', 'rate', 'segment', 'from'] as const;
type Option = (typeof names)[number];

await turnoutCommand(
  {
    name: 'npx turnout events',
    help,
    words: { rebuild: names },
    options: {
      table: 'value',
      since: 'value',
      until: 'value',
      merchant: 'value',
      rate: 'value',
      segment: 'value',
      from: 'value',
    },
  },
  (given, output) => {
    const name = given.required('table', 'the table of the stack Data');
    given.required('since', 'when the reader of the stream began to miss changes');
    const time = timeOf(given, new Date());
    const walk = {
      merchant: given.text('merchant'),
      sortKeys: eventSourceSortKeys,
      from: given.text('from'),
      segment: segmentOf(given.matching('segment', /^[1-9]\d{0,3}\/[1-9]\d{0,3}$/, '1/4')),
    };
    const rate = given.wholeNumber('rate', { least: 1, most: 1_000 }) ?? 50;
    return withAwsErrors('', () => rebuild(name, { walk, time, rate }, output));
  },
);

type Given = ParsedArguments<Option, 'rebuild'>;

function timeOf(given: Given, now: Date): { readonly since: Date; readonly until: Date } {
  const read = (option: 'since' | 'until') => {
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;
    const text = given.matching(option, form, '2026-03-01T12:00:00Z');
    const time = text === undefined ? now : new Date(text);
    if (Number.isNaN(time.getTime())) throw new UsageError(`--${option}: ${text} is no time.`);
    return time;
  };
  const [since, until] = [read('since'), read('until')];
  if (since >= until) throw new UsageError('--since must be before --until.');
  if (until > now) throw new UsageError('--until must not be in the future.');
  if (now.getTime() - since.getTime() > maxDays * 86_400_000) {
    throw new UsageError(`--since must be at most ${maxDays} days ago.`);
  }
  return { since, until };
}

function segmentOf(text: string | undefined) {
  const [number = 1, of = 1] = text?.split('/').map(Number) ?? [];
  if (number > of) throw new UsageError(`--segment: there is no part ${number} of ${of}.`);
  return text === undefined ? undefined : { number, of };
}

interface Run {
  readonly walk: Parameters<typeof walkTable>[1];
  readonly time: { readonly since: Date; readonly until: Date };
  readonly rate: number;
}

/** Milliseconds between two lines about its progress. */
const sayEveryMs = 10_000;

async function rebuild(
  name: string,
  { walk, time, rate }: Run,
  { progress: say }: Output,
): Promise<Report> {
  const table = tableOver(dynamoPort(name, await operatorDatabase()));
  const clock = () => new Date();
  const configurations = configurationStore(table);
  const rebuildOne = rebuildEventsOf({ configurations, events: eventStore(table), clock, log });
  let [read, made] = [0, 0];
  const items: { readonly key: string; readonly result: string; unknownBefore?: string }[] = [];
  const report = ({ key, unknownBefore, isFailed }: RebuiltItem) => {
    const result = isFailed ? 'not_rebuilt' : 'lost';
    items.push({ key, result, ...(unknownBefore !== undefined && { unknownBefore }) });
    const what = isFailed ? 'NOT REBUILT ' : 'LOST        ';
    say(`${what}${key}${unknownBefore ? `  before ${unknownBefore}` : ''}`);
  };
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  let saidAt = Date.now();
  let next: string | undefined;
  for await (const page of walkTable(name, walk)) {
    const rebuilt = await rebuildEvents(page.items, {
      rate,
      report,
      sleep,
      rebuild: (item) => rebuildOne(item, time),
    });
    read += rebuilt.read;
    made += rebuilt.made;
    next = page.next;
    if (next === undefined || isStopped) break;
    if (Date.now() - saidAt < sayEveryMs) continue;
    saidAt = Date.now();
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
