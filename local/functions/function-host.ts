import { MessagePort, Worker } from 'node:worker_threads';
import type { LocalFunction } from '../assembly/functions.ts';
import type { TableWrites } from '../gate/data-gate.ts';
import type { AccessDecision } from '../iam/access.ts';
import type { Role } from '../iam/function-roles.ts';
import type { GrantMarks } from '../iam/marked-grants.ts';
import type { Statement } from '../iam/policy.ts';
import type { Log, LogLine } from '../log.ts';
import type { LocalKey } from '../services/keys.ts';
import type { LocalQueue } from '../services/queues.ts';
import type { WayToTables } from '../services/running-tables.ts';
import type { LocalTable } from '../services/tables.ts';
import { threadEnvironment } from '../thread-environment.ts';
import type { ClockShifts } from './clock-shifts.ts';

/** The data that a host's thread receives at its start. */
export interface HostSettings {
  readonly functions: readonly LocalFunction[];
  readonly proxyPort: number;
  /** The ports of the assembly's own APIs, also on the loopback interface. */
  readonly apiPorts: readonly number[];
  readonly clockShifts?: ClockShifts | undefined;
  /**
   * When the thread's event loop last turned while code ran in it: ms since 1970, the lower 32
   * bits.
   */
  readonly beat: Int32Array;
}

/**
 * The permissions that a host checks calls of DynamoDB and SQS against: plain data, and memory that
 * threads share.
 */
export interface HostRules {
  readonly region: string;
  /** The role of each function, in the order of the functions. */
  readonly roles: readonly Role[];
  readonly resourcePolicies: ReadonlyMap<string, readonly Statement[]>;
  readonly marks: GrantMarks;
  readonly tables: ReadonlyMap<string, LocalTable>;
  readonly queues: ReadonlyMap<string, LocalQueue>;
  readonly keys: readonly LocalKey[];
  /** Calls DynamoDB: see `callsOver`. Each host has a port of its own. */
  readonly dynamodb: WayToTables;
  /** Calls SQS: see `queueCalls`. Each host has a port of its own. */
  readonly sqs: MessagePort;
  readonly streamArns: ReadonlyMap<string, string>;
  readonly writes: TableWrites;
  /** Whether the host reports its decisions. */
  readonly traced: boolean;
}

