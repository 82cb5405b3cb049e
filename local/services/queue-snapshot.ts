import * as v from 'valibot';
import { parseJson } from '../assembly/json.ts';
import type { AwsCall } from '../aws/aws-call.ts';
import type { ServiceCalls } from '../aws/proxy-response.ts';
import type { PersistedMessage } from './kept-state.ts';
import { inspection } from './queue-calls.ts';
import type { LocalQueue } from './queues.ts';

const Message = v.object({
  messageId: v.string(),
  body: v.string(),
  messageAttributes: v.record(v.string(), v.record(v.string(), v.string())),
  delayUntil: v.optional(v.number()),
  messageGroupId: v.optional(v.string()),
  messageDeduplicationId: v.optional(v.string()),
});
const Snapshot = v.object({
  messages: v.object({
    ready: v.array(Message),
    delayed: v.array(Message),
    inflight: v.array(v.object({ message: Message })),
  }),
});

/**
 * All messages of a queue, without receiving them. A message in flight is due at once in the next
 * run: the function that received it ends with this one, and nothing else would process the message
 * until its visibility timeout is over, which is minutes.
 */
export async function queueSnapshot(
  { name }: LocalQueue,
  call: ServiceCalls,
): Promise<PersistedMessage[]> {
  const { body } = await call(inspection, JSON.stringify({ name })).answer;
  const { messages } = v.parse(Snapshot, parseJson(body.toString()));
  return [
    ...messages.ready.map((message) => persistedMessage(message, 0)),
    ...messages.delayed.map((message) => persistedMessage(message, message.delayUntil ?? 0)),
    ...messages.inflight.map(({ message }) => persistedMessage(message, 0)),
  ];
}

/** Sends the messages of a snapshot again. Their receive counts start from zero. */
export async function restoreMessages(
  { url }: LocalQueue,
  messages: readonly PersistedMessage[],
  sqs: AwsCall,
) {
  for (const { body, attributes, dueAt, groupId, deduplicationId } of messages) {
    const delay = Math.min(900, Math.max(0, Math.ceil((dueAt - Date.now()) / 1000)));
    await sqs('AmazonSQS.SendMessage', {
      QueueUrl: url,
      MessageBody: body,
      MessageAttributes: attributes,
      ...(groupId !== undefined && { MessageGroupId: groupId }),
      // A FIFO queue accepts no delay of a single message.
      ...(deduplicationId === undefined
        ? { DelaySeconds: delay }
        : { MessageDeduplicationId: deduplicationId }),
    });
  }
}

const persistedMessage = (
  message: v.InferOutput<typeof Message>,
  dueAt: number,
): PersistedMessage => ({
  id: message.messageId,
  body: message.body,
  attributes: message.messageAttributes,
  dueAt,
  groupId: message.messageGroupId,
  deduplicationId: message.messageDeduplicationId,
});
