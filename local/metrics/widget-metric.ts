import * as v from 'valibot';
import { ownMember, setOwnMember } from '../own-member.ts';
import { evaluateExpression } from './expression.ts';
import type { MetricStore, Series, Stretch } from './metric-store.ts';
import { measuredHere } from './runtime-metrics.ts';

/** A line of a graph: its name, and its value in a stretch of time. */
export interface Line {
  readonly label: string;
  value(stretch: Stretch): number | undefined;
}

/** A metric of a widget as it was read: the lines that it has by now, and where it is measured. */
export interface WidgetMetric {
  /** Its period, in seconds. */
  readonly period: number;
  readonly isVisible: boolean;
  readonly isOnRight: boolean;
  /** The names of the metrics that only AWS measures, such as `AWS/Billing EstimatedCharges`. */
  readonly onlyInAws: readonly string[];
  /** The lines of the series that have been measured so far. */
  lines(): readonly Line[];
}

const Options = v.looseObject({
  expression: v.optional(v.string()),
  label: v.optional(v.string()),
  id: v.optional(v.string()),
  stat: v.optional(v.string(), 'Average'),
  period: v.optional(v.number(), 300),
  visible: v.optional(v.boolean(), true),
  yAxis: v.optional(v.picklist(['left', 'right']), 'left'),
});
type Options = v.InferOutput<typeof Options>;

const Entry = v.array(v.union([v.string(), Options]));

/**
 * Reads the `metrics` of a widget: metrics by their names, searches, queries of Metrics Insights
 * and arithmetic over other metrics of the widget. Throws, by name, for a function that is not
 * understood.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CloudWatch-Dashboard-Body-Structure.html
 */
export function widgetMetrics(metrics: unknown, store: MetricStore): readonly WidgetMetric[] {
  const entries = v.parse(v.array(Entry), metrics ?? []).map((entry) => {
    const names = entry.filter((part) => typeof part === 'string');
    const options = entry.find((part) => typeof part !== 'string') ?? v.parse(Options, {});
    return { names, options };
  });
  const named = new Map(
    entries.flatMap(({ names, options }) =>
      options.id === undefined ? [] : [[options.id, seriesNamed(names)] as const],
    ),
  );
  return entries.map(({ names, options }) => {
    const { period, visible, yAxis } = options;
    const read =
      options.expression === undefined
        ? ofMetric(names, options, store)
        : ofExpression(options.expression, options, { store, entries, named });
    return { period, isVisible: visible, isOnRight: yAxis === 'right', ...read };
  });
}

type Read = Pick<WidgetMetric, 'onlyInAws' | 'lines'> & Partial<Pick<WidgetMetric, 'period'>>;

/** `[namespace, name, dimension, value, …]`. */
function seriesNamed([namespace = '', name = '', ...rest]: readonly string[]): Series {
  const dimensions: Record<string, string> = {};
  for (let at = 0; at + 1 < rest.length; at += 2)
    setOwnMember(dimensions, rest[at] ?? '', rest[at + 1] ?? '');
  return { namespace, name, dimensions };
}

const unknownHere = ({ namespace, name }: Pick<Series, 'namespace' | 'name'>): readonly string[] =>
  namespace.startsWith('AWS/') && !ownMember(measuredHere, namespace)?.includes(name)
    ? [`${namespace} ${name}`]
    : [];

function ofMetric(names: readonly string[], { stat, label }: Options, store: MetricStore): Read {
  const series = seriesNamed(names);
  const line = {
    label: label ?? series.name,
    value: (stretch: Stretch) => store.value(series, stat, stretch),
  };
  return { onlyInAws: unknownHere(series), lines: () => [line] };
}

interface Widget {
  readonly store: MetricStore;
  readonly entries: readonly { readonly names: readonly string[]; readonly options: Options }[];
  readonly named: ReadonlyMap<string, Series>;
}

function ofExpression(expression: string, options: Options, widget: Widget): Read {
  const { store } = widget;
  const summed = /^SUM\((SEARCH\(.+\))\)$/.exec(expression)?.[1];
  if (summed !== undefined) {
    const { find, onlyInAws, statistic, period } = searched(summed, store);
    const value = (stretch: Stretch) => {
      const values = find().flatMap((one) => store.value(one, statistic, stretch) ?? []);
      return values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0);
    };
    return { period, onlyInAws, lines: () => [{ label: options.label ?? '', value }] };
  }
  const differed = /^DIFF\((SEARCH\(.+\))\)$/.exec(expression)?.[1];
  if (differed !== undefined || expression.startsWith('SEARCH(')) {
    const found = searched(differed ?? expression, store);
    const { find, onlyInAws, statistic, period, metricName } = found;
    const lines = () =>
      find().map((series) => {
        const value = (stretch: Stretch) => store.value(series, statistic, stretch);
        return {
          label: options.label || Object.values(series.dimensions).join(' ') || metricName,
          value: differed === undefined ? value : (stretch: Stretch) => riseOf(value, stretch),
        };
      });
    return { period, onlyInAws, lines };
  }
  if (expression.startsWith('SELECT ')) return queried(expression, store);
  return calculated(expression, options, widget);
}