/** A function's request to one of the assembly's own APIs. */
export interface ApiCall {
  readonly port: number;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** Events and results are passed as JSON text, as in the cloud. */
export type HostInput =
  | { readonly kind: 'open'; readonly rules: HostRules }
  | {
      readonly kind: 'start';
      readonly instance: number;
      readonly functionIndex: number;
      readonly environment: Readonly<Record<string, string>>;
      readonly accessKeyId: string;
    }
  | {
      readonly kind: 'invoke';
      readonly instance: number;
      readonly requestId: string;
      readonly event: string;
      /** When the invocation times out, in ms since 1970. */
      readonly deadline: number;
      /** The chain of requests that the invocation is part of: see `lineage.ts`. */
      readonly traceHeader: string | undefined;
    }
  | { readonly kind: 'end'; readonly instance: number }
  | { readonly kind: 'answered'; readonly request: number; readonly answer: ApiResponse }
  | { readonly kind: 'unanswered'; readonly request: number };

export type HostOutput =
  | { readonly kind: 'heard' }
  | { readonly kind: 'log'; readonly line: LogLine }
  | { readonly kind: 'decided'; readonly decision: AccessDecision }
  | { readonly kind: 'ask'; readonly request: number; readonly asked: ApiCall }
  | { readonly kind: 'ready'; readonly instance: number }
  | { readonly kind: 'printed'; readonly instance: number; readonly lines: readonly PrintedLine[] }
  | {
      readonly kind: 'ended';
      readonly instance: number;
      readonly error: string;
      readonly printed: readonly PrintedLine[];
    }
  | {
      readonly kind: 'result' | 'failure';
      readonly instance: number;
      readonly text: string;
      readonly printed: readonly PrintedLine[];
    };

/** A line of a function's output, and when its last part was written, in ms since 1970. */
export interface PrintedLine {
  readonly at: number;
  readonly text: string;
}

/** How an invocation ended. `payload` and `error` are JSON text. */
export type Invocation =
  | { readonly kind: 'result'; readonly payload: string }
  | { readonly kind: 'failure' | 'timeout'; readonly error: string };

/** One instance of a function, with its modules evaluated. It runs one invocation at a time. */
export interface Instance {
  readonly host: Host;
  /** Resolves when its modules are loaded. Rejects with the error as JSON text if loading fails. */
  readonly ready: Promise<void>;
  /** Whether it accepts no more invocations, because it crashed or timed out. */
  readonly ended: boolean;
  /** @param traceHeader the chain of requests that the invocation is part of: see `lineage.ts` */
  invoke(requestId: string, event: string, traceHeader?: string): Promise<Invocation>;
}

interface InstanceSettings {
  readonly target: LocalFunction;
  readonly environment: Readonly<Record<string, string>>;
  readonly accessKeyId: string;
  print(line: PrintedLine): void;
  /** Called once, when the gate no longer accepts its credentials. */
  revoked(): void;
}

/** A thread that runs instances of all functions. */
export interface Host {
  /** The number of running invocations and starting instances. */
  readonly load: number;
  /** Whether code in the thread blocks its event loop. */
  readonly isStuck: boolean;
  /** Whether the thread hardly rested lately, so that more work would only share its time. */
  readonly isSaturated: boolean;
  readonly ended: boolean;
  /** Resolves when the thread has ended, for any reason. */
  readonly end: Promise<void>;
  open(rules: HostRules): void;
  start(settings: InstanceSettings): Instance;
  stop(): Promise<void>;
}

/** Loading has its own limit of 10 seconds, as Lambda's initialization phase has. */
const maxLoadMs = 10_000;
/** How long a host may take to answer before it counts as blocked. */
const maxSilenceMs = 1_000;
const stuckAfterMs = 250;
/** A thread that works for more than this share of the time is saturated. */
const saturatedShare = 0.9;
/** The share is measured over at least this time. */
const measuredMs = 20;

export function startHost(
  settings: Omit<HostSettings, 'beat'>,
  callApi: (asked: ApiCall) => Promise<ApiResponse>,
  decided: (decision: AccessDecision) => void,
  log: Log,
): Host {
  const beat = new Int32Array(new SharedArrayBuffer(4));
  const { functions } = settings;
  const worker = startThread({ ...settings, beat }, log);
  const thread = hostThread(worker);
  const { post, instances } = thread;
  const over = Promise.withResolvers<void>();
  let ended = false;

  worker.on('message', (message: HostOutput) => {
    if (message.kind === 'heard') thread.heard();
    else if (message.kind === 'log') log(message.line);
    else if (message.kind === 'decided') decided(message.decision);
    else if (message.kind === 'ask') {
      const { request } = message;
      callApi(message.asked).then(
        (answer) => post({ kind: 'answered', request, answer }),
        () => post({ kind: 'unanswered', request }),
      );
    } else passOn(thread, message);
  });
  let cause = 'exit status 1';
  worker.on('error', (error: unknown) => {
    cause = error instanceof Error ? error.message : String(error);
    log({ level: 'error', source: 'functions', message: cause });
  });
  worker.on('exit', () => {
    ended = true;
    thread.heard();
    const error = exitError(cause);
    for (const id of [...instances.keys()]) thread.end(id, { kind: 'failure', error });
    over.resolve();
  });

  const isSaturated = saturationOf(worker);

  const host: Host = {
    get load() {
      return thread.running + thread.starting;
    },
    get isStuck() {
      if (thread.running === 0) return false;
      const now = Date.now() | 0;
      const quiet = Math.min((now - Atomics.load(beat, 0)) | 0, (now - thread.busySince) | 0);
      return quiet > stuckAfterMs;
    },
    get isSaturated() {
      return isSaturated();
    },
    get ended() {
      return ended;
    },
    end: over.promise,
    open(rules) {
      const ports = [rules.sqs, rules.dynamodb].filter((way) => way instanceof MessagePort);
      worker.postMessage({ kind: 'open', rules } satisfies HostInput, ports);
    },
    start(settings) {
      const instance = startInstance(thread, functions.indexOf(settings.target), settings);
      return {
        host,
        ready: instance.ready.promise,
        get ended() {
          return instance.ended;
        },
        invoke: (requestId, event, traceHeader) =>
          invokeInstance(thread, instance, requestId, event, traceHeader),
      };
    },
    async stop() {
      ended = true;
      await worker.terminate();
    },
  };
  return host;
}

function startThread(workerData: HostSettings, log: Log): Worker {
  const worker = new Worker(new URL('./function-host-thread.ts', import.meta.url), {
    env: threadEnvironment(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: 'functions',
    // Requests allocate little. Node.js's default young generation takes 200 MB more and saves no
    // CPU time.
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 18 },
    stderr: true,
    stdout: true,
    workerData,
  });
  // Functions have their own outputs: this is the output of Node.js itself.
  const say = (text: string) =>
    log({ level: 'warn', source: 'functions', message: text.trimEnd() });
  worker.stdout.setEncoding('utf8').on('data', say);
  worker.stderr.setEncoding('utf8').on('data', say);
  return worker;
}

interface Hosted {
  readonly id: number;
  readonly settings: InstanceSettings;
  readonly ready: PromiseWithResolvers<void>;
  running: ((ending: Invocation) => void) | undefined;
  ended: boolean;
}

/** A thread and its instances, seen from the main thread. */
interface HostThread {
  readonly instances: Map<number, Hosted>;
  /** The number of running invocations. */
  running: number;
  /** The number of instances that load their modules. */
  starting: number;
  /** Since when invocations run, in ms since 1970, the lower 32 bits. */
  busySince: number;
  post(message: HostInput): void;
  /** Takes note of a sign of life. */
  heard(): void;
  /** Ends an instance: its start or its invocation ends with this error. */
  end(id: number, ending: Exclude<Invocation, { kind: 'result' }>): void;
  /** Removes an instance from the thread, or ends the thread if it does not respond. */
  remove(id: number): void;
}

function hostThread(worker: Worker): HostThread {
  const instances = new Map<number, Hosted>();
  let silence: NodeJS.Timeout | undefined;
  const post = (message: HostInput) => worker.postMessage(message);
  return {
    instances,
    running: 0,
    starting: 0,
    busySince: 0,
    post,
    heard() {
      clearTimeout(silence);
      silence = undefined;
    },
    end(id, ending) {
      const instance = instances.get(id);
      if (!instance) return;
      instances.delete(id);
      instance.ended = true;
      instance.settings.revoked();
      instance.ready.reject(ending.error);
      instance.running?.(ending);
    },
    remove(id) {
      post({ kind: 'end', instance: id });
      silence ??= setTimeout(() => void worker.terminate(), maxSilenceMs);
    },
  };
}

/** Passes a message of the thread on to the instance that it is about. */
function passOn(thread: HostThread, message: Extract<HostOutput, { readonly instance: number }>) {
  const instance = thread.instances.get(message.instance);
  if (!instance) return;
  if (message.kind === 'ready') instance.ready.resolve();
  else if (message.kind === 'printed') message.lines.forEach(instance.settings.print);
  else {
    message.printed.forEach(instance.settings.print);
    if (message.kind === 'ended') {
      thread.end(message.instance, { kind: 'failure', error: message.error });
    } else if (message.kind === 'result') {
      instance.running?.({ kind: 'result', payload: message.text });
    } else instance.running?.({ kind: 'failure', error: message.text });
  }
}

let lastInstance = 0;

function startInstance(
  thread: HostThread,
  functionIndex: number,
  settings: InstanceSettings,
): Hosted {
  const { environment, accessKeyId } = settings;
  lastInstance += 1;
  const id = lastInstance;
  const instance: Hosted = {
    id,
    settings,
    ready: Promise.withResolvers<void>(),
    running: undefined,
    ended: false,
  };
  thread.instances.set(id, instance);
  thread.post({ kind: 'start', instance: id, functionIndex, environment, accessKeyId });
  const loading = setTimeout(() => {
    const errorMessage = 'Loading took over 10 s.';
    const error = JSON.stringify({ errorType: 'Sandbox.Timedout', errorMessage });
    thread.end(id, { kind: 'failure', error });
    thread.remove(id);
  }, maxLoadMs);
  thread.starting += 1;
  instance.ready.promise
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(loading);
      thread.starting -= 1;
    });
  return instance;
}

