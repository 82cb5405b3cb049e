import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { contractChanges, digestFile, digestOf, parseDigest } from '../scripts/openapi-digest.ts';
import { documentFile, openapiDocument } from '../scripts/openapi-document.ts';
import { operations } from '../shared/operations.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, documentFile);

const Schema = v.record(v.string(), v.unknown());
const Content = v.record(
  v.picklist(['application/json', 'text/plain', 'text/html', 'multipart/form-data']),
  v.strictObject({
    schema: Schema,
    example: v.optional(v.unknown()),
    examples: v.optional(v.record(v.string(), v.strictObject({ value: v.unknown() }))),
  }),
);
const Call = v.strictObject({
  operationId: v.pipe(v.string(), v.regex(/^[a-z-]+\.[a-z-]+$/)),
  summary: v.pipe(v.string(), v.nonEmpty()),
  tags: v.tuple([v.string()]),
  security: v.array(v.record(v.string(), v.tuple([]))),
  parameters: v.array(
    v.strictObject({
      name: v.pipe(v.string(), v.nonEmpty()),
      in: v.picklist(['path', 'query']),
      required: v.boolean(),
      schema: Schema,
      example: v.optional(v.string()),
    }),
  ),
  requestBody: v.optional(v.strictObject({ required: v.boolean(), content: Content })),
  responses: v.record(
    v.pipe(v.string(), v.regex(/^[2-5]\d\d$/)),
    v.strictObject({ description: v.pipe(v.string(), v.nonEmpty()), content: Content }),
  ),
});

/** What OpenAPI 3.1 asks of a document with the parts that ours has; it allows nothing else. */
const Document = v.strictObject({
  openapi: v.literal('3.1.0'),
  info: v.object({
    title: v.string(),
    version: v.string(),
    license: v.strictObject({ name: v.string(), identifier: v.string() }),
  }),
  servers: v.array(v.strictObject({ url: v.pipe(v.string(), v.url()), description: v.string() })),
  tags: v.array(v.strictObject({ name: v.string() })),
  paths: v.record(
    v.pipe(v.string(), v.startsWith('/')),
    v.record(v.picklist(['get', 'post', 'put', 'delete']), Call),
  ),
  components: v.strictObject({
    schemas: v.record(v.pipe(v.string(), v.regex(/^[A-Za-z0-9._-]+$/)), Schema),
    securitySchemes: v.record(
      v.string(),
      v.strictObject({
        type: v.literal('apiKey'),
        in: v.literal('header'),
        name: v.literal('api-key'),
        description: v.string(),
      }),
    ),
  }),
});
type Document = v.InferOutput<typeof Document>;
type Call = v.InferOutput<typeof Call>;

describe("the API's description", () => {
  let text: string;
  let document: Document;
  let calls: readonly (Call & { readonly path: string; readonly method: string })[];
  let complaintsAbout: (schema: object, value: unknown) => string;

  beforeAll(async () => {
    text = await openapiDocument();
    document = v.parse(Document, JSON.parse(text));
    calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({ path, method, ...call })),
    );
    complaintsAbout = validator(document);
  });

  it('is the one in the docs', () => {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      throw new Error(`${documentFile} is not what the operations say. Run: npm run openapi`);
    }
  });

  it('is made the same every time', async () => {
    expect(await openapiDocument()).toBe(text);
  });

  it('names every operation once, with its method, its path and its group', () => {
    const described = calls.map(({ operationId, method, path, tags: [tag] }) => {
      return [operationId, method.toUpperCase(), path, tag];
    });
    const declared = operations.map(({ name, method, path }) => {
      return [name, method, path, name.split('.')[0]];
    });
    expect(described.sort()).toEqual(declared.sort());
    expect(new Set(calls.flatMap(({ tags }) => tags))).toEqual(
      new Set(document.tags.map(({ name }) => name)),
    );
  });

  it('has a parameter for every placeholder in a path, and no two for one', () => {
    for (const { operationId, path, parameters } of calls) {
      const inPath = parameters.filter(({ in: place }) => place === 'path');
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([operationId, inPath.map(({ name }) => name)]).toEqual([operationId, placeholders]);
      expect(inPath.every(({ required }) => required)).toBe(true);
      const keys = parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it('asks for a key wherever one is needed', () => {
    for (const { name, auth } of operations) {
      const security = calls.find(({ operationId }) => operationId === name)?.security ?? [];
      const schemes = security.flatMap((one) => Object.keys(one));
      expect([name, schemes.length > 0]).toEqual([name, auth !== 'none']);
      expect(Object.keys(document.components.securitySchemes)).toEqual(
        expect.arrayContaining(schemes),
      );
    }
  });

  it('refers to nothing that it does not hold, and holds nothing that nobody refers to', () => {
    const referred = [...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, target]) => target);
    expect([...new Set(referred)].sort()).toEqual(
      Object.keys(document.components.schemas)
        .map((name) => `#/components/schemas/${name}`)
        .sort(),
    );
  });

  it('holds schemas that a validator understands', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => complaintsAbout({ $ref: `#/components/schemas/${name}` }, {})).not.toThrow();
    }
    for (const { parameters } of calls) {
      for (const { schema } of parameters) complaintsAbout(schema, '');
    }
  });

  it('gives examples that its own schemas accept', () => {
    for (const { operationId, parameters, requestBody, responses } of calls) {
      for (const { name, schema, example } of parameters) {
        if (example === undefined) continue;
        expect([operationId, name, complaintsAbout(schema, example)]).toEqual([
          operationId,
          name,
          '',
        ]);
      }
      const bodies = [...(requestBody ? [requestBody] : []), ...Object.values(responses)];
      for (const { content } of bodies) {
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

  it('tells of a refused key, of a fault of ours and of each refusal of an operation', () => {
    const codes = (name: string, status: string) =>
      calls.find(({ operationId }) => operationId === name)?.responses[status]?.description;
    expect(codes('payments.create', '401')).toBe('IR_01');
    expect(codes('payments.retrieve', '404')).toBe('HE_02');
    expect(codes('payments.confirm', '400')).toContain('IR_16');
    for (const { operationId } of calls) expect(codes(operationId, '500')).toContain('HE_00');
    expect(codes('health.check', '401')).toBeUndefined();
  });
});

describe('the contract of the API', () => {
  it('is the accepted one: a change of it is accepted on purpose', async () => {
    const accepted = parseDigest(readFileSync(join(root, digestFile), 'utf8'));
    const changes = contractChanges(accepted, digestOf(await openapiDocument()));
    if (changes.length === 0) return;
    throw new Error(
      `Callers of the API would meet a change of ${changes.join('; ')}. ` +
        'If it is meant, run: npm run openapi -- --accept',
    );
  });
});

/** What is wrong with a value, by a schema that may refer to the document's others. */
function validator({ components }: Document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'document', components });
  return (schema: object, value: unknown) => {
    const within = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
    return ajv.validate(within, value) ? '' : ajv.errorsText();
  };
}
