import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../shared/operations.ts';
import { groupOf } from './openapi/describer.ts';
import {
  type PublishedOperation,
  publishedOperations,
  type Route,
} from './published-operations.ts';

/** Whether a published operation of Hyperswitch v1 works here. */
type Verdict = 'works' | 'differs' | 'not offered';

/** The published operations of Hyperswitch v1, in the order of their groups. */
export const allPublished: readonly PublishedOperation[] =
  Object.values(publishedOperations).flat();

const verdicts: readonly Verdict[] = ['works', 'differs', 'not offered'];

/** Parameters have other names in our paths, and `{name+}` stands for several segments. */
const withoutNames = (route: string) => route.replace(/\{[^{}]*\}/g, '{}');
const routeOf = ({ method, path }: Operation): Route => `${method} ${path}`;

const byRoute = new Map(
  operations.map((one) => [withoutNames(one.about?.published ?? routeOf(one)), one]),
);

/** Our operation that serves a published one, by the published path or by a path of its own. */
export const servingOperation = ({ route }: PublishedOperation): Operation | undefined =>
  byRoute.get(withoutNames(route));

export function verdictOn(published: PublishedOperation): Verdict {
  if (published.notOffered !== undefined) return 'not offered';
  return differenceOf(published) === '' ? 'works' : 'differs';
}

/** How a published operation differs here, in Markdown; empty where it works. */
export function differenceOf(published: PublishedOperation): string {
  const { body, about: { differs = '', stored, accepted } = {} } =
    servingOperation(published) ?? {};
  const refuses = !differs.includes('merchant_connector_details') && takesCredentials(body);
  return [
    ...(differs === '' ? [] : [differs]),
    ...(refuses ? [refusedCredentials] : []),
    ...(stored ? [`Stored and answered, without effect: ${listOf(stored)}.`] : []),
    ...(accepted
      ? [`Accepted without effect, and not sent to processors: ${listOf(accepted)}.`]
      : []),
  ].join(' ');
}

/** The members of a body, also of one that may be left out. */
export function membersOf(body: unknown): object {
  const schema = Object(body);
  return Object(schema.entries ?? schema.wrapped?.entries);
}

const takesCredentials = (body: unknown) => 'merchant_connector_details' in membersOf(body);
const refusedCredentials =
  '`merchant_connector_details` is refused with 501 `IR_00`: [safer money](decisions/0010-safer-money.md).';

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
  'Written by `npm run generate`; a test holds it against the published description of Hyperswitch v1 and against our contracts.',
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
      (verdict) => published.filter((one) => verdictOn(one) === verdict).length,
    );
    return `| ${[name, published.length, ...counts].join(' | ')} |`;
  };
  const documented = allPublished.filter((one) => verdicts.includes(verdictOn(one))).length;
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
  const reason = first?.notOffered;
  if (reason !== undefined && published.every(({ notOffered }) => notOffered === reason)) {
    return [`Not offered. ${reason}`, '', ...published.map(({ route }) => `- ${code(route)}`)];
  }
  return [
    '| Published operation | Name here | Verdict | How it differs, or why it is not offered |',
    '|---|---|---|---|',
    ...published.map(
      (one) =>
        `| ${code(one.route)} | ${nameOf(one)} | ${verdictOn(one)} | ${(one.notOffered ?? differenceOf(one)) || '–'} |`,
    ),
  ];
}

const code = (text: string) => `\`${text}\``;
const listOf = (names: readonly string[]) => names.map(code).join(', ');

function nameOf(published: PublishedOperation): string {
  const serving = servingOperation(published);
  return serving ? code(serving.name) : '–';
}
