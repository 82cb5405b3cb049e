import type { Address } from '#vocabulary/address.ts';
import { addressAs } from '../formats/addresses.ts';
import { monthAndShortYear } from '../formats/expiry.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';
import { bankFields, debitMetadata, isDebit } from './bank-account.ts';
import { amounts } from './currencies.ts';
import { type Fields, transactionRequest } from './requests.ts';
import { refusedPayment, type Verdict, verdictOf } from './responses.ts';
import { credentialOf, mandateOf, vaultOf } from './stored-credentials.ts';
import { walletFields } from './wallets.ts';

/** A sale is charged at once; an authorization waits for its capture. */
const typeOf = ({ captureMethod }: Authorization) =>
  captureMethod === 'automatic' || captureMethod === 'sequential_automatic' ? 'sale' : 'auth';

export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) =>
    transactionRequest(typeOf(input), account, {
      amount: amounts.toMajorString(input.amountMinor, input.currency),
      currency: input.currency,
      orderid: input.reference,
      ...sourceOf(input),
      ...levelFields(input),
      ...(input.futureUsage === 'off_session' && storingOf(input)),
      ...credentialOf(input),
      ...industryOf(input.order),
      ...authenticationOf(input),
      ...billingOf(input.order.billing),
      phone: input.order.billing?.phone?.number,
      ...shippingOf(input.order.shipping),
      ...merchantsFields(input.order),
    }),

  outcome(response, input) {
    const verdict = verdictOf(typeOf(input), response, isDebit(input.source));
    const checks = checksIn(verdict);
    if (verdict.is === 'refused') return { ...refusedPayment(verdict.refusal), ...checks };
    const { transactionId, orderId, vaultId } = verdict;
    if (isDebit(input.source)) {
      // It is only on its way to the customer's bank.
      return {
        result: 'pending',
        connectorTransactionId: transactionId,
        ...(orderId !== undefined && { connectorReference: orderId }),
        connectorMetadata: debitMetadata,
      };
    }
    return {
      result: typeOf(input) === 'sale' ? 'captured' : 'authorized',
      connectorTransactionId: transactionId,
      ...(orderId !== undefined && { connectorReference: orderId }),
      ...(vaultId !== undefined && { connectorMandateId: mandateOf(vaultId, transactionId) }),
      ...checks,
    };
  },
};

/** Verifies a card without an amount, and stores it. */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    if (input.source.kind === 'payment_method') throw new Error('NMI verifies cards alone.');
    return transactionRequest('validate', account, {
      orderid: input.reference,
      ...sourceOf(input),
      ...storingOf(input),
      ...credentialOf({ ...input, futureUsage: 'off_session' }),
      ...industryOf(input.order),
      ...authenticationOf(input),
      ...billingOf(input.order.billing),
      ...merchantsFields(input.order),
    });
  },

  outcome(response) {
    const verdict = verdictOf('validate', response);
    const checks = checksIn(verdict);
    if (verdict.is === 'refused') return { ...refusedPayment(verdict.refusal), ...checks };
    const { transactionId, vaultId } = verdict;
    return {
      result: 'captured',
      capturedMinor: 0,
      connectorTransactionId: transactionId,
      ...(vaultId !== undefined && { connectorMandateId: mandateOf(vaultId, transactionId) }),
      ...checks,
    };
  },
};

/** The issuer's checks of the address and the card's code, in the words of the answer. */
const checksIn = ({
  avs: avsresponse,
  cvv: cvvresponse,
}: Verdict): Pick<ReportedPayment, 'paymentChecks'> =>
  avsresponse || cvvresponse ? { paymentChecks: checksAsSent({ avsresponse, cvvresponse }) } : {};

/** An order by mail or telephone; any other order is of the industry that the account has. */
const industryOf = ({ channel }: Order): Fields => (channel ? { industry: 'moto' } : {});

/** NMI's number of fields for a merchant's own data about a transaction. */
const mostFields = 20;

/** The merchant's metadata and order number, each with its name: NMI's fields only have numbers. */
function merchantsFields({ metadata = {}, merchantReference }: Order): Fields {
  const texts = Object.entries(metadata).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const number =
    merchantReference === undefined ? [] : [`merchant_order_reference_id=${merchantReference}`];
  return Object.fromEntries(
    [...number, ...texts]
      .slice(0, mostFields)
      .map((text, index) => [`merchant_defined_field_${index + 1}`, text]),
  );
}

/** A card that is stored already is not stored again, and that of a wallet is not stored. */
const storingOf = ({ source }: Authorization): Fields =>
  source.kind === 'card' ? { customer_vault: 'add_customer' } : {};

/** The data of level 2: parts of the amount, and the number of the purchase. */
function levelFields({ order, currency }: Authorization): Fields {
  const { levelData, taxMinor, shippingMinor, merchantReference } = order;
  if (!levelData) return {};
  const major = (minor: number | undefined) =>
    minor === undefined ? undefined : amounts.toMajorString(minor, currency);
  return { tax: major(taxMinor), shipping: major(shippingMinor), ponumber: merchantReference };
}

function sourceOf({ source, order, networkTransactionId }: Authorization): Fields {
  if (networkTransactionId !== undefined) {
    throw new Error("NMI charges a stored card by its own id, not by the network's.");
  }
  if (source.kind === 'connector_mandate') {
    return { customer_vault_id: vaultOf(source.connectorMandateId).vaultId };
  }
  if (source.kind === 'payment_method') {
    return isDebit(source) ? bankFields(source, order) : walletFields(source);
  }
  const { number: ccnumber, cvc: cvv } = source.card;
  return { ccnumber, ccexp: monthAndShortYear(source.card), cvv };
}

/**
 * The proof of an authentication elsewhere. Throws for one that failed or has no status, and for a
 * wallet, whose own proof has the same fields.
 */
function authenticationOf({ authenticationData: data, source }: Authorization): Fields {
  if (!data) return {};
  if (source.kind === 'payment_method' && source.method !== 'network_token') {
    throw new Error('A wallet has authenticated the customer.');
  }
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

const billingOf = ({ address, email }: Address = {}): Fields => ({
  ...addressAs(
    {
      ...{ first_name: 'first_name', last_name: 'last_name', address1: 'line1', address2: 'line2' },
      ...{ city: 'city', state: 'state', zip: 'zip', country: 'country' },
    },
    address,
  ),
  email,
});

const shippingOf = ({ address, email }: Address = {}): Fields => ({
  ...addressAs(
    {
      ...{ shipping_firstname: 'first_name', shipping_lastname: 'last_name' },
      ...{ shipping_address1: 'line1', shipping_address2: 'line2', shipping_city: 'city' },
      ...{ shipping_state: 'state', shipping_zip: 'zip', shipping_country: 'country' },
    },
    address,
  ),
  shipping_email: email,
});
