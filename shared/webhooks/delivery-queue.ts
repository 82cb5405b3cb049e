import {
  ChangeMessageVisibilityCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeliveryMessage } from './delivery-message.ts';

export interface DeliveryQueue {
  /** Sends ten at a time; returns those that the queue did not take. */
  send(messages: readonly DeliveryMessage[]): Promise<readonly DeliveryMessage[]>;
  /** Has a message that is being handled come back after this many seconds, at most 12 hours. */
  postpone(receiptHandle: string, seconds: number): Promise<void>;
}

export function deliveryQueue(
  url = process.env.DELIVERY_QUEUE_URL ?? '',
  client = new SQSClient({ maxAttempts: 3 }),
): DeliveryQueue {
  return {
    async send(messages) {
      const tens = Array.from({ length: Math.ceil(messages.length / 10) }, (_, page) =>
        messages.slice(page * 10, page * 10 + 10),
      );
      const left = await Promise.all(tens.map(sendTen));
      return left.flat();
    },
    async postpone(receiptHandle, seconds) {
      const VisibilityTimeout = seconds;
      await client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout,
        }),
      );
    },
  };

  async function sendTen(messages: readonly DeliveryMessage[]) {
    const Entries = messages.map((message, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(message),
    }));
    const { Failed } = await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    const failed = new Set(Failed?.map(({ Id }) => Id));
    return messages.filter((_, index) => failed.has(String(index)));
  }
}
