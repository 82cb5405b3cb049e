import { subject } from '../log-subject.ts';
import { continueSpan, spanOfRequest, spanOfStep } from './spans.ts';

/**
 * Does the work of a request. Where the deployment samples requests, and this one is taken, the
 * work is the first span of a trace: `docs/decisions/0044-traces.md`. Otherwise it is only done.
 */
export const traceRequest = <R>(
  name: string,
  headers: Readonly<Record<string, string | undefined>>,
  work: () => R | Promise<R>,
): R | Promise<R> =>
  process.env.TRACE_SAMPLING === undefined ? work() : spanOfRequest(name, headers, work);

/**
 * Does work that an item or a message caused. `context` is the trace context that `traceContext` or
 * a step stored there; without one, or with one that is malformed, the work is only done.
 *
 * @param isShown whether the work is worth a span by its result
 */
export const continueTrace = <R>(
  context: unknown,
  name: string,
  work: () => Promise<R>,
  isShown?: (result: R) => boolean,
): Promise<R> => (context === undefined ? work() : continueSpan(context, name, work, isShown));

/**
 * Does one step of the work at hand, such as a write or a request to a server. In a trace it is a
 * span of its own, whose context the step gets, to hand it on.
 */
export const traceStep = <R>(name: string, work: (context?: string) => Promise<R>): Promise<R> =>
  traceContext() === undefined ? work() : spanOfStep(name, work);

/**
 * The trace and the span at hand, as items and messages carry them; undefined outside of a trace.
 */
export function traceContext(): string | undefined {
  const { trace_id: trace, span_id: span } = subject();
  return trace === undefined ? undefined : `${trace}-${span}`;
}

/** The header by which another server goes on with a trace: https://www.w3.org/TR/trace-context/ */
export const traceHeaders = (context: string | undefined): Readonly<Record<string, string>> =>
  context === undefined ? {} : { traceparent: `00-${context}-01` };
