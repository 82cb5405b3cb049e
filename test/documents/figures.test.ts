import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedAbouts } from '#connectors/abouts.ts';
import { processors } from '#connectors/sandbox/processors.ts';
import { declineKinds } from '#vocabulary/decline-kinds.ts';
import { pageTexts } from '#vocabulary/page-texts/all-texts.ts';
import { maxAttempts } from '#webhooks/delivery/retry-schedule.ts';
import { requiredConcurrency } from '../../lib/settings/sizing.ts';
import { billOfProduction } from '../../scripts/cost/bill.ts';
import { totalOf } from '../../scripts/cost/cost-model.ts';
import { allPublished } from '../../scripts/documents/operations-document.ts';
import { operations } from '../../shared/operations.ts';
import { descriptionOf } from '../../site/reference/description.ts';
import { snippetsOf } from '../../site/reference/snippets.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';

const root = join(import.meta.dirname, '..', '..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

const words = [
  ...['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
];

/** The number that a page writes in digits or as a word. */
const numberOf = (written: string) =>
  /^\d+$/.test(written) ? Number(written) : words.indexOf(written.toLowerCase());

const realProcessors = publishedAbouts().filter(({ addresses }) => addresses).length;
const notOffered = allPublished.filter((one) => one.notOffered !== undefined).length;
const languagesOfPages = Object.keys(pageTexts).length;
const production = synthesized('production');
const countOf = (type: string) => production.resources(type).length;

function languagesOfExamples(): number {
  const description = descriptionOf(textOf('docs/openapi.json'));
  return Math.max(
    ...description.operations.map((operation) => snippetsOf(operation, description).length),
  );
}

const quotaDecision = 'docs/decisions/0050-more-than-three-hundred-operations.md';
/** With the default route. */
const routes = operations.length + 1;
/** From this number on, `test/lib/quotas.test.ts` fails. */
const mostRoutes = 0.9 * 300;

const wings = readdirSync(join(root, 'shared'), { withFileTypes: true }).filter((one) =>
  one.isDirectory(),
).length;

/** Figures that pages state: the page, the words around the figure, and the figure as programs know it. */
const figures: readonly (readonly [page: string, around: RegExp, figure: number])[] = [
  [
    'docs/guides/comparison.md',
    /\| \[(\w+)\]\(\.\.\/connectors\.md\), none called/,
    realProcessors,
  ],
  ['docs/guides/comparison.md', /\*\*(\w+) processors\.\*\*/, realProcessors],
  ['docs/guides/comparison.md', /Most of the (\w+) take/, realProcessors],
  ['docs/guides/comparison.md', /counts (\d+) of \d+ that are missing/, notOffered],
  ['docs/guides/comparison.md', /counts \d+ of (\d+) that are missing/, allPublished.length],
  ['docs/connectors.md', /one of the (\w+) test processors/, processors.length],
  ['docs/declines.md', /The (\w+) test processors/, processors.length],
  ['docs/README.md', /the (\w+) kinds of declines/, declineKinds.length],
  ['docs/README.md', /with examples in (\w+) languages/, languagesOfExamples()],
  ['docs/embedding.md', /in the same (\w+) languages/, languagesOfPages],
  ['docs/guides/unified-errors.md', /to get (\w+) languages/, languagesOfPages],
  ['docs/webhooks.md', /An event has up to (\w+) attempts/, maxAttempts],
  ['docs/webhooks.md', /none of its (\w+) attempts/, maxAttempts],
  ['docs/guides/webhooks-in-ten-minutes.md', /up to (\w+) attempts/, maxAttempts],
  ['docs/cost.md', /(\w+) composite ones/, countOf('AWS::CloudWatch::CompositeAlarm')],
  ['docs/cost.md', /(\w+) dashboards at/, countOf('AWS::CloudWatch::Dashboard')],
  ['docs/deploy.md', /has (\w+) dashboards/, countOf('AWS::CloudWatch::Dashboard')],
  ['docs/architecture.md', /(\w+) dashboards, and/, countOf('AWS::CloudWatch::Dashboard')],
  ['docs/deploy.md', /Production needs (\d+) /, requiredConcurrency],
  ['docs/guides/going-live.md', /a quota of (\d+) functions/, requiredConcurrency],
  [quotaDecision, /each operation: (\d+) with its default route/, routes],
  [quotaDecision, /room for (\d+) operations/, mostRoutes - 1 - routes],
  ['README.md', /\| (\w+) wings/, wings],
  ['docs/decisions/0055-nine-wings.md', /has (\w+) wings/, wings],
];

it.each(figures)('a page states the figure that programs know: %s, %s', (page, around, figure) => {
  const [, written = ''] = around.exec(textOf(page)) ?? [];
  expect(numberOf(written)).toBe(figure);
});

it('a page that compares prices states those of the bill, to the nearest five dollars', async () => {
  const { idle, journeys } = await billOfProduction('us-east-1');
  const [month, million] = [idle, journeys].map((rows) => 5 * Math.round(totalOf(rows) / 5));
  expect(textOf('docs/guides/comparison.md')).toContain(
    `about $${month} a month** without payments, and about $${million} for a million`,
  );
});

it('the pages state about the number of alarms of a production', () => {
  const alarms = production.resources('AWS::CloudWatch::Alarm').map(({ name }) => name);
  const ofVersions = alarms.filter((name) => name.endsWith('.NewVersions'));
  for (const page of ['docs/cost.md', 'docs/decisions/0042-metrics-out-of-log-lines.md']) {
    expect(textOf(page)).toContain('about forty-five alarms');
  }
  expect(5 * Math.round((alarms.length - ofVersions.length) / 5)).toBe(45);
  expect(textOf('docs/cost.md')).toContain('in production eleven more');
  expect(ofVersions).toHaveLength(11);
});
