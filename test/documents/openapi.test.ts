import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { storesResponse } from '#platform/http/operation/operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { answersIn } from '../../scripts/documents/openapi/kept-answers.ts';
import { withNamedShapes } from '../../scripts/documents/openapi/named-shapes.ts';
import { documentFiles } from '../../scripts/documents/written-files.ts';
import { operations } from '../../shared/operations.ts';
import { withWholeParts } from '../../site/reference/whole-parts.ts';

const root = join(import.meta.dirname, '..', '..');

const Schema = v.record(v.string(), v.unknown());
const Text = v.pipe(v.string(), v.nonEmpty());
/** A name of a part in `components`. */
const Name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]+$/));
const Content = v.record(
  v.picklist([
    'application/json',
    'text/plain',
    'text/html',
    'text/javascript',
    'text/css',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '*/*',
  ]),
  v.strictObject({
    schema: Schema,
    example: v.optional(v.unknown()),
    examples: v.optional(v.record(v.string(), v.strictObject({ value: v.unknown() }))),
  }),
);
const Call = v.strictObject({
  operationId: v.pipe(v.string(), v.regex(/^[a-z-]+\.[a-z-]+$/)),
  summary: Text,
  description: Text,
  tags: v.tuple([v.string()]),
  security: v.optional(v.array(v.record(v.string(), v.tuple([])))),
  parameters: v.array(
    v.strictObject({
      name: Text,
      in: v.picklist(['path', 'query', 'header']),
      description: Text,
      required: v.boolean(),
      schema: Schema,
      example: v.optional(v.string()),
    }),
  ),
  requestBody: v.optional(v.strictObject({ required: v.boolean(), content: Content })),
  responses: v.record(
    v.pipe(v.string(), v.regex(/^([2-5]\d\d|2XX|default)$/)),
    v.strictObject({
      description: Text,
      headers: v.optional(
        v.record(v.string(), v.strictObject({ description: Text, schema: Schema })),
      ),
      content: v.optional(Content),
    }),
  ),
});

/**
 * The rules of OpenAPI 3.1 for a document with the parts that ours have; it allows nothing else.
 */
const Document = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.object({
    title: v.string(),
    version: v.string(),
    description: v.pipe(v.string(), v.includes('This file is generated')),
    license: v.strictObject({ name: v.string(), identifier: v.string() }),
  }),
  servers: v.array(v.strictObject({ url: v.pipe(v.string(), v.url()), description: v.string() })),
  tags: v.array(v.strictObject({ name: v.string(), description: Text })),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/')),
    v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), Call),
  ),
  webhooks: v.optional(v.record(v.string(), v.strictObject({ post: Call }))),
  components: v.strictObject({
    schemas: v.record(Name, Schema),
    parameters: v.record(Name, Schema),
    responses: v.record(Name, Schema),
    headers: v.record(Name, Schema),
    examples: v.record(Name, v.strictObject({ value: v.unknown() })),
    securitySchemes: v.record(
      v.string(),
      v.variant('type', [
        v.strictObject({
          type: v.literal('apiKey'),
          in: v.literal('header'),
          name: v.literal('api-key'),
          description: Text,
        }),
        v.strictObject({
          type: v.literal('http'),
          scheme: v.literal('bearer'),
          description: Text,
        }),
      ]),
    ),
  }),
});
type Document = v.InferOutput<typeof Document>;

/** The parts of calls as they are stated: some are references. */
const Stated = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({ parameters: v.array(Schema), responses: v.record(v.string(), Schema) }),
    ),
  ),
  components: v.record(v.string(), v.record(v.string(), Schema)),
});
type Call = v.InferOutput<typeof Call>;

const textOf = (api: keyof typeof documentFiles) =>
  readFileSync(join(root, documentFiles[api]), 'utf8');

/** The description with its parts in their places. */
const wholeOf = (api: keyof typeof documentFiles) =>
  v.parse(Document, withWholeParts(JSON.parse(textOf(api))));

const apis = [
  ['switch', operations],
  ['vault', vaultOperations],
] as const;

