/*
 * The time limits that depend on one another, in milliseconds. Each fits into the one above it, so a
 * client gets an answer of the switch itself, and an outcome is saved before the function that
 * received it is stopped.
 *
 * A request that asks a processor, and a sync:
 *
 *   30 s   API Gateway answers the client with 503.
 *   28 s   Lambda stops the function: 2 s earlier, so that the client gets the function's answer.
 *   23 s   Each exchange with a processor has ended: 28 s less 5 s to save its outcome, which is more
 *          than the 3 s that three attempts at the database take.
 *   20 s   An exchange with all its steps. So 3 s are left to check and load before it. A processor
 *          that is quick as a rule gets less: see `timeLimitMs`.
 *    8 s   With less time left no further connector is asked: 5 s to save, and 3 s to ask.
 *    1 s   With less time left for the exchange no step is sent. One attempt at the database.
 *
 * A delivery of a webhook:
 *
 *   45 s   Lambda stops the function that delivers.
 *   40 s   A slot at a slow receiver that was never released is free again: 30 s, and 10 s to
 *          record the attempts.
 *   30 s   The receiver answers; 15 s are left to record the attempt.
 *   20 s   The receiver answers, where a merchant's own request of 28 s waits for the attempt.
 *    1 s   The body of an answer whose status has arrived.
 *
 * Calls of AWS, with three attempts each. A service that hangs costs one request at most so much:
 *
 *   15 s   Files: 5 s an attempt.
 *    9 s   Queues: 3 s an attempt.
 *    6 s   Keys and secrets: 2 s an attempt.
 *    3 s   The database: 1 s an attempt.
 *
 * In front of API Gateway:
 *
 *   60 s   CloudFront answers the client with 504, long after API Gateway.
 *   10 s   API Gateway refuses a request whose origin was not checked.
 *    8 s   Lambda stops the function that checks it.
 *
 * A message of a queue comes again after six times the function's limit, as Lambda requires. A sync
 * message waits up to 20 s for others.
 *
 * Due times in the table (decision 7):
 *
 *   60 s   The earliest due time of later work, after its write. `find-due` runs as often.
 *   55 s   A run of `find-due` sends items so long before they are due, delayed until then.
 *   30 s   An item due sooner than this is sent by the reader of the stream.
 *    5 s   The least time between a write and the run that has to read it from the index.
 */

/** API Gateway's longest timeout of an integration. */
export const apiTimeoutMs = 30_000;

/** Lambda stops a function after this time, unless its own stack states another limit. */
export const functionTimeoutMs = 28_000;

/** Reserved for saving the outcome of an exchange. */
export const saveReserveMs = 5_000;

/** The longest time of an exchange with a processor, however much time is left. */
export const exchangeTimeoutMs = 20_000;

/** With less time left, no further connector is asked. */
export const failoverMinimumMs = 8_000;

/** With less time left for its exchange, no step is sent. */
export const stepMinimumMs = 1_000;

/** The attempts at a call of AWS, and the limit of one by service. */
export const awsAttempts = 3;
export const databaseTimeoutMs = 1_000;
export const keyTimeoutMs = 2_000;
export const queueTimeoutMs = 3_000;
export const fileTimeoutMs = 5_000;

/** The limit of a new connection to the files. */
export const connectTimeoutMs = 1_000;

/** CloudFront waits as long for API Gateway: its longest time without a higher quota. */
export const edgeTimeoutMs = 60_000;

/** Lambda stops the function that checks a request's origin: 2 s before API Gateway gives up. */
export const edgeCheckTimeoutMs = 8_000;

/** After this time the probe of an open circuit counts as lost: longer than any exchange takes. */
export const circuitProbeMs = 30_000;

/** Lambda stops the function that delivers webhooks after this time. */
export const deliveryFunctionTimeoutMs = 45_000;

/** A slot at a slow receiver that was never released is free again after this time. */
export const slotLeaseMs = 40_000;

/** The limit of a receiver's answer. */
export const receiverTimeoutMs = 30_000;

/** How long the body of an answer is read of which only the status counts. */
export const bodyOfStatusMs = 1_000;

/** The limit of a receiver's answer to an attempt for which a merchant's request waits. */
export const requestedAttemptTimeoutMs = 20_000;

/** Lambda requires that messages stay invisible for six times the function's limit. */
export const visibilityTimeoutMs = (functionLimitMs: number): number => 6 * functionLimitMs;

/** How long Lambda gathers sync messages before it starts a function. */
export const syncGatheringMs = 20_000;

/** How often `find-due` runs. Later work is due at least this long after its write. */
export const searchIntervalMs = 60_000;

/**
 * A run looks ahead from this long before its own time on: the index shows a write a moment later,
 * and work that is due a minute after its write must be shown to the run that sends it.
 */
export const searchLeadMs = 5_000;

/** An item due sooner than this is sent by the reader of the stream, and a later one by `find-due`. */
export const dueSoonMs = 30_000;
