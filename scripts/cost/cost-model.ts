import * as v from 'valibot';
import { endOfEventSeconds } from '#webhooks/events/event-life.ts';
import { capacityTarget } from '../../lib/settings/sizing.ts';
import type { CountedFunction, CountedJourney, TableUnits } from './counted-journeys.ts';
import type { Price, Prices } from './prices.ts';

/** A resource of the synthesized templates. Its name begins with its stack: `Data.Key`. */
export interface PricedResource {
  readonly name: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** One line of a bill. */
export interface BillRow {
  readonly what: string;
  readonly amount: number;
  readonly price: Price;
  readonly usd: number;
  /** How the amount was computed. */
  readonly because: string;
}

/** Assumptions, for values that cannot be counted here. */
export const assumptions = {
  hoursAMonth: 730,
  /** How long a processor, or a merchant's server, takes to answer. */
  processorMs: 500,
  receiverMs: 200,
  /** How long one round trip to the table takes in its own Region. */
  tableMs: 5,
  /** CPU time of a warm invocation on one whole vCPU: 1.1 to 5.4 in `--only memory`. */
  handlerCpuMs: 4,
  /** At this memory a function has one whole vCPU; below it, a proportional share. */
  wholeProcessorMb: 1_769,
  /** This many invocations in a hundred start a container, which adds this much billed time. */
  coldPercent: 1,
  coldMs: 500,
  /** The lines START, END and REPORT that Lambda writes for each invocation. */
  platformLogBytes: 340,
  platformLogLines: 3,
  /** The bytes that CloudWatch adds to each line. */
  logLineBytes: 26,
  /**
   * The size of a stored line compared with the same line taken in.
   * @see https://aws.amazon.com/cloudwatch/pricing/ which computes its examples so
   */
  logCompression: 0.15,
  /** The number of concurrent long polls of 20 s that Lambda makes while a queue is empty. */
  pollers: 5,
  pollSeconds: 20,
  /** A function’s use of a table requests the table’s key again after this many minutes. */
  keyMinutes: 5,
  /**
   * Additional bytes and lines of log of a journey where each of its requests is traced; held by
   * `test/end-to-end/traces.test.ts`.
   */
  tracedJourneyLogBytes: 15_000,
  tracedJourneyLogLines: 33,
  /** Headers of a request or response that leaves the Region. */
  headerBytes: 600,
} as const;

const row = (what: string, amount: number, price: Price, because = ''): BillRow => ({
  what,
  amount,
  price,
  because,
  usd: (amount / price.per) * price.usd,
});

export const totalOf = (rows: readonly BillRow[]): number =>
  rows.reduce((sum, { usd }) => sum + usd, 0);

/**
 * The cost of a month with payments, in dollars. The least capacity of a table is paid while it is
 * idle, and used before any other.
 *
 * @param millions of journeys in that month, evenly spread
 */
export function monthUsd(
  { idle, journeys }: { readonly idle: readonly BillRow[]; readonly journeys: readonly BillRow[] },
  millions: number,
): number {
  const least = totalOf(idle.filter(({ what }) => capacityRows.some((one) => one === what)));
  const used = totalOf(journeys.filter(({ price }) => /^hours of a .* unit/.test(price.unit)));
  return totalOf(idle) + millions * totalOf(journeys) - Math.min(least, millions * used);
}

/** The row that `openedSharedKey` replaces once merchants' keys are under one. */
export const openedKeys = 'merchants’ keys that are opened';
export const openedSharedKey = 'opening a shared key for the million journeys of small merchants';

const capacityRows = ['write capacity of tables', 'read capacity of tables'] as const;

/** The extra monthly cost of each key after two rotations: one year after the first rotation. */
export const rotatedKeysUsd = (idle: readonly BillRow[]): number =>
  2 * (idle.find(({ what }) => what === 'keys')?.usd ?? 0);

/**
 * The cost of a month without payments, computed from the deployed resources.
 *
 * @param unitsOfRuns the table units of one run of a scheduled function, by its name
 */
export function idleBill(
  resources: readonly PricedResource[],
  unitsOfRuns: Readonly<Record<string, TableUnits>>,
  prices: Prices,
): readonly BillRow[] {
  const of = (type: string) => resources.filter((one) => one.type === type);
  const count = (type: string) => of(type).length;
  const runs = of('AWS::Events::Rule').flatMap((rule) => scheduledRuns(rule, resources));
  const sum = (each: (run: (typeof runs)[number]) => number) =>
    runs.reduce((all, run) => all + each(run), 0);
  const runsAll = sum((run) => run.times);
  const sizes = runs.map((run) => `${run.name} ${run.memoryMb} MB`).join(', ');
  const traced = sum((run) => (run.traced ? run.times : 0));
  const units = runs.map((run) => ({ ...noUnits, ...unitsOfRuns[run.name], times: run.times }));
  const polled = of('AWS::Lambda::EventSourceMapping').filter(isOfQueue);
  const secondsAMonth = assumptions.hoursAMonth * 3_600;
  const acls = of('AWS::WAFv2::WebACL');
  const capacity = leastCapacity(resources);
  const warm = of('AWS::Lambda::Alias').flatMap((alias) => keptWarm(alias, resources));
  const usesOfKeys = units.filter((one) => one.readUnits + one.writeUnits > 0).length;
  return [
    row(
      'keys',
      count('AWS::KMS::Key') + count('AWS::KMS::ReplicaKey'),
      prices.key,
      'until each has rotated: see below',
    ),
    row('secrets', count('AWS::SecretsManager::Secret'), prices.secret),
    ...alarmRows(resources, prices),
    row('dashboards', count('AWS::CloudWatch::Dashboard'), prices.dashboard),
    row(
      'functions that are kept warm',
      warm.reduce((all, one) => all + one.count * (one.memoryMb / 1_024) * secondsAMonth, 0),
      prices.warmGbSecond,
      warm.map(({ name, count, memoryMb }) => `${count} × ${name} ${memoryMb} MB`).join(', '),
    ),
    row(
      'NAT gateways',
      count('AWS::EC2::NatGateway') * assumptions.hoursAMonth,
      prices.natGatewayHour,
      'and as much as an hour for each GB that goes through',
    ),
    row('addresses', count('AWS::EC2::EIP') * assumptions.hoursAMonth, prices.addressHour),
    row(
      capacityRows[0],
      capacity.writeUnits * assumptions.hoursAMonth,
      prices.writeCapacityHour,
      'that journeys use first',
    ),
    row(
      capacityRows[1],
      capacity.readUnits * assumptions.hoursAMonth,
      prices.readCapacityHour,
      'that journeys use first',
    ),
    row('web ACLs', acls.length, prices.webAcl),
    row(
      'rules of web ACLs',
      acls.reduce((all, acl) => all + rulesOf(acl), 0),
      prices.webAclRule,
    ),
    row(
      'scheduled runs',
      runsAll,
      prices.scheduledRun,
      runs.map((run) => `${run.name} ${run.times}`).join(', '),
    ),
    row('their invocations', runsAll, prices.functionRequest),
    row(
      'their time',
      sum((run) => run.times * gbSeconds(run.memoryMb, 3 * assumptions.tableMs)),
      prices.functionGbSecond,
      sizes,
    ),
    row(
      'what they read',
      units.reduce((all, one) => all + one.times * one.readUnits, 0),
      prices.readUnit,
    ),
    row(
      'what they write',
      units.reduce((all, one) => all + one.times * one.writeUnits, 0),
      prices.writeUnit,
    ),
    row(
      'their logs',
      sum((run) => run.times * (platformBytes(run) + 400)) / 1e9,
      prices.logGb,
      'a metric or a line of 400 bytes, and Lambda’s own lines',
    ),
    row('their traces', traced, prices.trace),
    row(
      'asking empty queues',
      polled.length * assumptions.pollers * (secondsAMonth / assumptions.pollSeconds),
      prices.queueRequest,
      `${polled.length} queues that functions take from, ${assumptions.pollers} long polls of ${assumptions.pollSeconds} s each`,
    ),
    row(
      'keys of tables that the schedules use',
      usesOfKeys * keyUsesAMonth(),
      prices.keyRequest,
      `each function once in ${assumptions.keyMinutes} minutes`,
    ),
  ].filter(({ amount }) => amount > 0);
}

/** A function without a count uses no table. */
const noUnits: TableUnits = { readUnits: 0, writeUnits: 0 };

/** The least capacity of a table or an index, of reads or of writes. */
const Capacity = <Name extends string>(name: Name) =>
  v.optional(v.record(v.literal(name), v.object({ MinCapacity: v.number() })));
const WrittenCapacity = v.object({
  WriteProvisionedThroughputSettings: Capacity('WriteCapacityAutoScalingSettings'),
});
const ReadCapacity = v.object({
  ReadProvisionedThroughputSettings: Capacity('ReadCapacityAutoScalingSettings'),
});
const TableOfTemplate = v.object({
  BillingMode: v.optional(v.string()),
  ...WrittenCapacity.entries,
  GlobalSecondaryIndexes: v.optional(v.array(WrittenCapacity), []),
  Replicas: v.optional(
    v.array(
      v.object({
        ...ReadCapacity.entries,
        GlobalSecondaryIndexes: v.optional(v.array(ReadCapacity), []),
      }),
    ),
    [],
  ),
});

const tablesOf = (resources: readonly PricedResource[]) =>
  resources
    .filter(({ type }) => type === 'AWS::DynamoDB::GlobalTable')
    .map(({ name, properties }) => ({ name, ...v.parse(TableOfTemplate, properties) }));

/** The units a second that provisioned tables and their indexes have however few are used. */
function leastCapacity(resources: readonly PricedResource[]): TableUnits {
  const tables = tablesOf(resources);
  const writes = tables.flatMap((one) => [one, ...one.GlobalSecondaryIndexes]);
  const reads = tables
    .flatMap(({ Replicas }) => Replicas)
    .flatMap((one) => [one, ...one.GlobalSecondaryIndexes]);
  const total = (some: readonly (number | undefined)[]) =>
    some.reduce<number>((all, one) => all + (one ?? 0), 0);
  return {
    writeUnits: total(
      writes.map(
        ({ WriteProvisionedThroughputSettings: one }) =>
          one?.WriteCapacityAutoScalingSettings?.MinCapacity,
      ),
    ),
    readUnits: total(
      reads.map(
        ({ ReadProvisionedThroughputSettings: one }) =>
          one?.ReadCapacityAutoScalingSettings?.MinCapacity,
      ),
    ),
  };
}

/** These resources as `steadyRate` changes them, as far as a bill of journeys reads them. */
export const provisioned = (resources: readonly PricedResource[]): readonly PricedResource[] =>
  resources.map((one) =>
    one.name === ownTable
      ? { ...one, properties: { ...one.properties, BillingMode: 'PROVISIONED' } }
      : one,
  );

/** These resources as `dashboards` and `groupedAlarms` leave them when they are off. */
export const withFewTools = (resources: readonly PricedResource[]): readonly PricedResource[] =>
  resources.filter(
    ({ type, name }) =>
      type !== 'AWS::CloudWatch::Dashboard' &&
      type !== 'AWS::CloudWatch::CompositeAlarm' &&
      name !== 'Ops.Silenced',
  );

const ownTable = 'Data.Table';

/** Whether the table of payments has provisioned capacity. */
const hasCapacity = (resources: readonly PricedResource[]) =>
  tablesOf(resources).some(
    ({ name, BillingMode }) => name === ownTable && BillingMode === 'PROVISIONED',
  );

/** Requests for the key in a month, by a function in constant use, at one in so many minutes. */
const keyUsesAMonth = (minutes: number = assumptions.keyMinutes) =>
  (assumptions.hoursAMonth * 60) / minutes;

/** After how many minutes a queue requests another data key: the shortest time of any. */
function queueKeyMinutes(resources: readonly PricedResource[]): number {
  const seconds = resources
    .filter(({ type }) => type === 'AWS::SQS::Queue')
    .map(({ properties }) => v.parse(QueueOfTemplate, properties).KmsDataKeyReusePeriodSeconds);
  return Math.min(...seconds) / 60;
}

/** SQS reuses a data key for five minutes where nothing is stated. */
const QueueOfTemplate = v.object({ KmsDataKeyReusePeriodSeconds: v.optional(v.number(), 300) });

function alarmRows(resources: readonly PricedResource[], prices: Prices): readonly BillRow[] {
  const alarms = resources.filter(({ type }) => type === 'AWS::CloudWatch::Alarm');
  const metricsOf = (wanted: 'fine' | 'usual') =>
    alarms.reduce((all, { properties }) => {
      const { Period = 60, Metrics } = v.parse(AlarmOfTemplate, properties);
      // For a metric expression, AWS bills each metric that it reads.
      const metrics = Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
      return all + ((Period < 60 ? 'fine' : 'usual') === wanted ? metrics : 0);
    }, 0);
  const composite = resources.filter(({ type }) => type === 'AWS::CloudWatch::CompositeAlarm');
  return [
    row('alarms', metricsOf('usual'), prices.alarmMetric, `${alarms.length} alarms`),
    row('alarms of less than a minute', metricsOf('fine'), prices.fineAlarmMetric),
    row('composite alarms', composite.length, prices.compositeAlarm),
  ];
}

const AlarmOfTemplate = v.object({
  Period: v.optional(v.number()),
  Metrics: v.optional(v.array(v.object({ MetricStat: v.optional(v.unknown()) }))),
});

const AliasOfTemplate = v.object({
  FunctionName: v.string(),
  ProvisionedConcurrencyConfig: v.optional(
    v.object({ ProvisionedConcurrentExecutions: v.number() }),
  ),
});

/** The containers that an alias keeps warm, if it keeps any. */
function keptWarm({ properties }: PricedResource, resources: readonly PricedResource[]) {
  const { FunctionName, ProvisionedConcurrencyConfig } = v.parse(AliasOfTemplate, properties);
  const count = ProvisionedConcurrencyConfig?.ProvisionedConcurrentExecutions;
  return count === undefined ? [] : [{ ...functionResource(FunctionName, resources), count }];
}

const rulesOf = ({ properties }: PricedResource) =>
  v.parse(v.object({ Rules: v.optional(v.array(v.unknown()), []) }), properties).Rules.length;

const isOfQueue = ({ properties }: PricedResource) => !('StartingPosition' in properties);

interface ScheduledRun extends FunctionResource {
  /** Per month. */
  readonly times: number;
}

const Rule = v.object({
  ScheduleExpression: v.optional(v.pipe(v.string(), v.regex(/^rate\(\d+ (minute|hour|day)s?\)$/))),
  Targets: v.array(v.object({ Arn: v.string() })),
});

function scheduledRuns(
  { properties }: PricedResource,
  resources: readonly PricedResource[],
): readonly ScheduledRun[] {
  const { ScheduleExpression, Targets } = v.parse(Rule, properties);
  // A rule about events of AWS runs nothing, and such events cost nothing.
  if (ScheduleExpression === undefined) return [];
  const [, number = '1', unit = ''] = /(\d+) (\w+?)s?\)$/.exec(ScheduleExpression) ?? [];
  const hours = { minute: 1 / 60, hour: 1, day: 24 }[unit];
  if (hours === undefined) throw new Error(`${ScheduleExpression} is not understood.`);
  return Targets.map(({ Arn }) => ({
    ...functionResource(Arn.replace(/\.Arn$/, ''), resources),
    times: Math.round(assumptions.hoursAMonth / (Number(number) * hours)),
  }));
}

