import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { metricNames } from '#platform/metrics.ts';
import { logQuery, logRow } from '../../../local/logs/log-query.ts';
import { synthesized } from '../../support/deployment/synthesized-app.ts';

const lines = [
  'debug assembly: AWS::SNS::Topic does not run on a laptop: passed over.',
  '2030-01-31T10:00:01.000Z info payments.create: {"message":"request","function":"payments.create","status":200,"ms":10,"cold":true,"merchant_id":"m1"}',
  '2030-01-31T10:04:59.000Z info payments.create: {"message":"request","function":"payments.create","status":503,"ms":30,"cold":false,"merchant_id":"m2"}',
  '2030-01-31T10:05:00.000Z info refunds.create: {"message":"request","function":"refunds.create","status":500,"ms":20,"merchant_id":"m1"}',
  '{"message":"connector outcome","function":"payments.create","connector":"stripe","not_answered":"timeout","ms":20000,"record":{"status":"error"}}',
  'warn somewhere: {"message": broken',
];
const rows = lines.map(logRow).filter((row) => row !== undefined);

const ask = (query: string) =>
  logQuery(query)(rows).map((result) => result.map(([, value]) => value).join(' '));

it('a line is a row with the fields of its JSON, its time and its function', () => {
  expect(rows).toHaveLength(4);
  expect(Object.fromEntries(rows[0] ?? [])).toMatchObject({
    '@timestamp': '2030-01-31T10:00:01.000Z',
    '@log': 'payments.create',
    message: 'request',
    status: 200,
    cold: 1,
  });
  expect(rows[3]?.get('record.status')).toBe('error');
});

it.each([
  [
    "filter message = 'request' | display function, ms",
    ['refunds.create 20', 'payments.create 30', 'payments.create 10'],
  ],
  ['filter status >= 500 and ms < 30 | display merchant_id', ['m1']],
  ['filter status != 200 | stats count(*) as n', ['2']],
  ["filter merchant_id = 'm2' or not ispresent(status) | display ms", ['20000', '30']],
  ['filter (status = 500 or status = 503) and cold = 0 | display ms', ['30']],
  ["filter message like 'outcome' | display connector", ['stripe']],
  ['filter function like /^re/ | display ms', ['20']],
  ["filter function not like 'payments' | display ms", ['20']],
  ["filter merchant_id in ['m2', 'm3'] | display ms", ['30']],
  ["filter ispresent(merchant_id) and merchant_id not in ['m2'] | display ms", ['20', '10']],
  ["filter record.status = 'error' | display connector, no_such_field", ['stripe']],
  [
    'filter ispresent(status) | stats count(*) as n, pct(ms, 50) as half, sum(ms) / 60 as all by function | sort n desc',
    ['payments.create 2 10 0.666666666667', 'refunds.create 1 20 0.333333333333'],
  ],
  ['filter status >= 500 | stats count(*) as failed, avg(ms), min(ms), max(ms)', ['2 25 20 30']],
  [
    'filter ispresent(status) | stats count(*) as n, latest(ms) by bin(5m) | sort n',
    ['2030-01-31T10:05:00.000Z 1 20', '2030-01-31T10:00:00.000Z 2 30'],
  ],
  ["filter message = 'request' | sort merchant_id, ms desc | limit 2 | display ms", ['20', '10']],
  ["filter message = 'nothing' | stats count(*) as n by function", []],
])('a log query: %s', (query, answer) => {
  expect(ask(query)).toEqual(answer);
});

it.each([
  ['', 'at its end, where filter, stats'],
  ['dedup function', 'at "dedup function"'],
  ['filter', 'at its end'],
  ['filter status >', 'at its end'],
  ["filter message = 'open", 'at "\'open"'],
  ['filter strcontains(message, 1)', 'at "strcontains(message, 1)", where another function'],
  ['stats count(*) as n by bin(5)', 'at "5)", where a time such as 5m'],
  ['stats sum(status >= 500) as failed', 'at ">= 500) as failed"'],
  ['limit many', 'at "many", where a whole number'],
  ['filter status = 1 2', 'at "2"'],
  ['filter status not 2', 'at "2", where in or like'],
])('the query "%s" is refused with its place', (query, says) => {
  expect(() => logQuery(query)).toThrow(says);
});

