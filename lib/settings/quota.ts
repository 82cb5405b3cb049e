/**
 * Functions that need no key: those of the switch's and the vault's operations, and the one of each
 * that answers for unknown routes. A test counts them.
 */
export const keylessFunctions = 32;

/**
 * The additional quota of the account for the shares of functions that need no key: Lambda takes
 * them from the concurrency of the others.
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

/**
 * The limit of concurrent executions that AWS gives an account by default; a new one may begin with
 * 10.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const usualConcurrency = 1_000;
