/**
 * The sort keys of all listed items, by which the stream is filtered. A noun that joins the lists
 * adds its own here, and its definition to `list-registry.ts`.
 */
export const listedSortKeys = {
  are: ['PAYMENT', 'PAYOUT', 'CUSTOMER', 'ACCOUNT', 'EVENT', 'DELIVERY', 'MANDATE', 'PAYMENT_LINK'],
  beginWith: ['REFUND#', 'DISPUTE#'],
} as const satisfies { readonly are: readonly string[]; readonly beginWith: readonly string[] };

/** Items that the table deletes by itself at their end, together with their rows. */
export const endingSortKeys: readonly string[] = ['EVENT', 'DELIVERY'];
