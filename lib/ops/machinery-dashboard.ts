import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  type IAlarm,
  type IWidget,
  PeriodOverride,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { indexKeys } from '#platform/table/port.ts';
import { minute, ofAws, ours, percentFailed, percentOfConcurrency } from './alarm.ts';
import type { Watched } from './alarms.ts';
import {
  graph,
  half,
  type LogsBehind,
  linesWith,
  logTable,
  riseOf,
  type Shown,
  search,
  searchOurs,
  section,
  sumOf,
  type WatchedLogs,
  worst,
} from './widgets.ts';

interface MachineryProps {
  readonly name: string;
  readonly stage: string;
  readonly apiId: string;
  readonly vaultApiId: string | undefined;
  readonly tableName: string;
  readonly logs: WatchedLogs;
  readonly functionNames: Watched['functionNames'];
  readonly queues: Readonly<Record<string, IQueue>>;
  /** Above the alarms. */
  readonly title: string;
  readonly alarms: readonly IAlarm[];
  /** Whether CloudFront and its filter stand in front of the API or the vault's pages. */
  readonly hasEdge: boolean;
}

/** The state of the deployment itself: for an operator whom an alarm woke. */
export function machineryDashboard(scope: Construct, props: MachineryProps) {
  const dashboard = new Dashboard(scope, 'Machinery', {
    dashboardName: props.name,
    periodOverride: PeriodOverride.INHERIT,
    defaultInterval: Duration.hours(3),
  });
  dashboard.addWidgets(
    new AlarmStatusWidget({
      title: props.title,
      alarms: [...props.alarms],
      width: 24,
      height: 6,
    }),
  );
  dashboard.addWidgets(...apiSection(props));
  dashboard.addWidgets(...functionsSection(props));
  dashboard.addWidgets(...queuesSection(props));
  dashboard.addWidgets(...tablesSection(props));
  dashboard.addWidgets(...edgeAndBillSection(props));
}

function apiSection({ stage, apiId, vaultApiId, logs }: MachineryProps): readonly IWidget[] {
  const ofRequests = (query: string) => ({ groups: [logs.requests], query });
  const ofApi = (metricName: string, statistic: string, label: string, id = apiId) =>
    ofAws('ApiGateway', metricName, statistic, { ApiId: id }).with({ label });
  const ofVault = (metricName: string, statistic: string, label: string) =>
    vaultApiId === undefined ? [] : [ofApi(metricName, statistic, label, vaultApiId)];
  return section(
    'The API',
    [
      graph(
        'Requests',
        [ofApi('Count', Stats.SUM, 'switch'), ...ofVault('Count', Stats.SUM, 'vault')],
        ofRequests('stats count(*) as requests by route, status | sort requests desc'),
      ),
      graph(
        'Refused and failed',
        [
          ofApi('4xx', Stats.SUM, 'switch 4xx'),
          ofApi('5xx', Stats.SUM, 'switch 5xx'),
          ...ofVault('4xx', Stats.SUM, 'vault 4xx'),
          ...ofVault('5xx', Stats.SUM, 'vault 5xx'),
        ],
        {
          groups: logs.processors,
          query:
            "filter message = 'request' and status >= 500 | sort @timestamp desc | display @timestamp, function, request_id, payment_id, merchant_id, status",
        },
        { right: [percentFailed(stage, apiId, 20)], rightYAxis: { min: 0, max: 100 } },
      ),
      graph(
        'Time of answers, ms',
        [
          ofApi('Latency', 'p50', 'switch p50'),
          ofApi('Latency', 'p99', 'switch p99'),
          ...ofVault('Latency', 'p50', 'vault p50'),
          ...ofVault('Latency', 'p99', 'vault p99'),
        ],
        ofRequests(
          'stats pct(ms, 50) as p50, pct(ms, 99) as p99, count(*) as requests by route | sort p99 desc',
        ),
      ),
    ],
    [
      graph(
        'Failed requests by route, and refused ones',
        [searchOurs(stage)('RequestsFailed', ['route'], { statistic: 'Sum' })],
        ofRequests(
          'filter status >= 400 | stats count(*) as requests by route, status | sort status desc, requests desc',
        ),
        {
          right: [searchOurs(stage)('RequestsRefused', ['route'], { statistic: 'Sum' })],
          width: half,
        },
      ),
      logTable(
        'The slowest routes, p99 in ms',
        [logs.requests],
        ['stats count(*) as requests, pct(ms, 99) as p99 by route', 'sort p99 desc', 'limit 10'],
      ),
    ],
  );
}

