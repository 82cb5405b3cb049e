import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { LocalFunction } from './functions.ts';

/** What a container's thread is told when it starts. */
export interface ContainerSettings {
  readonly codeDirectory: string;
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly logGroup: string;
  readonly memoryMb: number;
}
/** Events and results cross as JSON text, as they do in the cloud. */
export interface ContainerInput {
  readonly requestId: string;
  readonly event: string;
  /** When the invocation's time is up, in ms since 1970. */
  readonly deadline: number;
}
export type ContainerOutput =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unloadable'; readonly error: string }
  | { readonly kind: 'failure'; readonly error: string }
  | { readonly kind: 'result'; readonly payload: string };

/** How an invocation ended. `payload` and `error` are JSON text. */
export type Invocation =
  | { readonly kind: 'result'; readonly payload: string }
  | { readonly kind: 'failure' | 'timeout'; readonly error: string };

/** One thread that runs one function, one invocation at a time. */
export interface Container {
  /** Resolves when the bundle is loaded; rejects with the error as JSON text when it is not. */
  readonly ready: Promise<void>;
  /** Whether it can take no more invocations, because it crashed or ran out of time. */
  readonly ended: boolean;
  invoke(requestId: string, event: string): Promise<Invocation>;
  stop(): Promise<void>;
}

/** Starts a container with this environment and no other. */
export function startContainer(
  target: LocalFunction,
  environment: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Container {
  const { codeDirectory, handler, logGroup, memoryMb, timeoutMs } = target;
  const workerData: ContainerSettings = {
    ...{ codeDirectory, handler, logGroup, memoryMb },
    functionName: target.name,
    functionArn: target.arn,
  };
  const worker = new Worker(threadSource(), {
    env: { ...environment },
    execArgv: [],
    name: target.logicalId,
    // The heap is kept small: dozens of these live in one process.
    resourceLimits: {
      maxOldGenerationSizeMb: Math.min(Math.max(memoryMb, 128), 512),
      maxYoungGenerationSizeMb: 8,
    },
    stderr: true,
    stdout: true,
    workerData,
  });
  worker.stdout.setEncoding('utf8').on('data', print);
  worker.stderr.setEncoding('utf8').on('data', print);

  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let running: ((ending: Invocation) => void) | undefined;
  let ended = false;
  const finish = (ending: Invocation) => {
    running?.(ending);
    running = undefined;
  };
  const end = (error: string) => {
    ended = true;
    ready.reject(error);
    finish({ kind: 'failure', error });
  };
  worker.on('message', (message: ContainerOutput) => {
    if (message.kind === 'ready') ready.resolve();
    else if (message.kind === 'unloadable') {
      end(message.error);
      void worker.terminate();
    } else finish(message);
  });
  worker.on('error', (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    print(`${error instanceof Error ? error.stack : message}\n`);
    end(JSON.stringify({ errorType: 'Runtime.UnhandledError', errorMessage: message }));
  });
  worker.on('exit', (code) => {
    const errorMessage = `RequestId: Error: Runtime exited with error: exit status ${code}`;
    end(JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage }));
  });
  // Loading has 10 seconds of its own, as the initialization phase has on Lambda.
  const loading = setTimeout(() => {
    end(JSON.stringify({ errorType: 'Sandbox.Timedout', errorMessage: 'Loading took over 10 s.' }));
    void worker.terminate();
  }, 10_000);
  ready.promise.catch(() => undefined).finally(() => clearTimeout(loading));

  return {
    ready: ready.promise,
    get ended() {
      return ended;
    },
    invoke(requestId, event) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          ended = true;
          const errorMessage = `${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
          print(`${errorMessage}\n`);
          finish({
            kind: 'timeout',
            error: JSON.stringify({ errorType: 'Sandbox.Timedout', errorMessage }),
          });
          void worker.terminate();
        }, timeoutMs);
        running = (ending) => {
          clearTimeout(timer);
          resolve(ending);
        };
        const input: ContainerInput = { requestId, event, deadline: Date.now() + timeoutMs };
        worker.postMessage(input);
      });
    },
    async stop() {
      ended = true;
      await worker.terminate();
    },
  };
}

/** The thread's program as JavaScript: stripped of its types once, rather than in every thread. */
function threadSource(): URL {
  if (threadUrl) return threadUrl;
  const source = readFileSync(new URL('./function-container-thread.ts', import.meta.url), 'utf8');
  const { emitWarning } = process;
  try {
    // Node.js calls the stripping of types experimental, though it runs this very file by it.
    process.emitWarning = () => undefined;
    threadUrl = new URL(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`);
  } finally {
    process.emitWarning = emitWarning;
  }
  return threadUrl;
}
let threadUrl: URL | undefined;
