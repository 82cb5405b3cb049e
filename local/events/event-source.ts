import type { Resource } from '../assembly/deployment.ts';
import type { LocalFunction } from '../assembly/functions.ts';
import { type JsonObject, numberOf } from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';
import type { FunctionPool } from '../functions/function-pool.ts';
import { accessRequests, type LocalResources } from '../gate/api-calls.ts';
import { type Access, outsideOfTheCode } from '../iam/access.ts';
import type { Log } from '../log.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';

/** A queue or a stream that feeds a function. */
export interface EventSource {
  /** Whether all events seen so far are handled, as far as the source knows without a call. */
  isIdle(): boolean;
  /** Reads without pauses and without batching windows, until the returned function is called. */
  pollSooner(): () => void;
  stop(): Promise<void>;
}

/** How streams and queues are read. */
export interface SourcePace {
  /** Minimum time between two reads of a stream, in ms. Lambda's is 250. */
  readonly everyMs: number;
  /** Upper limit of the batching windows of mappings, in ms. */
  readonly maxWindowMs: number;
}

/** As in the cloud: four reads a second, and the batching windows of the mappings. */
export const lambdaPace: SourcePace = { everyMs: 250, maxWindowMs: 300_000 };

/** How long a mapping waits for a full batch, in ms. */
export const windowOf = (mapping: Resource, { maxWindowMs }: SourcePace): number =>
  Math.min(numberOf(mapping.property('MaximumBatchingWindowInSeconds'), 0) * 1000, maxWindowMs);

/** The services that event sources use. */
export interface SourceServices {
  readonly resources: LocalResources;
  readonly access: Access;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  readonly sqs: AwsCall;
  readonly dynamodb: AwsCall;
  readonly pace: SourcePace;
  readonly metrics: Pick<RuntimeMetrics, 'read' | 'received'>;
  readonly log: Log;
}

/** Makes calls in a function's name, with the current permissions of its role. */
export type CallAs = (
  operation: 'sqs' | 'dynamodb',
  target: string,
  body: JsonObject,
) => Promise<JsonObject>;

export function callAs(
  caller: LocalFunction,
  { resources, access, ...services }: SourceServices,
): CallAs {
  return async (service, target, body) => {
    const requests = accessRequests(resources, target, body).map((one) => ({
      ...one,
      context: { ...one.context, ...outsideOfTheCode },
    }));
    const refusal = access.refusal(caller, requests);
    if (refusal) throw new Error(refusal.message);
    return services[service](target, body);
  };
}

/** The callers that wait for a source to become idle, and the end of its reads. */
export interface SourceControl extends Pick<EventSource, 'pollSooner' | 'stop'> {
  /** Whether a caller waits for the source to become idle. */
  isHurried(): boolean;
  /** Resolves when the next caller begins to wait. */
  nextHurry(): Promise<void>;
  /** Aborted by `stop`. */
  readonly signal: AbortSignal;
  /** Resolves when the signal is aborted. */
  readonly ended: Promise<void>;
}

export function sourceControl(): SourceControl {
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve());
  });
  let hurried = 0;
  let bell = Promise.withResolvers<void>();
  return {
    isHurried: () => hurried > 0,
    nextHurry: () => bell.promise,
    signal,
    ended,
    pollSooner() {
      hurried += 1;
      bell.resolve();
      bell = Promise.withResolvers();
      return () => {
        hurried -= 1;
      };
    },
    async stop() {
      ending.abort();
    },
  };
}

/** Waits, but returns at once after the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
