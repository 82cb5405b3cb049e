import { Duration } from 'aws-cdk-lib';
import { Dashboard, type IWidget, PeriodOverride, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metricNamespace } from '#platform/metrics.ts';
import { ours } from './alarm.ts';
import {
  graph,
  half,
  type LogsBehind,
  linesWith,
  logTable,
  number,
  quarter,
  type Shown,
  searchOurs,
  section,
  sumOf,
  type WatchedLogs,
  worst,
} from './widgets.ts';

interface BusinessProps {
  readonly name: string;
  readonly stage: string;
  readonly logs: WatchedLogs;
}

/**
 * Whether customers can pay and webhooks reach merchants: for people who ask about the business.
 */
export function businessDashboard(scope: Construct, { name, stage, logs }: BusinessProps) {
  const dashboard = new Dashboard(scope, 'Business', {
    dashboardName: name,
    periodOverride: PeriodOverride.INHERIT,
    defaultInterval: Duration.days(1),
  });
  const sources = sourcesOf(stage, logs);
  dashboard.addWidgets(
    ...section('Payments', authorizationRow(sources), statusRow(sources), moneyRow(sources)),
  );
  dashboard.addWidgets(...processorsSection(sources));
  dashboard.addWidgets(...webhooksSection(sources));
  dashboard.addWidgets(...refusalsSection(sources));
}

/** The metrics of the stage and its logs, from which all rows are made. */
const sourcesOf = (stage: string, logs: WatchedLogs) => ({
  found: searchOurs(stage),
  own: ours(stage),
  namespace: metricNamespace(stage),
  logs,
  ofTransitions: (query: string): LogsBehind => ({
    groups: [logs.transitions],
    query: `filter message = 'transition' and ${query}`,
  }),
});
type Sources = ReturnType<typeof sourcesOf>;

const hour = Duration.hours(1);
const count = { statistic: 'SampleCount' } as const;

function authorizationRow({ found, ofTransitions }: Sources): readonly Shown[] {
  const authorized = { statistic: 'Average', period: hour } as const;
  const rates =
    'ispresent(outcome) | stats avg(authorized_percent) as percent, count(*) as authorizations by connector, method | sort percent';
  return [
    graph(
      'Authorization rate by connector and method, %',
      [found('AuthorizedPercent', ['connector', 'method'], authorized)],
      ofTransitions(rates),
      { leftYAxis: { min: 0, max: 100 } },
    ),
    number(
      '… of the last seven days, %',
      [
        found('AuthorizedPercent', ['connector', 'method'], {
          statistic: 'Average',
          period: Duration.days(7),
        }),
      ],
      { ...ofTransitions(rates), since: Duration.days(7) },
    ),
    graph(
      'Authorizations by connector and method',
      [found('AuthorizedPercent', ['connector', 'method'], { ...count, period: hour })],
      ofTransitions(
        'ispresent(outcome) | stats count(*) as authorizations by connector, method, outcome | sort authorizations desc',
      ),
    ),
  ];
}

function statusRow({ found, own, ofTransitions }: Sources): readonly Shown[] {
  const transitions = (kind: string, status: string) =>
    found('Transitions', ['kind', 'status'], { statistic: 'Sum', where: { kind, status } });
  return [
    graph(
      'Payments by new status',
      [
        found('Transitions', ['kind', 'status'], {
          statistic: 'Sum',
          where: { kind: 'payments' },
        }),
      ],
      ofTransitions(
        "kind = 'payments' | stats count(*) as payments by status | sort payments desc",
      ),
    ),
    number(
      'Succeeded · failed · processing',
      [
        sumOf(transitions('payments', 'succeeded'), 'succeeded'),
        sumOf(transitions('payments', 'failed'), 'failed'),
        sumOf(transitions('payments', 'processing'), 'processing'),
        own('SavedByRetry', Stats.SUM).with({ label: 'saved by another connector' }),
      ],
      ofTransitions(
        "kind = 'payments' and status in ['failed', 'processing'] | sort @timestamp desc | limit 200",
      ),
    ),
    graph(
      'Declines by unified code',
      [found('Declines', ['unified_code'], { statistic: 'Sum', period: hour })],
      ofTransitions(
        "outcome = 'declined' | stats count(*) as declined by connector, method, unified_code | sort declined desc",
      ),
    ),
  ];
}

function moneyRow({ found, ofTransitions }: Sources): readonly Shown[] {
  const money = (moves: string) =>
    ofTransitions(
      `${moves} | stats sum(amount) as minor_units, count(*) as times by money, currency`,
    );
  return [
    graph(
      'Captured by currency, in minor units',
      [
        found('Amounts', ['money', 'currency'], {
          statistic: 'Sum',
          period: hour,
          where: { money: 'captured' },
        }),
      ],
      money("money = 'captured'"),
    ),
    graph(
      'Refunded, paid out and disputed, by currency, in minor units',
      ['refunded', 'paid out', 'disputed'].map((moved) =>
        found('Amounts', ['money', 'currency'], {
          statistic: 'Sum',
          period: hour,
          where: { money: moved },
        }),
      ),
      money("money in ['refunded', 'paid out', 'disputed']"),
    ),
    graph(
      'Refunds, payouts and disputes by new status',
      ['refunds', 'payouts', 'pre_dispute', 'dispute', 'pre_arbitration'].map((kind) =>
        found('Transitions', ['kind', 'status'], {
          statistic: 'Sum',
          period: hour,
          where: { kind },
        }),
      ),
      ofTransitions(
        "kind not in ['payments', 'attempts'] | stats count(*) as times by kind, status | sort times desc",
      ),
    ),
  ];
}

