import { nameIn } from '../formats/addresses.ts';
import { isCapturedLater } from '../formats/charges.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';
import { addressForm } from './addresses.ts';
import { stripeAmounts } from './amounts.ts';
import { levelDataOf } from './level-data.ts';
import { isCardSource, type Prepared, sourceForm } from './payment-source.ts';
import type { Form } from './requests.ts';

/** A payment intent that is confirmed at once. */
export function paymentIntentForm(input: Authorization, prepared: Prepared): Form {
  const { order, futureUsage } = input;
  const { dataOf, type, options } = sourceForm(input, prepared);
  return {
    amount: stripeAmounts.toMinor(input.amountMinor, input.currency),
    currency: input.currency,
    confirm: true,
    capture_method: isCapturedLater(input) ? 'manual' : 'automatic',
    ...sharedForm(input, prepared),
    ...dataOf(order),
    // Stripe takes an intent without types to be for a card.
    payment_method_types: input.networkTransactionId === undefined ? [type] : undefined,
    payment_method_options: {
      ...options,
      ...(isCardSource(input.source) && { card: cardOptions(input) }),
    },
    ...(input.authenticationData && { error_on_requires_action: true }),
    off_session: isAbsent(input) ? true : undefined,
    setup_future_usage: futureUsage,
    ...(isMandateWanted(input) && mandateForm(order)),
    shipping: shippingOf(order),
    level3: isCardSource(input.source) && !prepared.isPlain ? levelDataOf(input) : undefined,
    statement_descriptor: order.statementDescriptor?.slice(0, maxDescriptor),
    statement_descriptor_suffix: order.statementDescriptorSuffix?.slice(0, maxDescriptor),
    expand: ['latest_charge'],
  };
}

/** A setup intent, which stores a payment source and charges nothing. */
export function setupIntentForm(input: Authorization, prepared: Prepared): Form {
  const { order, source, futureUsage = 'off_session' } = input;
  const { dataOf, type, options } = sourceForm(input, prepared);
  return {
    confirm: true,
    ...sharedForm(input, prepared),
    ...dataOf(order),
    payment_method_types: [type],
    payment_method_options: {
      ...options,
      ...(isCardSource(source) && { card: threeDSecureOf(input) }),
    },
    usage: futureUsage,
    // The consent to later charges of a card is the setup itself.
    ...(!isCardSource(source) && mandateForm(order)),
    expand: ['latest_attempt'],
  };
}

/**
 * Whether the customer is not there, so that Stripe declines where the bank would ask. A customer
 * who agrees to store the payment source is there, also where later charges are off-session.
 *
 * @see https://docs.stripe.com/api/payment_intents/create#create_payment_intent-off_session
 */
const isAbsent = ({ order, futureUsage }: Authorization): boolean =>
  order.initiator.by === 'merchant' || (order.offSession === true && futureUsage === undefined);

function sharedForm(
  { reference, returnUrl, order }: Authorization,
  { connectorCustomerId }: Prepared,
): Form {
  return {
    return_url: returnUrl,
    customer: connectorCustomerId ?? order.customer?.connectorCustomerId,
    description: order.description?.slice(0, maxDescription),
    metadata: { ...textsOf(order.metadata), order_id: reference },
  };
}

/** Stripe refuses longer texts, and with them the whole payment. */
const maxDescription = 1_000;
const maxDescriptor = 22;

/**
 * The merchant's metadata as texts; a value that is no text is written as JSON. Metadata for which
 * Stripe would refuse the payment is left out or cut: Stripe takes 50 names, ours among them, of 40
 * letters without brackets, and values of 500.
 *
 * @see https://docs.stripe.com/api/metadata
 */
const textsOf = (metadata: Order['metadata'] = {}): Form =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([name, value]) => value != null && /^[^[\]]{1,40}$/.test(name))
      .slice(0, 49)
      .map(([name, value]) => [
        name,
        (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500),
      ]),
  );

const threeDSecureOf = ({ order: { authenticationType } }: Authorization): Form => ({
  request_three_d_secure:
    authenticationType && (authenticationType === 'three_ds' ? 'any' : 'automatic'),
});

/** Stripe's names of the networks between which a merchant can choose. */
const networks: Readonly<Record<string, string>> = {
  Visa: 'visa',
  Mastercard: 'mastercard',
  CartesBancaires: 'cartes_bancaires',
  EftposAustralia: 'eftpos_au',
  Discover: 'discover',
  UnionPay: 'unionpay',
};

function cardOptions(input: Authorization): Form {
  const { source, order, authenticationData, networkTransactionId } = input;
  const network = source.kind === 'card' ? source.card.network : undefined;
  return {
    ...(authenticationData
      ? { three_d_secure: externalProof(authenticationData) }
      : threeDSecureOf(input)),
    network: network && networks[network],
    ...(input.incrementalAuthorization && { request_incremental_authorization: 'if_available' }),
    ...(input.extendedAuthorization && { request_extended_authorization: 'if_available' }),
    ...(input.captureMethod === 'manual_multiple' && { request_multicapture: 'if_available' }),
    ...(order.channel && { moto: true }),
    ...(networkTransactionId !== undefined && {
      mit_exemption: { network_transaction_id: networkTransactionId },
    }),
  };
}

/** The proof of an authentication that was made outside Stripe. */
const externalProof = (data: AuthenticationData): Form => ({
  version: data.version,
  electronic_commerce_indicator: data.electronicCommerceIndicator,
  cryptogram: data.cryptogram,
  transaction_id: data.dsTransactionId,
  ares_trans_status: data.transactionStatus,
});

/**
 * Debits always need the customer's mandate; cards that are stored for charges without the customer
 * need one too.
 */
const isMandateWanted = ({ source, futureUsage }: Authorization): boolean =>
  source.kind !== 'connector_mandate' && (!isCardSource(source) || futureUsage === 'off_session');

function mandateForm({ customerAcceptance: acceptance, browser }: Order): Form {
  if (!acceptance) return {};
  const ip_address = acceptance.ipAddress ?? browser?.ipAddress;
  const user_agent = acceptance.userAgent ?? browser?.userAgent;
  if (acceptance.type === 'offline') {
    return { mandate_data: { customer_acceptance: { type: 'offline' } } };
  }
  if (ip_address === undefined || user_agent === undefined) return {};
  return {
    mandate_data: {
      customer_acceptance: { type: 'online', online: { ip_address, user_agent } },
    },
  };
}

/** Stripe takes a shipping address only with a name. */
function shippingOf({ shipping, customer }: Order): Form | undefined {
  const name = nameIn(shipping) ?? customer?.name;
  if (!shipping?.address || !name) return undefined;
  const { number, country_code: code } = shipping.phone ?? {};
  return {
    name,
    phone: number ? `${code ?? ''}${number}` : undefined,
    address: addressForm(shipping.address),
  };
}
