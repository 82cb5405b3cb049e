import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sdkSettings, withoutLog } from '../aws/sdk-settings.ts';
import { connectTimeoutMs, queueTimeoutMs } from '../time-limits.ts';
import { asText, type MessageQueue } from './message-queue.ts';

/** A queue in SQS; see `messageQueue`. */
export function sqsQueue<M>(
  url: string,
  groupOf: (message: M) => string | undefined,
  client = withoutLog(
    new SQSClient({
      ...sdkSettings,
      // A hanging queue must not use up the time of the function's other work.
      requestHandler: {
        requestTimeout: queueTimeoutMs,
        connectionTimeout: connectTimeoutMs,
        // Without this the client only logs a warning and keeps waiting.
        throwOnRequestTimeout: true,
      },
    }),
  ),
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
    const Entries = messages.map((message, index) => ({
      Id: String(index),
      MessageBody: asText(message),
      DelaySeconds: delaySeconds(message),
      MessageGroupId: groupOf(message),
    }));
    const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    const failed = new Set(Failed?.map(({ Id }) => Id));
    return messages.filter((_, index) => failed.has(String(index)));
  }
}
