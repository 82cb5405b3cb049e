// Shared with parts: a part adds to the time that its function states.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../operation/operation.ts';

/** Milliseconds that a request has waited for processors; absent before the first answer. */
interface Waited {
  ms?: number;
}

const current = new AsyncLocalStorage<Waited>();

/** Counts time that the current request waited for a processor, in ms. */
export function countWaiting(ms: number): void {
  const waited = current.getStore();
  if (waited) waited.ms = (waited.ms ?? 0) + ms;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Whether a request about payments asks for the switch's own share of its time. */
const asksForLatency = ({ name }: Pick<Operation, 'name'>, headers: Headers) =>
  name.startsWith('payments.') && headers['x-hs-latency'] === 'true';

interface Answered {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Does the work of a request. A successful answer that a processor was asked for gets
 * `x-hs-latency`, if the request asks for it: its duration without the time of processors, in whole
 * milliseconds.
 */
export async function withLatency<A extends Answered>(
  operation: Pick<Operation, 'name'>,
  { headers, started }: { readonly headers: Headers; readonly started: number },
  work: () => Promise<A>,
): Promise<A> {
  if (!asksForLatency(operation, headers)) return work();
  const waited: Waited = {};
  const answer = await current.run(waited, work);
  if (waited.ms === undefined || answer.statusCode !== 200) return answer;
  // Processors may be asked at the same time, so all their times may exceed that of the request.
  const ms = Math.max(0, Math.round(performance.now() - started - waited.ms));
  return { ...answer, headers: { ...answer.headers, 'x-hs-latency': String(ms) } };
}
