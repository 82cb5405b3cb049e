import { SwitchError } from '#platform/errors.ts';
import type { Send, Sent } from '#platform/http/egress/egress.ts';
import type { TablePort } from '#platform/table/port.ts';

/**
 * A port whose n-th put from now on goes another way: `lost` is written, and its answer never comes, so
 * that the client library repeats it; `refused` is not written.
 */
export function failingPuts(...ways: readonly ('well' | 'lost' | 'refused')[]) {
  const left = [...ways];
  return (port: TablePort): TablePort => ({
    ...port,
    async put(item, condition) {
      const way = left.shift() ?? 'well';
      if (way === 'refused') throw new SwitchError('temporarily_unavailable');
      const result = await port.put(item, condition);
      return way === 'lost' ? port.put(item, condition) : result;
    },
  });
}

/** The fate of one call of the processor. */
export type CallFault =
  | 'well'
  /** The processor carries the request out, and its answer never arrives. */
  | 'lost'
  /** It was sent, and never arrived. */
  | 'swallowed'
  /** It certainly was not sent. */
  | 'not sent'
  /** The processor answers with this status and does nothing. */
  | 429
  | 500;

/** The processor, for whose calls of a kind the n-th goes another way. */
export function failingCalls(kind: RegExp, ...ways: readonly CallFault[]) {
  const left = [...ways];
  return (send: Send): Send =>
    async (request, options) => {
      const { pathname } = new URL(request.url);
      const way = kind.test(`${request.method} ${pathname}`) ? (left.shift() ?? 'well') : 'well';
      return instead(way) ?? afterwards(way, await send(request, options));
    };
}

function instead(way: CallFault): Sent | undefined {
  switch (way) {
    case 'swallowed':
      return { kind: 'unknown', reason: 'timeout' };
    case 'not sent':
      return { kind: 'not_sent', reason: 'invalid request' };
    case 429:
    case 500:
      return { kind: 'answered', response: { status: way, headers: {}, body: '' } };
    default:
      return undefined;
  }
}

const afterwards = (way: CallFault, sent: Sent): Sent =>
  way === 'lost' ? { kind: 'unknown', reason: 'timeout' } : sent;

/** A table whose caller dies after so many calls: they are made, and no later one is. */
export function portThatDies(port: TablePort, calls: number) {
  let [left, hasDied] = [calls, false];
  const mortal = new Proxy(port, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      return async (...given: unknown[]) => {
        left -= 1;
        if (left < 0) {
          hasDied = true;
          throw new Error('The process has died.');
        }
        return Reflect.apply(own, target, given);
      };
    },
  });
  return { port: mortal, hasDied: () => hasDied };
}
