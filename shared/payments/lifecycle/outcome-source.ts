/**
 * How news came: as the answer to the request itself, to a later question, or told by the processor
 * unasked, which may have been under way for long and say what is not so any more.
 */
export type OutcomeSource = 'response' | 'sync' | 'webhook';