interface FunctionResource {
  /** Its name in the app: `queues.find-due`. */
  readonly name: string;
  readonly memoryMb: number;
  readonly traced: boolean;
  /** Whether Lambda writes its own lines for each invocation. */
  readonly platformLogs: boolean;
}

const FunctionOfTemplate = v.object({
  MemorySize: v.number(),
  TracingConfig: v.optional(v.object({ Mode: v.string() })),
  LoggingConfig: v.optional(v.object({ SystemLogLevel: v.optional(v.string()) })),
  Environment: v.object({
    Variables: v.object({ FUNCTION_NAME: v.string(), TRACE_SAMPLING: v.optional(v.string(), '0') }),
  }),
});

/**
 * The share of requests that functions trace in the log: the same for all that have the setting.
 */
const traceSampling = (resources: readonly PricedResource[]): number =>
  Math.max(
    0,
    ...resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ properties }) => v.safeParse(FunctionOfTemplate, properties))
      .map((one) => (one.success ? Number(one.output.Environment.Variables.TRACE_SAMPLING) : 0)),
  );

const functionResourceOf = ({ properties }: PricedResource): FunctionResource => {
  const { MemorySize, TracingConfig, LoggingConfig, Environment } = v.parse(
    FunctionOfTemplate,
    properties,
  );
  return {
    name: Environment.Variables.FUNCTION_NAME,
    memoryMb: MemorySize,
    traced: TracingConfig?.Mode === 'Active',
    platformLogs: LoggingConfig?.SystemLogLevel !== 'WARN',
  };
};

