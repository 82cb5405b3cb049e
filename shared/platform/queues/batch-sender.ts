import type { MessageQueue } from './message-queue.ts';

/**
 * Sends the messages that a function queues at the same moment in as few calls as possible.
 * Resolves with whether the queue accepted the message, and rejects when the call failed.
 */
export function batchSender<M>(
  queue: MessageQueue<M>,
  delaySeconds: (message: M) => number,
): (message: M) => Promise<boolean> {
  let pending: { message: M; sent: PromiseWithResolvers<boolean> }[] = [];
  async function flush() {
    const all = pending;
    pending = [];
    try {
      const left = new Set(
        await queue.send(
          all.map(({ message }) => message),
          delaySeconds,
        ),
      );
      for (const { message, sent } of all) sent.resolve(!left.has(message));
    } catch (error) {
      for (const { sent } of all) sent.reject(error);
    }
  }
  return (message) => {
    const sent = Promise.withResolvers<boolean>();
    pending.push({ message, sent });
    // Runs after all other code of this moment has queued its messages.
    if (pending.length === 1) queueMicrotask(() => void flush());
    return sent.promise;
  };
}
