import { lazy } from '../lazy.ts';
import { sqsQueue } from './sqs-queue.part.ts';

/** The longest that a queue keeps a message back, in seconds. */
export const maxDelaySeconds = 900;

export interface MessageQueue<M> {
  /**
   * Sends ten at a time; returns those that the queue did not take. Each is kept back for the seconds
   * that `delaySeconds` says, at most 900; without it for none.
   */
  send(messages: readonly M[], delaySeconds?: (message: M) => number): Promise<readonly M[]>;
}

/**
 * A queue in SQS, whose client is loaded with the first messages.
 *
 * @param groupOf whose message it is. Of a queue that is fair, the messages of a group that has many in
 *   flight do not hold up those of the others; one without a group is a group of its own.
 */
export const messageQueue = <M>(
  url: string,
  groupOf: (message: M) => string | undefined = () => undefined,
): MessageQueue<M> => lazy(() => sqsQueue(url, groupOf));

/** Seconds from now until a moment, rounded up so that nobody comes early; 0 when it has passed. */
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1_000));

/**
 * JSON in signs that every queue takes: SQS refuses a message for U+FFFE or half a character, and not
 * all that speak its protocol take characters beyond the first 65,536. A reader of JSON sees no change.
 */
export const asText = (message: unknown): string =>
  JSON.stringify(message).replaceAll(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