/** The function of this name, or the one that the alias of this name leads to. */
function functionResource(name: string, resources: readonly PricedResource[]): FunctionResource {
  const alias = resources.find((one) => one.type === 'AWS::Lambda::Alias' && one.name === name);
  if (alias) {
    return functionResource(v.parse(AliasOfTemplate, alias.properties).FunctionName, resources);
  }
  const found = resources.find((one) => one.type === 'AWS::Lambda::Function' && one.name === name);
  if (!found) throw new Error(`There is no function ${name}.`);
  return functionResourceOf(found);
}

/** The GB-seconds that Lambda bills for an invocation that waits this long besides its CPU time. */
function gbSeconds(memoryMb: number, waitsMs: number): number {
  const { handlerCpuMs, wholeProcessorMb, coldPercent, coldMs } = assumptions;
  const share = Math.min(1, memoryMb / wholeProcessorMb);
  const ms = waitsMs + handlerCpuMs / share + (coldPercent / 100) * coldMs;
  return (memoryMb / 1_024) * (ms / 1_000);
}

const platformBytes = ({ platformLogs }: FunctionResource) =>
  platformLogs
    ? assumptions.platformLogBytes + assumptions.platformLogLines * assumptions.logLineBytes
    : 0;

const QueueReading = v.object({
  FunctionName: v.string(),
  BatchSize: v.optional(v.number(), 10),
  MaximumBatchingWindowInSeconds: v.optional(v.number(), 0),
});

