// The emulator of SQS and S3, in a thread of its own so that its work does not delay requests.
// Calls of SQS come as messages. S3 goes over HTTP; its server is loaded when it is asked for, as it
// takes longer than all else of a start.

import diagnosticsChannel from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { MessagePort, parentPort } from 'node:worker_threads';
import { addressOf, isOwnHost } from '../addressed-server.ts';
import { isObject, parseJson } from '../assembly/json.ts';
import { answerCalls, type PortCall, type ServiceAnswer } from '../aws/port-calls.ts';
import { ownMember, setOwnMember } from '../own-member.ts';
import { makeQueuesFair } from './fair-queues.ts';
import { inspection } from './queue-calls.ts';

/** The emulator's own entrance for calls of SQS, behind its HTTP server. */
interface Router {
  register(action: string, handler: unknown): void;
  handle(request: RoutedRequest, reply: RoutedReply): Promise<object>;
}
interface RoutedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
}
interface RoutedReply {
  status(status: number): void;
  header(name: string, value: string): void;
}

/** The emulator's queues, behind that entrance. */
interface Store {
  region: string;
  inspectQueue(name: string): object | undefined;
}

const fauxqs = import.meta.resolve('fauxqs');
const load = (file: string) => import(new URL(file, fauxqs).href);

/** All actions on queues and their messages; the emulator has a module for each. */
const actions = [
  ...['CreateQueue', 'DeleteQueue', 'GetQueueUrl', 'ListQueues', 'PurgeQueue'],
  ...['GetQueueAttributes', 'SetQueueAttributes', 'TagQueue', 'UntagQueue', 'ListQueueTags'],
  ...['SendMessage', 'SendMessageBatch', 'ReceiveMessage', 'DeleteMessage', 'DeleteMessageBatch'],
  ...['ChangeMessageVisibility', 'ChangeMessageVisibilityBatch'],
];

const { SqsStore, SqsQueue } = await load('./sqs/sqsStore.js');
const { SqsRouter } = await load('./sqs/sqsRouter.js');
makeQueuesFair(SqsQueue, SqsRouter);
const store: Store = new SqsStore();
const router: Router = new SqsRouter(store);
await Promise.all(
  actions.map(async (action) => {
    const name = action.charAt(0).toLowerCase() + action.slice(1);
    router.register(action, ownMember(await load(`./sqs/actions/${name}.js`), name));
  }),
);

parentPort?.on('message', async (message: unknown) => {
  if (message instanceof MessagePort) return answerCalls(message, answerTo);
  const { region, objects, accessKeyId } = isObject(message) ? message : {};
  if (typeof region === 'string') {
    store.region = region;
    parentPort?.postMessage('started');
    return;
  }
  const folder = typeof objects === 'string' ? objects : undefined;
  parentPort?.postMessage(await portForObjects(folder, String(accessKeyId)));
});

/** The HTTP server of the emulator, as far as this program changes it. */
interface EmulatorServer {
  listen(options: object): unknown;
  addHook(
    name: 'onRequest',
    hook: (request: { readonly raw: IncomingMessage }, reply: EmulatorReply) => Promise<unknown>,
  ): void;
}
interface EmulatorReply {
  code(status: number): EmulatorReply;
  send(): unknown;
}

/** Starts the server for S3, and returns its port. It answers only calls with the access key. */
async function portForObjects(folder: string | undefined, accessKeyId: string): Promise<number> {
  const isKnown = ({ raw }: { readonly raw: IncomingMessage }) =>
    addressOf(raw) !== undefined &&
    isOwnHost(raw) &&
    raw.headers.authorization?.includes(`Credential=${accessKeyId}/`) === true;
  // The emulator would listen on all interfaces and ask for no key, and has no option against
  // either.
  diagnosticsChannel.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: EmulatorServer };
    fastify.addHook('onRequest', async (request, reply) =>
      isKnown(request) ? undefined : reply.code(403).send(),
    );
    const listen = fastify.listen.bind(fastify);
    fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' });
  });
  const { startFauxqs } = await import('fauxqs');
  const options = { port: 0, logger: false, ...(folder !== undefined && { s3StorageDir: folder }) };
  return (await startFauxqs(options)).port;
}

async function answerTo({ target, text }: PortCall): Promise<ServiceAnswer> {
  const headers: Record<string, string> = {};
  let status = 200;
  const reply: RoutedReply = {
    status(given) {
      status = given;
    },
    header(name, value) {
      setOwnMember(headers, name, value);
    },
  };
  try {
    const body = parseJson(text);
    const request = { headers: { 'x-amz-target': target, host: 'localhost' }, body };
    const answer = target === inspection ? inspected(body) : await router.handle(request, reply);
    return { status, headers, text: JSON.stringify(answer) };
  } catch (error) {
    // The answer of the emulator's HTTP server to an error of its code.
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, text: JSON.stringify({ __type: 'InternalFailure', message }) };
  }
}

function inspected(asked: unknown): object {
  const name = isObject(asked) ? String(asked.name) : '';
  const found = store.inspectQueue(name);
  if (!found) throw new Error(`There is no queue ${name}.`);
  return found;
}
