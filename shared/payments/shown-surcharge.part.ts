import type { Configuration } from '../accounts/merchant-account.ts';
import { toMajorNumber } from '../connectors/formats/amounts.ts';
import { paymentFacts, type RoutedPayment } from '../routing/payment-facts.part.ts';
import { decidedFields } from './confirm/decided-fields.part.ts';
import { withoutDecided } from './confirm/stated-choices.ts';
import type { Payment } from './payment.ts';
import { billingCountryOf } from './request/billing-country.ts';
import { netAmount } from './request/net-amount.ts';
import type { SurchargeResponse } from './response/surcharge-response.ts';

/**
 * The surcharge that a confirm with this payment method would add, as far as the method is known;
 * null when it would add none, or the merchant stated one.
 */
export function shownSurcharge(
  { decisions }: Configuration,
  payment: Payment,
  method: Pick<RoutedPayment, 'method' | 'type' | 'card'>,
): SurchargeResponse | null {
  if (!decisions?.surcharge) return null;
  const { requestFields, amountMinor, currency } = withoutDecided(payment);
  const { surchargeRule, fields } = decidedFields({
    decisions,
    payment,
    requestFields,
    facts: (planned) =>
      paymentFacts({
        ...method,
        requestFields: planned,
        netAmountMinor: netAmount({ ...planned, amount: amountMinor }),
        currency,
        billingCountry: billingCountryOf({ requestFields }),
      }),
  });
  const { surcharge_details: details } = fields;
  if (!surchargeRule || !details) return null;
  const { surcharge, tax_on_surcharge } = surchargeRule;
  const tax = details.tax_amount ?? 0;
  return {
    surcharge:
      surcharge.type === 'fixed'
        ? { type: 'fixed', value: surcharge.value.amount }
        : { type: 'rate', value: surcharge.value },
    tax_on_surcharge: tax_on_surcharge ?? null,
    display_surcharge_amount: toMajorNumber(details.surcharge_amount, currency),
    display_tax_on_surcharge_amount: toMajorNumber(tax, currency),
    display_total_surcharge_amount: toMajorNumber(details.surcharge_amount + tax, currency),
  };
}
