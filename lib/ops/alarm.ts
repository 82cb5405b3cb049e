import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type MetricName, metricNamespace } from '#platform/metrics.ts';

/** The subjects of the pages of docs/runbooks; the files are named so. */
type Runbook =
  | 'concurrency-exhausted'
  | 'errors'
  | 'money-in-doubt'
  | 'probe-missed'
  | 'processor-down'
  | 'routing-trouble'
  | 'stuck-payments'
  | 'table-trouble'
  | 'vault-trouble'
  | 'webhooks-behind';

/**
 * The concerns that wake an operator: one composite alarm for each, so that one outage wakes once.
 */
export type Concern = 'PaymentsInTrouble' | 'MerchantsHearLate' | 'MoneyInDoubt' | 'VaultInTrouble';

/** An alarm on one metric. It wakes no operator by itself: its concern does. */
export interface AlarmOf {
  readonly metric: IMetric;
  readonly concern: Concern;
  /** The event, its effect on merchants, and the operator's action. */
  readonly meaning: string;
  readonly runbook: Runbook;
  /** The alarm goes off above this value; 0 by default. */
  readonly exceeds?: number;
  /** Consecutive periods above the value; 1 by default. */
  readonly periods?: number;
  /** Whether missing values set the alarm off. */
  readonly isMissed?: boolean;
}

export type Alarms = Readonly<Record<string, AlarmOf>>;

export const minute = Duration.minutes(1);

/** A metric of our own without dimensions. */
export const ours =
  (stage: string) =>
  (
    metricName: MetricName | 'FirstTryMs' | 'SavedByRetry',
    statistic: string,
    period = minute,
  ): Metric =>
    new Metric({ namespace: metricNamespace(stage), metricName, statistic, period });

/** A metric that AWS keeps for a resource. */
export const ofAws = (
  namespace: string,
  metricName: string,
  statistic: string,
  dimensionsMap: Readonly<Record<string, string>> = {},
  period = minute,
): Metric =>
  new Metric({ namespace: `AWS/${namespace}`, metricName, statistic, dimensionsMap, period });

/**
 * Requests that the switch failed to answer by its own fault, in percent of all; 0 while there are
 * few. Errors that callers can cause at will are not among them: see `isOurFailure`.
 */
export const percentFailed = (stage: string, apiId: string, fewest: number): MathExpression =>
  new MathExpression({
    expression: `IF(requests >= ${fewest}, 100 * failed / requests, 0)`,
    usingMetrics: {
      failed: ours(stage)('ServerFailures', Stats.SUM),
      requests: ofAws('ApiGateway', 'Count', Stats.SUM, { ApiId: apiId }),
    },
    label: 'failed, %',
    period: minute,
  });

/** Failures of a minute that take no version back, whatever their share is. */
const fewFailures = 5;

/** The percentage of failures beyond the first few from which versions go back. */
export const mostPercentBeyond = 0.1;

/**
 * Failures of a minute beyond the first five, in percent of its requests. It is negative for fewer,
 * and missing without any. A floor in place of a least number of requests: with a share alone, one
 * failure of a minute with few requests would take a good version back, and with a number alone the
 * usual failures of a minute with many.
 */
export const percentBeyondFew = (
  usingMetrics: Readonly<Record<'failed' | 'requests', IMetric>>,
): MathExpression =>
  new MathExpression({
    expression: `100 * (failed - ${fewFailures}) / requests`,
    usingMetrics,
    label: `failed beyond ${fewFailures}, %`,
    period: minute,
  });

/** How often any of these rules of EventBridge matched an event. */
export const rulesTriggered = (ruleNames: readonly string[]): MathExpression => {
  const counts = ruleNames.map((RuleName, index): [string, Metric] => [
    `rule${index + 1}`,
    ofAws('Events', 'TriggeredRules', Stats.SUM, { RuleName }),
  ]);
  return new MathExpression({
    expression: counts.map(([name]) => `FILL(${name}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(counts),
    label: 'changes',
    period: minute,
  });
};

/** Functions that run at the same time, in percent of the account's quota. */
export const percentOfConcurrency = (): MathExpression =>
  new MathExpression({
    expression: '100 * running / SERVICE_QUOTA(running)',
    usingMetrics: {
      running: ofAws('Usage', 'ResourceCount', Stats.MAXIMUM, {
        Service: 'Lambda',
        Type: 'Resource',
        Resource: 'ConcurrentExecutions',
        Class: 'None',
      }),
    },
    label: 'of the account’s limit, %',
    period: minute,
  });

/**
 * Reads and writes of a table, or of its indexes, that were throttled. Each index has metrics of its
 * own, and a metric has no value in a minute without throttles.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
 */
export function throttled(TableName: string, indexes?: readonly string[]): MathExpression {
  const places = indexes?.map((name) => ({ TableName, GlobalSecondaryIndexName: name }));
  const counts = (places ?? [{ TableName }]).flatMap((dimensions, index) =>
    ['Read', 'Write'].map((kind): [string, Metric] => [
      `${kind.toLowerCase()}s${index + 1}`,
      ofAws('DynamoDB', `${kind}ThrottleEvents`, Stats.SUM, dimensions),
    ]),
  );
  return new MathExpression({
    expression: counts.map(([id]) => `FILL(${id}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(counts),
    label: 'throttled',
    period: minute,
  });
}

/** Runs of a scheduled function; missing when it did not run. Failures are in `FunctionErrors`. */
export const runsOf = (functionName: string, period: Duration): Metric =>
  ofAws('Lambda', 'Invocations', Stats.SUM, { FunctionName: functionName }, period);
