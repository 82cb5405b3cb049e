import { TurnoutApiError, TurnoutConnectionError, TurnoutTimeoutError } from './errors.ts';
import { pause } from './pause.ts';
import { checkTimeLimit, startTimeLimit } from './time-limit.ts';

export interface SendOptions {
  /** For one attempt, with its answer. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  /** The caller's: it ends the call. */
  readonly signal: AbortSignal | undefined;
  /** Whether the answer has to be JSON. */
  readonly isJson: boolean;
}

/** Seconds that a `Retry-After` may ask for: a caller should not wait longer unknowingly. */
const longestRetryAfter = 60;

/**
 * Sends a request, and sends it again where that is safe and may help.
 *
 * @throws TurnoutApiError, TurnoutConnectionError or TurnoutTimeoutError of the last attempt, or
 * the reason of the caller's signal; TypeError for a time limit that is none
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  checkTimeLimit(options.timeoutMs);
  const body = request.body === null ? undefined : await request.arrayBuffer();
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt(request, body, options);
    } catch (error) {
      const waitMs = retry < options.maxRetries ? retryWaitMs(error, request, retry) : undefined;
      if (waitMs === undefined) throw error;
      await pause(waitMs, options.signal);
    }
  }
}

/** Sends a request once, and reads the whole answer within the time limit. */
async function attempt(
  { url, method, headers }: Request,
  body: ArrayBuffer | undefined,
  { timeoutMs, signal, fetch, isJson }: SendOptions,
): Promise<Response> {
  const { origin, pathname } = new URL(url);
  const call = `${method} ${pathname}`;
  const late = new TurnoutTimeoutError(`No answer to ${call} within ${timeoutMs} ms.`);
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    [response, bytes] = await within(timeoutMs, late, signal, async (either) => {
      const redirect = 'manual'; // The key would go wherever a redirect leads.
      const answer = await fetch(url, { method, headers, body, redirect, signal: either });
      return [answer, await answer.arrayBuffer()] as const;
    });
  } catch (cause) {
    if (cause === late) throw late;
    if (signal?.aborted) throw signal.reason;
    throw new TurnoutConnectionError(`The connection to ${origin} failed during ${call}.`, {
      cause,
    });
  }
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!response.ok) throw refusalOf(call, response, type, bytes);
  if (isJson && jsonOf(bytes) === undefined) {
    throw new TurnoutConnectionError(`The answer is no JSON: status ${response.status}, ${type}.`);
  }
  return new Response(bytes, { status: 200, headers: { 'content-type': type } });
}

/**
 * Runs until it is done, the time is over or the caller's signal aborts. Ends then even where
 * `fetch` does not: Node.js may lose the signal of a request that is no longer referenced.
 *
 * @throws `late`, or the reason of the signal
 */
async function within<T>(
  timeoutMs: number,
  late: Error,
  signal: AbortSignal | undefined,
  run: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const either = new AbortController();
  const onAbort = () => either.abort(signal?.reason);
  const ended = new Promise<never>((_, reject) => {
    either.signal.addEventListener('abort', () => reject(either.signal.reason), { once: true });
  });
  const endLimit = startTimeLimit(timeoutMs, () => either.abort(late));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(either.signal), ended]);
  } finally {
    endLimit();
    signal?.removeEventListener('abort', onAbort);
  }
}

function refusalOf(call: string, { status, headers }: Response, type: string, bytes: ArrayBuffer) {
  const body = jsonOf(bytes);
  const { error } = isObject(body) ? body : {};
  return new TurnoutApiError(status, isObject(error) ? error : {}, {
    call,
    fallback: `The server answered ${status} with ${type}.`,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
  });
}

/** Undefined where the bytes are not JSON. */
function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The header states seconds or a date. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

// Retries

/** How long to wait before the next attempt; undefined where there should be none. */
function retryWaitMs(error: unknown, request: Request, retry: number): number | undefined {
  if (!mayBeRepeated(error, request)) return undefined;
  const seconds = error instanceof TurnoutApiError ? error.retryAfterSeconds : undefined;
  const longestMs = Math.min(8_000, 500 * 2 ** retry);
  if (seconds === undefined) return longestMs * (0.5 + Math.random() / 2);
  return seconds > longestRetryAfter ? undefined : seconds * 1_000 + Math.random() * 250;
}

function mayBeRepeated(error: unknown, { method, headers }: Request): boolean {
  // A POST with a key is done once. A PATCH may meet a change that was made in between.
  const isIdempotent = method === 'POST' ? headers.has('idempotency-key') : method !== 'PATCH';
  if (error instanceof TurnoutConnectionError) return isIdempotent;
  if (!(error instanceof TurnoutApiError)) return false;
  const { status, code } = error;
  if (status === 429) return true;
  // The code says that the switch is busy or failed: no rule was broken, and no processor refused.
  const isOfSwitch = code === '' || code === 'HE_00';
  return isIdempotent && isOfSwitch && (status >= 500 ? status !== 501 : isBusy(error));
}

/** Another request with the same key, or about the same object, is at work. */
const isBusy = ({ status, message }: TurnoutApiError) =>
  (status === 409 || status === 422) && message.endsWith('Please try again');
