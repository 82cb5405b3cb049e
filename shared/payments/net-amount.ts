import type { SurchargeDetails } from './request.ts';

/** What a payment is made of, all in minor units. */
export interface AmountFacts {
  readonly amount: number;
  readonly shipping_cost?: number | null | undefined;
  readonly order_tax_amount?: number | null | undefined;
  readonly surcharge_details?: Readonly<SurchargeDetails> | null | undefined;
  readonly installment_interest?: number | null | undefined;
}

/** What the customer is charged, in minor units. Discount, duty and tax on shipping are not in it. */
export const netAmount = (facts: AmountFacts): number =>
  facts.amount +
  (facts.shipping_cost ?? 0) +
  (facts.order_tax_amount ?? 0) +
  (facts.surcharge_details?.surcharge_amount ?? 0) +
  (facts.surcharge_details?.tax_amount ?? 0) +
  (facts.installment_interest ?? 0);
