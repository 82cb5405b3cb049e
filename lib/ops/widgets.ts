import { Aws, Duration } from 'aws-cdk-lib';
import {
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Row,
  SingleValueWidget,
  type SingleValueWidgetProps,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type LineMetricName, type MetricName, metricNamespace } from '#platform/metrics.ts';

/** Parts of a dashboard's 24 columns. */
export const half = 12;
const third = 8;
export const quarter = 6;

/** The name of a metric in searches: one of ours. */
export type OurMetric = MetricName | LineMetricName | 'RequestsRefused' | 'RequestsFailed';

interface Search {
  readonly namespace: string;
  readonly metricName: string;
  readonly dimensions: readonly string[];
  readonly statistic: string;
  readonly period?: Duration;
  /** Values that a dimension must have, by its name. */
  readonly where?: Readonly<Record<string, string>>;
  /** Where the metric is kept, when it is not the Region of the dashboard. */
  readonly region?: string;
  /** Words that must stand somewhere in the dimensions' values. */
  readonly words?: readonly string[];
}

/**
 * All series of a metric at the time of a look: later connectors and functions appear without a
 * deployment.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/search-expression-syntax.html
 */
export function search({
  namespace,
  metricName,
  dimensions,
  statistic,
  period = Duration.minutes(5),
  where = {},
  words = [],
  region,
}: Search): MathExpression {
  const schema = [namespace, ...dimensions].join(',');
  const terms = [
    `MetricName="${metricName}"`,
    ...Object.entries(where).map(([name, value]) => `${name}="${value}"`),
    ...words,
  ].join(' ');
  return new MathExpression({
    expression: `SEARCH('{${schema}} ${terms}', '${statistic}', ${period.toSeconds()})`,
    usingMetrics: {},
    // With a label the series would all be called alike.
    label: '',
    period,
    ...(region && { searchRegion: region }),
  });
}

/** All series of a metric of ours. */
export const searchOurs =
  (stage: string) =>
  (metricName: OurMetric, dimensions: readonly string[], rest: Omit<Search, keyof Named>) =>
    search({ namespace: metricNamespace(stage), metricName, dimensions, ...rest });
type Named = Pick<Search, 'namespace' | 'metricName' | 'dimensions'>;

/** The sum of all series that a search finds. */
export const sumOf = (one: MathExpression, label: string): MathExpression =>
  new MathExpression({
    expression: `SUM(${one.expression})`,
    usingMetrics: {},
    label,
    period: one.period,
  });

/** How much more each series has than a period before. */
export const riseOf = (one: MathExpression): MathExpression =>
  new MathExpression({
    expression: `DIFF(${one.expression})`,
    usingMetrics: {},
    label: '',
    period: one.period,
    ...(one.searchRegion && { searchRegion: one.searchRegion }),
  });

/** The largest series of a metric, by CloudWatch's own query language. */
export const worst = (query: string, label: string, period = Duration.minutes(5)) =>
  new MathExpression({ expression: query, usingMetrics: {}, label, period });

/** The log query behind a widget: its figures were counted from these lines. */
export interface LogsBehind {
  readonly groups: readonly string[];
  /** A query of CloudWatch Logs Insights. */
  readonly query: string;
  /** How far back it asks; three hours without it. */
  readonly since?: Duration;
}

/** A widget, and the log query behind it, where a log of ours contains its events. */
export interface Shown {
  readonly title: string;
  readonly widget: IWidget;
  readonly logs: LogsBehind | undefined;
}

export const graph = (
  title: string,
  left: readonly IMetric[],
  logs?: LogsBehind,
  more: Omit<GraphWidgetProps, 'title' | 'left'> = {},
): Shown => ({
  title,
  logs,
  widget: new GraphWidget({
    title,
    left: [...left],
    width: third,
    height: 6,
    liveData: true,
    ...more,
  }),
});

export const number = (
  title: string,
  metrics: readonly IMetric[],
  logs?: LogsBehind,
  more: Pick<SingleValueWidgetProps, 'width'> = {},
): Shown => ({
  title,
  logs,
  widget: new SingleValueWidget({
    title,
    metrics: [...metrics],
    width: third,
    height: 6,
    setPeriodToTimeRange: true,
    ...more,
  }),
});

/** A table of log lines, which itself opens in Logs Insights. */
export const logTable = (
  title: string,
  logGroupNames: readonly string[],
  queryLines: readonly string[],
): Shown => ({
  title,
  logs: undefined,
  widget: new LogQueryWidget({
    title,
    width: half,
    height: 6,
    view: LogQueryVisualizationType.TABLE,
    logGroupNames: [...logGroupNames],
    queryLines: [...queryLines],
  }),
});

/** A heading with a link to the log query behind each widget below it, and the widgets in rows. */
export function section(title: string, ...rows: readonly (readonly Shown[])[]): readonly IWidget[] {
  const links = rows
    .flat()
    .flatMap(({ title: text, logs }) => (logs ? `[${text}](${insightsLink(logs)})` : []));
  const list = links.length > 0 ? `\nLogs behind: ${links.join(' · ')}` : '';
  const height = links.length > 4 ? 3 : 2;
  const heading = new TextWidget({ markdown: `## ${title}${list}`, width: 24, height });
  return [new Row(heading), ...rows.map((row) => new Row(...row.map(({ widget }) => widget)))];
}

/** The lines in which functions wrote one of these metrics, with the subject of each. */
export const linesWith = (metrics: readonly MetricName[]): string =>
  `filter ${metrics.map((name) => `ispresent(${name})`).join(' or ')} | sort @timestamp desc | limit 200`;

const threeHours = Duration.hours(3);

/** The console has no `SOURCE` in its queries, so a link names its log groups. */
function insightsLink({ groups, query, since = threeHours }: LogsBehind): string {
  const source = groups.map((name) => `~'${name}`).join('');
  const hash = `~(end~0~start~-${since.toSeconds()}~timeType~'RELATIVE~unit~'seconds~editorString~'${starEncoded(query)}~source~(${source}))`;
  return `https://${Aws.REGION}.console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#logsV2:logs-insights$3FqueryDetail$3D${hash}`;
}

/** The console's own encoding of queries in links: `*` and two hexadecimal digits. */
const starEncoded = (text: string) =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[\w.-]/.test(letter) ? letter : `*${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

/** The logs that the links of the dashboards open. */
export interface WatchedLogs {
  /** The access log of the API. */
  readonly requests: string;
  /** Of the functions that move money at a merchant’s request. */
  readonly payments: readonly string[];
  /** Of all functions that ask processors. */
  readonly processors: readonly string[];
  readonly syncs: string;
  readonly transitions: string;
  readonly deliveries: string;
  readonly lists: string;
  /** Of the functions that a schedule starts, the vault's among them. */
  readonly jobs: readonly string[];
  /** Of the vault's functions behind its API. */
  readonly vault: readonly string[];
  readonly probe: string | undefined;
}
