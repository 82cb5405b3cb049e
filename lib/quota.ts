/**
 * Functions of an account that may run at the same time. A new account may run 10, of which the two
 * readers of the stream alone take 8: four shards each. What is behind queues and schedules takes the
 * rest of what is counted here, and leaves this many for callers.
 */
export const reservedForCallers = 100;

/** What production needs, which a test holds against the templates. */
export const requiredConcurrency = 250;
