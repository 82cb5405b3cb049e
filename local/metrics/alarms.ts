import * as v from 'valibot';
import type { Deployment, Resource } from '../assembly/deployment.ts';
import { evaluateAlarmRule } from './alarm-rule.ts';
import { AlarmProperties, type AlarmState, alarmState } from './alarm-state.ts';
import { evaluateExpression } from './expression.ts';
import type { MetricStore, Stretch } from './metric-store.ts';
import { widgetMetrics } from './widget-metric.ts';

/** An alarm of the templates, as it would be if CloudWatch had measured this machine's work. */
export interface AlarmNow {
  readonly arn: string;
  readonly name: string;
  readonly state: AlarmState;
  /** Whether it is of other alarms. */
  readonly isComposite: boolean;
  readonly description: string;
  /** The values of the periods that were evaluated, oldest first; null where there was none. */
  readonly values: readonly (number | null)[];
  readonly threshold: number | undefined;
}

/** Reads the alarms of an assembly when they are first asked for; throws for one not understood. */
export function alarmsOf(
  deployment: Deployment,
  store: MetricStore,
  clock: () => number,
): () => readonly AlarmNow[] {
  const startedAt = clock();
  let single: readonly (() => AlarmNow)[] | undefined;
  return () => {
    single ??= deployment
      .ofType('AWS::CloudWatch::Alarm')
      .map((resource) => readAlarm(resource, { store, clock, startedAt }));
    const now = new Map(single.map((one) => one()).map((one) => [one.arn, one]));
    const open = [...deployment.ofType('AWS::CloudWatch::CompositeAlarm')];
    const composites: AlarmNow[] = [];
    // One may name another one, which then comes first.
    while (open.length > 0) {
      const at = open.findIndex((one) =>
        open.every((other) => other === one || !ruleOf(one).includes(`"${arnOf(other)}"`)),
      );
      const [resource] = open.splice(Math.max(0, at), 1);
      if (!resource) break;
      const state = evaluateAlarmRule(ruleOf(resource), (arn) => {
        const found = now.get(arn);
        if (!found) throw new Error(`${resource.logicalId} names ${arn}, which is not there.`);
        return found.state;
      });
      const one: AlarmNow = {
        ...named(resource),
        state: state ? 'ALARM' : 'OK',
        isComposite: true,
        values: [],
        threshold: undefined,
      };
      now.set(one.arn, one);
      composites.push(one);
    }
    const others = [...now.values()].filter(({ isComposite }) => !isComposite);
    return [...composites, ...others];
  };
}

const arnOf = (resource: Resource) => String(resource.attribute('Arn'));
const ruleOf = (resource: Resource) => String(resource.property('AlarmRule'));

function named(resource: Resource) {
  return {
    arn: arnOf(resource),
    name: resource.path?.split('/').at(-2) ?? resource.logicalId,
    description: String(resource.property('AlarmDescription') ?? ''),
  };
}

const propertyNames = [
  ...['MetricName', 'Namespace', 'Statistic', 'ExtendedStatistic', 'Period', 'Dimensions'],
  ...['Metrics', 'ComparisonOperator', 'Threshold', 'EvaluationPeriods', 'DatapointsToAlarm'],
  'TreatMissingData',
];

interface World {
  readonly store: MetricStore;
  readonly clock: () => number;
  readonly startedAt: number;
}

function readAlarm(resource: Resource, { store, clock, startedAt }: World): () => AlarmNow {
  const alarm = v.parse(
    AlarmProperties,
    Object.fromEntries(
      propertyNames.flatMap((name) => {
        const value = resource.property(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
  const { period, value } = metricOf(alarm, store);
  const own = named(resource);
  return () => {
    const until = (Math.floor(clock() / minuteMs) + 1) * minuteMs;
    const periodMs = period * 1_000;
    const first = until - alarm.EvaluationPeriods * periodMs;
    const values = Array.from({ length: alarm.EvaluationPeriods }, (_, index) => {
      const from = first + index * periodMs;
      return value({ from, until: from + periodMs });
    });
    // Values before this machine began to measure are unknown, not missing.
    const isTooEarly = first < startedAt && alarm.TreatMissingData === 'breaching';
    const judged = isTooEarly ? { ...alarm, TreatMissingData: 'missing' } : alarm;
    return {
      ...own,
      state: alarmState(judged, values),
      isComposite: false,
      values: values.map((one) => one ?? null),
      threshold: alarm.Threshold,
    };
  };
}

const minuteMs = 60_000;

interface AlarmMetric {
  /** In seconds. */
  readonly period: number;
  value(stretch: Stretch): number | undefined;
}

/** The metric of an alarm: one by its name, or an expression over several. */
function metricOf(alarm: AlarmProperties, store: MetricStore): AlarmMetric {
  const { Metrics, MetricName: name, Namespace: namespace } = alarm;
  if (!Metrics) {
    const statistic = alarm.Statistic ?? alarm.ExtendedStatistic;
    const { Period: period } = alarm;
    if (!name || !namespace || !statistic || !period) throw new Error('An alarm has no metric.');
    const series = { namespace, name, dimensions: dimensionsOf(alarm.Dimensions) };
    return { period, value: (stretch) => store.value(series, statistic, stretch) };
  }
  const result = Metrics.find(({ ReturnData }) => ReturnData);
  if (result?.Expression === undefined) throw new Error('An alarm has no expression.');
  const { Expression: expression } = result;
  const inputs = new Map(
    Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat] as const] : [])),
  );
  const period = [...inputs.values()][0]?.Period ?? result.Period ?? 60;
  if (inputs.size === 0) {
    const [metric] = widgetMetrics([[{ expression, label: result.Id }]], store);
    return { period, value: (stretch) => metric?.lines()[0]?.value(stretch) };
  }
  const valueIn = (stretch: Stretch) => (id: string) => {
    const input = inputs.get(id);
    if (!input) throw new Error(`${id} of ${expression} is not there.`);
    const { Namespace, MetricName, Dimensions } = input.Metric;
    const dimensions = dimensionsOf(Dimensions);
    return store.value({ namespace: Namespace, name: MetricName, dimensions }, input.Stat, stretch);
  };
  evaluateExpression(expression, valueIn({ from: 0, until: 0 }));
  return { period, value: (stretch) => evaluateExpression(expression, valueIn(stretch)) };
}

const dimensionsOf = (all: AlarmProperties['Dimensions']) =>
  Object.fromEntries(all.map(({ Name, Value }) => [Name, String(Value)]));
