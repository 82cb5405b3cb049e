/**
 * Concurrent functions that are left for callers. A new account may run 10, of which the two stream
 * readers alone take 8: four shards each. Queues and schedules take the rest of what this file
 * counts.
 */
export const reservedForCallers = 100;

/** What production needs; a test compares it with the templates. */
export const requiredConcurrency = 250;