/** How much more there is than in the stretch before; undefined where one of both has no value. */
function riseOf(value: (stretch: Stretch) => number | undefined, { from, until }: Stretch) {
  const [now, before] = [value({ from, until }), value({ from: 2 * from - until, until: from })];
  return now === undefined || before === undefined ? undefined : now - before;
}

/** `SEARCH('{namespace,dimensions} MetricName="…" dimension="…" words', 'statistic', seconds)`. */
function searched(expression: string, store: MetricStore) {
  const [, schema, terms, statistic, seconds] =
    /^SEARCH\('\{([^}]+)\} (.+)', '(\w+)', (\d+)\)$/.exec(expression) ?? [];
  const [namespace = '', ...dimensions] = schema?.split(',') ?? [];
  const exact = [...(terms ?? '').matchAll(/\b(\w+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const words = (terms ?? '').replaceAll(/\b\w+="[^"]*"/g, '').match(/\S+/g) ?? [];
  const metricName = exact.find(([name]) => name === 'MetricName')?.[1];
  if (
    metricName === undefined ||
    statistic === undefined ||
    words.some((one) => !/^\w+$/.test(one))
  ) {
    throw new Error(`The search ${expression} is not understood.`);
  }
  const where = exact.filter(([name]) => name !== 'MetricName');
  const find = () =>
    store
      .find(namespace, metricName, dimensions)
      .filter((one) => where.every(([name, value]) => ownMember(one.dimensions, name) === value))
      .filter((one) => {
        const all = Object.values(one.dimensions).join(' ').toLowerCase();
        return words.every((word) => all.includes(word.toLowerCase()));
      });
  const onlyInAws = unknownHere({ namespace, name: metricName });
  return { find, onlyInAws, statistic, period: Number(seconds), metricName };
}

const aggregates: Readonly<Record<string, string>> = {
  SUM: 'Sum',
  AVG: 'Average',
  MAX: 'Maximum',
  MIN: 'Minimum',
  COUNT: 'SampleCount',
};

/** The series with the largest values, as a query of Metrics Insights names them. */
function queried(query: string, store: MetricStore): Read {
  const [, aggregate = '', name = '', namespace = '', dimension = '', grouped, order, limit] =
    /^SELECT (\w+)\((\w+)\) FROM SCHEMA\("([^"]+)", (\w+)\)(?: GROUP BY (\w+) ORDER BY (\w+)\(\) DESC LIMIT (\d+))?$/.exec(
      query,
    ) ?? [];
  const statistic = ownMember(aggregates, aggregate);
  const isGroupedOtherwise =
    grouped !== undefined && (grouped !== dimension || order !== aggregate);
  if (statistic === undefined || isGroupedOtherwise) {
    throw new Error(`The query ${query} is not understood.`);
  }
  const onlyInAws = unknownHere({ namespace, name });
  const all = () => store.find(namespace, name, [dimension]);
  if (grouped === undefined) {
    const value = (stretch: Stretch) => {
      const values = all().flatMap((one) => store.value(one, statistic, stretch) ?? []);
      if (values.length === 0) return undefined;
      return aggregate === 'MAX' ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0);
    };
    if (!['SUM', 'MAX', 'COUNT'].includes(aggregate)) {
      throw new Error(`The query ${query} is not understood without groups.`);
    }
    return { onlyInAws, lines: () => [{ label: name, value }] };
  }
  const ever = { from: 0, until: Number.MAX_SAFE_INTEGER };
  const lines = () =>
    all()
      .map((one) => ({ one, total: store.value(one, statistic, ever) ?? 0 }))
      .sort((one, other) => other.total - one.total)
      .slice(0, Number(limit))
      .map(({ one }) => ({
        label: ownMember(one.dimensions, dimension) ?? '',
        value: (stretch: Stretch) => store.value(one, statistic, stretch),
      }));
  return { onlyInAws, lines };
}

/** Arithmetic over metrics of the same widget, by their ids. */
function calculated(
  expression: string,
  { label }: Options,
  { store, entries, named }: Widget,
): Read {
  const valueIn = (stretch: Stretch) => (id: string) => {
    const series = named.get(id);
    const stat = entries.find(({ options }) => options.id === id)?.options.stat;
    if (!series || stat === undefined) throw new Error(`${id} of ${expression} is not there.`);
    return store.value(series, stat, stretch);
  };
  // A name that is not understood is refused when the dashboard is read, not when it is drawn.
  evaluateExpression(expression, valueIn({ from: 0, until: 0 }));
  const used = [...named].filter(([id]) => new RegExp(`\\b${id}\\b`).test(expression));
  return {
    onlyInAws: used.flatMap(([, series]) => unknownHere(series)),
    lines: () => [
      {
        label: label ?? expression,
        value: (stretch) => evaluateExpression(expression, valueIn(stretch)),
      },
    ],
  };
}