function functionsSection({ stage, logs }: MachineryProps): readonly IWidget[] {
  const groups = logsOfPayment(logs);
  /** Lambda's own lines: functions that ran out of time, crashed or could not start. */
  const ofLambda = {
    groups,
    query: "filter type like 'platform.' | sort @timestamp desc | limit 200",
  };
  const ofFunctions = (aggregates: string) => ({
    groups,
    query: `filter message = 'request' | stats ${aggregates} by function | sort requests desc`,
  });
  return section(
    'Functions',
    [
      graph('Concurrency, % of the account’s limit', [percentOfConcurrency()], undefined, {
        leftYAxis: { min: 0, max: 100 },
      }),
      graph(
        'Errors and throttles',
        [ofAws('Lambda', 'Errors', Stats.SUM), ofAws('Lambda', 'Throttles', Stats.SUM)],
        ofLambda,
      ),
      graph(
        'The ten functions with most errors',
        [
          worst(
            'SELECT SUM(Errors) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC LIMIT 10',
            '',
          ),
        ],
        errorsIn(groups),
      ),
    ],
    [
      graph(
        'The ten slowest functions, ms',
        [
          worst(
            'SELECT AVG(Duration) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY AVG() DESC LIMIT 10',
            '',
          ),
        ],
        ofFunctions('count(*) as requests, pct(ms, 50) as p50, pct(ms, 99) as p99'),
        { width: half },
      ),
      graph(
        'The ten busiest functions',
        [
          worst(
            'SELECT SUM(Invocations) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC LIMIT 10',
            '',
          ),
        ],
        ofFunctions('count(*) as requests'),
        { width: half },
      ),
    ],
    [
      logTable(
        'Cold starts on the way of a payment, and how long those requests took, in ms',
        groups,
        [
          "filter message = 'request' and cold = 1",
          'stats count(*) as starts, pct(ms, 50) as p50, pct(ms, 99) as p99 by function',
          'sort starts desc',
          'limit 10',
        ],
      ),
      graph(
        'Schedules that failed to start their function',
        [
          sumOf(
            search({
              namespace: 'AWS/Events',
              metricName: 'FailedInvocations',
              dimensions: ['RuleName'],
              statistic: 'Sum',
              words: ['turnout', stage],
            }),
            'failed',
          ),
        ],
        errorsIn(logs.jobs),
        { width: half },
      ),
    ],
  );
}

function queuesSection({ stage, logs, functionNames, queues }: MachineryProps): readonly IWidget[] {
  const own = ours(stage);
  const age = (name: 'queues.publish-events' | 'queues.project-lists', label: string) =>
    ofAws('Lambda', 'IteratorAge', Stats.MAXIMUM, { FunctionName: functionNames[name] }).with({
      label,
    });
  const ofQueues = (metricName: string) =>
    Object.entries(queues).map(([label, queue]) =>
      queue.metric(metricName, { statistic: Stats.MAXIMUM, label, period: minute }),
    );
  const waiting = ['deliveries', 'slowDeliveries', 'syncs', 'receipts'];
  const some = (names: readonly string[], metricName: string) =>
    ofQueues(metricName).filter((_, index) => names.includes(Object.keys(queues)[index] ?? ''));
  const dead = Object.keys(queues).filter((name) => !waiting.includes(name));
  const duties = {
    highest: ['OldestDueSeconds', 'OverdueItems', 'AuditSealBehindSeconds'],
    counted: [
      ...(['SweepFailed', 'AuditFinding', 'AuditFailed', 'KeyRotationFailed'] as const),
      ...(['KeyUnavailable', 'AccessRefused', 'PagesTampered'] as const),
    ],
  } as const;
  return section(
    'The stream and the queues',
    [
      graph(
        'How far the readers of the stream are behind, ms',
        [age('queues.publish-events', 'events'), age('queues.project-lists', 'lists')],
        errorsIn([logs.transitions, logs.lists]),
      ),
      graph(
        'Oldest message, s',
        some(waiting, 'ApproximateAgeOfOldestMessage'),
        errorsIn([logs.deliveries, logs.syncs]),
      ),
      graph('Waiting messages', some(waiting, 'ApproximateNumberOfMessagesVisible'), {
        groups: [logs.deliveries],
        query:
          "filter message = 'webhook delivery' | stats count(*) as tries, max(tries) as most_tries by merchant_id, outcome | sort tries desc",
      }),
    ],
    [
      graph(
        'Dead letters',
        some(dead, 'ApproximateNumberOfMessagesVisible'),
        errorsIn([logs.transitions, logs.lists, logs.deliveries, logs.syncs]),
      ),
      graph(
        'Due work and the vault’s duties',
        [
          ...duties.highest.map((name) => own(name, Stats.MAXIMUM)),
          ...duties.counted.map((name) => own(name, Stats.SUM)),
        ],
        {
          groups: [...logs.jobs, ...logs.vault],
          query: linesWith([...duties.highest, ...duties.counted]),
        },
      ),
      ...(logs.probe === undefined
        ? []
        : [
            graph(
              'The probe, ms',
              [own('ProbeMs', Stats.MAXIMUM)],
              { groups: [logs.probe], query: linesWith(['ProbeMs', 'ProbeSucceeded']) },
              { right: [own('ProbeSucceeded', Stats.SUM)] },
            ),
          ]),
    ],
  );
}

