import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { isObject } from '../../prove/vectors/differences.ts';
import { withNull } from '../documents/open-api-schema.ts';

/** A processor's public description of its API, for tests that hold our requests against it. */
export interface DescribedRequests {
  /** The faults of a request; undefined when it has none, or the route is not described. */
  problemOf(request: HttpRequest): string | undefined;
  /** Whether the description has the route of a request. */
  has(request: HttpRequest): boolean;
}

/** Where a description is, and where the processor takes more than it says. */
export interface Description {
  /** The file, by the names under which it may be there. */
  readonly files: readonly string[];
  /** The beginning of all paths of the description. */
  readonly base: RegExp;
  /** Members that the processor reads though its description does not say so, by their parent. */
  readonly undescribed?: Readonly<Record<string, readonly string[]>>;
  /** Words that the processor takes though its description has not listed them (yet), by their member. */
  readonly undescribedWords?: Readonly<Record<string, readonly string[]>>;
  /** Members that are described as required, and that the processor does without. */
  readonly optional?: readonly string[];
}

/** Where descriptions are: those beside the repository, and whole ones in the folder that `PUBLISHED_DESCRIPTIONS` names. */
const folders = [
  ...(process.env.PUBLISHED_DESCRIPTIONS ? [process.env.PUBLISHED_DESCRIPTIONS] : []),
  fileURLToPath(new URL('../../../../shared/oracles', import.meta.url)),
];

const Body = v.object({
  required: v.optional(v.boolean(), false),
  content: v.record(v.string(), v.object({ schema: v.unknown() })),
});
const Document = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.looseObject({
    parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
});
const Parameter = v.looseObject({
  in: v.optional(v.string()),
  name: v.optional(v.string()),
  $ref: v.optional(v.string()),
});
const Operation = v.object({
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(Body),
});

/**
 * The requests of these descriptions; undefined where there are none, or in a checkout that does not
 * have a file beside it.
 */
export function describedRequests(
  descriptions: readonly Description[] = [],
): DescribedRequests | undefined {
  const opened = descriptions.flatMap((source) => {
    const file = folders
      .flatMap((folder) => source.files.map((name) => join(folder, name)))
      .find((path) => existsSync(path));
    return file === undefined ? [] : [described(file, source)];
  });
  if (opened.length === 0) return undefined;
  return {
    has: (request) => opened.some((one) => one.has(request)),
    problemOf: (request) => opened.find((one) => one.has(request))?.problemOf(request),
  };
}

function described(file: string, source: Description): DescribedRequests {
  const { paths, components } = v.parse(Document, JSON.parse(readFileSync(file, 'utf8')));
  // A form has texts alone, which stand for numbers and for yes and no.
  const ajv = new Ajv({ strict: false, validateFormats: false, coerceTypes: true });
  ajv.addSchema({ $id: 'api', components: relaxed(withNull(components), source.optional ?? []) });
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const compiled = new Map<string, ValidateFunction>();

  const operationOf = ({ method, url }: HttpRequest) => {
    if (!source.base.test(url)) return undefined;
    const path = url.replace(source.base, '').replace(/\?.*$/, '');
    const verb = method.toLowerCase();
    const found = templates.find(
      ({ template, pattern }) => pattern.test(path) && paths[template]?.[verb],
    );
    if (!found) return undefined;
    const { requestBody, parameters } = v.parse(Operation, paths[found.template]?.[verb]);
    const query = parameters
      .map((one) =>
        one.$ref === undefined
          ? one
          : v.parse(Parameter, components.parameters[one.$ref.split('/').at(-1) ?? '']),
      )
      .flatMap((one) => (one.in === 'query' ? [one.name] : []));
    const { content = {}, required: isRequired = false } = requestBody ?? {};
    return { name: `${method} ${found.template}`, query, content, isRequired };
  };

  return {
    has: (request) => operationOf(request) !== undefined,
    problemOf(request) {
      const operation = operationOf(request);
      if (!operation) return undefined;
      const { name, query, content, isRequired } = operation;
      const names = [...new URL(request.url).searchParams.keys()];
      const unknown = names.find((one) => !query.includes(one.replace(/\[.*$/, '')));
      if (unknown !== undefined) return `${name}: it has no ${unknown}`;
      const [type, described] = Object.entries(content)[0] ?? [];
      const text = request.body ?? '';
      if (!described) return text === '' ? undefined : `${name}: it takes no body`;
      if (text === '' && type === 'application/json' && !isRequired) return undefined;
      const body = type === 'application/json' ? JSON.parse(text) : decodeForm(text);
      const validate = compiled.get(name) ?? ajv.compile(schemaOf(described.schema, source));
      compiled.set(name, validate);
      if (validate(body)) return undefined;
      const problems = validate.errors?.map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      return `${name}: ${problems?.join('; ')}`;
    },
  };
}

/** The schema with the members that are not described, and with references that lead to the document. */
function schemaOf(schema: unknown, source: Description): Readonly<Record<string, unknown>> {
  const whole = withMembers(referring(withNull(schema)), '', source);
  return isObject(whole) ? whole : {};
}

/** With references that lead to the document's schemas, and objects of the described members alone. */
function referring(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(referring);
  if (!isObject(schema)) return schema;
  const isOpen = isObject(schema.properties) && schema.additionalProperties === undefined;
  const closed: Readonly<Record<string, unknown>> = {
    ...schema,
    ...(isOpen && { additionalProperties: false }),
  };
  return Object.fromEntries(
    Object.entries(closed).map(([name, one]) => [
      name,
      name === '$ref' && typeof one === 'string' ? one.replace(/^#/, 'api#') : referring(one),
    ]),
  );
}

/** Without requiring members that the processor does without, or that it alone writes. */
function relaxed(schema: unknown, optional: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((one) => relaxed(one, optional));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, one]) => [
      name,
      name === 'required' && Array.isArray(one)
        ? one.filter((member) => !optional.includes(member) && !isReadOnly(schema, member))
        : relaxed(one, optional),
    ]),
  );
}

const isReadOnly = (
  { properties }: Readonly<Record<string, unknown>>,
  member: unknown,
): boolean => {
  const property = isObject(properties) ? properties[String(member)] : undefined;
  return isObject(property) && property.readOnly === true;
};

function withMembers(schema: unknown, path: string, source: Description): unknown {
  if (!isObject(schema)) return schema;
  if (Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: schema.anyOf.map((one) => withMembers(one, path, source)) };
  }
  if (!isObject(schema.properties)) return schema;
  const known = Object.entries(schema.properties).map(([name, one]) => {
    const place = path ? `${path}.${name}` : name;
    return [name, withWords(withMembers(one, place, source), source.undescribedWords?.[place])];
  });
  const added = (source.undescribed?.[path] ?? []).map((name) => [name, {}]);
  return { ...schema, properties: Object.fromEntries([...added, ...known]) };
}

/** With more words in the list of a member, or of a list's members. */
function withWords(schema: unknown, words: readonly string[] = []): unknown {
  if (!isObject(schema)) return schema;
  if (isObject(schema.items)) return { ...schema, items: withWords(schema.items, words) };
  return Array.isArray(schema.enum) ? { ...schema, enum: [...schema.enum, ...words] } : schema;
}
