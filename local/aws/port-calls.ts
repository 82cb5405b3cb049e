import type { MessagePort } from 'node:worker_threads';
import { jsonAnswer, type ProxyResponse, type ServiceCalls, textAnswer } from './proxy-response.ts';

/** A call as it is posted to the thread of an emulator. */
export interface PortCall {
  readonly id: number;
  /** Such as `AmazonSQS.SendMessage`. */
  readonly target: string;
  /** JSON. */
  readonly text: string;
}

/** The answer to a call, as an emulator makes it. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly text: string;
}

interface PortAnswer extends ServiceAnswer {
  readonly id: number;
}

/**
 * Calls an emulator over a port to its thread. The calls of one turn of the event loop go in one
 * message. Once the port is closed, by either end, open calls and later ones are answered 500.
 *
 * @param title the name of the emulator, as the subject of a sentence
 */
export function portCalls(port: MessagePort, title: string): ServiceCalls {
  const open = new Map<number, (answer: ProxyResponse) => void>();
  const post = outbox<PortCall>(port, setImmediate);
  let last = 0;
  let hasEnded = false;
  port.on('message', (answers: readonly PortAnswer[]) => {
    for (const { id, status, headers, text } of answers) {
      const resolve = open.get(id);
      // The answer to a call that was cancelled is ignored.
      if (!resolve) continue;
      settle(id);
      resolve(textAnswer(status, text, headers));
    }
  });
  port.on('close', () => {
    hasEnded = true;
    for (const [id, resolve] of open) {
      settle(id);
      resolve(ended());
    }
  });
  port.unref();

  const ended = () =>
    jsonAnswer(500, { __type: 'InternalFailure', message: `${title} has ended.` });

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
      if (open.size === 0) port.ref();
      open.set(id, resolve);
      post({ id, target, text });
    });
    return { answer, cancel: () => settle(id) };
  };
}

/**
 * Answers the calls that come over a port. Answers that are made in one turn go in one message.
 *
 * @param answer returns undefined for a call that is never answered
 */
export function answerCalls(
  port: MessagePort,
  answer: (call: PortCall) => ServiceAnswer | Promise<ServiceAnswer> | undefined,
): void {
  const post = outbox<PortAnswer>(port, queueMicrotask);
  port.on('message', (calls: readonly PortCall[]) => {
    for (const call of calls) {
      const given = answer(call);
      if (given instanceof Promise) void given.then((made) => post({ id: call.id, ...made }));
      else if (given) post({ id: call.id, ...given });
    }
  });
}

/** Collects messages, and posts them as one list when `later` comes. */
function outbox<T>(port: MessagePort, later: (send: () => void) => void): (message: T) => void {
  let collected: T[] = [];
  const send = () => {
    const messages = collected;
    collected = [];
    port.postMessage(messages);
  };
  return (message) => {
    collected.push(message);
    if (collected.length === 1) later(send);
  };
}