describe.each(apis)('the description of the API of the %s', (api, declaredOperations) => {
  let text: string;
  let document: Document;
  let calls: readonly (Call & { readonly path: string; readonly method: string })[];
  let complaintsAbout: (schema: object, value: unknown) => string;

  beforeAll(() => {
    text = textOf(api);
    document = wholeOf(api);
    calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, ...call })),
    );
    complaintsAbout = validator(document);
  });

  it('the API description has every operation once, with its method, path and group', () => {
    const described = calls.map(({ operationId, method, path, tags: [tag] }) => {
      return [operationId, method.toUpperCase(), path, tag];
    });
    const declared = declaredOperations.map(({ name, method, path }) => {
      return [name, method, path, name.split('.')[0]];
    });
    expect(described.sort()).toEqual(declared.sort());
    expect(new Set(calls.flatMap(({ tags }) => tags))).toEqual(
      new Set(document.tags.map(({ name }) => name)),
    );
  });

  it('the API description has exactly one parameter for every placeholder in a path', () => {
    for (const { operationId, path, parameters } of calls) {
      const inPath = parameters.filter(({ in: place }) => place === 'path');
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([operationId, inPath.map(({ name }) => name)]).toEqual([operationId, placeholders]);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const keys = parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('the API description requires a key wherever the operation does', () => {
    for (const { name, auth, method } of declaredOperations) {
      const security = calls.find(({ operationId }) => operationId === name)?.security ?? [];
      const schemes = security.flatMap((one) => Object.keys(one));
      // Pages are opened by the session token in their address.
      const isOpen = auth === 'none' || (auth === 'session token' && method === 'GET');
      expect([name, schemes.length > 0]).toEqual([name, !isOpen]);
      expect(Object.keys(document.components.securitySchemes)).toEqual(
        expect.arrayContaining(schemes),
      );
    }
  });

  it('the API description contains every referenced part, and references every part', () => {
    const referred = [...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, target]) => target);
    const { securitySchemes: _, ...parts } = document.components;
    expect([...new Set(referred)].sort()).toEqual(
      Object.entries(parts)
        .flatMap(([kind, some]) => Object.keys(some).map((name) => `#/components/${kind}/${name}`))
        .sort(),
    );
  });

  it('the API description has each part once, where more than one operation has it', () => {
    const { paths, components } = v.parse(Stated, JSON.parse(text));
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    const stated = [
      ...calls.flatMap(({ parameters }) => parameters),
      ...calls.flatMap(({ responses }) =>
        Object.entries(responses).flatMap(([status, one]) =>
          /^[45]\d\d$/.test(status) ? [one] : [],
        ),
      ),
    ].filter((one) => !('$ref' in one));
    const texts = stated.map((one) => JSON.stringify(one));
    expect(texts.filter((one, at) => texts.indexOf(one) !== at)).toEqual([]);
    const { schemas: _, ...others } = components;
    for (const parts of Object.values(others)) {
      const all = Object.values(parts).map((one) => JSON.stringify(one));
      expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
    }
    expect(withNamedShapes(JSON.parse(text))).toEqual(JSON.parse(text));
  });

  it("the API description's schemas are valid for a validator", () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => complaintsAbout({ $ref: `#/components/schemas/${name}` }, {})).not.toThrow();
    }
    for (const { parameters } of calls) {
      for (const { schema } of parameters) complaintsAbout(schema, '');
    }
  });

  it("the API description's examples fit its own schemas", () => {
    const told = Object.values(document.webhooks ?? {}).map(({ post }) => post);
    for (const { operationId, parameters, requestBody, responses } of [...calls, ...told]) {
      for (const { name, schema, example } of parameters) {
        if (example === undefined) continue;
        expect([operationId, name, complaintsAbout(schema, example)]).toEqual([
          operationId,
          name,
          '',
        ]);
      }
      const bodies = [...(requestBody ? [requestBody] : []), ...Object.values(responses)];
      for (const { content = {} } of bodies) {
        for (const { schema, example, examples = {} } of Object.values(content)) {
          const values = Object.values(examples).map(({ value }) => value);
          if (example !== undefined) values.push(example);
          for (const value of values) {
            expect([operationId, value, complaintsAbout(schema, value)]).toEqual([
              operationId,
              value,
              '',
            ]);
          }
        }
      }
    }
  });

  it('the API description has the answer 500 wherever one is possible', () => {
    for (const { operationId, responses } of calls) {
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining(['500', '503']),
      ]);
    }
  });
});

describe('an Idempotency-Key', () => {
  it('the Idempotency-Key is a parameter of exactly the operations that support it', () => {
    const { paths } = wholeOf('switch');
    const named = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId);
    const honouring = operations
      .filter((one) => storesResponse(one) || one.repeats === 'derive the same identifier')
      .map(({ name }) => name);
    expect(named.sort()).toEqual(honouring.sort());
  });
});

describe('the refusals in the description', () => {
  it.each([
    ['payments.create', '401', 'IR_01'],
    ['payments.retrieve', '404', 'HE_02'],
    ['payments.confirm', '400', 'IR_16'],
    ['health.check', '401', undefined],
    ['health.check', '500', 'HE_00'],
  ])(
    'refusals of %s with status %s have the code %s in the API description',
    (name, status, code) => {
      const { paths } = wholeOf('switch');
      const call = Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .find(({ operationId }) => operationId === name);
      const description = call?.responses[status]?.description;
      if (code === undefined) expect(description).toBeUndefined();
      else expect(description).toContain(code);
    },
  );
});

describe('the examples of answers in the descriptions', () => {
  const answers = { ...answersIn(textOf('switch')), ...answersIn(textOf('vault')) };

  it('an example answer exists for every operation that answers with JSON', () => {
    const missing = [...operations, ...vaultOperations]
      .filter(({ response }) => response && response.type !== 'string')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => answers[name] === undefined);
    expect(missing).toEqual([]);
  });

  it('an example exists for every class of webhooks', () => {
    const classes = Object.keys(answers).filter((name) => name.startsWith('webhook '));
    expect(classes.sort()).toEqual([
      'webhook disputes',
      'webhook mandates',
      'webhook payments',
      'webhook payouts',
      'webhook refunds',
      'webhook webhook_endpoints',
    ]);
  });
});

/** Finds the errors of a value, by a schema that may refer to the document's others. */
function validator({ components }: Document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'document', components });
  return (schema: object, value: unknown) => {
    const within = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
    return ajv.validate(within, value) ? '' : ajv.errorsText();
  };
}
