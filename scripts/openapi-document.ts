import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { ErrorKind } from '../shared/errors.ts';
import { isShownAsPage } from '../shared/http/customer-page.ts';
import { catalogue, publicError } from '../shared/http/error-catalogue.ts';
import type { Auth, Operation } from '../shared/http/operation.ts';
import { operations } from '../shared/operations.ts';
import { JsonObject, Metadata } from '../shared/schema.ts';

/** Where the document is kept, from the root of the repository. */
export const documentFile = 'docs/openapi.json';

/** The API of the switch in OpenAPI 3.1, as the text of a JSON file, made from the operations alone. */
export async function openapiDocument(): Promise<string> {
  const contract = contractOf(operations, await namedSchemas());
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = describe(operation, contract);
    paths[operation.path] = path;
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Turnout',
      version: '1',
      summary: 'A payment switch you own.',
      description:
        'The Hyperswitch v1 API: amounts are in minor units, times in ISO 8601, and a member that ' +
        'is absent means the same as one that is null.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The switch on a laptop' }],
    tags: [...new Set(operations.map(groupOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...componentsFor(paths, contract) },
      securitySchemes,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const groupOf = ({ name }: Operation) => name.slice(0, name.indexOf('.'));

function describe(operation: Operation, contract: Contract) {
  const { name, summary, auth, params, query, body, bodyAs, response, example } = operation;
  const success = contract.schemaOf(response);
  return {
    operationId: name,
    summary,
    tags: [groupOf(operation)],
    security: securityOf[auth],
    parameters: [
      ...parametersOf('path', params, example.params, contract),
      ...parametersOf('query', query, example.query, contract),
    ],
    ...(body && {
      requestBody: {
        required: body.type !== 'optional',
        content: {
          [bodyTypes[bodyAs ?? 'json']]: {
            schema: contract.schemaOf(body),
            example: example.body,
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: { [typeOf(operation, success)]: { schema: success } },
      },
      ...refusalsOf(operation),
    },
  };
}

/** What is a text and nothing else is not sent as JSON. */
const typeOf = ({ isPage }: Operation, success: JsonSchema) =>
  success.type !== 'string' ? 'application/json' : isPage ? 'text/html' : 'text/plain';

const bodyTypes: Readonly<Record<NonNullable<Operation['bodyAs']>, string>> = {
  json: 'application/json',
  text: 'text/plain',
  form: 'multipart/form-data',
};

// Schemas

interface Contract {
  /** A schema of an operation: a reference when it has a name, else all of it. */
  schemaOf(schema: v.GenericSchema): JsonSchema;
  readonly named: Readonly<Record<string, JsonSchema>>;
}

/** Converts everything in one go, so that a named schema is written once however often it is used. */
function contractOf(
  operations: readonly Operation[],
  named: ReadonlyMap<v.GenericSchema, string>,
): Contract {
  const names = new Map(named);
  for (const { name, params, query, body, response } of operations) {
    for (const [part, schema] of Object.entries({ params, query, body, response })) {
      if (schema && !names.has(schema)) names.set(schema, `${name}.${part}`);
    }
  }
  const converted = toJsonSchemaDefs(
    Object.fromEntries([...names].map(([schema, name]) => [name, schema])),
    {
      target: 'draft-2020-12',
      typeMode: 'input',
      // What JSON Schema has no words for, such as the days of a month, is left to the switch.
      errorMode: 'ignore',
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    },
  );
  for (const schema of anyObjects) converted[names.get(schema) ?? ''] = { type: 'object' };
  return {
    named: converted,
    schemaOf(schema) {
      const name = names.get(schema) ?? '';
      return named.has(schema) ? { $ref: `#/components/schemas/${name}` } : (converted[name] ?? {});
    },
  };
}

/** They look at a value before they take it for an object, of which the conversion sees nothing. */
const anyObjects = [JsonObject, Metadata];

/**
 * Every schema that has a name in our own code, with that name: the shortest, where it has several.
 * When two nouns use one word for different things, the second one's folder tells them apart.
 */
async function namedSchemas(): Promise<ReadonlyMap<v.GenericSchema, string>> {
  const root = join(import.meta.dirname, '..');
  const shortest = new Map<v.GenericSchema, { readonly name: string; readonly file: string }>();
  // What runs in browsers has no schemas, and cannot be loaded here; nor can what holds its bundle.
  const isForBundles = (file: string) => /pages\/(browser\/|live-page-services\.ts$)/.test(file);
  const files = globSync('shared/**/*.ts', { cwd: root }).filter((file) => !isForBundles(file));
  for (const file of files.sort()) {
    const exported: object = await import(pathToFileURL(join(root, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!isSchema(value) || !/^[A-Z]/.test(name)) continue;
      const known = shortest.get(value)?.name;
      if (known === undefined || name.length < known.length) shortest.set(value, { name, file });
    }
  }

  const names = new Map<v.GenericSchema, string>();
  const taken = new Set(['Error']);
  for (const [schema, { name, file }] of shortest) {
    const unique = taken.has(name) ? `${inCapitals(file.split('/')[1] ?? '')}${name}` : name;
    if (taken.has(unique)) throw new Error(`Two schemas are called ${unique}.`);
    taken.add(unique);
    names.set(schema, unique);
  }
  return names;
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const inCapitals = (folder: string) =>
  folder.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The named schemas that the paths lead to, in order of their names. */
function componentsFor(paths: object, { named }: Contract): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const follow = (value: object) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      const schema = named[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      follow(schema);
    }
  };
  follow(paths);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function parametersOf(
  place: 'path' | 'query',
  schema: v.GenericSchema | undefined,
  examples: Readonly<Record<string, string>> = {},
  contract: Contract,
) {
  if (!schema) return [];
  const written = contract.schemaOf(schema);
  // Parameters stand each for itself, also where all of them together have a name.
  const name = written.$ref?.split('/').at(-1);
  const { properties, required = [] } = name ? (contract.named[name] ?? {}) : written;
  if (!properties) throw new Error(`Parameters of the ${place} must be one plain object.`);
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: one,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }));
}

// Keys

/** Whoever calls shows one key, in one header; what it is a key of differs. */
const key = (description: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'api-key',
  description,
});

const securitySchemes = {
  secret_key: key("A merchant's secret key, which stays on the merchant's servers."),
  publishable_key: key(
    "A merchant's publishable key, for browsers and apps, together with a payment's client_secret.",
  ),
  ephemeral_key: key(
    "A key that a merchant made for one of its customers' apps, good for an hour.",
  ),
  admin_key: key("The operator's key."),
};

type SecurityRequirement = { readonly [S in keyof typeof securitySchemes]?: readonly [] };

/** Any one of these will do. */
const securityOf: Record<Auth, readonly SecurityRequirement[]> = {
  none: [],
  'admin key': [{ admin_key: [] }],
  'merchant of the path': [{ secret_key: [] }, { admin_key: [] }],
  'secret key': [{ secret_key: [] }],
  'secret key or client secret': [{ secret_key: [] }, { publishable_key: [] }],
  'client secret': [{ publishable_key: [] }],
  'publishable key': [{ publishable_key: [] }],
  'secret key or ephemeral key': [{ secret_key: [] }, { ephemeral_key: [] }],
  'secret key, client secret or ephemeral key': [
    { secret_key: [] },
    { publishable_key: [] },
    { ephemeral_key: [] },
  ],
  'processor key': [],
};

// Refusals

/** Every refusal has this shape; some carry more. */
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message', 'code'],
      properties: {
        type: { enum: ['invalid_request', 'api', 'blocked', 'connector'] },
        error_type: {
          enum: ['invalid_request'],
          description: 'The same as `type`, in errors about a body that cannot be read.',
        },
        message: { type: 'string' },
        code: { type: 'string', examples: ['IR_04'] },
        reason: { type: 'string', description: 'What exactly is in the way.' },
      },
    },
  },
};

