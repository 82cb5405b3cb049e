import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { Log } from '../log.ts';
import { withSubject } from '../log-subject.ts';

/** One message, parsed, with how often it was received. */
export interface Message<T> {
  readonly body: T;
  /** 1 for the first time. */
  readonly receiveCount: number;
  readonly receiptHandle: string;
}

/** The handling of one message. */
export interface MessageContext {
  /** The queue's own identifier of the message. */
  readonly requestId: string;
  /** Milliseconds until the function is stopped; infinite where nothing stops it. */
  remainingMs(): number;
}

/**
 * A function behind a queue. Messages are handled side by side and fail one by one: only those whose
 * handling throws come back, the others are done. Whatever it does must be safe to do twice.
 */
export const queueFunction =
  <S extends v.GenericSchema>(
    schema: S,
    handle: (message: Message<v.InferOutput<S>>, handling: MessageContext) => Promise<void>,
    log: Log,
  ) =>
  async (
    event: SQSEvent,
    context?: Pick<Context, 'getRemainingTimeInMillis'>,
  ): Promise<SQSBatchResponse> => {
    const failed = await Promise.all(
      event.Records.map((record) =>
        withSubject({}, async () => {
          try {
            await handle(parsed(schema, record), {
              requestId: record.messageId,
              remainingMs: () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY,
            });
            return [];
          } catch (error) {
            if (!(error instanceof RetryLater))
              log.error('message failed', error, { id: record.messageId });
            return [{ itemIdentifier: record.messageId }];
          }
        }),
      ),
    );
    return { batchItemFailures: failed.flat() };
  };

/** Thrown to have the message again later, when there is nothing to report about it. */
export class RetryLater extends Error {}

const parsed = <S extends v.GenericSchema>(schema: S, record: SQSRecord) => ({
  body: v.parse(schema, JSON.parse(record.body)),
  receiveCount: Number(record.attributes.ApproximateReceiveCount),
  receiptHandle: record.receiptHandle,
});
