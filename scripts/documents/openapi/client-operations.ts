import * as v from 'valibot';
import { pagingOf } from '../../../packages/node/src/lists.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';

const Document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        summary: v.string(),
        parameters: v.array(v.object({ in: v.string() })),
        requestBody: v.optional(v.unknown()),
        responses: v.looseObject({
          200: v.optional(v.object({ content: v.optional(v.record(v.string(), v.unknown())) })),
        }),
      }),
    ),
  ),
});
type Operation = v.InferOutput<typeof Document>['paths'][string][string];

/**
 * The named methods of the client for Node.js, from the text of the description: `payments.create`
 * is the method `create` of `payments`.
 */
export function clientOperations(text: string): string {
  const { paths } = v.parse(Document, withWholeParts(JSON.parse(text)));
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byGroup = Object.groupBy(all, ({ operation }) => namesOf(operation).group);
  const groups = Object.entries(byGroup)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([group, some = []]) => {
      const named = some.map((one) => [namesOf(one.operation).name, entryOf(one)] as const);
      const entries = named.sort(([one], [other]) => (one < other ? -1 : 1));
      return `\t${group}: {\n${entries.map(([, entry]) => entry).join('')}\t},\n`;
    });
  return `${header}export const operations = {\n${groups.join('')}} as const;\n`;
}

const header = '// Written by `npm run generate` from docs/openapi.json.\n\n';

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function entryOf({ path, method, operation }: Place): string {
  const place = `${method.toUpperCase()} ${path}`;
  const isList = Object.hasOwn(pagingOf, place);
  const about = `${operation.summary}: \`${place}\`.${isList ? ' Iterates over all entries.' : ''}`;
  const entry = [method, path, contentOf(operation), answerOf(operation)];
  const values = entry.map((one) => `'${one}'`).join(', ');
  return `\t\t/** ${about} */\n\t\t${namesOf(operation).name}: [${values}],\n`;
}

/** The part of the request that a method takes after the identifiers. */
function contentOf({ parameters, requestBody }: Operation): 'body' | 'query' | 'none' {
  if (requestBody !== undefined) return 'body';
  return parameters.some((one) => one.in === 'query') ? 'query' : 'none';
}

function answerOf({ responses }: Operation): 'json' | 'text' {
  const types = Object.keys(responses[200]?.content ?? {});
  return types.length === 0 || types.includes('application/json') ? 'json' : 'text';
}

function namesOf({ operationId }: Operation): { readonly group: string; readonly name: string } {
  const [group = '', name = ''] = operationId.split('.').map(camelCase);
  return { group, name };
}

const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
