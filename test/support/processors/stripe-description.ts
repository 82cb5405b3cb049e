import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import * as v from 'valibot';
import { withNull } from '../documents/open-api-schema.ts';

/** Stripe's public description of its API, for tests that hold answers against it. */
export interface StripeDescription {
  /** The fault of an answer; undefined when there is none, or the route is not described. */
  problemOf(method: string, path: string, status: number, body: unknown): string | undefined;
}

const Operation = v.looseObject({ responses: v.record(v.string(), v.unknown()) });
const Document = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.unknown(),
});

/** Reads the description, or returns undefined in a checkout that does not have it beside it. */
export function loadStripeDescription(): StripeDescription | undefined {
  const file = new URL('../../../../shared/oracles/stripe-openapi.json', import.meta.url);
  if (!existsSync(file)) return undefined;
  const { paths, components } = v.parse(Document, JSON.parse(readFileSync(file, 'utf8')));
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({
    $id: 'stripe',
    components: withNull(components),
    paths: withNull(paths),
  });
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return {
    problemOf(method, path, status, body) {
      const verb = method.toLowerCase();
      const found = templates.find(
        ({ template, pattern }) => pattern.test(path) && paths[template]?.[verb] !== undefined,
      );
      if (!found) return undefined;
      const route = encodeURIComponent(found.template.replaceAll('/', '~1'));
      const answer = status < 400 ? '200' : 'default';
      const pointer = `stripe#/paths/${route}/${verb}/responses/${answer}/content/application~1json/schema`;
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
      compiled.set(pointer, validate);
      if (validate(body)) return undefined;
      const problems = validate.errors?.map((one) => `${one.instancePath} ${one.message}`);
      return `${method} ${path} ${status}: ${problems?.join('; ')}`;
    },
  };
}