function processorsSection({ found, own, logs }: Sources): readonly IWidget[] {
  const ofExchanges = (query: string) => ({
    groups: logs.processors,
    query: `filter message = 'connector outcome'${query}`,
  });
  const trouble = [
    ...['IntegrityFailure', 'ConflictingOutcome', 'CredentialsRefused', 'CircuitOpened'],
    ...['RoutingFallback', 'AuthorizationDrop'],
  ] as const;
  return section('Processors', [
    graph(
      'Answers by connector and result',
      [found('ConnectorResults', ['connector', 'result'], { statistic: 'Sum' })],
      ofExchanges(
        ' | stats count(*) as exchanges by connector, flow, result, not_answered | sort exchanges desc',
      ),
    ),
    graph(
      'Time of their answers by connector and flow, p95, ms',
      [found('ConnectorMs', ['connector', 'flow'], { statistic: 'p95' })],
      ofExchanges(
        ' | stats pct(ms, 50) as p50, pct(ms, 95) as p95, count(*) as exchanges by connector, flow | sort p95 desc',
      ),
    ),
    graph(
      'What a person should look at',
      trouble.map((name) => own(name, Stats.SUM)),
      {
        groups: [...logs.processors, logs.transitions],
        query: linesWith(trouble),
      },
    ),
  ]);
}

function webhooksSection({ found, own, logs }: Sources): readonly IWidget[] {
  const ofDeliveries = (query: string) => ({
    groups: [logs.deliveries],
    query: `filter message = 'webhook delivery'${query}`,
  });
  const waiting = [
    ...['SyncOverdue', 'WaitingTooLong', 'DestinationFailing', 'EndpointSwitchedOff'],
    'UndeliveredParked',
  ] as const;
  return section('Webhooks, and what waits', [
    number(
      'Delivered at the first try · of',
      [
        sumOf(
          found('FirstTries', ['outcome'], { ...count, where: { outcome: 'delivered' } }),
          'delivered at the first try',
        ),
        sumOf(found('FirstTries', ['outcome'], count), 'webhooks'),
      ],
      ofDeliveries(
        ' and ispresent(first_try_ms) | stats count(*) as webhooks by merchant_id, outcome | sort webhooks desc',
      ),
      { width: quarter },
    ),
    graph(
      'Tries by outcome',
      [found('DeliveryMs', ['outcome'], count)],
      ofDeliveries(
        " and outcome != 'delivered' | stats count(*) as failed by merchant_id, outcome, status, error | sort failed desc",
      ),
      { width: quarter },
    ),
    graph(
      'From commit to first try, ms',
      [
        own('FirstTryMs', 'p50').with({ label: 'p50' }),
        own('FirstTryMs', 'p95').with({ label: 'p95' }),
        own('FirstTryMs', 'p99').with({ label: 'p99' }),
      ],
      ofDeliveries(
        ' and ispresent(first_try_ms) | stats pct(first_try_ms, 50) as p50, pct(first_try_ms, 99) as p99, count(*) as events by merchant_id | sort p99 desc',
      ),
      { width: quarter },
    ),
    graph(
      'What waits, and for how long',
      [
        ...waiting.map((name) => own(name, Stats.SUM)),
        own('OldestDueSeconds', Stats.MAXIMUM).with({ label: 'oldest due work, s' }),
      ],
      {
        groups: [logs.syncs, logs.deliveries, ...logs.jobs],
        query: linesWith([...waiting, 'OldestDueSeconds']),
      },
      { width: quarter },
    ),
  ]);
}

function refusalsSection({ namespace, logs }: Sources): readonly IWidget[] {
  return section('Refusals', [
    graph(
      'The ten commonest error codes',
      [
        worst(
          `SELECT SUM(RequestErrors) FROM SCHEMA("${namespace}", error_code) GROUP BY error_code ORDER BY SUM() DESC LIMIT 10`,
          '',
        ),
      ],
      {
        groups: logs.processors,
        query:
          'filter ispresent(RequestErrors) | stats sum(RequestErrors) as errors by error_code | sort errors desc',
      },
      { width: half },
    ),
    logTable(
      'Routes that refuse or fail most',
      [logs.requests],
      [
        'filter status >= 400',
        'stats count(*) as requests by route, status',
        'sort requests desc',
        'limit 10',
      ],
    ),
  ]);
}
