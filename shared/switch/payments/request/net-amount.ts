import { SwitchError } from '#platform/errors.ts';
import type { SurchargeDetails } from '#vocabulary/surcharge-details.ts';

/** The highest net total of a payment, in minor units. */
export const maxAmountMinor = 999_999_999;

/** The parts of a payment's amount, all in minor units. */
export interface AmountFacts {
  readonly amount: number;
  readonly shipping_cost?: number | null | undefined;
  readonly order_tax_amount?: number | null | undefined;
  readonly surcharge_details?: Readonly<SurchargeDetails> | null | undefined;
  readonly installment_interest?: number | null | undefined;
}

/**
 * The net total that the customer is charged, in minor units. Discount, duty and tax on shipping
 * are not part of it. Throws `precondition_failed` above the maximum.
 */
export function netAmount(facts: AmountFacts): number {
  const net =
    facts.amount +
    (facts.shipping_cost ?? 0) +
    (facts.order_tax_amount ?? 0) +
    (facts.surcharge_details?.surcharge_amount ?? 0) +
    (facts.surcharge_details?.tax_amount ?? 0) +
    (facts.installment_interest ?? 0);
  if (net <= maxAmountMinor) return net;
  throw new SwitchError('precondition_failed', {
    message: `net_amount should not be more than ${maxAmountMinor}`,
  });
}
