import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Emulator } from '../local/aws/aws-call.ts';
import { portOf } from '../local/port-of.ts';
import { instantProcessor, type Processor } from './instant-processor.ts';

/** One request of a handler to another system. */
export type Call =
  | { readonly kind: 'aws'; readonly target: string; readonly body: string }
  | {
      readonly kind: 'connector';
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    };

/** Calls made at the same time. */
export type Step = readonly Call[];

/**
 * Stand-ins for all systems that a handler calls besides the database, and a proxy that records
 * calls to the database.
 */
export interface Stubs {
  readonly url: string;
  /** Records the calls made while `run` runs, in steps of simultaneous calls. */
  record(run: () => Promise<unknown>): Promise<readonly Step[]>;
  close(): Promise<void>;
}

/** The operator's key, as Secrets Manager returns it. */
export const adminKey = 'bench_admin_key';
/** The vault's own first key, which Secrets Manager holds too. */
const masterKey = 'vk_bench_master_key';

/** Path prefix of a tenant's own processor, which accepts every card. */
export const ownProcessorPath = '/own-processor';

/**
 * Every response waits this long while calls are recorded, so that simultaneous calls are
 * recognized.
 */
const recordingDelayMs = 20;

interface RecordedCall {
  readonly call: Call;
  readonly asked: number;
  answered: number;
}

/** Starts the stand-ins on a free port of this machine. */
export async function startStubs(database: Emulator): Promise<Stubs> {
  let heard: RecordedCall[] | undefined;
  let ticks = 0;
  const processor = instantProcessor();
  const server = http.createServer(async (request, response) => {
    const call = callOf(request, await textOf(request));
    const entry = { call, asked: ++ticks, answered: Number.POSITIVE_INFINITY };
    heard?.push(entry);
    const { status, body } = await answer(call, request, database, processor);
    if (heard) await sleep(recordingDelayMs);
    entry.answered = ++ticks;
    response.writeHead(status, { 'content-type': contentType(request) }).end(body);
  });
  // Keeps idle connections open: a close could cross a request that is under way.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async record(run) {
      heard = [];
      try {
        await run();
        return stepsOf(heard);
      } finally {
        heard = undefined;
      }
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A call belongs to a step if it was made before any call of that step was answered. */
function stepsOf(heard: readonly RecordedCall[]): readonly Step[] {
  const steps: Call[][] = [];
  let firstAnswer = 0;
  for (const { call, asked, answered } of heard) {
    const step = steps.at(-1);
    if (step && asked < firstAnswer) {
      step.push(call);
      firstAnswer = Math.min(firstAnswer, answered);
    } else {
      steps.push([call]);
      firstAnswer = answered;
    }
  }
  return steps;
}

function callOf({ method = 'GET', url: path = '/', headers }: IncomingMessage, body: string): Call {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return { kind: 'aws', target, body };
  const ours = Object.entries(headers).flatMap(([name, value]) =>
    typeof value !== 'string' || name === 'host' || name === 'connection' ? [] : [[name, value]],
  );
  return { kind: 'connector', method, path, headers: Object.fromEntries(ours), body };
}

async function answer(
  call: Call,
  request: IncomingMessage,
  database: Emulator,
  processor: Processor,
) {
  if (call.kind === 'connector') {
    const isOwn = call.path.startsWith(ownProcessorPath);
    if (isOwn) return { status: 200, body: '{"id":"ch_1","status":"approved"}' };
    return { status: 200, body: processor(call.path, call.body) };
  }
  if (call.target.startsWith('DynamoDB_')) return forwarded(request, call.body, database);
  const known = answers[call.target]?.(call.body);
  if (!known) throw new Error(`No stub answers for ${call.target}.`);
  return { status: 200, body: JSON.stringify(known) };
}

/** KMS with one key for every merchant, and Secrets Manager with two secrets. */
const merchantKey = Buffer.alloc(32, 'key').toString('base64');
const answers: Readonly<Record<string, (body: string) => unknown>> = {
  'TrentService.GenerateDataKey': () => ({ Plaintext: merchantKey, CiphertextBlob: merchantKey }),
  'TrentService.Decrypt': () => ({ Plaintext: merchantKey }),
  'secretsmanager.GetSecretValue': (body) => ({
    SecretString: /"SecretId":"[^"]*MasterKey/.test(body) ? masterKey : adminKey,
  }),
};

function forwarded(
  { headers }: IncomingMessage,
  body: string,
  { host, port, agent }: Emulator,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const onwards = http.request({
      ...{ host, port, agent, method: 'POST', path: '/' },
      // The emulator takes requests for its own address alone.
      headers: { ...headers, host: `${host}:${port}` },
    });
    onwards.once('error', reject);
    onwards.once('response', (response) => {
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 500, body: text }),
        reject,
      );
    });
    onwards.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts).toString();
}

const contentType = ({ headers }: IncomingMessage) => headers['content-type'] ?? 'application/json';
