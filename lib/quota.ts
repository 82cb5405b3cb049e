/**
 * Concurrent functions that are left for callers. A new account may run 10, of which the two stream
 * readers alone take 8: four shards each. Queues and schedules take the rest of what this file
 * counts.
 */
export const reservedForCallers = 100;

/** What production needs without further settings; a test compares it with the templates. */
export const requiredConcurrency = 250;

/**
 * Functions that need no key: those of the switch's and the vault's operations, and the one of each
 * that answers for unknown routes. The same test counts them.
 */
export const keylessFunctions = 24;

/**
 * What the account's quota has to have beside for the shares of functions that need no key: Lambda
 * takes them from what others may use.
 *
 * @param keylessConcurrency the share of each, 0 for none
 */
export const sharesOf = (keylessConcurrency: number): number =>
  keylessFunctions * keylessConcurrency;

/**
 * Lambda refuses shares that leave less than this for functions without one.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const leastUnreserved = 100;
