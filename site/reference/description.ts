import * as v from 'valibot';
import { withWholeParts } from './whole-parts.ts';

/** A JSON Schema, as far as the descriptions of the APIs use it. */
export interface Schema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly required?: readonly string[] | undefined;
  /** `false` where a tuple has no further values. */
  readonly items?: false | Schema | undefined;
  readonly prefixItems?: readonly Schema[] | undefined;
  readonly additionalProperties?: boolean | Schema | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
}

const Schema: v.GenericSchema<unknown, Schema> = v.looseObject({
  $ref: v.optional(v.string()),
  type: v.optional(v.union([v.string(), v.array(v.string())])),
  description: v.optional(v.string()),
  anyOf: v.optional(v.array(v.lazy(() => Schema))),
  oneOf: v.optional(v.array(v.lazy(() => Schema))),
  properties: v.optional(
    v.record(
      v.string(),
      v.lazy(() => Schema),
    ),
  ),
  required: v.optional(v.array(v.string())),
  items: v.optional(v.union([v.literal(false), v.lazy(() => Schema)])),
  prefixItems: v.optional(v.array(v.lazy(() => Schema))),
  additionalProperties: v.optional(v.union([v.boolean(), v.lazy(() => Schema)])),
  enum: v.optional(v.array(v.unknown())),
  const: v.optional(v.unknown()),
  default: v.optional(v.unknown()),
  pattern: v.optional(v.string()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  minItems: v.optional(v.number()),
  maxItems: v.optional(v.number()),
});

const MediaType = v.object({
  schema: v.optional(Schema),
  example: v.optional(v.unknown()),
  examples: v.optional(v.record(v.string(), v.object({ value: v.unknown() }))),
});

const Content = v.record(v.string(), MediaType);

const Parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  description: v.optional(v.string()),
  required: v.optional(v.boolean(), false),
  schema: v.optional(Schema),
  example: v.optional(v.unknown()),
});

const Operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.optional(v.string(), ''),
  tags: v.optional(v.array(v.string()), []),
  deprecated: v.optional(v.boolean(), false),
  security: v.optional(v.array(v.record(v.string(), v.array(v.string()))), []),
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(v.object({ content: Content })),
  responses: v.record(
    v.string(),
    v.object({ description: v.string(), content: v.optional(Content, {}) }),
  ),
});
export type Operation = v.InferOutput<typeof Operation> & {
  readonly method: string;
  readonly path: string;
};

const SecurityScheme = v.object({
  in: v.optional(v.picklist(['header', 'query'])),
  name: v.optional(v.string()),
  description: v.optional(v.string(), ''),
});

const Description = v.object({
  info: v.object({ title: v.string(), description: v.string() }),
  servers: v.tupleWithRest([v.object({ url: v.string() })], v.unknown()),
  tags: v.array(v.object({ name: v.string(), description: v.optional(v.string(), '') })),
  paths: v.record(
    v.string(),
    v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: v.object({
    schemas: v.record(v.string(), Schema),
    securitySchemes: v.record(v.string(), SecurityScheme),
  }),
});

/** A description of an API in OpenAPI, with its operations in one list. */
export interface Description extends Omit<v.InferOutput<typeof Description>, 'paths' | 'servers'> {
  /** Where the examples are sent: the base URL on a laptop. */
  readonly server: string;
  readonly operations: readonly Operation[];
}

/** Reads a description from its JSON. Throws where it is not of the shape that ours have. */
export function descriptionOf(json: string): Description {
  const { paths, servers, ...rest } = v.parse(Description, withWholeParts(JSON.parse(json)));
  return {
    ...rest,
    server: servers[0].url,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    ),
  };
}

/** The name of a shared schema that a reference leads to. */
export const schemaNameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);
