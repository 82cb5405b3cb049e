import { Aws, Duration } from 'aws-cdk-lib';
import {
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Row,
  SingleValueWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type LineMetricName, type MetricName, metricNamespace } from '../../shared/metrics.ts';

/** Half of a dashboard's 24 columns, and a third of them. */
export const half = 12;
const third = 8;

/** What a metric is called in searches: one of ours. */
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
 * All series of a metric, as they are when somebody looks: connectors and functions that come later
 * are there without a deployment.
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

/** The sum of what a search finds. */
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

export const graph = (
  title: string,
  left: readonly IMetric[],
  more: Omit<GraphWidgetProps, 'title' | 'left'> = {},
): GraphWidget =>
  new GraphWidget({ title, left: [...left], width: third, height: 6, liveData: true, ...more });

export const number = (title: string, metrics: readonly IMetric[], width = third) =>
  new SingleValueWidget({
    title,
    metrics: [...metrics],
    width,
    height: 6,
    setPeriodToTimeRange: true,
  });

/** A table of what a log says, which opens in Logs Insights. */
export const logTable = (
  title: string,
  logGroupNames: readonly string[],
  queryLines: readonly string[],
  width = half,
) =>
  new LogQueryWidget({
    ...{ title, width, height: 6, view: LogQueryVisualizationType.TABLE },
    logGroupNames: [...logGroupNames],
    queryLines: [...queryLines],
  });

interface LogLink {
  readonly text: string;
  readonly logGroupNames: readonly string[];
  /** A query of CloudWatch Logs Insights. */
  readonly query: string;
}

/** A heading with links to the log queries behind the widgets below it. */
export function heading(title: string, links: readonly LogLink[] = []): Row {
  const list = links.map((link) => `[${link.text}](${insightsLink(link)})`);
  const markdown = `## ${title}\n${list.length > 0 ? `Logs: ${list.join(' · ')}` : ''}`;
  return new Row(new TextWidget({ markdown, width: 24, height: 2 }));
}

/** The console has no `SOURCE` in its queries, so a link names its log groups. */
function insightsLink({ logGroupNames, query }: LogLink): string {
  const source = logGroupNames.map((name) => `~'${name}`).join('');
  const hash = `~(end~0~start~-10800~timeType~'RELATIVE~unit~'seconds~editorString~'${starEncoded(query)}~source~(${source}))`;
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
  readonly syncs: string;
  readonly transitions: string;
  readonly deliveries: string;
}
