import * as v from 'valibot';

/** What is routed. */
export const TransactionType = v.picklist(['payment', 'payout']);
export type TransactionType = v.InferOutput<typeof TransactionType>;
