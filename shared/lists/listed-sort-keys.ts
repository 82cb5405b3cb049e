/**
 * The sort keys of all items that are on lists: what the stream tells the projection of. A noun that
 * joins the lists adds its own, and its kind to `kinds.ts`.
 */
export const listedSortKeys = {
  are: ['PAYMENT', 'PAYOUT', 'CUSTOMER', 'ACCOUNT', 'EVENT', 'DELIVERY', 'MANDATE', 'PAYMENT_LINK'],
  beginWith: ['REFUND#', 'DISPUTE#'],
} as const satisfies { readonly are: readonly string[]; readonly beginWith: readonly string[] };
