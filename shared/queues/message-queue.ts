import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The longest that a queue keeps a message back, in seconds. */
export const longestDelaySeconds = 900;

/** One call may take this long before it is tried again; three tries in all. */
const callTimeoutMs = 3_000;

export interface MessageQueue<M> {
  /**
   * Sends ten at a time; returns those that the queue did not take. Each is kept back for the seconds
   * that `delaySeconds` says, at most 900; without it for none.
   */
  send(messages: readonly M[], delaySeconds?: (message: M) => number): Promise<readonly M[]>;
}

/**
 * @param groupOf whose message it is. Of a queue that is fair, the messages of a group that has many in
 *   flight do not hold up those of the others; one without a group is a group of its own.
 */
export function messageQueue<M>(
  url: string,
  groupOf: (message: M) => string | undefined = () => undefined,
  client = new SQSClient({
    maxAttempts: 3,
    // A queue that hangs must not use up the time of whatever else its function does.
    requestHandler: {
      requestTimeout: callTimeoutMs,
      connectionTimeout: 1_000,
      // Without this the client writes a warning to the log and goes on waiting.
      throwOnRequestTimeout: true,
    },
  }),
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
