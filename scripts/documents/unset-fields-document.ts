import { operations } from '../../shared/operations.ts';
import { placeOf, type UnsetFields, unsetFields } from './unset-fields.ts';

/**
 * Every response field of the API that never has a value, by reason, with the operations that
 * return it. Markdown.
 */
export function unsetFieldsDocument(): string {
  const byReason = Map.groupBy(unsetFields, ({ reason }) => reason);
  const reasons = [...byReason].map(([reason, rows]) => {
    const places = rows.map(
      ({ fields, answers }) => `${listOf(fields)} in ${answers.map(shown).join(', ')}`,
    );
    return `| ${reason} | ${places.join('<br>')} |`;
  });
  return [...introduction, ...reasons, '', ...sameAnswers(), ''].join('\n');
}

const introduction = [
  '# Unset fields',
  '',
  'This page is written by `npm run generate`; a test compares it with what the switch answers.',
  '',
  'Clients of the published API find every field in our answers that they know. The fields below never have a value: they are `null` or absent, or lists without items. All others have one in some test. A field stands for all that is inside it; `[]` is every item of a list.',
  '',
  '## Why they have no value',
  '',
  '| Reason | Fields, and the operations that answer them |',
  '| --- | --- |',
];

/** Operations with the same response as those that the reasons name. */
function sameAnswers(): readonly string[] {
  const named = new Set(
    unsetFields.flatMap(({ answers }: UnsetFields) =>
      answers.map((answer) => placeOf(answer).operation),
    ),
  );
  const rows = [...named]
    .toSorted()
    .map((operation) => [operation, answeringLike(operation)] as const)
    .filter(([, alike]) => alike.length > 0);
  return [
    '## Operations with the same answer',
    '',
    'What is said above of the operation on the left holds for those on the right too.',
    '',
    '| operation | the same answer |',
    '| --- | --- |',
    ...rows.map(([operation, alike]) => `| ${code(operation)} | ${listOf(alike)} |`),
  ];
}

const code = (text: string) => `\`${text}\``;

const listOf = (names: readonly string[]) => names.map(code).join(', ');

/** An operation, with the path in its response if that is not the root. */
function shown(answer: string): string {
  const { operation, within } = placeOf(answer);
  return within ? `${code(operation)} at ${code(within)}` : code(operation);
}

/** The other operations with the same response schema, in the order of the API. */
function answeringLike(name: string): readonly string[] {
  const response = operations.find((one) => one.name === name)?.response;
  if (!response) throw new Error(`There is no operation ${name}.`);
  return operations
    .filter((one) => one.response === response && one.name !== name)
    .map((one) => one.name);
}
