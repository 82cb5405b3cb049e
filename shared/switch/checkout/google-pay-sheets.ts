import type { GooglePaySession } from '../payments/google-pay-sessions.ts';
import type { WalletSheet } from './checkout-data.ts';

/** The identifier of Google Pay in the W3C Payment Request API. */
export const googlePay = 'https://google.com/pay';

/**
 * The sheets of Google Pay for the sessions of a payment, one for each connector account, in the
 * form of https://developers.google.com/pay/api/web/guides/paymentrequest/tutorial: the data is a
 * `PaymentDataRequest` of version 2, with the environment.
 *
 * @param isTest whether no money moves, so that the wallet must give no real card
 */
export const googlePaySheets = (
  sessions: readonly GooglePaySession[],
  isTest: boolean,
): readonly WalletSheet[] => sessions.map((session) => sheetOf(session, isTest));

function sheetOf(
  {
    merchant_info,
    allowed_payment_methods,
    email_required,
    shipping_address_required,
    shipping_address_parameters,
    transaction_info: { country_code, currency_code: currency, total_price: value },
  }: GooglePaySession,
  isTest: boolean,
): WalletSheet {
  const data = {
    environment: isTest ? 'TEST' : 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: camelCased(merchant_info),
    allowedPaymentMethods: camelCased(allowed_payment_methods),
    ...(email_required && { emailRequired: true }),
    ...(shipping_address_required && {
      shippingAddressRequired: true,
      shippingAddressParameters: camelCased(shipping_address_parameters),
    }),
    transactionInfo: {
      countryCode: country_code,
      currencyCode: currency,
      totalPriceStatus: 'FINAL',
      totalPrice: value,
    },
  };
  return {
    methods: [{ supportedMethods: googlePay, data }],
    details: { total: { label: merchant_info.merchant_name, amount: { currency, value } } },
  };
}

/** JSON with its members named as Google names them: `gatewayMerchantId`. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([name, one]) => [
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        camelCased(one),
      ]),
  );
}
