import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { FilePart, NamePart, TextPart } from '#platform/http/request/form.ts';
import { JsonObject, Metadata } from '#platform/schema.ts';
import {
  isOwnConnector,
  ownConnectorNamePattern,
  testConnectorNames,
} from '#vocabulary/connectors.ts';
import type { Describer } from './describer.ts';

/** A schema that our code exports under a name. */
interface NamedSchema {
  readonly name: string;
  /** The folder with the schema, which is its noun: see `nounOf`. */
  readonly noun: string;
}
export type NamedSchemas = ReadonlyMap<v.GenericSchema, NamedSchema>;

/** The schemas of an operation, of the switch or of the vault. */
export interface Contracted {
  readonly name: string;
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly response?: v.GenericSchema;
}

/** The schemas of a document, in JSON Schema. */
export interface Contract {
  /** The schema of an operation: a reference if it has a name, otherwise the whole schema. */
  schemaOf(schema: v.GenericSchema): JsonSchema;
  /** The parameters one by one, whether or not their object schema has a name. */
  membersOf(schema: v.GenericSchema): Readonly<Record<string, Member>>;
  /** The named schemas that the value refers to, directly or not, by name. */
  componentsFor(value: object): Record<string, JsonSchema>;
}

interface Member {
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/**
 * Every exported schema with its name: the shortest, if it has several. When two nouns use one name
 * for different schemas, the second one's folder is added to its name.
 */
export async function namedSchemas(): Promise<NamedSchemas> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const shortest = new Map<v.GenericSchema, { readonly name: string; readonly file: string }>();
  // Browser code has no schemas and cannot be loaded here; nor can the modules that hold its
  // bundle.
  const isForBundles = (file: string) =>
    /\/browser\/|\/live-(?:(?:\w+-)?page-services|marks|checkout-script)\.ts$/.test(file);
  // The schemas of processors' own APIs are no part of ours.
  const isOfProcessor = (file: string) => /^shared\/connectors\/\w+\//.test(file);
  const files = globSync('shared/**/*.ts', { cwd: root }).filter(
    (file) => !isForBundles(file) && !isOfProcessor(file),
  );
  for (const file of files.sort()) {
    const exported: object = await import(pathToFileURL(join(root, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!isSchema(value) || !/^[A-Z]/.test(name)) continue;
      const known = shortest.get(value)?.name;
      if (known === undefined || name.length < known.length) shortest.set(value, { name, file });
    }
  }

  const names = new Map<v.GenericSchema, NamedSchema>();
  const taken = new Set(['Error']);
  for (const [schema, { name, file }] of shortest) {
    const noun = nounOf(file);
    const unique = taken.has(name) ? `${inCapitals(noun)}${name}` : name;
    if (taken.has(unique)) throw new Error(`Two schemas are called ${unique}.`);
    taken.add(unique);
    names.set(schema, { name: unique, noun });
  }
  return names;
}

/**
 * The noun of a source: `payments` for a file below `shared/switch/payments`, `vault` below
 * `shared/vault`.
 */
function nounOf(file: string): string {
  const [, wing = '', folder = ''] = file.split('/');
  return wingsOfNouns.has(wing) ? (nounsOfSettings[folder] ?? folder) : wing;
}

/** The nouns that settings of merchants are about, by their folders. */
const nounsOfSettings: Readonly<Record<string, string>> = {
  'routing-settings': 'routing',
  'link-settings': 'profiles',
};

/** The wings whose folders are nouns of the API. */
const wingsOfNouns = new Set(['webhooks', 'switch', 'operator', 'merchants']);

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const inCapitals = (folder: string) =>
  folder.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Converts the schemas of all these operations together, so that a named schema is written once.
 * Adds the known descriptions to all properties.
 */
export function contractOf(
  operations: readonly Contracted[],
  named: NamedSchemas,
  describer: Describer,
): Contract {
  const names = new Map([...named].map(([schema, { name }]) => [schema, name]));
  const nouns = new Map([...named].map(([schema, { noun }]) => [schema, noun]));
  for (const { name, params, query, body, response } of operations) {
    for (const [part, schema] of Object.entries({ params, query, body, response })) {
      if (!schema || names.has(schema)) continue;
      names.set(schema, `${name}.${part}`);
      nouns.set(schema, describer.nounOf(name));
    }
  }
  const converted = toJsonSchemaDefs(
    Object.fromEntries([...names].map(([schema, name]) => [name, schema])),
    {
      target: 'draft-2020-12',
      typeMode: 'input',
      // The switch checks rules that JSON Schema cannot express, such as the days of a month.
      errorMode: 'ignore',
      overrideSchema: ({ valibotSchema, jsonSchema }) =>
        isOfConnectors(valibotSchema) ? withOwnConnectors(jsonSchema) : undefined,
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    },
  );
  for (const schema of anyObjects) converted[names.get(schema) ?? ''] = { type: 'object' };
  const parts = new Map(
    [...formParts].map(([schema, part]) => [`#/components/schemas/${names.get(schema)}`, part]),
  );

  // A schema that is chosen by the value has no name of ours, so it is inlined.
  const withoutAlias = (one: JsonSchema | undefined) => {
    const [, alias] = /^#\/components\/schemas\/(\d+)$/.exec(one?.$ref ?? '') ?? [];
    return alias === undefined ? one : converted[alias];
  };
  const described = new Map<string, JsonSchema>();
  const schemas = new Map([...names].map(([schema, name]) => [name, schema]));
  const writtenAs = (name: string): JsonSchema | undefined => {
    const schema = schemas.get(name);
    const written = withoutAlias(converted[name]);
    if (!schema || !written) return undefined;
    const known = described.get(name);
    if (known) return known;
    const whole = describer.describeSchema(
      schema,
      nouns.get(schema) ?? '',
      withParts(withoutEmptyChoices(written), parts),
    );
    described.set(name, whole);
    return whole;
  };
  return {
    schemaOf(schema) {
      const name = names.get(schema) ?? '';
      return named.has(schema) ? { $ref: `#/components/schemas/${name}` } : (writtenAs(name) ?? {});
    },
    membersOf(schema) {
      const { properties, required = [] } = writtenAs(names.get(schema) ?? '') ?? {};
      if (!properties) throw new Error('Parameters must be one plain object.');
      return Object.fromEntries(
        Object.entries(properties).flatMap(([name, one]) =>
          typeof one === 'boolean'
            ? []
            : [[name, { schema: one, isRequired: required.includes(name) }]],
        ),
      );
    },
    componentsFor(value) {
      const found = new Map<string, JsonSchema>();
      const follow = (one: object) => {
        for (const [, name = ''] of JSON.stringify(one).matchAll(
          /"#\/components\/schemas\/(\w+)"/g,
        )) {
          const schema = found.has(name) ? undefined : writtenAs(name);
          if (!schema) continue;
          found.set(name, schema);
          follow(schema);
        }
      };
      follow(value);
      return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

/** Whether a schema lists the names of connectors. */
const isOfConnectors = (schema: object): boolean =>
  'options' in schema &&
  Array.isArray(schema.options) &&
  testConnectorNames.every(
    (name) => Array.isArray(schema.options) && schema.options.includes(name),
  );

/** The description is of every deployment: it has the form of a company's own names, and none. */
const withOwnConnectors = ({ enum: names = [], ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  anyOf: [
    { enum: names.filter((name) => !isOwnConnector(String(name))) },
    { type: 'string', pattern: ownConnectorNamePattern },
  ],
});

/**
 * The schema without choices between "anything" and something: such a choice admits every value,
 * and generators of clients stumble over an empty schema in it.
 */
const withoutEmptyChoices = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('anyOf' in value)) return value;
    const { anyOf: choices, ...rest } = value;
    return Array.isArray(choices) && choices.some(isEmpty) ? rest : value;
  });

/** The schema with each part of a form in its place: some generators lose the type of a reference. */
const withParts = (schema: JsonSchema, parts: ReadonlyMap<unknown, JsonSchema>): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$ref' in value
      ? (parts.get(value.$ref) ?? value)
      : value,
  );

const isEmpty = (choice: unknown) =>
  typeof choice === 'object' && choice !== null && Object.keys(choice).length === 0;

/** Schemas that check a value before its type, which the converter cannot see through. */
const anyObjects = [JsonObject, Metadata];

/**
 * Parts of forms, described as they are sent, not as the switch reads them. Generators make a file
 * of a binary text: those for OpenAPI 3.0 by its format, newer ones by its media type.
 */
const formParts: ReadonlyMap<v.GenericSchema, JsonSchema> = new Map<v.GenericSchema, JsonSchema>([
  [FilePart, { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' }],
  [TextPart, { type: 'string' }],
  [NamePart, { type: 'string', maxLength: 255 }],
]);