function tablesSection({ stage, tableName, logs }: MachineryProps): readonly IWidget[] {
  const groups = logsOfPayment(logs);
  const ofTable = (metricName: string, statistic = Stats.SUM) =>
    ofAws('DynamoDB', metricName, statistic, { TableName: tableName });
  const errorsOfTables = (metricName: string) =>
    search({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensions: ['TableName', 'Operation'],
      statistic: 'Sum',
      words: ['turnout', stage],
    });
  const refused = {
    groups,
    query:
      "filter level = 'error' and error like /Throttl|ProvisionedThroughput|TransactionConflict/ | stats count(*) as errors by function, error | sort errors desc",
  };
  return section('Tables', [
    graph('Units of the table', [
      ofTable('ConsumedReadCapacityUnits'),
      ofTable('ConsumedWriteCapacityUnits'),
    ]),
    graph(
      'Throttles, and conflicts that were decided',
      [
        ofTable('ReadThrottleEvents'),
        ofTable('WriteThrottleEvents'),
        ofTable('ConditionalCheckFailedRequests'),
        ofTable('TransactionConflict'),
      ],
      refused,
    ),
    graph(
      'Throttles of the indexes',
      Object.keys(indexKeys).flatMap((index) =>
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) =>
          ofAws('DynamoDB', metricName, Stats.SUM, {
            TableName: tableName,
            GlobalSecondaryIndexName: index,
          }),
        ),
      ),
      refused,
    ),
    graph('Errors of DynamoDB, all tables', [errorsOfTables('SystemErrors')], errorsIn(groups)),
  ]);
}

// AWS stores the metrics of the edge and of the bill in one Region.
const region = 'us-east-1';

function edgeAndBillSection({ stage, hasEdge }: MachineryProps): readonly IWidget[] {
  const chargesOfMonth = search({
    namespace: 'AWS/Billing',
    metricName: 'EstimatedCharges',
    region,
    dimensions: ['Currency'],
    statistic: 'Maximum',
    period: Duration.days(1),
  });
  return section('The edge and the bill', [
    ...(hasEdge ? edgeGraphs(stage) : []),
    graph(
      'What this account costs a day, and on the right this month so far, $',
      [riseOf(chargesOfMonth)],
      undefined,
      {
        right: [chargesOfMonth],
        // AWS counts a few times a day, and from the first of the month: that day is below zero.
        start: '-P14D',
        leftYAxis: { min: 0 },
      },
    ),
  ]);
}

const edgeGraphs = (stage: string): readonly Shown[] => [
  graph('Blocked requests at the edge', [
    search({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      region,
      dimensions: ['WebACL', 'Rule'],
      statistic: 'Sum',
      words: ['turnout', stage],
    }),
  ]),
  graph('Errors at the edge, %', [
    search({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      region,
      dimensions: ['DistributionId', 'Region'],
      statistic: 'Average',
    }),
  ]),
];

/** The logs of the functions that a payment goes through, from its request to its webhook. */
const logsOfPayment = ({ payments, syncs, transitions, deliveries }: WatchedLogs) => [
  ...payments,
  syncs,
  transitions,
  deliveries,
];

const errorsIn = (groups: readonly string[]): LogsBehind => ({
  groups,
  query: "filter level = 'error' | sort @timestamp desc | limit 200",
});
