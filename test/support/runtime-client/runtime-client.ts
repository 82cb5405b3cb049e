import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { type RuntimeOutcome, startRuntimeApi } from './runtime-api.ts';

/** AWS's own runtime client (`aws-lambda-ric`), which runs functions as Lambda does. */
export interface RuntimeClient {
  /** Starts a function with this environment, and has it handle one event. */
  run(
    environment: Readonly<Record<string, string>>,
    functionArn: string,
    event: unknown,
  ): Promise<RunOutcome>;
  stop(): Promise<void>;
}

interface RunOutcome extends RuntimeOutcome {
  /** The output of the function and the client. */
  readonly lines: readonly string[];
}

export type ThreadInput =
  | { readonly kind: 'start'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'report' };
export interface ThreadOutput {
  readonly printed: string;
}

const Output = v.object({ printed: v.string() });

/**
 * Starts a thread for the client. Functions are started in it one after the other, each with modules
 * and an environment of its own. After a function that cannot be initialized the thread is a new one.
 */
export async function startRuntimeClient(): Promise<RuntimeClient> {
  const api = await startRuntimeApi();
  let thread = startThread();

  return {
    async run(own, functionArn, event) {
      const environment = {
        ...own,
        AWS_LAMBDA_RUNTIME_API: api.address,
        // Events are fetched with the HTTP client of Node.js, not with the client's native part.
        AWS_LAMBDA_NODEJS_USE_ALTERNATIVE_CLIENT_1: 'true',
      };
      const invocation = {
        requestId: randomUUID(),
        functionArn,
        timeoutMs: 28_000,
        event: JSON.stringify(event),
      };
      const ending = api.invoke(invocation);
      const input: ThreadInput = { kind: 'start', environment };
      thread.worker.postMessage(input);
      const outcome = await Promise.race([ending, thread.died]);
      if (outcome.kind !== 'init error') return { ...outcome, lines: await printed(thread.worker) };
      await thread.worker.terminate();
      thread = startThread();
      return { ...outcome, lines: [] };
    },
    async stop() {
      await thread.worker.terminate();
      await api.close();
    },
  };
}

/** The output of the thread since it was asked before. */
async function printed(worker: Worker): Promise<readonly string[]> {
  const answered = once(worker, 'message');
  const input: ThreadInput = { kind: 'report' };
  worker.postMessage(input);
  const [output] = await answered;
  const text = v.parse(Output, output).printed;
  return text.split('\n').filter((line) => line !== '');
}

function startThread() {
  const worker = new Worker(new URL('./client-thread.ts', import.meta.url), {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const { promise: died, resolve } = Promise.withResolvers<RuntimeOutcome>();
  // A client that cannot start a function posts the reason, and then ends.
  worker.on('error', (error: unknown) =>
    resolve({ kind: 'init error', body: JSON.stringify({ errorMessage: String(error) }) }),
  );
  return { worker, died };
}
