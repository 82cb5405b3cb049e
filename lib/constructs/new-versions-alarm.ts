import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type Alias, CfnAlias } from 'aws-cdk-lib/aws-lambda';
import {
  CfnMetricFilter,
  FilterPattern,
  type ILogGroup,
  type JsonPattern,
  MetricFilter,
} from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type MetricName, metricNamespace } from '#platform/metrics.ts';
import { minute, mostPercentBeyond, ofAws, percentBeyondFew } from '../ops/alarm.ts';
import type { Stage } from '../settings/stage.ts';

/** A function whose new versions take over gradually. */
export interface ShiftedFunction {
  readonly alias: Alias;
  readonly logGroup: ILogGroup;
}

/** The measure that failures are compared with: answers, or runs of a function without callers. */
export type MeasuredBy = 'answers' | 'runs';

interface NewVersionsAlarmProps {
  readonly stage: Stage;
  readonly functions: readonly ShiftedFunction[];
  readonly measuredBy: MeasuredBy;
}

/**
 * An alarm on the share of failures of the versions that a deployment publishes, all functions of
 * the stack together. Versions that were there before are no part of it.
 *
 * @see percentBeyondFew for its value, in percent
 */
export function newVersionsAlarm(
  scope: Construct,
  { stage, functions, measuredBy }: NewVersionsAlarmProps,
): Alarm {
  return new Alarm(scope, 'NewVersions', {
    alarmDescription:
      'Versions that just took over fail requests, so those of their stack go back.',
    metric: percentBeyondFew(
      measuredBy === 'runs' ? runs(functions) : answers(scope, stage, functions),
    ),
    threshold: mostPercentBeyond,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}

interface Measured {
  readonly failed: IMetric;
  readonly requests: IMetric;
}

/**
 * Counts requests by the lines of the log, which state the version that wrote them. The filters
 * name the new version, and an alias leads to it only after they do. A dimension by version would
 * make more series with each release; so it is two for a stack.
 */
function answers(scope: Construct, stage: Stage, functions: readonly ShiftedFunction[]): Measured {
  const failures: MetricName = 'ServerFailures';
  const namespace = `${metricNamespace(stage.name)}/NewVersions`;
  const count = (id: 'Failed' | 'Requests', isCounted: JsonPattern) => {
    const metricName = `${scope.node.id}${id}`;
    for (const { alias, logGroup } of functions) {
      const filter = new MetricFilter(scope, `${alias.lambda.node.id}${id}`, {
        logGroup,
        metricNamespace: namespace,
        metricName,
        filterPattern: FilterPattern.all(
          isCounted,
          FilterPattern.stringValue('$.version', '=', alias.version.version),
        ),
        metricValue: '1',
      });
      cfnAlias(alias).addResourceDependency(cfnFilter(filter));
    }
    return new Metric({ namespace, metricName, statistic: Stats.SUM, period: minute });
  };
  return {
    failed: count('Failed', FilterPattern.numberValue(`$.${failures}`, '>', 0)),
    requests: count('Requests', FilterPattern.stringValue('$.message', '=', 'request')),
  };
}

/**
 * Counts runs by Lambda's own metrics, which cost nothing, but are billed by the function in an
 * alarm: for a stack with one function only.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-view.html
 */
function runs(functions: readonly ShiftedFunction[]): Measured {
  const [one, ...others] = functions;
  if (!one || others.length > 0) throw new Error('An alarm on runs is about one function.');
  const { alias } = one;
  const of = (metricName: string) =>
    ofAws('Lambda', metricName, Stats.SUM, {
      FunctionName: alias.lambda.functionName,
      Resource: `${alias.lambda.functionName}:${alias.aliasName}`,
      ExecutedVersion: alias.version.version,
    });
  return { failed: of('Errors'), requests: of('Invocations') };
}

/** The alias as CloudFormation has it. */
export function cfnAlias({ node }: Alias): CfnAlias {
  if (!(node.defaultChild instanceof CfnAlias)) throw new Error(`What is ${node.path}?`);
  return node.defaultChild;
}

function cfnFilter({ node }: MetricFilter): CfnMetricFilter {
  if (!(node.defaultChild instanceof CfnMetricFilter)) throw new Error(`What is ${node.path}?`);
  return node.defaultChild;
}
