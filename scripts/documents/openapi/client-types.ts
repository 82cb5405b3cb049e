import * as v from 'valibot';
import { ownConnectorNamePattern } from '#vocabulary/connectors.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';
import { withNamedShapes } from './named-shapes.ts';

/** Loaded by a name that `tsc` does not follow: its types are those of an older TypeScript. */
const generatorName = 'openapi-typescript';
const Generator = v.object({ default: v.function() });

/** The types of the API of the switch, by openapi-typescript, from the text of its description. */
export async function clientTypes(text: string): Promise<string> {
  const { default: openapiTypescript } = v.parse(Generator, await import(generatorName));
  const types = v.parse(
    v.string(),
    await openapiTypescript(forTypes(text), {
      transform: openType,
      alphabetize: true,
      emptyObjectsUnknown: true,
    }),
  );
  return compact(withExportedShapes(types));
}

/** The written types, with a type of its own for each shape that has a name. */
function withExportedShapes(types: string): string {
  const [before = '', after = ''] = types.split('export interface components {\n  schemas: {\n');
  const shapes = after
    .slice(0, after.indexOf('\n  };\n') + 1)
    .replaceAll(/^ {4}/gm, '')
    .replaceAll(/^(\w+): /gm, 'export type $1 = ');
  return (before.slice(before.indexOf('/** OneOf')) + shapes).replaceAll(
    /components\["schemas"\]\["(\w+)"\]/g,
    '$1',
  );
}

/** Shorter by spaces, and by tags that help no editor. */
const compact = (types: string) =>
  types
    .replaceAll('@description ', '')
    .replaceAll('any[]', 'unknown[]')
    .replaceAll(/^ *\* @(?:constant|enum) .*\n/gm, '')
    .replaceAll(/^ *\* @(?:constant|enum)\n/gm, '')
    .replaceAll(/\/\*\* @(?:constant|enum)(?: .*)? \*\/\n/g, '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
    .replaceAll(/: \{\n *(content): \{\n *("[a-z/]+": .*;)\n *\};\n *\}/g, ': { $1: { $2 } }')
    .replaceAll(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));

const Text = v.object({ type: v.literal('string'), pattern: v.string() });
const Texts = v.object({ enum: v.array(v.string()) });

/**
 * A newer switch may send a value that this version does not list, so a list of texts admits any
 * other text. Editors still offer the listed ones. Parameters that are numbers or booleans in all
 * but their way through a query may be stated as such.
 */
function openType(schema: object): string | undefined {
  if (v.is(Text, schema) && /^\^\\d(?:\+|\{1,\d+\})\$$/.test(schema.pattern))
    return 'number | string';
  // As an open list of texts: beside a plain `string`, editors would offer no name.
  if (v.is(Text, schema) && schema.pattern === ownConnectorNamePattern) return '(string & {})';
  if (!v.is(Texts, schema)) return undefined;
  const values = schema.enum.map((value) => JSON.stringify(value));
  if (String(values) === '"true","false"') return ['boolean', ...values].join(' | ');
  return values.length > 1 ? [...values, '(string & {})'].join(' | ') : undefined;
}

// The description, prepared

const Members = v.record(v.string(), v.unknown());
const Call = v.looseObject({
  summary: v.string(),
  parameters: v.array(v.looseObject({ in: v.string() })),
  responses: v.record(v.string(), Members),
});
const Calls = v.record(v.string(), v.record(v.string(), Call));
const Document = v.object({
  openapi: v.string(),
  info: Members,
  paths: Calls,
  webhooks: Calls,
  components: v.object({ schemas: Members }),
});
const Parts = v.looseObject({ components: v.object({ schemas: Members }) });

/**
 * The description without the parts that the client handles itself: refusals, keys and headers.
 * Shapes that occur more than once have a name.
 */
function forTypes(text: string): object {
  const { openapi, info, paths, webhooks, components } = v.parse(
    Document,
    withWholeParts(JSON.parse(text)),
  );
  const { Error: _, ...schemas } = components.schemas;
  const calls = (some: v.InferOutput<typeof Calls>) =>
    mapMembers(some, (methods) => mapMembers(methods, typedCall));
  const parts = { paths: calls(paths), webhooks: calls(webhooks), components: { schemas } };
  return withNamedShapes({ openapi, info, ...v.parse(Parts, reduced(parts)) });
}

const typedCall = ({
  summary,
  parameters,
  requestBody,
  responses,
}: v.InferOutput<typeof Call>) => ({
  summary,
  parameters: parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ description, ...one }) => (one.in === 'path' ? one : { ...one, description })),
  requestBody,
  responses: mapMembers(
    Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
    ({ content }) => ({ description: '', content }),
  ),
});

const mapMembers = <V, R>(members: Readonly<Record<string, V>>, change: (one: V) => R) =>
  Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)] as const));

/** Keywords of examples, and of limits that no type depends on. */
const withoutUse = new Set(['example', 'examples', 'minLength', 'maxLength']);

/**
 * Copies a schema without keywords that no type depends on, and with short descriptions.
 *
 * @param areNames whether the members of the value have names of the API, not of JSON Schema
 */
function reduced(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => reduced(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => areNames || !withoutUse.has(name))
      .map(([name, one]) =>
        name === 'description' && typeof one === 'string'
          ? [name, shortened(one)]
          : [name, reduced(one, name === 'properties' && !areNames)],
      ),
  );
}

/** The first sentence. One of three words says no more than the member's name. */
function shortened(text: string): string | undefined {
  const sentence = /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;
  return sentence.split(' ').length > 3 ? sentence : undefined;
}
