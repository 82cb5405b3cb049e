import http from 'node:http';
import type { Json } from '#platform/aws/aws-client.ts';
import { itemFromWire } from '#platform/table/attribute-values.ts';
import type { Database } from '#platform/table/database.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { holdTimers } from '../runner/held-timers.ts';
import { calls } from './calls.ts';
import type { Side } from './side.ts';

/** One side's result of one exchange with the server. */
export interface Outcome {
  /** The result of each call of the client: an answer, or an error as a caller can see it. */
  readonly calls: readonly unknown[];
  /** The result of the port, or of the keys, with it. */
  readonly result: unknown;
  /** How long it waited before it tried again, in milliseconds. */
  readonly pausesMs: readonly number[];
}

/** The pauses before a retry while `Math.random` is fixed: of a passing failure, and of throttling. */
const pauses: ReadonlySet<unknown> = new Set([9, 18, 37, 370, 740, 55]);

/** The time limit of one request, by which both sides' timers are recognized. */
const limitMs = 1_000;

/** Resolves when the server has left this request of an exchange without an answer. */
const left = (url: string, exchange: string, request: number) =>
  new Promise<void>((resolve, reject) => {
    http
      .get(`${url}/left/${request}/${exchange}`, { agent: false }, (response) => {
        response.resume().on('end', resolve);
      })
      .on('error', reject);
  });

/**
 * Makes the calls one after the other, each by a client of its own at a path of its own, and prints
 * their results as JSON. A request reaches its time limit when the server leaves it without an
 * answer, and never because the machine is slow.
 *
 * @param wanted the name of an exchange and of the calls that are made in it, and which of its
 *   requests the server leaves without an answer; the last one stands for all later ones
 */
export async function runCalls(
  { database, keys, others, errors }: Side,
  url: string,
  wanted: readonly (readonly [exchange: string, call: string, isLeft: readonly boolean[]])[],
) {
  const outcomes: Record<string, Outcome> = {};
  const pausesMs: number[] = [];
  let limitReached = async (): Promise<void> => {};
  holdTimers((ms) => {
    if (pauses.has(ms)) pausesMs.push(ms);
    return ms === limitMs ? limitReached() : undefined;
  });
  for (const [exchange, name, isLeft] of wanted) {
    let requests = 0;
    limitReached = () => {
      requests += 1;
      return (isLeft[requests - 1] ?? isLeft.at(-1))
        ? left(url, exchange, requests)
        : new Promise(() => {});
    };
    for (const service of ['DYNAMODB', 'KMS', 'SQS', 'S3', 'SECRETS_MANAGER']) {
      process.env[`AWS_ENDPOINT_URL_${service}`] = `${url}/${exchange}`;
    }
    globalThis.freshIds?.();
    pausesMs.length = 0;
    const log: unknown[] = [];
    const [tables, kms] = [database(), keys()];
    const port = dynamoPort('the-table', logged(tables, log));
    const result = await said(async () =>
      calls[name]?.(port, kms, others(`${url}/000000000000/${exchange}`)),
    );
    outcomes[exchange] = { calls: log, result, pausesMs: [...pausesMs] };
    tables.close();
    kms.close();
  }
  process.stdout.write(JSON.stringify(outcomes, asText));

  function logged(inner: Database, log: unknown[]): Database {
    return {
      ...inner,
      async call(...given) {
        try {
          const answer = await inner.call(...given);
          log.push(JSON.parse(JSON.stringify(answer)));
          return answer;
        } catch (error) {
          log.push(described(error));
          throw error;
        }
      },
    };
  }

  async function said(run: () => Promise<unknown>) {
    try {
      return await run();
    } catch (error) {
      return described(error);
    }
  }

  function described(error: unknown): unknown {
    const { name, message, code, kind, cause, $fault, $metadata, ...more } = Object.assign(
      { ...(error as Json) },
      { name: (error as Error).name, message: (error as Error).message },
    ) as Json;
    const { httpStatusCode, requestId, attempts, clockSkewCorrected } = ($metadata ?? {}) as Json;
    const { Item: item, CancellationReasons: reasons, ThrottlingReasons: throttled } = more;
    return {
      name,
      code,
      kind,
      $fault,
      throttled,
      // Texts of sockets and parsers are not AWS's.
      ...($fault !== undefined && { message }),
      attempts,
      clockSkewCorrected,
      // Of an answer that breaks off, the whole SDK also says how it began.
      ...(code === undefined && { httpStatusCode, requestId }),
      is: Object.keys(errors).filter((one) => {
        const Class = errors[one];
        return Class && error instanceof Class;
      }),
      ...(item !== undefined && { item: itemFromWire(item) }),
      ...(Array.isArray(reasons) && {
        reasons: reasons.map(({ Item: found, ...reason }) => ({
          ...reason,
          ...(found && { item: itemFromWire(found) }),
        })),
      }),
      ...(cause !== undefined && { cause: described(cause) }),
    };
  }
}

/** Values without a form in JSON. */
function asText(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (typeof value === 'bigint') return { whole: String(value) };
  return value instanceof Set ? { set: [...value] } : value;
}

declare global {
  /** The prelude makes made-up identifiers begin anew with it. */
  var freshIds: (() => void) | undefined;
}
