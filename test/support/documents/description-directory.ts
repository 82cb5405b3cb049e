import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { isObject } from '../../prove/vectors/differences.ts';
import type { DescribedRequests } from '../processors/described-requests.ts';
import { withNull } from './open-api-schema.ts';

const Document = v.looseObject({
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.unknown(),
});
const Operation = v.object({ requestBody: v.optional(v.unknown()) });
const Body = v.object({
  content: v.record(v.string(), v.object({ schema: v.optional(v.unknown()) })),
});

/**
 * The published descriptions of a connector's processor in a directory: OpenAPI 3 as JSON, in files
 * whose names begin with the connector's, such as `paypal-orders.json`. Their schemas are taken as they
 * are: types, words, lengths and required members count, further members do not.
 */
export function descriptionsIn(directory: string, connector: string): DescribedRequests {
  const described = readdirSync(directory)
    .filter((name) => new RegExp(`^${connector}[-.].*json$`).test(name))
    .map((name) => describedBy(join(directory, name)));
  const of = (request: HttpRequest) => described.find((one) => one.has(request));
  return {
    has: (request) => of(request) !== undefined,
    problemOf: (request) => of(request)?.problemOf(request),
  };
}

function describedBy(file: string): DescribedRequests {
  const document = v.parse(Document, JSON.parse(readFileSync(file, 'utf8')));
  const { servers, paths } = document;
  const bases = servers.map(({ url }) => url.replace(/\/$/, ''));
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  const ajv = { json: ajvOf(document, false), form: ajvOf(document, true) };
  const compiled = new Map<string, ValidateFunction>();

  const found = ({ method, url }: HttpRequest) => {
    const base = bases.find((one) => url.startsWith(`${one}/`));
    if (base === undefined) return undefined;
    const path = url.slice(base.length).replace(/\?.*$/, '');
    const verb = method.toLowerCase();
    const route = templates.find(
      ({ template, pattern }) => pattern.test(path) && paths[template]?.[verb] !== undefined,
    );
    return route && { template: route.template, verb };
  };

  return {
    has: (request) => found(request) !== undefined,
    problemOf(request) {
      const route = found(request);
      if (!route || request.body === undefined || request.body === '') return undefined;
      const { template, verb } = route;
      const { requestBody } = v.parse(Operation, paths[template]?.[verb]);
      const resolved = v.safeParse(Body, resolve(document, requestBody));
      const [type, media] =
        Object.entries(resolved.success ? resolved.output.content : {})[0] ?? [];
      if (type === undefined || media?.schema === undefined) return undefined;
      const isJson = type.includes('json');
      const name = `${request.method} ${template}`;
      const validate =
        compiled.get(name) ?? ajv[isJson ? 'json' : 'form'].compile(inDocument(media.schema));
      compiled.set(name, validate);
      const body = isJson ? JSON.parse(request.body) : decodeForm(request.body);
      if (validate(body)) return undefined;
      const problems = validate.errors?.map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      return `${name}: ${problems?.join('; ')}`;
    },
  };
}

/** A form has texts alone, which stand for numbers and for yes and no. */
function ajvOf({ components }: v.InferOutput<typeof Document>, isForm: boolean): Ajv {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    unicodeRegExp: false,
    coerceTypes: isForm,
  });
  ajv.addSchema({ $id: 'api', components: ofRequests(withNull(components)) });
  return ajv;
}

/** A member that only answers have is required in answers alone, by the OpenAPI specification. */
function ofRequests(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(ofRequests);
  if (!isObject(schema)) return schema;
  const { properties, required } = schema;
  const isAsked = (name: unknown) => {
    const one = isObject(properties) && typeof name === 'string' ? properties[name] : undefined;
    return !(isObject(one) && one.readOnly === true);
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, one]) => [
      name,
      name === 'required' && Array.isArray(required) ? required.filter(isAsked) : ofRequests(one),
    ]),
  );
}

/** The target of a reference within the document. */
function resolve(document: unknown, one: unknown): unknown {
  const pointer = isObject(one) && typeof one.$ref === 'string' ? one.$ref : undefined;
  if (!pointer?.startsWith('#/')) return one;
  const parts = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
}

/** With references that lead to the document's components. */
function inDocument(schema: unknown): Readonly<Record<string, unknown>> {
  const referring = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(referring);
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, member]) => [
        name,
        name === '$ref' && typeof member === 'string'
          ? member.replace(/^#/, 'api#')
          : referring(member),
      ]),
    );
  };
  const whole = referring(ofRequests(withNull(schema)));
  return isObject(whole) ? whole : {};
}