/**
 * The average number of messages in an invocation, when this many arrive evenly over a month. It is
 * one if the function has no batching window; otherwise, the number that each of Lambda's pollers
 * gathers.
 */
function messagesAtOnce(
  messages: number,
  functionName: string,
  resources: readonly PricedResource[],
): number {
  const readings = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .filter(isOfQueue)
    .map(({ properties }) => v.parse(QueueReading, properties))
    .filter(({ FunctionName }) => functionResource(FunctionName, resources).name === functionName);
  const { hoursAMonth, pollers } = assumptions;
  const aSecond = messages / (hoursAMonth * 3_600);
  return readings.reduce((most, { BatchSize, MaximumBatchingWindowInSeconds: seconds }) => {
    const gathered = (aSecond * seconds) / pollers;
    return Math.max(most, Math.min(gathered, BatchSize));
  }, 1);
}

/** How long the list writer gathers changes before it is invoked, in seconds. */
export function listSecondsOf(resources: readonly PricedResource[]): number {
  const reading = resources.find(({ name }) => name === 'Lists.ListChanges');
  return reading ? v.parse(QueueReading, reading.properties).MaximumBatchingWindowInSeconds : 0;
}

const million = 1_000_000;

/**
 * A million journeys in a month, from the counts of one journey and from the deployed resources.
 */
