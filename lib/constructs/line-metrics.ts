import { Unit } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  accessMetrics,
  type LineMessage,
  type LineMetric,
  lineMetrics,
  type MetricName,
  metricNamespace,
} from '#platform/metrics.ts';
import type { Stage } from '../settings/stage.ts';

interface ReadLines {
  readonly stage: Stage;
  readonly logGroup: ILogGroup;
  readonly message: LineMessage;
}

/**
 * Makes CloudWatch read the metrics of one kind of line out of a log. That costs only the series,
 * and adds no byte to the log.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/MonitoringLogData.html
 */
export function readLineMetrics(
  scope: Construct,
  id: string,
  { stage, logGroup, message }: ReadLines,
): void {
  const all: Readonly<Record<string, LineMetric>> = lineMetrics;
  for (const [metricName, metric] of Object.entries(all)) {
    if (metric.message !== message) continue;
    new MetricFilter(scope, `${id}${metricName}`, {
      logGroup,
      metricNamespace: metricNamespace(stage.name),
      metricName,
      filterPattern: patternOf(metric),
      metricValue: metric.value === undefined ? '1' : `$.${metric.value}`,
      unit: { Milliseconds: Unit.MILLISECONDS, Count: Unit.COUNT, None: Unit.NONE }[metric.unit],
      ...(metric.dimensions.length > 0 && {
        dimensions: Object.fromEntries(metric.dimensions.map((name) => [name, `$.${name}`])),
      }),
    });
  }
}

/** Lines with the message that have every field of the metric. */
function patternOf({ message, value, dimensions, where = {} }: LineMetric) {
  return FilterPattern.all(
    FilterPattern.stringValue('$.message', '=', message),
    ...dimensions.map((field) => FilterPattern.exists(`$.${field}`)),
    // No value is below 0: milliseconds, percents and amounts.
    ...(value === undefined ? [] : [FilterPattern.numberValue(`$.${value}`, '>=', 0)]),
    ...Object.entries(where).map(([field, wanted]) =>
      wanted === true
        ? FilterPattern.booleanValue(`$.${field}`, true)
        : FilterPattern.stringValue(`$.${field}`, '=', wanted),
    ),
  );
}

/**
 * Counts the requests that API Gateway answered itself with a server error, because their function
 * was refused, crashed or ran out of time. They count as the functions' own do, in one metric.
 */
export function readServerFailures(
  scope: Construct,
  { stage, logGroup }: Omit<ReadLines, 'message'>,
): void {
  const metricName: MetricName = 'ServerFailures';
  new MetricFilter(scope, metricName, {
    logGroup,
    metricNamespace: metricNamespace(stage.name),
    metricName,
    // API Gateway writes a dash where there was no error of the integration.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '5*'),
      FilterPattern.stringValue('$.error', '!=', '-'),
    ),
    metricValue: '1',
    unit: Unit.COUNT,
  });
}

/** Makes CloudWatch count the refused and failed requests in the access log of an API, by route. */
export function readAccessMetrics(
  scope: Construct,
  { stage, logGroup }: Omit<ReadLines, 'message'>,
): void {
  for (const [metricName, { status }] of Object.entries(accessMetrics)) {
    new MetricFilter(scope, metricName, {
      logGroup,
      metricNamespace: metricNamespace(stage.name),
      metricName,
      // The access log writes the status as a string.
      filterPattern: FilterPattern.stringValue('$.status', '=', status),
      metricValue: '1',
      unit: Unit.COUNT,
      dimensions: { route: '$.route' },
    });
  }
}
