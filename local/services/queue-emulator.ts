import { randomUUID } from 'node:crypto';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Emulator, emulatorAt } from '../aws/aws-call.ts';
import type { ServiceCalls } from '../aws/proxy-response.ts';
import { threadEnvironment } from '../thread-environment.ts';
import { queueCalls } from './queue-calls.ts';

/**
 * An emulator of SQS and S3. Messages are in memory, and so are objects without a folder for them.
 */
export interface QueueEmulator {
  /**
   * The emulator's HTTP server, which is loaded and started at the first call: for S3. Its queues are
   * others than those of `call`.
   */
  server(): Promise<Emulator>;
  /** Makes calls of SQS from this thread, and looks into queues: see `inspection`. */
  readonly call: ServiceCalls;
  /** A port with which another thread calls SQS: see `queueCalls`. */
  connect(): MessagePort;
  /** Resolves with the reason when it ends before it is stopped. */
  readonly failure: Promise<QueuesEnded>;
  stop(): Promise<void>;
}

/** The queues' emulator ended, though this program did not stop it. The message is one line. */
export class QueuesEnded extends Error {
  constructor(why: string) {
    super(`The queue emulator, which holds all messages, ended: ${why}`);
    this.name = 'QueuesEnded';
  }
}

/** @param objects the folder that objects are kept in over restarts; absent, they are in memory */
export async function startQueueEmulator(region: string, objects?: string): Promise<QueueEmulator> {
  const thread = new Worker(new URL('./queue-emulator-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: threadEnvironment(),
    name: 'queues',
  });
  const failure = Promise.withResolvers<QueuesEnded>();
  let isStopping = false;
  thread.once('error', (error: unknown) => {
    failure.resolve(new QueuesEnded(error instanceof Error ? error.message : String(error)));
  });
  thread.once('exit', (code) => {
    if (!isStopping) failure.resolve(new QueuesEnded(`its thread ended (${code}).`));
  });
  const started = nextMessage(thread);
  thread.postMessage({ region });
  const first = await Promise.race([started, failure.promise]);
  if (first instanceof QueuesEnded) throw first;
  let serving: Promise<Emulator> | undefined;
  const serveObjects = async () => {
    const answered = nextMessage(thread);
    // Only this program knows the key, so no other one reads or writes objects.
    const accessKeyId = randomUUID();
    thread.postMessage({ objects, accessKeyId });
    const port = await Promise.race([answered, failure.promise]);
    if (port instanceof QueuesEnded) throw port;
    return emulatorAt(`http://127.0.0.1:${port}`, accessKeyId, region);
  };
  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    thread.postMessage(port1, [port1]);
    return port2;
  };
  const own = connect();
  return {
    server() {
      serving ??= serveObjects();
      return serving;
    },
    call: queueCalls(own),
    connect,
    failure: failure.promise,
    async stop() {
      isStopping = true;
      own.close();
      await thread.terminate();
      // A server that did not start needs no end.
      await serving?.then(
        (emulator) => emulator.close(),
        () => undefined,
      );
    },
  };
}

const nextMessage = (thread: Worker) =>
  new Promise<unknown>((resolve) => thread.once('message', resolve));
