// The inside of a host thread: keeps instances of functions, and runs their invocations.
import { AsyncLocalStorage } from 'node:async_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import type { LocalFunction } from '../assembly/functions.ts';
import { type Answerer, answerInMemory, type RequestHead } from '../aws/memory-requests.ts';
import type { ProxyResponse } from '../aws/proxy-response.ts';
import { type DataProxy, forwardDataCall, isDataCall } from '../gate/data-gate.ts';
import { type AccessDecision, accessControl } from '../iam/access.ts';
import type { Role } from '../iam/function-roles.ts';
import { callsOver } from '../services/given-tables.ts';
import { keyService } from '../services/keys.ts';
import { queueCalls } from '../services/queue-calls.ts';
import { timeOf, timeOfServices } from './clock-shifts.ts';
import { moduleCompiler } from './compiled-modules.ts';
import type {
  HostInput,
  HostOutput,
  HostRules,
  HostSettings,
  PrintedLine,
} from './function-host.ts';
import { type Handler, ProcessExit, startInstance } from './function-instance.ts';

interface HostedInstance {
  readonly id: number;
  readonly target: LocalFunction;
  readonly accessKeyId: string;
  /** The variables of its process. */
  readonly environment: Record<string, string>;
  handler: Handler | undefined;
  /** Lines that were not yet sent to the pool. */
  printed: PrintedLine[];
  /** The beginning of a line whose end was not yet written. */
  unfinished: string;
  busy: boolean;
  ended: boolean;
}

const settings: HostSettings = workerData;
const { functions, proxyPort, apiPorts, beat, clockShifts } = settings;
const instances = new Map<number, HostedInstance>();
const callers = new Map<string, LocalFunction>();
/** The instance whose code is running, also in its timers and promises. */
const current = new AsyncLocalStorage<HostedInstance>();
const postOutput = (message: HostOutput) => parentPort?.postMessage(message);
let guard: DataProxy | undefined;
let running = 0;

const compiled = moduleCompiler();

answerInMemory(
  (head) => {
    if (head.host !== '127.0.0.1') return undefined;
    if (head.port === proxyPort) return toProxy(head);
    return apiPorts.includes(head.port) ? toApi(head) : undefined;
  },
  () => timeOfServices(clockShifts),
);

/** Handles calls of DynamoDB and SQS by the instances of this thread. */
function toProxy({ headers }: RequestHead): Answerer | undefined {
  if (!guard) return undefined;
  const given = textHeaders(headers);
  const target = given['x-amz-target'] ?? '';
  const [, id = ''] = /Credential=([^/,=\s]+)\//.exec(given.authorization ?? '') ?? [];
  const caller = callers.get(id);
  // The gate itself accepts or refuses callers that this thread does not know.
  if (!caller || !isDataCall(target)) return undefined;
  const checked = guard;
  const traceHeader = given['x-amzn-trace-id'];
  return (body) => forwardDataCall(checked, caller, { target, body, traceHeader });
}

/** Handles calls of functions to the assembly's own APIs. */
function toApi({ port, method, path, headers }: RequestHead): Answerer {
  const instance = current.getStore();
  return (body) => {
    lastApiCall += 1;
    const request = lastApiCall;
    const { promise, resolve, reject } = Promise.withResolvers<ProxyResponse>();
    const given = { host: `127.0.0.1:${port}`, ...textHeaders(headers) };
    if (instance?.ended) reject(new Error('The instance has ended.'));
    else {
      pendingApiCalls.set(request, { resolve, reject });
      postOutput({ kind: 'ask', request, asked: { port, method, path, headers: given, body } });
    }
    return { answer: promise, cancel: () => void pendingApiCalls.delete(request) };
  };
}
const pendingApiCalls = new Map<
  number,
  Pick<PromiseWithResolvers<ProxyResponse>, 'resolve' | 'reject'>
>();
let lastApiCall = 0;

/** Headers by name in lower case; several values are joined into one text. */
const textHeaders = (headers: RequestHead['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')]],
    ),
  );

parentPort?.on('message', (message: HostInput) => {
  switch (message.kind) {
    case 'open':
      guard = guardOf(message.rules);
      return;
    case 'start':
      start(message);
      return;
    case 'invoke':
      void invoke(message);
      return;
    case 'end': {
      const instance = instances.get(message.instance);
      if (instance) end(instance);
      postOutput({ kind: 'heard' });
      return;
    }
    case 'answered': {
      const { status, headers, body } = message.answer;
      pendingApiCalls.get(message.request)?.resolve({ status, headers, body: Buffer.from(body) });
      pendingApiCalls.delete(message.request);
      return;
    }
    case 'unanswered':
      pendingApiCalls.get(message.request)?.reject(new Error('socket hang up'));
      pendingApiCalls.delete(message.request);
  }
});

function guardOf({ dynamodb, sqs, marks, writes, streamArns, ...rules }: HostRules): DataProxy {
  const { region, resourcePolicies, tables, queues, keys, traced } = rules;
  const roles = new Map(
    functions.flatMap((target, index): [LocalFunction, Role][] => {
      const role = rules.roles[index];
      return role ? [[target, role]] : [];
    }),
  );
  const decided = traced
    ? (decision: AccessDecision) => postOutput({ kind: 'decided', decision })
    : undefined;
  return {
    access: accessControl({ region }, roles, resourcePolicies, new Map(), marks, decided),
    resources: {
      region,
      tables,
      queues,
      keys: keyService(keys, () => {
        throw new Error('Keys are used by the gate alone.');
      }),
    },
    dynamodb: callsOver(dynamodb),
    sqs: queueCalls(sqs),
    streamArns,
    writes,
    log: (line) => postOutput({ kind: 'log', line }),
  };
}

