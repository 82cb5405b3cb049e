import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  AttributeValue as StreamValue,
} from 'aws-lambda';
import type { Log } from '../log.ts';

/** A change of an item, as the stream tells it. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A function behind the table's stream. Every change is turned into messages, and all messages of a
 * batch are sent together. A change whose handling throws, or one of whose messages was not taken, is
 * told to the stream, which comes again with it and what follows, splits the batch, and in the end
 * parks the one that cannot be handled. Whatever it does must be safe to do twice.
 */
export const streamFunction =
  <M>(
    handle: (change: Change) => Promise<readonly M[]>,
    /** Sends messages; returns those that were not taken. */
    send: (messages: readonly M[]) => Promise<readonly M[]>,
    log: Log,
  ) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const handled = await Promise.all(
      event.Records.map(async ({ dynamodb, eventID }) => {
        const itemIdentifier = dynamodb?.SequenceNumber ?? '';
        try {
          const change = { before: image(dynamodb?.OldImage), after: image(dynamodb?.NewImage) };
          return { itemIdentifier, messages: await handle(change), failed: false };
        } catch (error) {
          log.error('change failed', error, { id: eventID });
          return { itemIdentifier, messages: [], failed: true };
        }
      }),
    );
    const notTaken = new Set(await send(handled.flatMap(({ messages }) => messages)));
    if (notTaken.size > 0) log.error('messages not taken', undefined, { count: notTaken.size });
    return {
      batchItemFailures: handled
        .filter(({ failed, messages }) => failed || messages.some((one) => notTaken.has(one)))
        .map(({ itemIdentifier }) => ({ itemIdentifier })),
    };
  };

/** The change that a record of the stream tells. */
export const changeOf = ({ dynamodb }: DynamoDBRecord): Change => ({
  before: image(dynamodb?.OldImage),
  after: image(dynamodb?.NewImage),
});

const image = (attributes: Record<string, StreamValue> | undefined) =>
  attributes && unmarshall(Object.fromEntries(Object.entries(attributes).map(inBytes)));

/** A stream's binary values arrive as base64; the library wants bytes. Only the top level has any. */
const inBytes = ([name, value]: [string, StreamValue]): [string, AttributeValue] => [
  name,
  'B' in value && typeof value.B === 'string'
    ? { B: Buffer.from(value.B, 'base64') }
    : (value as AttributeValue), // The same structure under two libraries' names.
];
