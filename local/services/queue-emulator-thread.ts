// The emulator of SQS and S3, in a thread of its own so that its work does not delay requests.
// Calls of SQS come as messages; S3, and looking into a queue, go over HTTP.
import diagnosticsChannel from 'node:diagnostics_channel';
import { MessagePort, parentPort } from 'node:worker_threads';
import { isObject } from '../assembly/json.ts';
import { makeQueuesFair } from './fair-queues.ts';
import type { QueueAnswer, QueueCall } from './queue-calls.ts';

// The emulator would listen on all interfaces, and has no option against that.
diagnosticsChannel.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: { listen: (options: object) => unknown } };
  const listen = fastify.listen.bind(fastify);
  fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' });
});

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

const fauxqs = import.meta.resolve('fauxqs');
const { SqsQueue } = await import(new URL('./sqs/sqsStore.js', fauxqs).href);
const { SqsRouter }: { SqsRouter: { readonly prototype: Router } } = await import(
  new URL('./sqs/sqsRouter.js', fauxqs).href
);
makeQueuesFair(SqsQueue, SqsRouter);
const router = Promise.withResolvers<Router>();
const { register } = SqsRouter.prototype;
Object.assign(SqsRouter.prototype, {
  register(this: Router, action: string, handler: unknown) {
    router.resolve(this);
    register.call(this, action, handler);
  },
});

const { startFauxqs } = await import('fauxqs');
let host = '127.0.0.1';
parentPort?.on('message', async (message: unknown) => {
  if (message instanceof MessagePort) return answerCallsFrom(message, await router.promise);
  const { region, objects } = isObject(message) ? message : {};
  const { port } = await startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: String(region),
    ...(typeof objects === 'string' && { s3StorageDir: objects }),
  });
  host = `127.0.0.1:${port}`;
  parentPort?.postMessage(port);
});

function answerCallsFrom(port: MessagePort, sqs: Router) {
  port.on('message', async (call: QueueCall) => port.postMessage(await answerTo(call, sqs)));
}

async function answerTo({ id, target, text }: QueueCall, sqs: Router): Promise<QueueAnswer> {
  const headers: Record<string, string> = {};
  let status = 200;
  const reply: RoutedReply = {
    status(given) {
      status = given;
    },
    header(name, value) {
      headers[name] = value;
    },
  };
  try {
    const request = { headers: { 'x-amz-target': target, host }, body: JSON.parse(text) };
    const answer = JSON.stringify(await sqs.handle(request, reply));
    headers['content-length'] = String(Buffer.byteLength(answer));
    return { id, status, headers, text: answer };
  } catch (error) {
    // The answer of the emulator's HTTP server to an error of its code.
    const message = error instanceof Error ? error.message : String(error);
    return {
      id,
      status: 500,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      text: JSON.stringify({ __type: 'InternalFailure', message }),
    };
  }
}
