import type { Operation } from '#platform/http/operation.ts';
import { operations } from '../../shared/operations.ts';
import { groupOf } from './openapi/describer.ts';
import {
  type PublishedOperation,
  publishedOperations,
  type Route,
  type Verdict,
} from './published-operations.ts';

/** The published operations of Hyperswitch v1, in the order of their groups. */
export const allPublished: readonly PublishedOperation[] =
  Object.values(publishedOperations).flat();

const verdicts: readonly Verdict[] = ['works', 'differs', 'not offered'];

/** Parameters have other names in our paths, and `{name+}` stands for several segments. */
const withoutNames = (route: string) => route.replace(/\{[^{}]*\}/g, '{}');
const routeOf = ({ method, path }: Operation): Route => `${method} ${path}`;

const byRoute = new Map(operations.map((one) => [withoutNames(routeOf(one)), one]));

/** Our operation that serves a published one, by the published path or by a path of its own. */
export const servingOperation = ({ route, servedBy }: PublishedOperation): Operation | undefined =>
  servedBy === undefined
    ? byRoute.get(withoutNames(route))
    : operations.find(({ name }) => name === servedBy);

/** Our operations that serve no published one. */
export function additionalOperations(): readonly Operation[] {
  const serving = new Set(allPublished.map(servingOperation));
  return operations.filter((one) => !serving.has(one));
}

/** Every published operation with its verdict, and our further operations. Markdown. */
export function operationsDocument(): string {
  const additional = Map.groupBy(additionalOperations(), ({ name }) => groupOf(name));
  return [
    ...introduction,
    ...countsByGroup(),
    '',
    '## Each published operation',
    '',
    '“Name here” is the name of our operation, in [openapi.json](openapi.json) and in the logs.',
    '',
    ...Object.entries(publishedOperations).flatMap(([group, published]) => [
      `### ${group}`,
      '',
      ...rowsOf(published),
      '',
    ]),
    '## Operations beyond the published ones',
    '',
    `The switch has ${additionalOperations().length} further operations. Hyperswitch serves most of them, too, and does not publish them: lists by profile, counts, filters, routing of payouts, pages for browsers. Webhook endpoints and the repeat of many events are additions of the switch. The vault’s operations are in [vault-openapi.json](vault-openapi.json).`,
    '',
    '| Group | Count | Operations |',
    '|---|---:|---|',
    ...[...additional].map(
      ([group, found]) =>
        `| ${group} | ${found.length} | ${found.map((one) => code(routeOf(one))).join(', ')} |`,
    ),
    '',
  ].join('\n');
}

const introduction = [
  '# Operations, held against Hyperswitch v1',
  '',
  'Written by `npm run operations`; a test holds it against the published description of Hyperswitch v1 and against our contracts.',
  '',
  '| Verdict | Meaning |',
  '|---|---|',
  '| works | a request of the published form gets an answer of the published form |',
  '| differs | the operation exists, and differs in the stated way |',
  '| not offered | the route answers 404 `IR_02` |',
  '',
  'Further members, filters and accepted keys are no difference. Some fields of answers never have a value: [unset fields](unset-fields.md). Differences that concern many operations, with their reasons, are in [differences](differences.md). Tokens of Hyperswitch’s dashboard (JWT) open no operation; each operation that is published for both takes a secret key.',
  '',
  '## Counts',
  '',
];

function countsByGroup(): readonly string[] {
  const row = (name: string, published: readonly PublishedOperation[]) => {
    const counts = verdicts.map(
      (verdict) => published.filter((one) => one.verdict === verdict).length,
    );
    return `| ${[name, published.length, ...counts].join(' | ')} |`;
  };
  const documented = allPublished.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return [
    `Documented: ${documented} of ${allPublished.length} published operations.`,
    '',
    `| Group | Published | ${verdicts.join(' | ')} |`,
    '|---|---:|---:|---:|---:|',
    ...Object.entries(publishedOperations).map(([group, published]) => row(group, published)),
    row('**All**', allPublished),
  ];
}

/** A table of operations, or a list of them where one reason holds for all. */
function rowsOf(published: readonly PublishedOperation[]): readonly string[] {
  const [first] = published;
  if (first?.verdict === 'not offered' && published.every(({ words }) => words === first.words)) {
    return [`Not offered. ${first.words}`, '', ...published.map(({ route }) => `- ${code(route)}`)];
  }
  return [
    '| Published operation | Name here | Verdict | How it differs, or why it is not offered |',
    '|---|---|---|---|',
    ...published.map(
      (one) => `| ${code(one.route)} | ${nameOf(one)} | ${one.verdict} | ${one.words ?? '–'} |`,
    ),
  ];
}

const code = (text: string) => `\`${text}\``;

function nameOf(published: PublishedOperation): string {
  const serving = servingOperation(published);
  return serving ? code(serving.name) : '–';
}