export function journeysBill(
  { functions, storedBytes }: Pick<CountedJourney, 'functions' | 'storedBytes'>,
  resources: readonly PricedResource[],
  prices: Prices,
): readonly BillRow[] {
  const all = journeyFunctions(functions, resources);
  const asked = all.filter((one) => !isQueued(one));
  const requests = sum(asked, ({ invocations }) => invocations);
  const journeys = { all, requests, storedBytes, resources, prices };
  return [
    ...requestRows(journeys),
    ...functionRows(journeys),
    ...tableRows(journeys),
    ...queueRows(journeys),
    ...logRows(journeys),
    ...traceRows(journeys),
    ...outgoingRows(journeys),
    ...keyRows(journeys),
  ].filter(({ amount }) => amount > 0);
}

/** The journeys of a month, of which each service of AWS bills its part. */
interface Journeys {
  /** Every function that a journey runs. */
  readonly all: readonly JourneyFunction[];
  /** The requests to the APIs in a month. */
  readonly requests: number;
  /** The bytes that one journey leaves in the table. */
  readonly storedBytes: number;
  readonly resources: readonly PricedResource[];
  readonly prices: Prices;
}

/** A function with its counts in one journey. */
interface JourneyFunction extends CountedFunction, FunctionResource {
  /** Requests, or messages of a queue, of which one invocation may take several. */
  readonly messages: number;
}

