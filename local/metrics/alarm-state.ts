import * as v from 'valibot';

const Dimensions = v.array(v.object({ Name: v.string(), Value: v.unknown() }));

/** The alarm of a template, as far as it decides its state. */
export const AlarmProperties = v.looseObject({
  MetricName: v.optional(v.string()),
  Namespace: v.optional(v.string()),
  Statistic: v.optional(v.string()),
  ExtendedStatistic: v.optional(v.string()),
  /** In seconds. */
  Period: v.optional(v.number()),
  Dimensions: v.optional(Dimensions, []),
  Metrics: v.optional(
    v.array(
      v.looseObject({
        Id: v.string(),
        Expression: v.optional(v.string()),
        ReturnData: v.optional(v.boolean(), true),
        Period: v.optional(v.number()),
        MetricStat: v.optional(
          v.looseObject({
            Metric: v.looseObject({
              MetricName: v.string(),
              Namespace: v.string(),
              Dimensions: v.optional(Dimensions, []),
            }),
            Period: v.number(),
            Stat: v.string(),
          }),
        ),
      }),
    ),
  ),
  ComparisonOperator: v.picklist([
    'GreaterThanThreshold',
    'GreaterThanOrEqualToThreshold',
    'LessThanThreshold',
    'LessThanOrEqualToThreshold',
  ]),
  Threshold: v.number(),
  EvaluationPeriods: v.number(),
  DatapointsToAlarm: v.optional(v.number()),
  TreatMissingData: v.optional(v.string(), 'missing'),
});
export type AlarmProperties = v.InferOutput<typeof AlarmProperties>;

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/**
 * The state of an alarm, from the value of its metric in each of the latest periods, oldest first;
 * undefined where the metric had none. It needs at least as many as the alarm evaluates.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
 */
export function alarmState(
  alarm: AlarmProperties,
  values: readonly (number | undefined)[],
): AlarmState {
  const latest = values.slice(-alarm.EvaluationPeriods);
  const isBreaching = (value: number | undefined): boolean | undefined => {
    if (value !== undefined) return breaches(alarm, value);
    if (alarm.TreatMissingData === 'breaching') return true;
    return alarm.TreatMissingData === 'notBreaching' ? false : undefined;
  };
  const found = latest.map(isBreaching);
  if (found.every((one) => one === undefined)) return 'INSUFFICIENT_DATA';
  const needed = alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods;
  return found.filter((one) => one === true).length >= needed ? 'ALARM' : 'OK';
}

function breaches({ ComparisonOperator, Threshold }: AlarmProperties, value: number): boolean {
  switch (ComparisonOperator) {
    case 'GreaterThanThreshold':
      return value > Threshold;
    case 'GreaterThanOrEqualToThreshold':
      return value >= Threshold;
    case 'LessThanThreshold':
      return value < Threshold;
    case 'LessThanOrEqualToThreshold':
      return value <= Threshold;
  }
}

/** A statistic of the samples of one period; undefined without samples. */
export function statisticOf(statistic: string, samples: readonly number[]): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, one) => total + one, 0);
  switch (statistic) {
    case 'Sum':
      return sum;
    case 'SampleCount':
      return samples.length;
    case 'Average':
      return sum / samples.length;
    case 'Maximum':
      return Math.max(...samples);
    case 'Minimum':
      return Math.min(...samples);
    default:
      return percentile(statistic, samples);
  }
}

/** `p99` of the samples: the least that so many in a hundred do not exceed. */
function percentile(statistic: string, samples: readonly number[]): number {
  const percent = Number(/^p(\d+(?:\.\d+)?)$/.exec(statistic)?.[1] ?? Number.NaN);
  if (Number.isNaN(percent)) throw new Error(`${statistic} is no statistic.`);
  const sorted = [...samples].sort((one, other) => one - other);
  const at = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[at] ?? 0;
}
