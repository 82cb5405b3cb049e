import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { canonical } from '#platform/canonical.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';

/** An operation such as `POST /payments`, with a digest of each part of its contract. */
export type ApiDigest = Readonly<Record<string, string>>;

/**
 * A digest of the contract of every operation of an OpenAPI document: everything that a client
 * program relies on. References are resolved, so names of schemas do not count. Texts for readers
 * do not count either: descriptions, summaries, titles, examples, tags and operation identifiers.
 * Nor does the header `Idempotency-Key`, which operations accepted before the document named it.
 */
export function digestOf(text: string): ApiDigest {
  const { paths, components } = v.parse(Document, withWholeParts(JSON.parse(text)));
  const resolved = resolver(components.schemas);
  const contentOf = (content: v.InferOutput<typeof Content> = {}) =>
    Object.entries(content).map(([type, { schema }]) => [type, resolved(schema)]);

  const digests: Record<string, string> = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const parts = {
        callers: call.security,
        parameters: call.parameters
          .filter(({ name }) => name !== 'Idempotency-Key')
          .map(({ schema, ...one }) => ({ ...one, schema: resolved(schema) }))
          .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
        request: call.requestBody && [
          call.requestBody.required,
          contentOf(call.requestBody.content),
        ],
        responses: Object.entries(call.responses).map(([status, { content }]) => [
          status,
          contentOf(content),
          codesIn(content),
        ]),
      };
      digests[`${method.toUpperCase()} ${path}`] = Object.entries(parts)
        .map(([part, value]) => `${part} ${shortHash(canonical(value))}`)
        .join(', ');
    }
  }
  return Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The digests as the text of their file. */
export const digestText = (digest: ApiDigest): string => `${JSON.stringify(digest, null, 2)}\n`;

/** Reads the file of digests. Throws a ValiError when the file is malformed. */
export const parseDigest = (text: string): ApiDigest =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(text));

/**
 * The operations whose contracts differ, each with the parts that differ: `POST /refunds: request`.
 */
export function contractChanges(before: ApiDigest, after: ApiDigest): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    const [was, is] = [before[name], after[name]];
    if (was === is) return [];
    if (was === undefined) return [`${name}: new`];
    if (is === undefined) return [`${name}: gone`];
    const parts = is.split(', ').filter((part) => !was.split(', ').includes(part));
    return [`${name}: ${parts.map((part) => part.split(' ')[0]).join(', ')}`];
  });
}

// Reading the document

const Schema = v.record(v.string(), v.unknown());
const Content = v.record(
  v.string(),
  v.object({ schema: Schema, examples: v.optional(v.record(v.string(), v.unknown())) }),
);
const Document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        security: v.array(v.unknown()),
        parameters: v.array(
          v.object({ name: v.string(), in: v.string(), required: v.boolean(), schema: Schema }),
        ),
        requestBody: v.optional(v.object({ required: v.boolean(), content: Content })),
        responses: v.record(v.string(), v.object({ content: v.optional(Content) })),
      }),
    ),
  ),
  components: v.object({ schemas: v.record(v.string(), Schema) }),
});

const Refusal = v.object({ value: v.object({ error: v.object({ code: v.string() }) }) });

/** The public error codes that are examples of a response. */
const codesIn = (content: v.InferOutput<typeof Content> = {}) =>
  Object.values(content)
    .flatMap(({ examples = {} }) => Object.values(examples))
    .flatMap((example) => (v.is(Refusal, example) ? [example.value.error.code] : []))
    .sort();

const placeOf = (parameter: { readonly in: string; readonly name: string }) =>
  `${parameter.in} ${parameter.name}`;

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

// Schemas

/** Keywords of a schema that are only for readers. */
const forReaders: ReadonlySet<string> = new Set([
  'description',
  'title',
  'example',
  'examples',
  '$comment',
]);

/** Keywords whose members are named by the API, so that one called `description` is a member. */
const named: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

/** Keywords whose value is data, not a schema. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'required']);

/** A schema with its references resolved, and without texts for readers. */
function resolver(schemas: Readonly<Record<string, object>>) {
  const resolve = (schema: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(schema)) return schema.map((one) => resolve(one, within));
    if (typeof schema !== 'object' || schema === null) return schema;
    const { $ref: reference, ...own }: Record<string, unknown> = { ...schema };
    const members = membersOf(own, within);
    if (typeof reference !== 'string') return members;
    const name = reference.slice('#/components/schemas/'.length);
    // A recursive reference is replaced by its distance to the enclosing schema.
    const seen = within.indexOf(name);
    if (seen >= 0) return { ...members, $ref: within.length - seen };
    const target = schemas[name];
    if (!target) throw new Error(`The document has no schema ${name}.`);
    const resolved = resolve(target, [...within, name]);
    // A reference has no sibling other than a description for readers.
    return Object.keys(members).length === 0 ? resolved : { allOf: [resolved], ...members };
  };
  const membersOf = (schema: object, within: readonly string[]) =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(([keyword]) => !forReaders.has(keyword))
        .map(([keyword, value]) => {
          if (data.has(keyword)) return [keyword, value];
          if (!named.has(keyword)) return [keyword, resolve(value, within)];
          return [keyword, mapValues(value, (one) => resolve(one, within))];
        }),
    );
  return (schema: object) => resolve(schema, []);
}

const mapValues = (value: unknown, change: (one: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value ?? {}).map(([name, one]) => [name, change(one)]));
