import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { OperationAbout } from '#platform/http/operation/operation-about.ts';
import type { Describer } from './describer.ts';
import { groupOf } from './describer.ts';
import type { Contract } from './schemas.ts';

/** The properties that operations of the switch and of the vault share, for a document. */
export interface Documented {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly about?: OperationAbout;
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly example: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  };
}

/** Recorded responses of operations, by method and path: `POST /payments`. */
export type ExampleAnswers = Readonly<Record<string, unknown>>;

/** The members that begin every entry of `paths`. */
export const headOf = (
  { name, about, summary, params, query, example }: Documented,
  { contract, describer }: { readonly contract: Contract; readonly describer: Describer },
) => ({
  operationId: name,
  summary,
  description: describer.operation(name, about?.description),
  tags: [groupOf(name)],
  parameters: [
    ...parametersOf('path', params, example.params, contract),
    ...parametersOf('query', query, example.query, contract),
  ],
});

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: string;
}

function parametersOf(
  place: 'path' | 'query',
  schema: v.GenericSchema | undefined,
  examples: Readonly<Record<string, string>> = {},
  contract: Contract,
): readonly Parameter[] {
  if (!schema) return [];
  return Object.entries(contract.membersOf(schema)).map(([name, member]) => {
    const { description, ...rest } = member.schema;
    return {
      name,
      in: place,
      description,
      required: member.isRequired,
      schema: rest,
      ...(examples[name] !== undefined && { example: examples[name] }),
    };
  });
}

/** Arranges operations as OpenAPI requires: by path, then by method. */
export function pathsOf<O extends Documented>(
  operations: readonly O[],
  describe: (operation: O) => object,
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = operation.path.replace('+}', '}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return paths;
}

/**
 * The refusal of operations that refuse no request themselves: on AWS a caller can meet it at any
 * operation.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export const edgeRefusalUnless = (refusals: Readonly<Record<string, object>>) =>
  Object.keys(refusals).some((status) => status.startsWith('4'))
    ? {}
    : {
        429: {
          description:
            'API Gateway admits no more requests of the AWS account at present. Send it again later.',
        },
      };

/** The tags of the operations, with their descriptions. */
export const tagsOf = (operations: readonly Documented[], describer: Describer) =>
  [...new Set(operations.map(({ name }) => groupOf(name)))].map((name) => ({
    name,
    description: describer.group(name),
  }));

/** The example of a response, as a member of its content; empty if there is none. */
export const exampleOf = (
  { method, path }: Pick<Documented, 'method' | 'path'>,
  answers: ExampleAnswers,
) => {
  const example = answers[`${method} ${path}`];
  return example === undefined ? {} : { example };
};
