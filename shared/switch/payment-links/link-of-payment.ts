import * as v from 'valibot';

/** The locale of links whose merchant requested none. */
export const defaultLocale = 'en';

/** The payment link as its payment stores it. */
export const LinkOfPayment = v.object({
  /** `plink_` and 20 letters and digits, derived from the payment. */
  id: v.string(),
  /** Without the page token, which is added when the link is shown. */
  url: v.string(),
  /** The page for frames; absent when no domain may frame it. */
  secureUrl: v.optional(v.string()),
  /** The locale that the merchant's request named. */
  locale: v.optional(v.string()),
});
export type LinkOfPayment = v.InferOutput<typeof LinkOfPayment>;
