import type { Address } from '../../vocabulary/address.ts';
import { toShortMajorString } from '../formats/amounts.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';
import { type Fields, transactionRequest } from './requests.ts';
import { refusedPayment, verdictOf } from './responses.ts';

/** A sale is charged at once; an authorization waits for its capture. */
const typeOf = ({ captureMethod }: Authorization) =>
  captureMethod === 'automatic' || captureMethod === 'sequential_automatic' ? 'sale' : 'auth';

export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest(typeOf(input), account, {
      amount: toShortMajorString(input.amountMinor, input.currency),
      currency: input.currency,
      orderid: input.reference,
      ...sourceOf(input),
      ...(input.futureUsage === 'off_session' && storingOf(input)),
      ...authenticationOf(input.authenticationData),
      ...billingOf(input.order.billing),
      phone: input.order.billing?.phone?.number,
      ...shippingOf(input.order.shipping),
    }),

  outcome(response, input) {
    const verdict = verdictOf(typeOf(input), response);
    if (verdict.is === 'refused') return refusedPayment(verdict.refusal);
    const { transactionId, orderId, vaultId } = verdict;
    return {
      result: typeOf(input) === 'sale' ? 'captured' : 'authorized',
      connectorTransactionId: transactionId,
      ...(orderId !== undefined && { connectorReference: orderId }),
      ...(vaultId !== undefined && { connectorMandateId: vaultId }),
    };
  },
};

/** Verifies a card without an amount, and stores it. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest('validate', account, {
      orderid: input.reference,
      ...sourceOf(input),
      ...storingOf(input),
      ...authenticationOf(input.authenticationData),
      ...billingOf(input.order.billing),
    }),

  outcome(response) {
    const verdict = verdictOf('validate', response);
    if (verdict.is === 'refused') return refusedPayment(verdict.refusal);
    const { transactionId, vaultId } = verdict;
    return {
      result: 'captured',
      capturedMinor: 0,
      connectorTransactionId: transactionId,
      ...(vaultId !== undefined && { connectorMandateId: vaultId }),
    };
  },
};

/** A card that is stored already is not stored again. */
const storingOf = ({ source }: Authorization): Fields =>
  source.kind === 'card' ? { customer_vault: 'add_customer' } : {};

function sourceOf({ source, networkTransactionId }: Authorization): Fields {
  if (networkTransactionId !== undefined) {
    throw new Error("NMI charges a stored card by its own id, not by the network's.");
  }
  if (source.kind === 'connector_mandate') return { customer_vault_id: source.connectorMandateId };
  if (source.kind !== 'card') throw new Error(`NMI does not charge ${source.type}.`);
  const { number, expiryMonth, expiryYear, cvc } = source.card;
  return {
    ccnumber: number,
    ccexp: `${expiryMonth}${expiryYear.slice(-2)}`,
    cvv: cvc,
  };
}

/** What an authentication elsewhere has proven. Throws for one that failed or says nothing. */
function authenticationOf(data: AuthenticationData | undefined): Fields {
  if (!data) return {};
  if (!data.transactionStatus)
    throw new Error('NMI wants to know how the customer was authenticated.');
  return {
    cardholder_auth: data.transactionStatus === 'Y' ? 'verified' : 'attempted',
    cavv: data.cryptogram,
    eci: data.electronicCommerceIndicator,
    three_ds_version: data.version,
    directory_server_id: data.dsTransactionId,
  };
}

function billingOf({ address, email }: Address = {}): Fields {
  return {
    first_name: address?.first_name,
    last_name: address?.last_name,
    address1: address?.line1,
    address2: address?.line2,
    city: address?.city,
    state: address?.state,
    zip: address?.zip,
    country: address?.country,
    email,
  };
}

function shippingOf({ address, email }: Address = {}): Fields {
  return {
    shipping_firstname: address?.first_name,
    shipping_lastname: address?.last_name,
    shipping_address1: address?.line1,
    shipping_address2: address?.line2,
    shipping_city: address?.city,
    shipping_state: address?.state,
    shipping_zip: address?.zip,
    shipping_country: address?.country,
    shipping_email: email,
  };
}
