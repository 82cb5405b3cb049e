export interface MessageQueue<M> {
  /**
   * Sends ten messages a call and returns those that the queue did not accept. Delays each by
   * `delaySeconds`, at most 900; by default 0.
   */
  send(messages: readonly M[], delaySeconds?: (message: M) => number): Promise<readonly M[]>;
}

/** Seconds until a moment, rounded up so that no message arrives early; 0 when it has passed. */
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1_000));

/**
 * JSON in characters that every queue accepts. SQS refuses U+FFFE and lone surrogates, and not all
 * compatible queues accept characters beyond U+FFFF. A JSON parser reads the same value.
 */
export const asText = (message: unknown): string =>
  JSON.stringify(message).replaceAll(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
