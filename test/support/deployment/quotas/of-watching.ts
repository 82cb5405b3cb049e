import * as v from 'valibot';
import type { Resource } from '../synthesized-app.ts';
import { bytes, docs, each, inAll, listAt, type Quotas, sumsBy } from './measured-assembly.ts';

const cloudWatch = `${docs}/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html`;
const compositeAlarm = `${docs}/AmazonCloudWatch/latest/APIReference/API_PutCompositeAlarm.html`;
const logs = `${docs}/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html`;
const metricFilter = `${docs}/AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html`;
const eventBridge = `${docs}/eventbridge/latest/userguide/eb-quota.html`;

const Widgets = v.object({
  widgets: v.array(
    v.looseObject({
      properties: v.looseObject({ metrics: v.optional(v.array(v.unknown()), []) }),
    }),
  ),
});

/** How many metrics each widget of a dashboard has. The body of one is text with references. */
function metricsOfWidgets({ DashboardBody }: Resource['written']): readonly number[] {
  const Joined = v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.unknown())]) });
  const parsed = v.safeParse(Joined, DashboardBody);
  const parts = parsed.success ? parsed.output['Fn::Join'][1] : [DashboardBody];
  const text = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return v
    .parse(Widgets, JSON.parse(text))
    .widgets.map(({ properties }) => properties.metrics.length);
}

/** The most dimensions that a metric of a filter has. */
const mostDimensions = (transformations: unknown) =>
  Math.max(...listAt(transformations).map((one) => listAt(one, 'Dimensions').length));

/** Limits of logs, metrics, alarms, dashboards and schedules. */
export const quotasOfWatching: Quotas = {
  'metric filters of a log group': {
    limit: 100,
    source: logs,
    figures: sumsBy('AWS::Logs::MetricFilter', 'LogGroupName'),
  },
  'characters of the pattern of a metric filter': {
    limit: 1_024,
    source: metricFilter,
    figures: each('AWS::Logs::MetricFilter', ({ FilterPattern }) => bytes(FilterPattern)),
  },
  'dimensions of a metric filter': {
    limit: 3,
    source: `${docs}/AmazonCloudWatch/latest/logs/FilterAndPatternSyntaxForMetricFilters.html`,
    figures: each('AWS::Logs::MetricFilter', (one) => mostDimensions(one.MetricTransformations)),
  },
  'alarms of a Region': {
    limit: 5_000,
    source: cloudWatch,
    figures: inAll('AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'),
  },
  'actions of a composite alarm': {
    limit: 5,
    source: cloudWatch,
    figures: each(
      'AWS::CloudWatch::CompositeAlarm',
      ({ AlarmActions }) => listAt(AlarmActions).length,
    ),
  },
  'characters of the rule of a composite alarm': {
    limit: 10_240,
    source: compositeAlarm,
    figures: each('AWS::CloudWatch::CompositeAlarm', ({ AlarmRule }) => bytes(AlarmRule)),
  },
  'alarms in the rule of a composite alarm': {
    limit: 100,
    source: compositeAlarm,
    figures: each(
      'AWS::CloudWatch::CompositeAlarm',
      ({ AlarmRule }) => JSON.stringify(AlarmRule).match(/\bALARM\(/g)?.length ?? 0,
    ),
  },
  'widgets of a dashboard': {
    limit: 500,
    source: cloudWatch,
    figures: each('AWS::CloudWatch::Dashboard', (one) => metricsOfWidgets(one).length),
  },
  'metrics of a widget': {
    limit: 500,
    source: cloudWatch,
    figures: each('AWS::CloudWatch::Dashboard', (one) => Math.max(...metricsOfWidgets(one))),
  },
  'metrics of a dashboard': {
    limit: 2_500,
    source: cloudWatch,
    figures: each('AWS::CloudWatch::Dashboard', (one) =>
      metricsOfWidgets(one).reduce((sum, metrics) => sum + metrics, 0),
    ),
  },
  'rules of an event bus': {
    // 100 in a few Regions.
    limit: 100,
    source: eventBridge,
    figures: inAll('AWS::Events::Rule'),
  },
  'targets of a rule': {
    limit: 5,
    source: eventBridge,
    figures: each('AWS::Events::Rule', ({ Targets }) => listAt(Targets).length),
  },
};