/** The refusals of an operation and those that every route shares, by status. */
function refusalsOf({ auth, query, body, bodyAs, errors, notFound, isPage }: Operation) {
  const kinds = new Set<ErrorKind>([
    ...(auth === 'none' ? [] : (['not_authenticated'] as const)),
    ...(query ? (['invalid_query'] as const) : []),
    ...(body ? (['body_too_large'] as const) : []),
    ...(body && bodyAs !== 'text' ? (['invalid_body', 'invalid_content_type'] as const) : []),
    ...(auth.includes('client secret') ? (['missing_param', 'invalid_request'] as const) : []),
    ...(auth.includes('ephemeral key')
      ? (['missing_param', 'ephemeral_key_of_another_customer'] as const)
      : []),
    ...errors,
    ...(notFound ? [notFound] : []),
    'temporarily_unavailable',
    'internal_error',
  ]);
  const byStatus = Object.groupBy(kinds, (kind) => String(catalogue[kind][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, members = []]) => [
      status,
      {
        description: [...new Set(members.map((kind) => catalogue[kind][1]))].sort().join(', '),
        content:
          isPage && isShownAsPage(Number(status))
            ? { 'text/html': { schema: { type: 'string' } } }
            : {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Error' },
                  examples: Object.fromEntries(
                    members.map((kind) => [kind, { value: refusal(kind) }]),
                  ),
                },
              },
      },
    ]),
  );
}

/** The body of a refusal, with its placeholders as they are. */
function refusal(kind: ErrorKind) {
  const placeholders = [...catalogue[kind][2].matchAll(/\{(\w+)\}/g)];
  return publicError(kind, Object.fromEntries(placeholders.map(([whole, name]) => [name, whole])))
    .body;
}
