import * as v from 'valibot';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

/** The payout link as its payout stores it: the look and the choices that were stated for it. */
export const LinkOfPayout = v.object({
  /** Stated by the merchant, or `payout_link_` and 20 letters and digits. */
  id: v.string(),
  /** Without the page token, which is added when the link is shown. */
  url: v.string(),
  /** The locale that the merchant's request named. */
  locale: v.optional(v.string()),
  logo: v.optional(v.string()),
  merchantName: v.optional(v.string()),
  theme: v.optional(v.string()),
  /** The payment methods of which the payee chooses; absent without a limit. */
  methods: v.optional(
    v.array(
      v.object({ payment_method: PaymentMethod, payment_method_types: v.array(PaymentMethodType) }),
    ),
  ),
  layout: v.optional(v.picklist(['tabs', 'journey'])),
  /** Whether the page also opens outside of frames; never where real money moves. */
  isTest: v.optional(v.boolean()),
});
export type LinkOfPayout = v.InferOutput<typeof LinkOfPayout>;
