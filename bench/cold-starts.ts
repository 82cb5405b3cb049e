import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { portOf } from '../local/aws/gate.ts';
import type { Auth } from '../shared/http/operation.ts';
import { operations } from '../shared/operations.ts';
import { vaultOperations } from '../shared/vault/operations.ts';
import { createCertificate } from './certificate.ts';
import { eventOf } from './container.ts';
import type { BenchDeployment } from './deployment.ts';
import { type StartedBundle, starter } from './first-call.ts';
import { markdownTable, times } from './markdown-table.ts';
import type { Merchant } from './measured-operations.ts';
import { median } from './statistics.ts';
import { adminKey } from './stubs.ts';
import { type BenchTargets, openTargets } from './targets.ts';

/**
 * An empty handler is started again after this many functions, so that both are measured under the
 * same load.
 */
const functionsPerEmptyStart = 4;

/** Few rounds, because an approximate saving by the compile cache is enough. */
const roundsPerCachedStart = 3;

interface Start extends StartedBundle {
  readonly loadMs: number[];
  readonly callMs: number[];
  readonly cachedMs: number[];
}

const newStart = (parts: StartedBundle): Start => ({
  ...parts,
  ...{ loadMs: [], callMs: [], cachedMs: [] },
});

/**
 * Measures the wall time of a fresh Node.js process that loads a bundle, and of one that also
 * answers a first request. An empty handler's time is subtracted. The process reaches table, keys
 * and secrets over TLS, as on AWS. Loading is measured with V8's compile cache too. Returns a
 * table.
 *
 * @param wanted only functions whose name contains it, such as `payments.` or `refunds.create`
 */
export async function coldStarts(
  bench: BenchDeployment,
  rounds: number,
  wanted = '',
): Promise<string> {
  const targets = await openTargets(bench);
  const front = await startTlsFront(targets, bench.directory);
  try {
    const bundles = bench.bundles.filter(({ name }) => name.replace('/', '.').includes(wanted));
    return await measured({ ...bench, bundles }, rounds, targets, front.environment);
  } finally {
    await front.close();
    await targets.close();
  }
}

async function measured(
  { bundles, directory }: BenchDeployment,
  rounds: number,
  targets: BenchTargets,
  overTls: Record<string, string>,
): Promise<string> {
  const starts = bundles.map(({ name, file }) =>
    newStart({
      ...{ name, file, event: firstEvent(name, targets.merchant) },
      environment: { ...targets.environment(name), ...overTls },
    }),
  );
  const empty = newStart({
    ...{ name: 'empty handler', file: emptyHandler(directory) },
    ...{ environment: overTls, event: {} },
  });
  const run = starter(directory);

  // The first start fills the cache and reads the files from the disk for the first time.
  const answers = new Map<string, string>();
  for (const start of [empty, ...starts]) {
    await run(start, { isCached: true });
    answers.set(start.name, (await run(start, { isCalled: true })).answer);
  }
  for (let round = 0; round < rounds; round++) {
    const isCached = round % roundsPerCachedStart === 0;
    for (const [index, start] of starts.entries()) {
      for (const one of index % functionsPerEmptyStart === 0 ? [empty, start] : [start]) {
        one.loadMs.push((await run(one, {})).ms);
        one.callMs.push((await run(one, { isCalled: true })).ms);
        if (isCached) one.cachedMs.push((await run(one, { isCached: true })).ms);
      }
    }
  }

  const over = (start: Start, ms: 'loadMs' | 'callMs' | 'cachedMs') =>
    median(start[ms]) / median(empty[ms]);
  const rows = [empty, ...starts].map((start) => [
    start.name,
    median(start.loadMs).toFixed(1),
    times(over(start, 'loadMs')),
    median(start.callMs).toFixed(1),
    times(over(start, 'callMs')),
    answers.get(start.name) ?? '',
    median(start.cachedMs).toFixed(1),
    times(over(start, 'cachedMs')),
  ]);
  const table = markdownTable(
    [
      'function',
      'ms to load',
      'over empty',
      'ms to load and answer',
      'over empty, answered',
      'answer',
      'ms to load, compile cache',
      'over empty, compile cache',
    ],
    rows,
  );
  const within = (most: number) =>
    `${(['loadMs', 'callMs'] as const).map((ms) => starts.filter((start) => over(start, ms) <= most).length).join(' and ')} of ${starts.length} within ${times(most)}`;
  return `${table}\n\nLoaded, and loaded and answered: ${within(2)}, ${within(1.4)} the empty handler's.`;
}

/**
 * A request made from the operation's example by a merchant that has a key; for a queue, an empty
 * batch.
 */
function firstEvent(bundle: string, { apiKey }: Merchant): unknown {
  const operation = [...operations, ...vaultOperations].find(
    ({ name }) => name.replace('.', '/') === bundle,
  );
  if (!operation) return { Records: [] };
  const { method, example, auth } = operation;
  const { params, query, body } = example;
  return eventOf({
    ...{ method, apiKey: operators.has(auth) ? adminKey : apiKey },
    ...{ params, query, body },
  });
}

const operators: ReadonlySet<string> = new Set<Auth>(['admin key', 'merchant of the path']);

/** A TLS server in front of the table and of the stand-ins for the rest of AWS. */
async function startTlsFront({ stubs, endpoints }: BenchTargets, directory: string) {
  const { cert, key } = createCertificate({ name: 'localhost' });
  const file = path.join(directory, 'localhost.pem');
  writeFileSync(file, cert);
  const behind = Number(new URL(stubs.url).port);
  // Without this an answer behind the session tickets waits 40 ms for the client's delayed ACK.
  const noDelay = true;
  const server = tls.createServer({ cert, key, noDelay }, (outside) => {
    const inside = net.connect({ port: behind, host: '127.0.0.1', noDelay });
    outside.pipe(inside).pipe(outside);
    for (const socket of [outside, inside]) {
      socket.on('error', () => {
        outside.destroy();
        inside.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${portOf(server.address())}`;
  return {
    environment: {
      AWS_ACCESS_KEY_ID: endpoints.accessKeyId,
      AWS_SECRET_ACCESS_KEY: 'bench',
      AWS_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL_DYNAMODB: url,
      AWS_ENDPOINT_URL_KMS: url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      NODE_EXTRA_CA_CERTS: file,
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

function emptyHandler(directory: string): string {
  const folder = path.join(directory, 'empty');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'index.cjs');
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200 });\n');
  return file;
}
