import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { portOf } from '../local/port-of.ts';
import { leanSdk } from '../tools/lean-sdk.ts';
import { createCertificate } from './certificate.ts';
import type { BenchDeployment } from './deployment.ts';
import { markdownTable } from './markdown-table.ts';
import { median } from './statistics.ts';

/**
 * The clients that are compared. A program of each kind exports `get` and `put`, which make one
 * call each.
 */
const programs = {
  'nothing at all': 'export const get = async () => undefined; export const put = get;',
  'the whole AWS SDK, bundled alike': `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
    const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 3 }));
    const TableName = 'table';
    export const get = (Key) => documents.send(new GetCommand({ TableName, Key }));
    export const put = (Item) => documents.send(new PutCommand({
      TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }));`,
  'its parts': `
    import { dynamoPort } from './shared/platform/table/dynamo-port.ts';
    const port = dynamoPort('table');
    export const get = (key) => port.get(key);
    export const put = (item) => port.put(item, 'absent');`,
};

const warmCalls = 1_000;

const Figures = v.object({ loadMs: v.number(), firstMs: v.number(), warmMs: v.number() });

/**
 * Compares bundles that hold only the table's client, with the whole AWS SDK and with parts of it,
 * as a table. It shows the bundle's size and the CPU of a fresh process: until it is loaded, until
 * its first call over TLS is answered, and for each later call.
 */
export async function client({ directory }: BenchDeployment, rounds: number): Promise<string> {
  const { cert, key } = createCertificate({ name: 'localhost' });
  const authority = path.join(directory, 'client-authority.pem');
  writeFileSync(authority, cert);
  const answer = JSON.stringify({ Item: { pk: { S: 'a' }, sk: { S: 'b' }, count: { N: '1' } } });
  const server = https.createServer({ cert, key }, (request, response) => {
    request.resume().once('end', () => response.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${portOf(server.address())}`,
    NODE_EXTRA_CA_CERTS: authority,
  };
  try {
    const bundles = await Promise.all(
      Object.entries(programs).map(async ([name, source], index) => {
        const file = path.join(directory, `client-${index}.cjs`);
        return { name, file, bytes: await bundled(source, file) };
      }),
    );
    const runs = bundles.map(() => [] as v.InferOutput<typeof Figures>[]);
    for (let round = 0; round < rounds; round++) {
      for (const [index, { file }] of bundles.entries()) {
        runs[index]?.push(await measured(file, environment));
      }
    }
    const rows = bundles.map(({ name, bytes }, index) => [
      name,
      (bytes / 1_024).toFixed(0),
      ...(['loadMs', 'firstMs'] as const).map((one) =>
        median((runs[index] ?? []).map((run) => run[one])).toFixed(1),
      ),
      median((runs[index] ?? []).map(({ warmMs }) => warmMs)).toFixed(3),
    ]);
    return markdownTable(
      ['client', 'KB', 'CPU ms: loaded', 'first call answered, over TLS', 'a warm call'],
      rows,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function bundled(contents: string, outfile: string): Promise<number> {
  const { outputFiles } = await build({
    ...leanSdk.options,
    plugins: [leanSdk.plugin],
    stdin: { contents, resolveDir: path.join(import.meta.dirname, '..') },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    legalComments: 'none',
    outfile,
    write: false,
  });
  const [{ contents: code } = { contents: new Uint8Array() }] = outputFiles;
  writeFileSync(outfile, code);
  return code.length;
}

async function measured(file: string, environment: Record<string, string>) {
  const program = `
    const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    const start = cpu();
    const { get, put } = require(${JSON.stringify(file)});
    const loadMs = cpu() - start;
    const key = { pk: 'a', sk: 'b' };
    const both = async (times) => { while (times-- > 0) { await get(key); await put({ ...key, count: 1 }); } };
    (async () => {
      await get(key);
      const firstMs = cpu() - start;
      await both(100);
      const before = cpu();
      await both(${warmCalls / 2});
      console.log(JSON.stringify({ loadMs, firstMs, warmMs: (cpu() - before) / ${warmCalls} }));
      process.exit();
    })();`;
  const child = spawn(process.execPath, ['-e', program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += part;
  return v.parse(Figures, JSON.parse(text));
}
