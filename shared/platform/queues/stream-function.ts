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
import { continueTrace } from '../traces/trace.ts';

/** A change of an item, from the table's stream. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Processes the changes of a batch. Resolves with the sequence numbers of those to repeat; never
 * rejects.
 */
export type StreamJob = (records: readonly DynamoDBRecord[]) => Promise<readonly string[]>;

/**
 * A job that turns every change into messages and sends all messages of a batch together. It
 * repeats a change whose handling throws, or one of whose messages the queue did not accept.
 * Handling must be idempotent.
 */
export const streamJob =
  <M>(
    /** The job's name in the log. */
    job: string,
    handle: (change: Change) => Promise<readonly M[]>,
    /** Sends messages; returns those that the queue did not accept. */
    send: (messages: readonly M[]) => Promise<readonly M[]>,
    log: Log,
  ): StreamJob =>
  async (records) => {
    const handled = await Promise.all(
      records.map((record) =>
        withSubject(subjectOfRecord(record), async () => {
          const number = record.dynamodb?.SequenceNumber ?? '';
          try {
            const work = () => handle(changeOf(record));
            const isShown = (made: readonly M[]) => made.length > 0;
            const messages = await continueTrace(traceOfRecord(record), job, work, isShown);
            return { number, messages, isFailed: false };
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

    /** The messages that were not accepted; all of them when the call failed. */
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

/** Several jobs as one, which repeats the changes that any of them repeats. */
export const allOf =
  (...jobs: readonly StreamJob[]): StreamJob =>
  async (records) => {
    const failed = await Promise.all(jobs.map((job) => job(records)));
    return [...new Set(failed.flat())];
  };

/**
 * A function behind the table's stream. Its jobs run in parallel, each with all changes, whatever
 * happens to the others. The first job's failures are reported to the stream. The stream repeats
 * that change and the following ones, splits the batch, and in the end parks the change that cannot
 * be handled. Failures of the other jobs are repaired elsewhere: reporting them would hold up the
 * changes of all merchants.
 */
export const streamFunction =
  (first: StreamJob, ...beside: readonly StreamJob[]) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const [failed] = await Promise.all([first(Records), ...beside.map((job) => job(Records))]);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };

/** The subject of a stream record, as far as the item's key contains it. */
export const subjectOfRecord = ({ dynamodb }: DynamoDBRecord): Subject =>
  subjectOfKey({ pk: dynamodb?.Keys?.pk?.S, sk: dynamodb?.Keys?.sk?.S });

/** The trace of the write that made this change; undefined for a change by an update. */
function traceOfRecord({ dynamodb }: DynamoDBRecord): string | undefined {
  const trace = dynamodb?.NewImage?.trace?.S;
  return trace === dynamodb?.OldImage?.trace?.S ? undefined : trace;
}

/** The change in a stream record. */
export const changeOf = ({ dynamodb }: DynamoDBRecord): Change => ({
  before: image(dynamodb?.OldImage),
  after: image(dynamodb?.NewImage),
});

const image = (attributes: Record<string, StreamValue> | undefined) =>
  attributes && unpacked(itemFromWire(attributes));
