// Loaded late: few merchants add surcharges.
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { toMajorNumber } from '#vocabulary/amounts.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { paymentFacts, type RoutedPayment } from '../routing/payment-facts.ts';
import { type DecidedFields, decidedFields } from './confirm/decided-fields.ts';
import { withoutDecided } from './confirm/stated-choices.ts';
import type { Payment } from './payment.ts';
import { billingCountryOf } from './request/billing-country.ts';
import { netAmount } from './request/net-amount.ts';
import type { SurchargeResponse } from './response/surcharge-response.ts';

type Method = Pick<RoutedPayment, 'method' | 'type' | 'card'>;

/**
 * The surcharge that a confirm with this payment method would add, as far as the method is known;
 * null when it would add none, or the merchant stated one.
 */
export function shownSurcharge(
  configuration: Configuration,
  payment: Payment,
  method: Method,
): SurchargeResponse | null {
  const { surchargeRule, fields } = decidedWith(configuration, payment, method);
  const { surcharge_details: details } = fields;
  if (!surchargeRule || !details) return null;
  const { currency } = payment;
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

/** The payment at the price at which a confirm by this wallet would charge it. */
export function pricedByWallet(
  configuration: Configuration,
  payment: Payment,
  type: PaymentMethodType,
): Payment {
  const { fields } = decidedWith(configuration, payment, { method: 'wallet', type });
  const stated = withoutDecided(payment);
  const requestFields = { ...stated.requestFields, ...fields };
  const amountMinor = netAmount({ ...requestFields, amount: payment.amountMinor });
  return { ...stated, requestFields, attempt: { ...payment.attempt, amountMinor } };
}

function decidedWith(
  { decisions = {} }: Configuration,
  payment: Payment,
  method: Method,
): DecidedFields {
  const { requestFields, amountMinor, currency } = withoutDecided(payment);
  return decidedFields({
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
}
