import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  AttributeValue as StreamValue,
} from 'aws-lambda';
import type { Log } from '../log.ts';
import { type Subject, subjectOfKey, withSubject } from '../log-subject.ts';
import { itemFromWire } from '../table/attribute-values.ts';
import { unpacked } from '../table/packed-item.ts';

/** A change of an item, as the stream tells it. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What is done with the changes of a batch. Returns the sequence numbers of those with which it has to
 * be done again; never rejects.
 */
export type StreamJob = (records: readonly DynamoDBRecord[]) => Promise<readonly string[]>;

/**
 * A job that turns every change into messages, and sends all messages of a batch together. It has to
 * be done again with a change whose handling throws, or one of whose messages was not taken. Whatever
 * it does must be safe to do twice.
 */
export const streamJob =
  <M>(
    /** What the log calls it. */
    job: string,
    handle: (change: Change) => Promise<readonly M[]>,
    /** Sends messages; returns those that were not taken. */
    send: (messages: readonly M[]) => Promise<readonly M[]>,
    log: Log,
  ): StreamJob =>
  async (records) => {
    const handled = await Promise.all(
      records.map((record) =>
        withSubject(subjectOfRecord(record), async () => {
          const number = record.dynamodb?.SequenceNumber ?? '';
          try {
            return { number, messages: await handle(changeOf(record)), isFailed: false };
          } catch (error) {
            log.error('change failed', error, { job, id: record.eventID });
            return { number, messages: [], isFailed: true };
          }
        }),
      ),
    );
    const notTaken = new Set(await left(handled.flatMap(({ messages }) => messages)));
    return handled
      .filter(({ isFailed, messages }) => isFailed || messages.some((one) => notTaken.has(one)))
      .map(({ number }) => number);

    /** What was not taken; all of it when nobody says what was. */
    async function left(messages: readonly M[]): Promise<readonly M[]> {
      try {
        const refused = await send(messages);
        if (refused.length > 0) {
          log.error('messages not taken', undefined, { job, count: refused.length });
        }
        return refused;
      } catch (error) {
        log.error('messages not sent', error, { job, count: messages.length });
        return messages;
      }
    }
  };

/**
 * A function behind the table's stream, whose jobs are done side by side, each with all changes
 * whatever became of the others. What the first could not do is told to the stream, which comes again
 * with that change and what follows, splits the batch, and in the end parks the one that cannot be
 * handled. What a job beside it could not do is made up for elsewhere, so it holds up nothing: the
 * stream would keep everybody's changes back for it.
 */
export const streamFunction =
  (first: StreamJob, ...beside: readonly StreamJob[]) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const [failed] = await Promise.all([first(Records), ...beside.map((job) => job(Records))]);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };

/** What the item is about that a record tells of, as far as its key says. */
export const subjectOfRecord = ({ dynamodb }: DynamoDBRecord): Subject =>
  subjectOfKey({ pk: dynamodb?.Keys?.pk?.S, sk: dynamodb?.Keys?.sk?.S });

/** The change that a record of the stream tells. */
export const changeOf = ({ dynamodb }: DynamoDBRecord): Change => ({
  before: image(dynamodb?.OldImage),
  after: image(dynamodb?.NewImage),
});

const image = (attributes: Record<string, StreamValue> | undefined) =>
  attributes && unpacked(itemFromWire(attributes));
