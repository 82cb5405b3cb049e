import * as v from 'valibot';
import type { Asked } from '#connectors/abilities.ts';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { RoutingCriteria } from '../routing/eligible-accounts.ts';
import type { RoutedPayment } from '../routing/payment-facts.ts';
import type { Payment } from './payment.ts';
import { billingCountryOf } from './request/billing-country.ts';

/**
 * The input of the routing of a stored payment, as far as the payment stores it: no card numbers.
 */
export function storedRouting(payment: Payment): {
  readonly criteria: RoutingCriteria;
  readonly routed: RoutedPayment;
  readonly asked: Asked;
} {
  const { requestFields, attempt, currency, mandate } = payment;
  const method = v.parse(v.fallback(PaymentMethod, 'card'), requestFields.payment_method);
  const type = v.parse(
    v.fallback(v.optional(PaymentMethodType), undefined),
    requestFields.payment_method_type,
  );
  const card = attempt.paymentMethodData?.card;
  const country = billingCountryOf(payment);
  const facts = { currency, method, type, country, network: card?.card_network };
  const allowed = v.safeParse(v.array(v.string()), requestFields.connector);
  return {
    criteria: {
      ...facts,
      profileId: payment.profileId,
      amountMinor: payment.amountMinor,
      ...(allowed.success && { allowed: allowed.output }),
    },
    asked: facts,
    routed: {
      requestFields,
      currency,
      method,
      type,
      netAmountMinor: attempt.amountMinor,
      billingCountry: attempt.paymentMethodData?.billing?.address?.country ?? country,
      mandateKind: mandate?.role === 'charged' ? mandate.kind : undefined,
      card: {
        digits: card?.card_extended_bin ?? card?.card_isin,
        network: card?.card_network,
        type: card?.card_type,
        issuerCountry: card?.card_issuing_country,
      },
    },
  };
}
