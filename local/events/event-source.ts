import type { Resource } from '../assembly/deployment.ts';
import { type JsonObject, numberOf } from '../assembly/json.ts';
import { accessRequests, type LocalResources } from '../aws/api-calls.ts';
import type { AwsCall } from '../aws/aws-call.ts';
import type { FunctionPool } from '../functions/function-pool.ts';
import type { LocalFunction } from '../functions/functions.ts';
import type { Access } from '../iam/access.ts';
import type { Log } from '../log.ts';

/** A queue or a stream that feeds a function. */
export interface EventSource {
  /** Whether everything it has seen is dealt with, as far as it can know without asking. */
  isIdle(): boolean;
  /** Reads without pauses and waits for no batch to fill, until the returned function is called. */
  pollSooner(): () => void;
  stop(): Promise<void>;
}

/** How streams and queues are read. */
export interface SourcePace {
  /** How long at least from one read of a stream to the next, in ms. Lambda's is 250. */
  readonly everyMs: number;
  /** The longest that a batch is waited for, in ms, where its mapping would wait longer. */
  readonly maxWindowMs: number;
}

/** As in the cloud: four reads a second, and batching windows as the mappings have them. */
export const lambdaPace: SourcePace = { everyMs: 250, maxWindowMs: 300_000 };

/** How long a mapping waits for a batch to fill, in ms. */
export const windowOf = (mapping: Resource, { maxWindowMs }: SourcePace): number =>
  Math.min(numberOf(mapping.property('MaximumBatchingWindowInSeconds'), 0) * 1000, maxWindowMs);

/** What event sources work with. */
export interface SourceServices {
  readonly resources: LocalResources;
  readonly access: Access;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  readonly sqs: AwsCall;
  readonly dynamodb: AwsCall;
  readonly pace: SourcePace;
  readonly log: Log;
}

/** Makes calls in a function's name, with what its role allows at this moment. */
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
    const refusal = access.refusal(caller, accessRequests(resources, target, body));
    if (refusal) throw new Error(refusal.message);
    return services[service](target, body);
  };
}

/** Waits, but not after the signal was given. */
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
