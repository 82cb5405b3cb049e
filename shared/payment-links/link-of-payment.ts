import * as v from 'valibot';

/** What a link says where its merchant asked for no language. */
export const defaultLocale = 'en';

/** The link of a payment as the payment keeps it: where its customer finds the page. */
export const LinkOfPayment = v.object({
  /** `plink_` and 20 letters and digits; follows from the payment. */
  id: v.string(),
  /** As it is kept: the token that opens it is added where it is shown. */
  url: v.string(),
  /** Of the page for frames; absent where no domain may show it. */
  secureUrl: v.optional(v.string()),
  /** The language that the merchant asked for, as its request named it. */
  locale: v.optional(v.string()),
});
export type LinkOfPayment = v.InferOutput<typeof LinkOfPayment>;
