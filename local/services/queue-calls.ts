import type { MessagePort } from 'node:worker_threads';
import { jsonAnswer, type ProxyResponse, type QueueCalls } from '../aws/proxy-response.ts';

/** The target of a call for all messages of a queue, which no caller of AWS can make. */
export const inspection = 'Emulator.InspectQueue';

/** A call as it is posted to the queue emulator's thread. */
export interface QueueCall {
  readonly id: number;
  /** Such as `AmazonSQS.SendMessage`, or `inspection`. */
  readonly target: string;
  /** JSON. */
  readonly text: string;
}

/** The answer to a call, as the thread posts it back. */
export interface QueueAnswer {
  readonly id: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly text: string;
}

/**
 * Calls the queue emulator over a port to its thread. Once the thread has ended, open calls and
 * later ones are answered 500.
 */
export function queueCalls(port: MessagePort): QueueCalls {
  const open = new Map<number, (answer: ProxyResponse) => void>();
  let last = 0;
  let hasEnded = false;
  port.on('message', ({ id, status, headers, text }: QueueAnswer) => {
    const resolve = open.get(id);
    settle(id);
    resolve?.({ status, headers, body: Buffer.from(text) });
  });
  port.on('close', () => {
    hasEnded = true;
    for (const [id, resolve] of open) {
      settle(id);
      resolve(ended());
    }
  });
  port.unref();

  /** The port keeps its thread alive while an answer is awaited, as a connection would. */
  function settle(id: number) {
    open.delete(id);
    if (open.size === 0) port.unref();
  }

  return (target, text) => {
    if (hasEnded) return { answer: Promise.resolve(ended()), cancel() {} };
    last += 1;
    const id = last;
    const answer = new Promise<ProxyResponse>((resolve) => {
      open.set(id, resolve);
      port.ref();
      port.postMessage({ id, target, text } satisfies QueueCall);
    });
    return { answer, cancel: () => settle(id) };
  };
}

const ended = () =>
  jsonAnswer(500, { __type: 'InternalFailure', message: 'The queue emulator has ended.' });