const journeyFunctions = (
  functions: CountedJourney['functions'],
  resources: readonly PricedResource[],
): readonly JourneyFunction[] =>
  Object.entries(functions).map(([name, counted]) => {
    const found = resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      // A sandbox has a function of the CDK too, which empties the bucket of a removed stack.
      .filter(({ properties }) => v.is(FunctionOfTemplate, properties))
      .map(functionResourceOf)
      .find((one) => one.name === name);
    if (!found) throw new Error(`The template has no function ${name}.`);
    const { invocations } = counted;
    const batch = messagesAtOnce(invocations * million, name, resources);
    return { ...counted, ...found, messages: invocations, invocations: invocations / batch };
  });

/** The sum over these functions, for a million journeys. */
const sum = (some: readonly JourneyFunction[], of: (one: JourneyFunction) => number) =>
  some.reduce((total, one) => total + of(one), 0) * million;

const isQueued = ({ name }: JourneyFunction) => name.startsWith('queues.');
const takesFromQueue = ({ name }: JourneyFunction) => /deliver-webhook|sync-pending/.test(name);
const gb = 1e9;

function requestRows({ requests, resources, prices }: Journeys): readonly BillRow[] {
  // The vault's edge has no part in a journey.
  const throughEdge = resources.some(({ name }) => name === 'ApiEdge.Edge') ? requests : 0;
  return [
    row('requests', requests, prices.httpRequest),
    row('requests through the edge', throughEdge, prices.edgeRequest),
    row('requests that its filter inspects', throughEdge, prices.filteredRequest),
    row('requests whose address its function states', throughEdge, prices.edgeFunction),
  ];
}

function functionRows({ all, prices }: Journeys): readonly BillRow[] {
  const waiting = all.filter(({ exchanges }) => exchanges > 0);
  const prompt = all.filter(({ exchanges }) => exchanges === 0);
  const named = (some: readonly JourneyFunction[]) =>
    some.map(({ name, memoryMb }) => `${name} ${memoryMb} MB`).join(', ');
  return [
    row(
      'invocations',
      sum(all, ({ invocations }) => invocations),
      prices.functionRequest,
    ),
    row(
      'time of functions that wait for servers',
      sum(waiting, billedTime),
      prices.functionGbSecond,
      named(waiting),
    ),
    row(
      'time of the other functions',
      sum(prompt, billedTime),
      prices.functionGbSecond,
      named(prompt),
    ),
  ];
}

/** The time that Lambda bills of a function in one journey, in GB-seconds. */
function billedTime(one: JourneyFunction): number {
  if (one.messages === 0) return 0;
  const exchangeMs =
    one.name === 'queues.deliver-webhook' ? assumptions.receiverMs : assumptions.processorMs;
  const waits = one.exchanges * exchangeMs + one.steps * assumptions.tableMs;
  // The function may handle the messages of a batch one after the other.
  return one.messages * gbSeconds(one.memoryMb, waits / one.messages);
}

