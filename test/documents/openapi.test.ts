import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { storesResponse } from '#platform/http/operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { contractChanges, digestOf, parseDigest } from '../../scripts/documents/openapi/digest.ts';
import { apiDocuments } from '../../scripts/documents/openapi/documents.ts';
import { digestFile, documentFiles } from '../../scripts/documents/written-files.ts';
import { operations } from '../../shared/operations.ts';

const root = join(import.meta.dirname, '..', '..');

const Schema = v.record(v.string(), v.unknown());
const Text = v.pipe(v.string(), v.nonEmpty());
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
    schemas: v.record(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]+$/)), Schema),
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
type Call = v.InferOutput<typeof Call>;

/** Made once: whether it is always the same, a test of its own asks. */
const documents = apiDocuments();

const apis = [
  ['switch', operations],
  ['vault', vaultOperations],
] as const;

describe.each(apis)('the description of the API of the %s', (api, declaredOperations) => {
  let text: string;
  let document: Document;
  let calls: readonly (Call & { readonly path: string; readonly method: string })[];
  let complaintsAbout: (schema: object, value: unknown) => string;

  beforeAll(async () => {
    text = (await documents)[api];
    document = v.parse(Document, JSON.parse(text));
    calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, ...call })),
    );
    complaintsAbout = validator(document);
  });

  it('the API description equals the one in the docs', () => {
    const file = documentFiles[api];
    const path = join(root, file);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      throw new Error(`${file} is not what the operations say. Run: npm run openapi`);
    }
  });

  it('the API description is generated the same every time', async () => {
    expect((await apiDocuments())[api]).toBe(text);
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

  it('the API description contains every referenced schema, and references every schema', () => {
    const referred = [...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, target]) => target);
    expect([...new Set(referred)].sort()).toEqual(
      Object.keys(document.components.schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    );
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

describe('the words of the descriptions', () => {
  it('every group, operation, parameter and property has a description', async () => {
    expect((await documents).gaps.undescribed).toEqual([]);
  });

  it('every description belongs to an existing part of the API', async () => {
    expect((await documents).gaps.unused).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it('the Idempotency-Key is a parameter of exactly the operations that support it', async () => {
    const { paths } = v.parse(Document, JSON.parse((await documents).switch));
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
    async (name, status, code) => {
      const { paths } = v.parse(Document, JSON.parse((await documents).switch));
      const call = Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .find(({ operationId }) => operationId === name);
      const description = call?.responses[status]?.description;
      if (code === undefined) expect(description).toBeUndefined();
      else expect(description).toContain(code);
    },
  );
});

describe('the contract of the API', () => {
  it("the API's contract is the accepted one: a change is accepted explicitly", async () => {
    const accepted = parseDigest(readFileSync(join(root, digestFile), 'utf8'));
    const { switch: ofSwitch, vault } = await documents;
    const digest = { ...digestOf(ofSwitch), ...digestOf(vault) };
    const changes = contractChanges(accepted, digest);
    if (changes.length === 0) return;
    throw new Error(
      `Callers of the API would meet a change of ${changes.join('; ')}. ` +
        'If it is meant, run: npm run openapi -- --accept',
    );
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
