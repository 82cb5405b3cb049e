import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as v from 'valibot';
import type { Log } from '../log.ts';
import { withSubject } from '../log-subject.ts';
import { continueTrace } from '../traces/trace.ts';

/** A parsed message, with how often it was received. */
export interface Message<T> {
  readonly body: T;
  /** 1 at the first receive. */
  readonly receiveCount: number;
  readonly receiptHandle: string;
}

/** The context in which one message is handled. */
export interface MessageContext {
  /** The queue's own id of the message. */
  readonly requestId: string;
  /** Milliseconds until the function is stopped; infinite where nothing stops it. */
  remainingMs(): number;
}

/**
 * A function behind a queue. Messages are handled in parallel and fail one by one: a message whose
 * handling throws is received again, the others are deleted. Handling must be idempotent.
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
            const message = parsed(schema, record);
            await continueTrace(traceOf(message.body), 'message', () =>
              handle(message, {
                requestId: record.messageId,
                remainingMs: () => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY,
              }),
            );
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

/** Thrown to receive the message again later, without an error in the log. */
export class RetryLater extends Error {}

/** The trace that a message goes on with, which its sender stated. */
const traceOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, 'trace') : undefined;

const parsed = <S extends v.GenericSchema>(schema: S, record: SQSRecord) => ({
  body: v.parse(schema, JSON.parse(record.body)),
  receiveCount: Number(record.attributes.ApproximateReceiveCount),
  receiptHandle: record.receiptHandle,
});
