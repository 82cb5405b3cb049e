import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { pagingOf } from '../../../packages/node/src/lists.ts';
import { currentClientTypes } from '../../../scripts/documents/openapi/client-types-file.ts';
import {
  clientOperationsFile,
  clientTypesFile,
  documentFiles,
} from '../../../scripts/documents/written-files.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const Schema = v.looseObject({
  $ref: v.optional(v.string()),
  type: v.optional(v.string()),
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
});
const Content = v.record(v.string(), v.object({ schema: Schema }));
const Document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({
        operationId: v.string(),
        parameters: v.array(v.object({ name: v.string() })),
        requestBody: v.optional(v.object({ content: Content })),
        responses: v.looseObject({ 200: v.optional(v.object({ content: Content })) }),
      }),
    ),
  ),
  components: v.object({ schemas: v.record(v.string(), Schema) }),
});

const described = readFile(join(root, documentFiles.switch), 'utf8');

it('the types of the client are below 440 KB', async () => {
  const types = await currentClientTypes();
  expect(types).toBe(await readFile(join(root, clientTypesFile), 'utf8'));
  expect(types).toContain('export type PaymentResponse = {');
  expect(Buffer.byteLength(types)).toBeLessThan(440 * 1024);
});

it('the named methods of the client are below 50 KB', async () => {
  const named = await readFile(join(root, clientOperationsFile), 'utf8');
  expect(Buffer.byteLength(named)).toBeLessThan(50 * 1024);
});

it('the client iterates over every list of the API', async () => {
  const { paths, components } = v.parse(Document, withWholeParts(JSON.parse(await described)));
  const schemaIn = (content: v.InferOutput<typeof Content> | undefined) => {
    const { schema } = Object.values(content ?? {})[0] ?? {};
    const name = schema?.$ref?.slice('#/components/schemas/'.length);
    return name === undefined ? schema : components.schemas[name];
  };
  const lists = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const answer = schemaIn(call.responses[200]?.content);
      const members = Object.keys(answer?.properties ?? {});
      const hasEntries =
        answer?.type === 'array' || /^(?:.*,)?(?:data|events)\b/.test(`${members}`);
      const stated = [
        ...call.parameters.map(({ name }) => name),
        ...Object.keys(schemaIn(call.requestBody?.content)?.properties ?? {}),
      ];
      const isList = hasEntries && stated.includes('limit') && !/simulate/.test(path);
      return isList ? [[`${method.toUpperCase()} ${path}`, stated] as const] : [];
    }),
  );
  expect(lists.length).toBeGreaterThan(20);
  for (const [name, stated] of lists) {
    const paging = Object.entries(pagingOf).find(([known]) => known === name)?.[1];
    const turnsBy =
      typeof paging !== 'object'
        ? false
        : 'cursor' in paging
          ? paging.cursor
          : 'skip' in paging
            ? paging.skip
            : paging.before;
    expect([name, stated]).toEqual([name, expect.arrayContaining([turnsBy])]);
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(all).toEqual(expect.arrayContaining(Object.keys(pagingOf)));
});
