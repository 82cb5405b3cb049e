import * as v from 'valibot';
import type { Deployment } from '../assembly/deployment.ts';
import { ownMember } from '../own-member.ts';
import { filterPattern } from './filter-pattern.ts';
import type { MetricStore } from './metric-store.ts';

/** Reads a line that was written to a log group, for the metrics that it contains. */
export type ReadLine = (logGroup: string, line: string) => void;

/**
 * The metrics that CloudWatch reads out of logs: by the metric filters of the assembly, and out of
 * lines in the embedded metric format. Throws for a filter that is not understood.
 */
export function logMetrics(deployment: Deployment, store: MetricStore): ReadLine {
  const filters = Map.groupBy(filtersOf(deployment), ({ logGroup }) => logGroup);
  return (logGroup, line) => {
    const fields = line.startsWith('{') ? fieldsOf(line) : undefined;
    if (!fields) return;
    addEmbedded(fields, store);
    for (const { matches, transformations } of filters.get(logGroup) ?? []) {
      if (!matches(fields)) continue;
      for (const one of transformations) addTransformed(one, fields, store);
    }
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(line: string): Fields | undefined {
  try {
    const parsed = v.safeParse(v.record(v.string(), v.unknown()), JSON.parse(line));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // Not every line of a log is JSON.
    return undefined;
  }
}

const Transformation = v.object({
  MetricName: v.string(),
  MetricNamespace: v.string(),
  /** A number, or the field with the value, such as `$.ms`. */
  MetricValue: v.string(),
  Dimensions: v.optional(v.array(v.object({ Key: v.string(), Value: v.string() })), []),
});
type Transformation = v.InferOutput<typeof Transformation>;

const MetricFilter = v.object({
  logGroup: v.string(),
  pattern: v.string(),
  transformations: v.array(Transformation),
});

const filtersOf = (deployment: Deployment) =>
  deployment.ofType('AWS::Logs::MetricFilter').map((resource) => {
    const { logGroup, pattern, transformations } = v.parse(MetricFilter, {
      logGroup: resource.property('LogGroupName'),
      pattern: resource.property('FilterPattern'),
      transformations: resource.property('MetricTransformations'),
    });
    return { logGroup, transformations, matches: filterPattern(pattern) };
  });

/** A line without one of the dimensions, or without the value, adds no sample. */
function addTransformed(
  { MetricName, MetricNamespace, MetricValue, Dimensions }: Transformation,
  fields: Fields,
  store: MetricStore,
) {
  const of = (text: string) => (text.startsWith('$.') ? ownMember(fields, text.slice(2)) : text);
  const dimensions = Dimensions.map(({ Key, Value }) => [Key, of(Value)] as const);
  if (dimensions.some(([, value]) => value === undefined)) return;
  const named = Object.fromEntries(dimensions.map(([key, value]) => [key, String(value)]));
  const series = { namespace: MetricNamespace, name: MetricName, dimensions: named };
  store.add(series, Number(of(MetricValue)));
}

/** @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const Embedded = v.looseObject({
  _aws: v.object({
    Timestamp: v.number(),
    CloudWatchMetrics: v.array(
      v.object({
        Namespace: v.string(),
        Dimensions: v.array(v.array(v.string())),
        Metrics: v.array(v.looseObject({ Name: v.string() })),
      }),
    ),
  }),
});

function addEmbedded(fields: Fields, store: MetricStore) {
  if (!('_aws' in fields)) return;
  const parsed = v.safeParse(Embedded, fields);
  if (!parsed.success) return;
  const { Timestamp, CloudWatchMetrics } = parsed.output._aws;
  for (const { Namespace, Dimensions, Metrics } of CloudWatchMetrics) {
    for (const names of Dimensions) {
      const dimensions = Object.fromEntries(
        names.map((name) => [name, String(ownMember(fields, name))]),
      );
      for (const { Name } of Metrics) {
        const values = [ownMember(fields, Name)].flat();
        const series = { namespace: Namespace, name: Name, dimensions };
        for (const value of values) store.add(series, Number(value), Timestamp);
      }
    }
  }
}
