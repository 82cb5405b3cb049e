import * as v from 'valibot';

/** The type of transaction that is routed. */
export const TransactionType = v.picklist(['payment', 'payout']);
export type TransactionType = v.InferOutput<typeof TransactionType>;

/** The use of an algorithm: a type of transaction, or the authentication of a payment. */
export const AlgorithmFor = v.picklist([...TransactionType.options, 'three_ds_authentication']);
export type AlgorithmFor = v.InferOutput<typeof AlgorithmFor>;