function tableRows({ all, storedBytes, resources, prices }: Journeys): readonly BillRow[] {
  const lists = all.filter(({ name }) => name === 'queues.project-lists');
  const others = all.filter((one) => !lists.includes(one));
  const { writeUnit, readUnit, writeCapacityHour, readCapacityHour } = prices;
  const isProvisioned = hasCapacity(resources);
  const used = `evenly used to ${capacityTarget} %`;
  const units = (what: string, amount: number, unit: Price, hour: Price) =>
    isProvisioned
      ? row(what, amount / 3_600 / (capacityTarget / 100), hour, used)
      : row(what, amount, unit);
  const writes = (what: string, some: readonly JourneyFunction[]) =>
    units(
      what,
      sum(some, ({ writeUnits }) => writeUnits),
      writeUnit,
      writeCapacityHour,
    );
  const reads = (what: string, some: readonly JourneyFunction[]) =>
    units(
      what,
      sum(some, ({ readUnits }) => readUnits),
      readUnit,
      readCapacityHour,
    );
  return [
    writes('writes of operations, events and delivery', others),
    writes('writes of lists', lists),
    reads('reads of operations, events and delivery', others),
    reads('reads of lists', lists),
    row(
      'what is left in the table, for a month',
      (storedBytes * million) / gb,
      prices.tableGbMonth,
      `${Math.round(storedBytes)} bytes a journey`,
    ),
    row('its recovery to the second', (storedBytes * million) / gb, prices.recoveryGbMonth),
  ];
}

function queueRows({ all, prices }: Journeys): readonly BillRow[] {
  return [
    row(
      'requests of queues',
      sum(all.filter(takesFromQueue), ({ messages, invocations }) => messages + 2 * invocations),
      prices.queueRequest,
      'each message is sent, each batch received and deleted',
    ),
  ];
}

function logRows({ all, requests, resources, prices }: Journeys): readonly BillRow[] {
  const ownLog = (one: JourneyFunction) => one.logBytes + one.logLines * assumptions.logLineBytes;
  return [
    row('logs of functions', sum(all, ownLog) / gb, prices.logGb),
    row(
      'Lambda’s own log lines',
      sum(all, (one) => one.invocations * platformBytes(one)) / gb,
      prices.logGb,
    ),
    row('access log', (requests * accessLogBytes(resources)) / gb, prices.logGb),
    row(
      'what is kept of the logs, for its whole time',
      ((sum(all, ownLog) + requests * accessLogBytes(resources)) / gb) *
        assumptions.logCompression *
        logMonths(resources),
      prices.logGbMonth,
      'compressed',
    ),
  ];
}

function traceRows({ all, resources, prices }: Journeys): readonly BillRow[] {
  return [
    row(
      'traces',
      sum(all, (one) => (one.traced ? one.invocations : 0)),
      prices.trace,
      'below one a second, a function traces every invocation',
    ),
    row(
      'traces in the log',
      (traceSampling(resources) *
        million *
        (assumptions.tracedJourneyLogBytes +
          assumptions.tracedJourneyLogLines * assumptions.logLineBytes)) /
        gb,
      prices.logGb,
      'of the share of requests that is sampled',
    ),
  ];
}

function outgoingRows({ all, prices }: Journeys): readonly BillRow[] {
  const outBytes = (one: JourneyFunction) =>
    one.bytesOut +
    assumptions.headerBytes * (one.exchanges + (isQueued(one) ? 0 : one.invocations));
  return [
    row(
      'bytes out',
      sum(all, outBytes) / gb,
      prices.gbOut,
      'answers in gzip, as Node.js, Python and browsers ask for them, requests to processors, webhooks',
    ),
  ];
}

function keyRows({ all, resources, prices }: Journeys): readonly BillRow[] {
  const fromQueues = all.filter(takesFromQueue);
  return [
    row(
      'requests of keys',
      // Each function that uses the table. Each queue has two senders, which request the key twice,
      // and a receiver.
      keyUsesAMonth() * all.length +
        keyUsesAMonth(queueKeyMinutes(resources)) * 5 * fromQueues.length,
      prices.keyRequest,
      'tables and queues that are used all the time',
    ),
    row(
      openedKeys,
      sum(all, ({ keyCalls }) => keyCalls),
      prices.keyRequest,
      'by containers that did not have the key',
    ),
  ];
}

/**
 * Costs that no number of journeys in a month decides, each a sum of its own: they do not add up to
 * one.
 */
