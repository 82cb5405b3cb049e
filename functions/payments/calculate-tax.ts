import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { lambda } from '#merchants/lambda.ts';
import { SwitchError } from '#platform/errors.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { openConnectorAccess } from '#switch/payments/connector-access.ts';
import { checkAccepted } from '#switch/payments/lifecycle/lifecycle.ts';
import { livePaymentServices } from '#switch/payments/live-payment-services.ts';
import { checkClientSecret, checkProfile, type Payment } from '#switch/payments/payment.ts';
import type { PaymentServices } from '#switch/payments/payment-services.ts';
import { netAmount } from '#switch/payments/request/net-amount.ts';
import { orderToTax } from '#switch/payments/request/taxed-order.ts';
import {
  withClientShipping,
  withoutClientShipping,
} from '#switch/payments/request/validate-client-changes.ts';
import { calculateTax as calculateTaxOperation } from '#switch/payments/tax-operations.ts';
import { Address } from '#vocabulary/address.ts';
import { toMajorString } from '#vocabulary/amounts.ts';
import { Currency } from '#vocabulary/currencies.ts';

type Services = Pick<PaymentServices, 'payments' | 'configurations' | 'secrets' | 'connectors'>;

/**
 * Asks the merchant's tax connector for the tax of the order at its delivery address. The tax
 * becomes part of the payment, together with the order that it is for: the confirm charges it, and
 * refuses another delivery address. The payment must not be confirmed yet, and an address that the
 * merchant stated stays.
 */
export const calculateTax = implement(calculateTaxOperation, {
  load: ({ merchantId, params }, { payments }: Services) =>
    payments.get(merchantId, params.payment_id),

  async run({ caller, body, now, remainingMs, requestId }, services: Services, payment) {
    const { payments, configurations, secrets, connectors } = services;
    checkProfile(payment, caller);
    checkClientSecret(payment, caller.clientSecret, now);
    checkAccepted('update', payment.status);
    const { configuration, account } = await configurations.decide(payment.merchantId, (found) => ({
      configuration: found,
      account: calculatorOf(found, payment),
    }));
    // When a client tries several addresses, only the last one counts.
    const shipped = withClientShipping(withoutClientShipping(payment), body.shipping);
    const { shipping, shipping_cost } = v.parse(Parts, shipped.requestFields);
    const access = await openConnectorAccess(account, configuration, secrets);
    const outcome = await connectors({ remainingMs, requestId }).calculateTax(access, {
      reference: payment.attempt.id,
      amountMinor: payment.amountMinor,
      shippingMinor: shipping_cost ?? 0,
      currency: payment.currency,
      shipping: shipping ?? {},
    });
    // Without an answer the tax is unknown, and the customer must not see a wrong price.
    if (outcome.result !== 'calculated')
      throw new SwitchError('temporarily_unavailable', { from: 'connector' });
    const requestFields = { ...shipped.requestFields, order_tax_amount: outcome.taxMinor };
    const net = netAmount({ ...requestFields, amount: payment.amountMinor });
    const at = now.toISOString();
    await payments.save({
      ...shipped,
      requestFields,
      taxedFor: orderToTax(shipped),
      attempt: { ...payment.attempt, amountMinor: net, modifiedAt: at },
      modifiedAt: at,
    });
    const currency = v.parse(Currency, payment.currency);
    const displayed = (minor: number | null) =>
      minor === null ? null : toMajorString(minor, currency);
    return {
      payment_id: payment.id,
      net_amount: net,
      order_tax_amount: outcome.taxMinor,
      shipping_cost: shipping_cost ?? null,
      display_amount: {
        net_amount: toMajorString(net, currency),
        order_tax_amount: displayed(outcome.taxMinor),
        shipping_cost: displayed(shipping_cost ?? null),
      },
    };
  },
});

/** Stored from a parsed request. */
const Parts = v.object({ shipping: v.nullish(Address), shipping_cost: v.nullish(v.number()) });

/**
 * The account of the profile's tax connector. Throws `precondition_failed` without one, or when the
 * merchant stated the tax.
 */
function calculatorOf(
  { profiles, connectorAccounts }: Configuration,
  { profileId, requestFields, taxedFor }: Payment,
): ConnectorAccount {
  const settings = profiles.find(({ id }) => id === profileId)?.settings ?? {};
  const account = connectorAccounts.find(
    ({ id, status, disabled }) =>
      id === settings.tax_connector_id && status === 'active' && !disabled,
  );
  // A client's request never replaces a tax that the merchant stated.
  const isStated = requestFields.order_tax_amount != null && !taxedFor;
  const isWanted =
    settings.is_tax_connector_enabled === true &&
    requestFields.skip_external_tax_calculation !== true &&
    !isStated;
  if (account && isWanted) return account;
  throw new SwitchError('precondition_failed', {
    message: 'Tax calculation is not enabled for this payment',
  });
}

export const handler = lambda(calculateTax, livePaymentServices);
