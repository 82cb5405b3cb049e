// Loaded late: few requests are sampled.
import { randomBytes } from 'node:crypto';
import { log } from '../log.ts';
import { addSubject, subject } from '../log-subject.ts';

/**
 * Decides whether a request is sampled, only by the deployment's share: a caller's sampling flag
 * costs us nothing. A sampled request has the id of the invocation's trace in X-Ray where it is
 * traced there, the caller's where it states a valid one, or else a new one.
 */
export async function spanOfRequest<R>(
  name: string,
  { traceparent }: Readonly<Record<string, string | undefined>>,
  work: () => R | Promise<R>,
): Promise<R> {
  if (!(Math.random() < Number(process.env.TRACE_SAMPLING))) return work();
  const caller = callersContext(traceparent);
  const xray = xrayTraceId(process.env._X_AMZN_TRACE_ID);
  const traceId = xray ?? caller?.traceId ?? randomBytes(16).toString('hex');
  return spanOf(traceId, xray === undefined ? caller?.spanId : undefined, name, work);
}

/** Goes on with the trace of an item or a message. A text that is no context of ours is ignored. */
export async function continueSpan<R>(
  context: unknown,
  name: string,
  work: () => Promise<R>,
  isShown?: (result: R) => boolean,
): Promise<R> {
  const [, traceId, parentSpanId] =
    /^([0-9a-f]{32})-([0-9a-f]{16})$/.exec(typeof context === 'string' ? context : '') ?? [];
  return traceId === undefined ? work() : spanOf(traceId, parentSpanId, name, work, isShown);
}

/** A step of the span at hand, with its own context. */
export async function spanOfStep<R>(
  name: string,
  work: (context: string) => Promise<R>,
): Promise<R> {
  const { trace_id: traceId, span_id: parentSpanId } = subject();
  const spanId = newSpanId();
  return timed({ spanId, parentSpanId, name }, () => work(`${traceId}-${spanId}`));
}

/** All lines of the work carry the trace and this span from here on. */
async function spanOf<R>(
  traceId: string,
  parentSpanId: string | undefined,
  name: string,
  work: () => R | Promise<R>,
  isShown?: (result: R) => boolean,
): Promise<R> {
  const spanId = newSpanId();
  addSubject({ trace_id: traceId, span_id: spanId });
  return timed({ spanId, parentSpanId, name }, work, isShown);
}

interface Span {
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
}

/** Does work, and logs its span with when it began and how many milliseconds it took. */
async function timed<R>(
  span: Span,
  work: () => R | Promise<R>,
  isShown: (result: R) => boolean = () => true,
): Promise<R> {
  const begun = new Date().toISOString();
  const started = performance.now();
  const end = (failed?: true) =>
    log.info('span', {
      ...span,
      begun,
      ms: Math.round((performance.now() - started) * 10) / 10,
      failed,
    });
  try {
    const result = await work();
    if (isShown(result)) end();
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}

/**
 * 64 bits of which one in a letter is fixed: a run of digits would be masked as a card's number.
 */
function newSpanId(): string {
  return `a${randomBytes(8).toString('hex').slice(1)}`;
}

/**
 * The ids of a `traceparent` header in version 00, whose flags are not looked at. Undefined for any
 * other version or form, for ids of zeros, and for ids with a run of 13 digits, which may be a
 * card's number.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
function callersContext(header: string | undefined) {
  const [, traceId, spanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  const isRefused = [traceId, spanId].some((id) => /^0+$|\d{13}/.test(id));
  return isRefused ? undefined : { traceId, spanId };
}

/**
 * The id of `Root=1-8 digits-24 digits;…;Sampled=1` in 32 digits; undefined where X-Ray drops the
 * trace.
 */
function xrayTraceId(header = ''): string | undefined {
  const [, time, rest] = /(?:^|;)Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/.exec(header) ?? [];
  return time !== undefined && /(?:^|;)Sampled=1(?:;|$)/.test(header)
    ? `${time}${rest}`
    : undefined;
}
