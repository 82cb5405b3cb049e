import * as v from 'valibot';
import { withWholeParts } from '../reference/whole-parts.ts';
import { type BruMember, bruText } from './bru.ts';
import { firstPayment, firstPaymentRequests } from './first-payment.ts';
import { type CollectionRequest, requestText } from './request.ts';

/** Texts by their paths in the folder of the collection. */
export type CollectionFiles = ReadonlyMap<string, string>;

/** The part of the collection that makes the first payment, with settings and an environment. */
export const firstPaymentFiles = (): CollectionFiles => filesOf([firstFolder]);

/**
 * The collection: the folder of the first payment, and one for each group of operations, with a
 * request for each operation and its example.
 *
 * @param documents the descriptions of the APIs of the switch and of the vault
 */
export const collectionFiles = (documents: {
  readonly switch: string;
  readonly vault: string;
}): CollectionFiles =>
  filesOf([
    firstFolder,
    ...foldersOf(documents.switch, '{{base_url}}', '{{secret_key}}'),
    ...foldersOf(documents.vault, '{{vault_url}}', '{{vault_key}}'),
  ]);

function filesOf(folders: readonly Folder[]): CollectionFiles {
  const files = new Map<string, string>();
  files.set('bruno.json', settings);
  files.set('collection.bru', bruText([['docs', collectionDocs]]));
  files.set('environments/laptop.bru', bruText([['vars', laptop]]));
  for (const [at, { path, name, docs, requests }] of folders.entries()) {
    const meta = [
      { name: 'name', value: name },
      { name: 'seq', value: `${at + 1}` },
    ];
    files.set(
      `${path}/folder.bru`,
      bruText([
        ['meta', meta],
        ['docs', docs],
      ]),
    );
    for (const [place, [file, request]] of requests.entries()) {
      files.set(`${path}/${file}.bru`, requestText(request, place + 1));
    }
  }
  return files;
}

const settings = `{
  "version": "1",
  "name": "Turnout",
  "type": "collection",
  "ignore": ["node_modules"]
}
`;

const collectionDocs = `A first payment from nothing. \`npm run generate -- collection\` writes it with every operation of Turnout.

Choose the environment **laptop**, start the switch with \`npm start\`, and run the folder **${firstPayment}**. It sets the keys and identifiers that the other requests use, until Bruno ends. To keep them, write them into the environment.

These files are generated: run \`npm run generate\` instead of editing them.`;

/**
 * Variables of requests, by the values of the description's examples. The laptop's environment
 * begins with the example's values.
 */
const identifiers = new Map([
  ['merchant_example', 'merchant_id'],
  ['pro_example', 'profile_id'],
  ['mca_example', 'merchant_connector_id'],
  ['pay_example', 'payment_id'],
  ['ref_example', 'refund_id'],
  ['customer_example', 'customer_id'],
]);

const laptop: readonly BruMember[] = [
  { name: 'base_url', value: 'http://127.0.0.1:3000' },
  { name: 'vault_url', value: 'http://127.0.0.1:3001' },
  { name: 'admin_key', value: 'test_admin' },
  ...['secret_key', 'publishable_key', 'ephemeral_key', 'vault_key', 'session_token'].map(
    (name) => ({ name, value: '' }),
  ),
  ...[...identifiers].map(([value, name]) => ({ name, value })),
];

// The requests of a description

const Call = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  tags: v.tuple([v.string()]),
  security: v.array(v.record(v.string(), v.unknown())),
  parameters: v.array(
    v.object({
      name: v.string(),
      in: v.picklist(['path', 'query', 'header']),
      required: v.boolean(),
      example: v.optional(v.string(), ''),
    }),
  ),
  requestBody: v.optional(
    v.object({ content: v.record(v.string(), v.object({ example: v.optional(v.unknown()) })) }),
  ),
});
type Call = v.InferOutput<typeof Call>;

const Document = v.object({
  tags: v.array(v.object({ name: v.string(), description: v.string() })),
  paths: v.record(v.string(), v.record(v.string(), Call)),
});

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly docs: string;
  /** Each with the name of its file. */
  readonly requests: readonly (readonly [string, CollectionRequest])[];
}

const firstFolder: Folder = {
  path: firstPayment.toLowerCase().replaceAll(' ', '-'),
  name: firstPayment,
  docs: 'Run this folder: each request sets the variables of the next one.',
  requests: firstPaymentRequests.map((one) => [one.name.toLowerCase().replaceAll(' ', '-'), one]),
};

function foldersOf(text: string, origin: string, key: string): readonly Folder[] {
  const { tags, paths } = v.parse(Document, withWholeParts(JSON.parse(text)));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  return tags.map(({ name, description }) => ({
    path: name,
    name,
    docs: description,
    requests: calls
      .filter(({ call }) => call.tags[0] === name)
      .map(({ path, method, call }) => [
        call.operationId.slice(name.length + 1),
        requestOf(`${origin}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, method, call, key),
      ]),
  }));
}

function requestOf(url: string, method: string, call: Call, apiKey: string): CollectionRequest {
  const { summary, description, parameters, requestBody } = call;
  const keys = call.security.flatMap(Object.keys);
  const [key = ''] = keys;
  const isSession = key === 'session_token';
  const [bodyType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const membersIn = (place: string): readonly BruMember[] =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, example }) => ({
        name,
        value: withVariables(name === 'Idempotency-Key' ? '{{$randomUUID}}' : example),
        isEnabled: required || (place === 'query' && example !== ''),
      }));
  return {
    name: summary,
    method,
    url,
    path: membersIn('path'),
    query: membersIn('query'),
    key: key === '' || isSession ? undefined : key === 'api_key' ? apiKey : `{{${key}}}`,
    headers: [
      ...(isSession ? [{ name: 'authorization', value: 'Bearer {{session_token}}' }] : []),
      ...membersIn('header'),
    ],
    body: content && withVariables(content.example),
    bodyType,
    docs: keys.length > 1 ? `${description}\n\nKeys: ${keys.join(', ')}.` : description,
  };
}

/** The value with a variable in place of each text that is an example's identifier. */
function withVariables(value: string): string;
function withVariables(value: unknown): unknown;
function withVariables(value: unknown): unknown {
  if (typeof value === 'string') {
    const name = identifiers.get(value);
    return name === undefined ? value : `{{${name}}}`;
  }
  if (Array.isArray(value)) return value.map((one) => withVariables(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withVariables(one)]));
}
