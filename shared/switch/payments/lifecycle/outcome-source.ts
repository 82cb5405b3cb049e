/**
 * Where an outcome comes from: the response to our request, a sync, or a webhook. A webhook may be
 * stale.
 */
export type OutcomeSource = 'response' | 'sync' | 'webhook';
