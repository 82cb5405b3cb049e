// The inside of a container: loads one function's bundle and runs its invocations, one at a time.
// It is given to its thread as plain JavaScript, so it imports nothing of ours.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { ContainerInput, ContainerOutput, ContainerSettings } from './function-container.ts';

type Handler = (event: unknown, context: object) => unknown;

const port = parentPort;
const settings: ContainerSettings = workerData;
const say = (message: ContainerOutput) => port?.postMessage(message);

async function load(): Promise<Handler> {
  const dot = settings.handler.lastIndexOf('.');
  const base = `${settings.codeDirectory}/${settings.handler.slice(0, dot)}`;
  const file = ['.js', '.mjs', '.cjs'].map((end) => base + end).find((name) => existsSync(name));
  if (!file) throw new Error(`Cannot find the module of handler ${settings.handler}.`);
  const require = createRequire(file);
  const loaded = file.endsWith('.mjs') ? await import(`file://${file}`) : require(file);
  const handler = loaded[settings.handler.slice(dot + 1)];
  if (typeof handler !== 'function') throw new Error(`${settings.handler} is not a function.`);
  return handler;
}

function describe(error: unknown) {
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
  return JSON.stringify({
    errorType: name,
    errorMessage: message,
    trace: stack?.split('\n') ?? [],
  });
}

load().then(
  (handler) => {
    port?.on('message', async ({ requestId, event, deadline }: ContainerInput) => {
      const context = {
        awsRequestId: requestId,
        callbackWaitsForEmptyEventLoop: true,
        functionName: settings.functionName,
        functionVersion: '$LATEST',
        getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
        invokedFunctionArn: settings.functionArn,
        logGroupName: settings.logGroup,
        logStreamName: 'local',
        memoryLimitInMB: String(settings.memoryMb),
      };
      try {
        const result = await handler(JSON.parse(event), context);
        say({ kind: 'result', payload: JSON.stringify(result) ?? 'null' });
      } catch (error) {
        say({ kind: 'failure', error: describe(error) });
      }
    });
    say({ kind: 'ready' });
  },
  (error) => say({ kind: 'unloadable', error: describe(error) }),
);
