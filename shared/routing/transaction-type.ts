import * as v from 'valibot';

/** The type of transaction that is routed. */
export const TransactionType = v.picklist(['payment', 'payout']);
export type TransactionType = v.InferOutput<typeof TransactionType>;