function start({ instance: id, functionIndex, environment, accessKeyId }: StartInput) {
  const target = functions[functionIndex];
  if (!target) throw new Error(`There is no function ${functionIndex}.`);
  const instance: HostedInstance = {
    id,
    target,
    accessKeyId,
    environment: { ...environment },
    handler: undefined,
    printed: [],
    unfinished: '',
    busy: false,
    ended: false,
  };
  instances.set(id, instance);
  callers.set(accessKeyId, target);
  try {
    instance.handler = current.run(instance, () =>
      startInstance({
        codeDirectory: target.codeDirectory,
        handler: target.handler,
        environment: instance.environment,
        compiled,
        clock: clockShifts && (() => timeOf(functionIndex, clockShifts)),
        print: (text) => print(instance, text),
        exit: (code) => exited(instance, code),
      }),
    );
    if (!instance.ended) postOutput({ kind: 'ready', instance: id });
  } catch (error) {
    fail(instance, describe(error));
  }
}

async function invoke({ instance: id, requestId, event, deadline, traceHeader }: InvokeInput) {
  const instance = instances.get(id);
  if (!instance?.handler) return;
  const { handler, target, environment } = instance;
  // As AWS's runtime client does before each invocation.
  if (traceHeader === undefined) delete environment._X_AMZN_TRACE_ID;
  else environment._X_AMZN_TRACE_ID = traceHeader;
  const context = {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: target.name,
    functionVersion: '$LATEST',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    invokedFunctionArn: target.arn,
    logGroupName: target.logGroup,
    logStreamName: 'local',
    memoryLimitInMB: String(target.memoryMb),
  };
  instance.busy = true;
  running += 1;
  keepBeating();
  const ending = await current.run(instance, async (): Promise<Ending> => {
    try {
      const result = await handler(JSON.parse(event), context);
      return { kind: 'result', text: JSON.stringify(result) ?? 'null' };
    } catch (error) {
      return { kind: 'failure', text: describe(error) };
    }
  });
  if (instance.ended) return;
  instance.busy = false;
  running -= 1;
  postOutput({ ...ending, instance: id, printed: instance.printed.splice(0) });
}

type StartInput = Extract<HostInput, { kind: 'start' }>;
type InvokeInput = Extract<HostInput, { kind: 'invoke' }>;
type Ending = { readonly kind: 'result' | 'failure'; readonly text: string };

/**
 * Marks, while code runs here, that the event loop still turns; a spinning handler stops the marks.
 */
function keepBeating() {
  Atomics.store(beat, 0, now());
  if (beating) return;
  beating = setInterval(() => {
    Atomics.store(beat, 0, now());
    if (running > 0) return;
    clearInterval(beating);
    beating = undefined;
  }, 50);
}
let beating: NodeJS.Timeout | undefined;
/** The time in ms, as far as it has room. */
const now = () => Date.now() | 0;

/** Passes text on in whole lines; an incomplete line waits for its end. */
function print(instance: HostedInstance, text: string) {
  const at = Date.now();
  const lines = (instance.unfinished + text).split('\n');
  instance.unfinished = lines.pop() ?? '';
  const written = lines.filter((line) => line !== '').map((line) => ({ at, text: line }));
  if (written.length > 0 && instance.printed.length === 0) {
    setImmediate(() => {
      if (instance.printed.length === 0) return;
      postOutput({ kind: 'printed', instance: instance.id, lines: instance.printed.splice(0) });
    });
  }
  instance.printed.push(...written);
}

/** Removes an instance. From now on the gate refuses its pending calls. */
function end(instance: HostedInstance) {
  if (instance.busy) running -= 1;
  instance.ended = true;
  instance.handler = undefined;
  instances.delete(instance.id);
  callers.delete(instance.accessKeyId);
}

/** Ends one instance: its invocation fails, and it accepts no other. */
function fail(instance: HostedInstance, error: string) {
  if (instance.ended) return;
  const { printed, id } = instance;
  end(instance);
  postOutput({ kind: 'ended', instance: id, error, printed });
}

function exited(instance: HostedInstance, code: number) {
  const errorMessage = `RequestId: Error: Runtime exited with error: exit status ${code}`;
  fail(instance, JSON.stringify({ errorType: 'Runtime.ExitError', errorMessage }));
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

process.on('uncaughtException', (error: unknown) => {
  const instance = current.getStore();
  // The error's function is unknown, so every function in this process fails, as it would if a
  // single process ran it all.
  if (!instance) throw error;
  if (error instanceof ProcessExit) return;
  fail(instance, describe(error));
});
process.on('unhandledRejection', (reason: unknown) => {
  const instance = current.getStore();
  if (!instance) throw reason;
  if (reason instanceof ProcessExit) return;
  const errorMessage = reason instanceof Error ? `${reason.name}: ${reason.message}` : `${reason}`;
  const trace = reason instanceof Error ? (reason.stack?.split('\n') ?? []) : [];
  const errorType = 'Runtime.UnhandledPromiseRejection';
  fail(instance, JSON.stringify({ errorType, errorMessage, trace }));
});
postOutput({ kind: 'heard' });
