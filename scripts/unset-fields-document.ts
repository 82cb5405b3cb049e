import { operations } from '../shared/operations.ts';
import { placeOf, unsetFields } from './unset-fields.ts';

/** Where the document is kept, from the root of the repository. */
export const unsetFieldsFile = 'docs/unset-fields.md';

/**
 * Every field of the API's answers that never has a value, under the operations that answer it, with
 * the reason. Markdown.
 */
export function unsetFieldsDocument(): string {
  const rows = unsetFields.flatMap(({ answers, fields, reason }) =>
    answers.flatMap((answer) => {
      const { operation, within } = placeOf(answer);
      return fields.map((field) => ({ operation, field: within + field, reason }));
    }),
  );
  const byOperation = Map.groupBy(rows, ({ operation }) => operation);
  const sections = [...byOperation]
    .toSorted(byName)
    .flatMap(([operation, those]) => [
      `## ${answeringLike(operation).map(code).join(', ')}`,
      '',
      '| field | why it has no value |',
      '| --- | --- |',
      ...those.map(({ field, reason }) => `| ${code(field)} | ${reason} |`),
      '',
    ]);
  return [...introduction, ...sections].join('\n');
}

const introduction = [
  '# Fields that are never produced',
  '',
  'This page is written by `node tools/run.cjs scripts/write-unset-fields.ts`; a test holds it against what the switch answers.',
  '',
  'Clients of the published API find every field in our answers that they know. In those below no answer has a value: they are `null` or absent, or lists without items. All others have one in some test. A field stands for all that is inside it; `[]` is every item of a list. Operations with one and the same answer share a section.',
  '',
];

const code = (text: string) => `\`${text}\``;

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

/** The operations that answer by the same schema as this one, in the order of the API. */
function answeringLike(name: string): readonly string[] {
  const response = operations.find((one) => one.name === name)?.response;
  if (!response) throw new Error(`There is no operation ${name}.`);
  return operations.filter((one) => one.response === response).map((one) => one.name);
}
