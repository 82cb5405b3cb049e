import { randomUUID } from 'node:crypto';
import { maskValue } from '#platform/table/masked-item.ts';
import { isObject, listOf } from '../local/assembly/json.ts';
import type { AssemblyInside } from '../local/run-assembly.ts';
import { type LocalQueue, queueDepth } from '../local/services/queues.ts';
import type { MessagesAnswer, QueuesAnswer } from './answers.ts';

type Inside = Pick<AssemblyInside, 'queues' | 'sqs' | 'messages'>;

/** The name of a queue without the hash that CloudFormation adds. */
const titleOf = ({ logicalId }: LocalQueue) => logicalId.replace(/[0-9A-F]{8}$/, '');

/** The queue whose failed messages come here; the first, when there are several. */
const sourceOf = ({ queues }: Inside, queue: LocalQueue) =>
  queues.find(({ deadLetterArn }) => deadLetterArn === queue.arn);

/** Queues that failures of a stream's readers go to, beside those that queues feed. */
const ofStream = /^Un(published|listed)/;

export async function queuesAnswer(inside: Inside): Promise<QueuesAnswer> {
  const queues = await Promise.all(
    inside.queues.map(async (queue) => {
      const { visible, inFlight, delayed } = await queueDepth(queue, inside.sqs);
      const source = sourceOf(inside, queue);
      return {
        name: queue.name,
        title: titleOf(queue),
        visible,
        inFlight,
        delayed,
        isDeadLetters: source !== undefined || ofStream.test(queue.logicalId),
        ...(source && { redrivesTo: source.name }),
      };
    }),
  );
  return {
    queues: queues.toSorted(
      (one, other) =>
        Number(one.isDeadLetters) - Number(other.isDeadLetters) ||
        one.title.localeCompare(other.title),
    ),
  };
}

const maxShown = 50;

/** The oldest messages of a queue, without receiving them; undefined for an unknown queue. */
export async function messagesAnswer(
  inside: Inside,
  name: string,
): Promise<MessagesAnswer | undefined> {
  const queue = inside.queues.find((one) => one.name === name);
  if (!queue) return undefined;
  const messages = await inside.messages(queue);
  return {
    total: messages.length,
    messages: messages.slice(0, maxShown).map(({ body, groupId, dueAt }) => ({
      body: maskValue(body),
      ...(groupId !== undefined && { group: groupId }),
      visibleAt: dueAt,
    })),
  };
}

/** The most messages that one press of the button moves. */
const maxMoved = 1_000;

/**
 * Moves messages back to the queue that they failed in, as SQS's own redrive does, and returns how
 * many; undefined for a queue that none feeds. Each is sent before it is deleted, so a crash in
 * between sends one twice, and none is lost.
 */
export async function redrive(inside: Inside, name: string): Promise<number | undefined> {
  const queue = inside.queues.find((one) => one.name === name);
  const source = queue && sourceOf(inside, queue);
  if (!queue || !source) return undefined;
  let moved = 0;
  while (moved < maxMoved) {
    const { Messages } = await inside.sqs('AmazonSQS.ReceiveMessage', {
      QueueUrl: queue.url,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    const messages = listOf(Messages).filter(isObject);
    if (messages.length === 0) return moved;
    for (const { Body, MessageAttributes, Attributes, ReceiptHandle } of messages) {
      const group = isObject(Attributes) ? Attributes.MessageGroupId : undefined;
      await inside.sqs('AmazonSQS.SendMessage', {
        QueueUrl: source.url,
        MessageBody: Body,
        ...(MessageAttributes !== undefined && { MessageAttributes }),
        ...(group !== undefined && { MessageGroupId: group }),
        ...(source.attributes.FifoQueue === 'true' && { MessageDeduplicationId: randomUUID() }),
      });
      await inside.sqs('AmazonSQS.DeleteMessage', { QueueUrl: queue.url, ReceiptHandle });
      moved += 1;
    }
  }
  return moved;
}