const root = join(import.meta.dirname, '../../..');
const ofRunbooks = globSync(['docs/*.md', 'docs/runbooks/*.md'], { cwd: root })
  .flatMap((page) => [
    ...readFileSync(join(root, page), 'utf8').matchAll(/(?:^\s*|`)logs "([^"\n]+)"/gm),
  ])
  .map(([, query = '']) => query);

it('the runbooks contain log queries', () => {
  expect(ofRunbooks.length).toBeGreaterThan(20);
});

const Body = v.object({
  widgets: v.array(
    v.looseObject({
      type: v.string(),
      properties: v.looseObject({
        title: v.optional(v.string()),
        markdown: v.optional(v.string()),
      }),
    }),
  ),
});
const app = synthesized('sandbox');
const dashboards = app
  .resources('AWS::CloudWatch::Dashboard')
  .map(({ properties }) => v.parse(Body, JSON.parse(String(properties.DashboardBody))));
const links = dashboards.flatMap(({ widgets }) =>
  widgets.flatMap(({ properties: { markdown = '' } }) => linksIn(markdown)),
);
const accessLog = 'Api.AccessLog';
/** Queries of the functions' logs. The access log has fields of its own. */
const ofDashboards = links
  .filter(({ groups }) => !groups.includes(accessLog))
  .map(({ query }) => query);
const queries = [...ofRunbooks, ...ofDashboards];

it('every widget whose figures a log of ours has is linked to them, and a table opens by itself', () => {
  const titles = dashboards.flatMap(({ widgets }) =>
    widgets.flatMap(({ type, properties: { title } }) => (type === 'log' ? [] : (title ?? []))),
  );
  const linked = links.map(({ title }) => title);
  expect(linked.filter((title) => !titles.includes(title))).toEqual([]);
  expect(titles.filter((title) => !linked.includes(title)).sort()).toEqual([
    // AWS counts these, and writes no line for them.
    'Alarms',
    'Concurrency, % of the account’s limit',
    'Units of the table',
    'What this account costs a day, and on the right this month so far, $',
  ]);
});

/** The most log groups in one query of Logs Insights. */
const mostGroups = 50;

it('every link names log groups that are deployed', () => {
  const there = app.resources('AWS::Logs::LogGroup').map(({ name }) => name);
  for (const { title, groups } of links) {
    expect([title, groups.length > 0 && groups.length <= mostGroups]).toEqual([title, true]);
    expect([title, groups.filter((group) => !there.includes(group))]).toEqual([title, []]);
  }
});

it.each(['connector outcome', 'webhook delivery', 'transition'])(
  'the links to lines of the kind "%s" name each log that metrics are read from',
  (message) => {
    const counted = app
      .resources('AWS::Logs::MetricFilter')
      .filter(({ properties }) => String(properties.FilterPattern).includes(`"${message}"`))
      .map(({ properties }) => String(properties.LogGroupName));
    const asking = links.filter(({ query }) => query.includes(`message = '${message}'`));
    expect(asking.length).toBeGreaterThan(1);
    for (const { title, groups } of asking) {
      expect([title, groups.toSorted()]).toEqual([title, [...new Set(counted)].sort()]);
    }
  },
);

it("the dashboards' queries of the access log are understood, with existing fields", () => {
  const asked = links.filter(({ groups }) => groups.includes(accessLog));
  expect(asked.length).toBeGreaterThan(2);
  const { Format } = v.parse(
    v.object({ Format: v.string() }),
    app.resource('ApiStage.Stage').properties.AccessLogSettings,
  );
  const accessLine: object = JSON.parse(Format);
  for (const { query } of asked) {
    expect(() => logQuery(query)).not.toThrow();
    expect(fieldsIn(query).filter((field) => !(field in accessLine))).toEqual([]);
  }
});

it('functions that the runbooks ask about are there', () => {
  const named = queries.flatMap((query) =>
    [...query.matchAll(/function (?:=|in) (\[[^\]]+\]|'[^']+')/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'([\w.-]+)'/g)].map(([, name = '']) => name),
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(
    (name) => !existsSync(join(root, 'functions', `${name.replace('.', '/')}.ts`)),
  );
  expect(missing).toEqual([]);
});

it.each([...new Set(queries)])('a query of a runbook or a dashboard is understood: %s', (query) => {
  expect(() => logQuery(query)).not.toThrow();
});

/** The functions' sources, by file. */
const sources = new Map(
  globSync(['shared/**/*.ts', 'functions/**/*.ts'], { cwd: root })
    .filter((file) => !file.endsWith('descriptions.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const loggingFiles = [...sources].filter(([, text]) => /\blog\??\.(info|error)\(/.test(text));

/** The messages that a query names, as patterns: `like` asks for a part of one. */
const messagesIn = (query: string): readonly string[] =>
  [...query.matchAll(/message (=|in|like) (\[[^\]]+\]|'[^']+')/g)].flatMap(
    ([, operator, named = '']) =>
      [...named.matchAll(/'([^']+)'/g)].map(([, message = '']) =>
        operator === 'like' ? `[^']*${message}[^']*` : message,
      ),
  );

/** Files that log a line with this message. */
const filesThatLog = (message: string): readonly string[] => {
  const logged = new RegExp(`(?:log\\??\\.(?:info|error)\\(\\s*|const message = )'${message}'`);
  return loggingFiles.filter(([, text]) => logged.test(text)).map(([file]) => file);
};

const messages = [...new Set(queries.flatMap(messagesIn))];

it.each(messages)('the message that runbooks and dashboards ask for is logged: %s', (message) => {
  expect(filesThatLog(message)).not.toEqual([]);
});

/** Words of the query language, and the fields that every line may have. */
const languageWords =
  /^(filter|fields|display|stats|sort|limit|by|as|in|like|not|and|or|asc|desc|ispresent|count|count_distinct|sum|avg|min|max|pct|latest|earliest|bin)$/;
const fieldsOfEachLine = [
  ...['@timestamp', '@message', '@log', 'level', 'message', 'function', 'error', 'at'],
  // Fields of the lines that Lambda writes by itself.
  ...['type', 'record.status', 'record.errorType'],
];

/** The fields that a query reads; a field that it computes itself does not count. */
function fieldsIn(query: string): readonly string[] {
  const bare = query.replaceAll(/'[^']*'|\/(?:[^/\\]|\\.)+\/|\b\d+[smhd]\b/g, '');
  const own = [...bare.matchAll(/\bas (\w+)/g)].map(([, name]) => name);
  const words = bare.match(/[@A-Za-z_][\w.@]*/g) ?? [];
  return [...new Set(words)].filter((word) => !languageWords.test(word) && !own.includes(word));
}

/** Whether a file states a field, as `merchantId: …`, `merchantId,` or by its name in the log. */
function isStatedIn(file: string, field: string): boolean {
  const camel = field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`\\b(${field}|${camel})('?:|,| \\}|\\?:)`).test(sources.get(file) ?? '');
}

/** Files with their imports, where the facts of a line may be put together. */
const withImports = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => [
    file,
    ...[...(sources.get(file) ?? '').matchAll(/from '([.#][^']+)'/g)].map(([, imported = '']) =>
      imported.startsWith('#') ? imported.replace('#', 'shared/') : join(dirname(file), imported),
    ),
  ]);

const subjectFile = 'shared/platform/log-subject.ts';

it.each([...new Set(queries)])(
  'each field that runbooks and dashboards ask for is logged: %s',
  (query) => {
    const named = withImports(messagesIn(query).flatMap(filesThatLog));
    const files = named.length > 0 ? named : loggingFiles.map(([file]) => file);
    const missing = fieldsIn(query)
      .filter((field) => !fieldsOfEachLine.includes(field))
      .filter((field) => !metricNames.some((name) => name === field))
      .filter((field) => !sources.get(subjectFile)?.includes(`'${field}'`))
      .filter((field) => !files.some((file) => isStatedIn(file, field)));
    expect(missing).toEqual([]);
  },
);

/** A link to a log query on a dashboard. */
interface QueryLink {
  /** The widget that it belongs to. */
  readonly title: string;
  readonly groups: readonly string[];
  readonly query: string;
}

function linksIn(markdown: string): readonly QueryLink[] {
  const link = /\[([^\]]+)\]\(\S*editorString~'([^~]*)~source~\(([^)]*)\)\)\)/g;
  return [...markdown.matchAll(link)].map(([, title = '', encoded = '', source = '']) => ({
    title,
    query: Buffer.from(
      encoded.replaceAll(/\*([0-9a-f]{2})|(.)/g, (_, hex: string | undefined, plain: string) =>
        hex === undefined ? plain.charCodeAt(0).toString(16) : hex,
      ),
      'hex',
    ).toString(),
    groups: source.split("~'").filter((group) => group !== ''),
  }));
}