export function laterBill(
  { storedBytes, lastingBytes, series }: Omit<CountedJourney, 'functions'>,
  ofSmallMerchants: CountedJourney['functions'],
  resources: readonly PricedResource[],
  prices: Prices,
): readonly BillRow[] {
  const opening = Object.values(ofSmallMerchants).filter(({ keyCalls }) => keyCalls > 0);
  const opened = opening.reduce((all, { invocations }) => all + invocations, 0);
  const [functions = 0, aliases = 0] = ['AWS::Lambda::Function', 'AWS::Lambda::Alias'].map(
    (wanted) => resources.filter(({ type }) => type === wanted).length,
  );
  return [
    row(
      openedSharedKey,
      (assumptions.coldPercent / 100) * opened * million,
      prices.keyRequest,
      'after npx turnout keys share, in place of the keys of merchants above: once in each new container',
    ),
    row(
      'series of metrics, in a month with payments',
      series,
      prices.metric,
      'one processor, one method, one currency',
    ),
    row(
      'a release that changes every function, where AWS Config records each change',
      functions + aliases,
      prices.recordedChange,
      `${functions} functions, ${aliases} aliases`,
    ),
    row(
      `each of the ${eventMonths} further months that a million journeys stay with their events`,
      (storedBytes * million) / gb,
      prices.stayingGbMonth,
      `${Math.round(storedBytes)} bytes a journey, with recovery to the second`,
    ),
    row(
      'each further month after that',
      (lastingBytes * million) / gb,
      prices.stayingGbMonth,
      `${Math.round(lastingBytes)} bytes a journey`,
    ),
  ];
}

/** After their own month, events stay for so many whole ones. */
const eventMonths = Math.floor(endOfEventSeconds(0) / 86_400 / (365 / 12));

/** A year in which each month has a million journeys, all of which stay. */
export function yearBill(
  { storedBytes, lastingBytes, series }: Omit<CountedJourney, 'functions'>,
  { idleUsd, journeysUsd }: { readonly idleUsd: number; readonly journeysUsd: number },
  prices: Prices,
): readonly BillRow[] {
  const monthly = (usd: number): Price => ({
    usd: Math.round(usd * 100) / 100,
    per: 1,
    unit: 'months',
    page: 'https://aws.amazon.com/pricing/',
  });
  // The journeys of the first month stay for eleven more, those of the last for none.
  const ages = Array.from({ length: 12 }, (_, after) => after).flatMap((after) =>
    Array.from({ length: after }, (_, age) => age),
  );
  const bytes = ages
    .map((age) => (age < eventMonths ? storedBytes : lastingBytes))
    .reduce((all, one) => all + one, 0);
  return [
    row('the month without payments', 12, monthly(idleUsd)),
    row('a million journeys', 12, monthly(journeysUsd)),
    row('series of metrics', 12 * series, prices.metric),
    row(
      'journeys of earlier months',
      (bytes * million) / gb,
      prices.stayingGbMonth,
      `${ages.length} months of a million journeys, the first ${eventMonths} of each with events`,
    ),
  ];
}

const StageOfTemplate = v.object({
  AccessLogSettings: v.optional(v.object({ Format: v.string() })),
});

const KeptLog = v.object({ RetentionInDays: v.optional(v.number(), 0) });

/** For how many months the log groups keep their lines. */
function logMonths(resources: readonly PricedResource[]): number {
  const group = resources.find(({ type }) => type === 'AWS::Logs::LogGroup');
  return group ? v.parse(KeptLog, group.properties).RetentionInDays / daysOfMonth : 0;
}
const daysOfMonth = 365 / 12;

/** A line of the access log, with the values of a request that succeeded. */
function accessLogBytes(resources: readonly PricedResource[]): number {
  const stage = resources.find(({ type }) => type === 'AWS::ApiGatewayV2::Stage');
  const { AccessLogSettings } = v.parse(StageOfTemplate, stage?.properties ?? {});
  if (!AccessLogSettings) return 0;
  const line = AccessLogSettings.Format.replaceAll(/\$context\.(\w+)/g, (placeholder, name) =>
    '0'.repeat(accessLogValueBytes[name] ?? placeholder.length),
  );
  return line.length + assumptions.logLineBytes;
}

/**
 * The most bytes that a value of the access log has, in a request that succeeded. API Gateway
 * writes a dash for a missing value. Route keys are ours: `POST /payments/{payment_id}/confirm` has
 * 35.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const accessLogValueBytes: Readonly<Record<string, number>> = {
  requestId: 16,
  routeKey: 40,
  status: 3,
  responseLatency: 5,
  integrationLatency: 5,
  integrationErrorMessage: 1,
};
