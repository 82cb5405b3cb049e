// The emulator of SQS and S3, in a thread of its own so that its work does not delay requests.
import diagnosticsChannel from 'node:diagnostics_channel';
import { parentPort } from 'node:worker_threads';
import { isObject } from '../assembly/json.ts';
import { makeQueuesFair } from '../events/fair-queues.ts';

// The emulator would listen on all interfaces, and has no option against that.
diagnosticsChannel.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: { listen: (options: object) => unknown } };
  const listen = fastify.listen.bind(fastify);
  fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' });
});

const fauxqs = import.meta.resolve('fauxqs');
const { SqsQueue } = await import(new URL('./sqs/sqsStore.js', fauxqs).href);
makeQueuesFair(SqsQueue);
const { startFauxqs } = await import('fauxqs');
parentPort?.once('message', async (settings: unknown) => {
  const { region, objects } = isObject(settings) ? settings : {};
  const { port } = await startFauxqs({
    port: 0,
    logger: false,
    defaultRegion: String(region),
    ...(typeof objects === 'string' && { s3StorageDir: objects }),
  });
  parentPort?.postMessage(port);
});
