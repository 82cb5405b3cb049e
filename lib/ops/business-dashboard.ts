import { Duration } from 'aws-cdk-lib';
import { Dashboard, PeriodOverride, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { metricNamespace } from '../../shared/metrics.ts';
import { ours } from './alarm.ts';
import {
  graph,
  half,
  heading,
  logTable,
  number,
  searchOurs,
  sumOf,
  type WatchedLogs,
  worst,
} from './widgets.ts';

interface BusinessProps {
  readonly name: string;
  readonly stage: string;
  readonly logs: WatchedLogs;
}

const hour = Duration.hours(1);

/** Whether customers can pay and merchants hear of it: for everybody who asks how business is. */
export function businessDashboard(scope: Construct, { name, stage, logs }: BusinessProps) {
  const found = searchOurs(stage);
  const own = ours(stage);
  const namespace = metricNamespace(stage);
  const count = { statistic: 'SampleCount' } as const;
  const transitions = (kind: string, status: string) =>
    found('Transitions', ['kind', 'status'], { statistic: 'Sum', where: { kind, status } });
  const authorized = { statistic: 'Average', period: hour } as const;

  const dashboard = new Dashboard(scope, 'Business', {
    dashboardName: name,
    periodOverride: PeriodOverride.INHERIT,
    defaultInterval: Duration.days(1),
  });
  dashboard.addWidgets(
    heading('Payments', [
      {
        text: 'transitions',
        logGroupNames: [logs.transitions],
        query: "filter message = 'transition' | sort @timestamp desc | limit 200",
      },
      {
        text: 'declines by code',
        logGroupNames: [logs.transitions],
        query:
          "filter message = 'transition' and outcome = 'declined' | stats count(*) as declined by connector, method, unified_code | sort declined desc",
      },
    ]),
  );
  dashboard.addWidgets(
    graph(
      'Authorization rate by connector and method, %',
      [found('AuthorizedPercent', ['connector', 'method'], authorized)],
      { leftYAxis: { min: 0, max: 100 } },
    ),
    number('… of the last seven days, %', [
      found('AuthorizedPercent', ['connector', 'method'], {
        statistic: 'Average',
        period: Duration.days(7),
      }),
    ]),
    graph('Authorizations by connector and method', [
      found('AuthorizedPercent', ['connector', 'method'], { ...count, period: hour }),
    ]),
  );
  dashboard.addWidgets(
    graph('Payments by new status', [
      found('Transitions', ['kind', 'status'], { statistic: 'Sum', where: { kind: 'payments' } }),
    ]),
    number('Succeeded · failed · processing', [
      sumOf(transitions('payments', 'succeeded'), 'succeeded'),
      sumOf(transitions('payments', 'failed'), 'failed'),
      sumOf(transitions('payments', 'processing'), 'processing'),
      own('SavedByRetry', Stats.SUM).with({ label: 'saved by another connector' }),
    ]),
    graph('Declines by unified code', [
      found('Declines', ['unified_code'], { statistic: 'Sum', period: hour }),
    ]),
  );
  dashboard.addWidgets(
    graph('Captured by currency, in minor units', [
      found('Amounts', ['money', 'currency'], {
        ...{ statistic: 'Sum', period: hour, where: { money: 'captured' } },
      }),
    ]),
    graph('Refunded, paid out and disputed, by currency, in minor units', [
      ...['refunded', 'paid out', 'disputed'].map((money) =>
        found('Amounts', ['money', 'currency'], {
          ...{ statistic: 'Sum', period: hour, where: { money } },
        }),
      ),
    ]),
    graph(
      'Refunds, payouts and disputes by new status',
      ['refunds', 'payouts', 'pre_dispute', 'dispute', 'pre_arbitration'].map((kind) =>
        found('Transitions', ['kind', 'status'], {
          ...{ statistic: 'Sum', period: hour, where: { kind } },
        }),
      ),
    ),
  );
  dashboard.addWidgets(
    heading('Processors', [
      {
        text: 'exchanges',
        logGroupNames: [...logs.payments, logs.syncs],
        query:
          "filter message = 'connector outcome' | stats count(*) as exchanges, pct(ms, 95) as p95 by connector, flow, result | sort exchanges desc",
      },
      {
        text: 'not answered',
        logGroupNames: [...logs.payments, logs.syncs],
        query:
          "filter message = 'connector outcome' and ispresent(not_answered) | sort @timestamp desc | limit 200",
      },
    ]),
  );
  dashboard.addWidgets(
    graph('Answers by connector and result', [
      found('ConnectorResults', ['connector', 'result'], { statistic: 'Sum' }),
    ]),
    graph('Time of their answers by connector and flow, p95, ms', [
      found('ConnectorMs', ['connector', 'flow'], { statistic: 'p95' }),
    ]),
    graph('What a person should look at', [
      own('IntegrityFailure', Stats.SUM),
      own('ConflictingOutcome', Stats.SUM),
      own('CredentialsRefused', Stats.SUM),
      own('CircuitOpened', Stats.SUM),
      own('RoutingFallback', Stats.SUM),
      own('AuthorizationDrop', Stats.SUM),
    ]),
  );
  dashboard.addWidgets(
    heading('Webhooks, and what waits', [
      {
        text: 'deliveries that failed',
        logGroupNames: [logs.deliveries],
        query:
          "filter message = 'webhook delivery' and outcome != 'delivered' | stats count(*) as failed by merchant_id, outcome, status, error | sort failed desc",
      },
      {
        text: 'what waits too long',
        logGroupNames: [logs.syncs],
        query:
          "filter message like 'without an outcome for too long' | sort @timestamp desc | limit 200",
      },
    ]),
  );
  dashboard.addWidgets(
    graph('Tries by outcome', [found('DeliveryMs', ['outcome'], count)]),
    graph('From commit to first try, ms', [
      own('FirstTryMs', 'p50').with({ label: 'p50' }),
      own('FirstTryMs', 'p95').with({ label: 'p95' }),
      own('FirstTryMs', 'p99').with({ label: 'p99' }),
    ]),
    graph('What waits, and for how long', [
      own('SyncOverdue', Stats.SUM),
      own('WaitingTooLong', Stats.SUM),
      own('DestinationFailing', Stats.SUM),
      own('EndpointSwitchedOff', Stats.SUM),
      own('UndeliveredParked', Stats.SUM),
      own('OldestDueSeconds', Stats.MAXIMUM).with({ label: 'oldest due work, s' }),
    ]),
  );
  dashboard.addWidgets(heading('Refusals'));
  dashboard.addWidgets(
    graph(
      'The ten commonest error codes',
      [
        worst(
          `SELECT SUM(RequestErrors) FROM SCHEMA("${namespace}", error_code) GROUP BY error_code ORDER BY SUM() DESC LIMIT 10`,
          '',
        ),
      ],
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
  );
}