async function invokeInstance(
  thread: HostThread,
  instance: Hosted,
  requestId: string,
  event: string,
  traceHeader: string | undefined,
): Promise<Invocation> {
  if (instance.ended) return { kind: 'failure', error: exitError('exit status 1') };
  const { id, settings } = instance;
  const { timeoutMs } = settings.target;
  if (thread.running === 0) thread.busySince = Date.now() | 0;
  thread.running += 1;
  const { promise, resolve } = Promise.withResolvers<Invocation>();
  const timer = setTimeout(() => {
    const errorMessage = `${requestId} Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
    settings.print({ at: Date.now(), text: errorMessage });
    const error = JSON.stringify({ errorType: 'Sandbox.Timedout', errorMessage });
    thread.end(id, { kind: 'timeout', error });
    thread.remove(id);
  }, timeoutMs);
  instance.running = resolve;
  thread.post({
    kind: 'invoke',
    instance: id,
    requestId,
    event,
    deadline: Date.now() + timeoutMs,
    traceHeader,
  });
  const ending = await promise;
  clearTimeout(timer);
  instance.running = undefined;
  thread.running -= 1;
  return ending;
}

/** Whether a thread was saturated since the answer before, if that is not too recent. */
function saturationOf({ performance }: Worker): () => boolean {
  let before = performance.eventLoopUtilization();
  let measuredAt = Date.now();
  let answer = false;
  return () => {
    if (Date.now() - measuredAt < measuredMs) return answer;
    const now = performance.eventLoopUtilization();
    answer = performance.eventLoopUtilization(now, before).utilization > saturatedShare;
    [before, measuredAt] = [now, Date.now()];
    return answer;
  };
}

const exitError = (cause: string) =>
  JSON.stringify({
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: Error: Runtime exited with error: ${cause}`,
  });
