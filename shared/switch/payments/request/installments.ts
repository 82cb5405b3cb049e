import * as v from 'valibot';
import { given, integer } from '#platform/schema.ts';
import { PaymentMethod } from '#vocabulary/payment-methods.ts';

const BillingFrequency = v.picklist(['month']);
const count = integer(1, 255);

/** The installment plans that the merchant offers. */
export const InstallmentOption = v.object({
  payment_method: PaymentMethod,
  installments: v.array(
    v.object({
      number_of_installments: v.union([count, v.array(count)]),
      billing_frequency: BillingFrequency,
      /** In percent. */
      interest_rate: v.number(),
    }),
  ),
});
export type InstallmentOption = v.InferOutput<typeof InstallmentOption>;

/** The plan that the customer chose. */
export const InstallmentRequest = v.object({
  number_of_installments: count,
  billing_frequency: BillingFrequency,
});
export type InstallmentRequest = v.InferOutput<typeof InstallmentRequest>;

/** The plan by which a payment is charged, with its interest in minor units. */
export const InstallmentData = v.object({
  ...InstallmentRequest.entries,
  installment_interest: given(v.number()),
});
export type InstallmentData = v.InferOutput<typeof InstallmentData>;
