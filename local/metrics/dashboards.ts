import * as v from 'valibot';
import type { Deployment, Resource } from '../assembly/deployment.ts';
import type { LogGroups } from '../logs/log-groups.ts';
import type { LogResult } from '../logs/log-query.ts';
import type { MetricStore, Stretch } from './metric-store.ts';
import { type Line, type WidgetMetric, widgetMetrics } from './widget-metric.ts';

/** A dashboard of the templates with its values on this machine. */
export interface Dashboard {
  readonly name: string;
  readonly widgets: readonly Widget[];
}

/** A widget and its place, in columns of which a dashboard has 24, and rows. */
type Widget = Place &
  (
    | { readonly kind: 'text'; readonly markdown: string }
    | { readonly kind: 'alarms'; readonly title: string; readonly arns: readonly string[] }
    /** The results of a query in the logs of this machine. */
    | {
        readonly kind: 'log query';
        readonly title: string;
        readonly results: readonly LogResult[];
      }
    | {
        readonly kind: 'graph';
        readonly title: string;
        /** The beginnings of the periods, in ms since 1970. */
        readonly times: readonly number[];
        readonly lines: readonly DrawnLine[];
        readonly left: Axis;
        readonly right: Axis;
        readonly onlyInAws: readonly string[];
      }
    | {
        readonly kind: 'number';
        readonly title: string;
        readonly numbers: readonly { readonly label: string; readonly value: number | undefined }[];
        readonly onlyInAws: readonly string[];
      }
  );

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface DrawnLine {
  readonly label: string;
  readonly isOnRight: boolean;
  /** One for each of the graph's times; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

interface Axis {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The range that is drawn instead of the dashboard's own. */
export interface DashboardRange {
  /**
   * How far back, in ms. Longer periods than a twelfth of it are cut down to whole minutes, so that
   * an hour of a laptop shows more than a point.
   */
  readonly lastMs: number;
}

const AxisOf = v.optional(
  v.looseObject({ min: v.optional(v.number()), max: v.optional(v.number()) }),
  {},
);
const place = { x: v.number(), y: v.number(), width: v.number(), height: v.number() };
const Body = v.object({
  /** How far back: `-PT3H`, `-P1D`. */
  start: v.pipe(v.string(), v.regex(/^-P(T\d+H|\d+D)$/)),
  widgets: v.array(
    v.variant('type', [
      v.object({
        type: v.literal('text'),
        ...place,
        properties: v.looseObject({ markdown: v.string() }),
      }),
      v.object({
        type: v.literal('alarm'),
        ...place,
        properties: v.looseObject({ title: v.string(), alarms: v.array(v.string()) }),
      }),
      v.object({
        type: v.literal('log'),
        ...place,
        properties: v.looseObject({ title: v.string(), query: v.string() }),
      }),
      v.object({
        type: v.literal('metric'),
        ...place,
        properties: v.looseObject({
          title: v.string(),
          view: v.picklist(['timeSeries', 'singleValue']),
          metrics: v.array(v.unknown()),
          yAxis: v.optional(v.looseObject({ left: AxisOf, right: AxisOf }), {}),
        }),
      }),
    ]),
  ),
});
type Body = v.InferOutput<typeof Body>;
type MetricProperties = Extract<Body['widgets'][number], { type: 'metric' }>['properties'];

/**
 * Reads the dashboards of an assembly when they are first drawn. Drawing throws, by name, for a
 * widget that is not understood.
 */
export function dashboardsOf(
  deployment: Deployment,
  { clock, ...measured }: Measured & { readonly clock: () => number },
): (range?: DashboardRange) => readonly Dashboard[] {
  let read: readonly ReadDashboard[] | undefined;
  return (range) => {
    read ??= deployment
      .ofType('AWS::CloudWatch::Dashboard')
      .map((resource) => readDashboard(resource, measured));
    return read.map(({ name, lastMs, widgets }) => {
      const span = range?.lastMs ?? lastMs;
      const view = { now: clock(), lastMs: span, isShortened: range !== undefined };
      return { name, widgets: widgets.map((draw) => draw(view)) };
    });
  };
}

/** This machine's measurements and logs. */
interface Measured {
  readonly store: MetricStore;
  readonly groups: Pick<LogGroups, 'query'>;
}

interface View {
  readonly now: number;
  readonly lastMs: number;
  readonly isShortened: boolean;
}

interface ReadDashboard {
  readonly name: string;
  readonly lastMs: number;
  readonly widgets: readonly ((view: View) => Widget)[];
}

function readDashboard(resource: Resource, measured: Measured): ReadDashboard {
  const { start, widgets } = v.parse(Body, JSON.parse(String(resource.property('DashboardBody'))));
  const count = Number(/\d+/.exec(start)?.[0]);
  return {
    name: String(resource.property('DashboardName') ?? resource.logicalId),
    lastMs: count * (start.endsWith('H') ? 1 : 24) * 3_600_000,
    widgets: widgets.map((widget) => readWidget(widget, measured)),
  };
}

function readWidget(
  widget: Body['widgets'][number],
  { store, groups }: Measured,
): (view: View) => Widget {
  const { x, y, width, height } = widget;
  const at = { x, y, width, height };
  switch (widget.type) {
    case 'text': {
      const { markdown } = widget.properties;
      return () => ({ ...at, kind: 'text', markdown });
    }
    case 'alarm': {
      const { title, alarms } = widget.properties;
      return () => ({ ...at, kind: 'alarms', title, arns: alarms });
    }
    case 'log': {
      const { title, query } = widget.properties;
      const ask = groups.query(query);
      return ({ now, lastMs }) => ({
        ...at,
        kind: 'log query',
        title,
        results: ask(now - lastMs),
      });
    }
    case 'metric': {
      const all = widgetMetrics(widget.properties.metrics, store);
      const metrics = all.filter((one) => one.isVisible);
      return (view) => ({ ...at, ...drawn(widget.properties, metrics, view) });
    }
  }
}

function drawn(
  { title, view: kind, yAxis }: MetricProperties,
  metrics: readonly WidgetMetric[],
  view: View,
) {
  const onlyInAws = [...new Set(metrics.flatMap((one) => one.onlyInAws))];
  const { now, lastMs } = view;
  const until = (Math.floor(now / minuteMs) + 1) * minuteMs;
  if (kind === 'singleValue') {
    const all = { from: until - lastMs, until };
    const numbers = metrics.flatMap((metric) =>
      metric.lines().map(({ label, value }) => ({ label, value: value(all) })),
    );
    return { kind: 'number' as const, title, numbers, onlyInAws };
  }
  // All lines of a graph share its times, so the shortest period is that of all.
  const periodMs = Math.min(...metrics.map(({ period }) => periodIn(period, view)));
  const times: number[] = [];
  const first = Math.floor((until - lastMs) / periodMs) * periodMs;
  for (let at = first; at < until; at += periodMs) times.push(at);
  const lines = metrics.flatMap((metric) =>
    metric.lines().map((line) => ({
      label: line.label,
      isOnRight: metric.isOnRight,
      values: valuesOf(line, times, periodMs),
    })),
  );
  return {
    kind: 'graph' as const,
    title,
    times,
    lines,
    left: yAxis.left,
    right: yAxis.right,
    onlyInAws,
  };
}

const minuteMs = 60_000;

function periodIn(seconds: number, { lastMs, isShortened }: View): number {
  const most = Math.max(minuteMs, Math.floor(lastMs / 12 / minuteMs) * minuteMs);
  return isShortened ? Math.min(seconds * 1_000, most) : seconds * 1_000;
}

const valuesOf = (line: Line, times: readonly number[], periodMs: number) =>
  times.map((from) => line.value({ from, until: from + periodMs } satisfies Stretch) ?? null);
