import * as v from 'valibot';

/** The link of a payment as the payment keeps it: where its customer finds the page. */
export const LinkOfPayment = v.object({
  /** `plink_` and 20 letters and digits; follows from the payment. */
  id: v.string(),
  url: v.string(),
  /** Of the page for frames; absent where no domain may show it. */
  secureUrl: v.optional(v.string()),
});
export type LinkOfPayment = v.InferOutput<typeof LinkOfPayment>;
