import { type MessageService, messageService } from '../aws/sqs.ts';
import { queueTimeoutMs } from '../time-limits.ts';
import { asText, type MessageQueue } from './message-queue.ts';

/**
 * A queue in SQS.
 *
 * @param groupOf the message group. In a fair queue, a group with many messages in flight does not
 * delay other groups; a message without a group is a group of its own.
 */
export function sqsQueue<M>(
  url: string,
  groupOf: (message: M) => string | undefined = () => undefined,
  // A hanging queue must not use up the time of the function's other work.
  service: Pick<MessageService, 'sendMessageBatch'> = messageService(url, {
    callTimeoutMs: queueTimeoutMs,
  }),
): MessageQueue<M> {
  return {
    async send(messages, delaySeconds = () => 0) {
      const tens = Array.from({ length: Math.ceil(messages.length / 10) }, (_, page) =>
        messages.slice(page * 10, page * 10 + 10),
      );
      const left = await Promise.all(tens.map((ten) => sendTen(ten, delaySeconds)));
      return left.flat();
    },
  };

  async function sendTen(messages: readonly M[], delaySeconds: (message: M) => number) {
    const entries = messages.map((message, index) => ({
      Id: String(index),
      MessageBody: asText(message),
      DelaySeconds: delaySeconds(message),
      MessageGroupId: groupOf(message),
    }));
    const failed = new Set(await service.sendMessageBatch(url, entries));
    return messages.filter((_, index) => failed.has(String(index)));
  }
}
