import type { Address } from '#vocabulary/address.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import { nameIn } from '../formats/addresses.ts';
import { chosenNetwork } from '../formats/chosen-network.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { transactionReference } from './references.ts';
import { apiRequest, cardPaymentsRequest, moneyOf, worldpayKeys } from './requests.ts';
import { readPayment } from './responses.ts';
import { threeDsOf } from './three-ds.ts';
import { expiryDate, type NetworkToken, networkToken, walletInstrument } from './wallets.ts';

/** Charges, reserves or, with amount 0, verifies a card, or a card that Worldpay has stored. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { reference } = input;
    const token = networkToken(input.source);
    if (token) return networkTokenRequest(input, account, token);
    return apiRequest('POST', 'api/payments', account, {
      idempotencyKey: reference,
      body: {
        transactionReference: transactionReference(reference),
        merchant: { entity: worldpayKeys(account).entity },
        channel: channelOf(input),
        instruction: {
          settlement: settlementOf(input),
          method: walletInstrument(input.source)?.method ?? 'card',
          paymentInstrument: instrumentOf(input),
          narrative: { line1: narrativeOf(input.order, account) },
          value: moneyOf(input.amountMinor, input.currency),
          threeDS: threeDsOf(input, isToBeStored(input)),
          tokenCreation: isToBeStored(input) ? { type: 'worldpay' } : undefined,
          customerAgreement: agreementOf(input),
        },
      },
    });
  },

  outcome: readPayment,
};

/** The payments API takes no number of a device, so the card payments API is asked. */
const networkTokenRequest = (
  input: Authorization,
  account: ExchangeAccount,
  { instrument, proof }: NetworkToken,
) =>
  cardPaymentsRequest('POST', 'cardPayments/customerInitiatedTransactions', account, {
    idempotencyKey: input.reference,
    body: {
      transactionReference: transactionReference(input.reference),
      merchant: { entity: worldpayKeys(account).entity },
      instruction: {
        requestAutoSettlement: { enabled: settlementOf(input)?.auto === true },
        narrative: { line1: narrativeOf(input.order, account) },
        value: moneyOf(input.amountMinor, input.currency),
        paymentInstrument: { ...instrument, billingAddress: addressIn(input.order.billing) },
      },
      channel: 'ecom',
      authentication: proof,
    },
  });

const settlementOf = ({ amountMinor, captureMethod }: Authorization) =>
  amountMinor === 0
    ? undefined
    : { auto: captureMethod === 'automatic' || captureMethod === 'sequential_automatic' };

function instrumentOf({ source, order, networkTransactionId }: Authorization) {
  if (source.kind === 'connector_mandate') {
    return { type: 'token', href: source.connectorMandateId };
  }
  const wallet = walletInstrument(source);
  if (wallet) {
    const { walletToken } = wallet;
    return { type: 'encrypted', walletToken, billingAddress: addressIn(order.billing) };
  }
  const card = source.kind === 'card' ? source.card : cardOnFileIn(source);
  if (!card) {
    const what = source.kind === 'payment_method' ? source.type : source.kind;
    throw new Error(`Worldpay does not charge ${what}.`);
  }
  const { number, cvc, holderName } = card;
  return {
    type: 'plain',
    cardNumber: number,
    expiryDate: expiryDate(card),
    cvc: networkTransactionId === undefined ? cvc : undefined,
    cardHolderName: nameIn(order.billing) ?? holderName,
    billingAddress: addressIn(order.billing),
    routing: routingOf(card),
  };
}

/** Worldpay's names of the networks that a card may have beside another one. */
const cardBrands: Readonly<Partial<Record<CardNetwork, string>>> = {
  Visa: 'visa',
  Mastercard: 'mastercard',
  Maestro: 'maestro',
  Discover: 'discover',
  CartesBancaires: 'cartesBancaires',
  Dankort: 'dankort',
  EftposAustralia: 'eftposAU',
};

/** @see https://docs.worldpay.com/access/products/payments/enable-features/co-branded-cards */
function routingOf(card: Card) {
  const chosen = chosenNetwork(card);
  const preferredCardBrand = chosen && cardBrands[chosen];
  return preferredCardBrand ? { preferredCardBrand } : undefined;
}

/** Worldpay takes a whole address or none. */
function addressIn({ address }: Address = {}) {
  if (!(address?.line1 && address.city && address.zip && address.country)) return undefined;
  return {
    address1: address.line1,
    address2: address.line2 ?? undefined,
    address3: address.line3 ?? undefined,
    city: address.city,
    state: address.state ?? undefined,
    postalCode: address.zip,
    countryCode: address.country,
  };
}

/** The text of the customer's statement: the payment's own text, or else the merchant's name. */
function narrativeOf({ statementDescriptor }: Order, { metadata }: ExchangeAccount): string {
  const text = statementDescriptor ?? metadata?.merchant_name;
  if (typeof text !== 'string' || text === '') {
    throw new Error("The account's metadata has no merchant_name.");
  }
  return text.slice(0, longestNarrative);
}

/** @see https://developer.worldpay.com/products/reference/formatting */
const longestNarrative = 24;

const isToBeStored = ({ futureUsage, source }: Authorization): boolean =>
  futureUsage === 'off_session' && source.kind === 'card';

/**
 * Who charges a stored card and why. A token carries the network's id of the first payment; the
 * request has to contain it for a card that another processor stored.
 *
 * @see https://developer.worldpay.com/products/payments/recurring-subsequent
 */
function agreementOf(input: Authorization) {
  const { networkTransactionId: schemeReference, order, source } = input;
  if (isToBeStored(input)) return { type: 'subscription', storedCardUsage: 'first' };
  if (schemeReference === undefined && source.kind !== 'connector_mandate') return undefined;
  const type = agreementTypeOf(order.initiator, schemeReference !== undefined);
  switch (type) {
    case 'unscheduled':
      return { type, schemeReference };
    case 'installment':
      return { type, installmentType: 'merchant', storedCardUsage: 'subsequent', schemeReference };
    default:
      return { type, storedCardUsage: 'subsequent', schemeReference };
  }
}

/** A merchant's charge without a reason is of a subscription, or unscheduled by a network's id. */
function agreementTypeOf(initiator: Order['initiator'], isByNetwork: boolean) {
  const why = initiator.by === 'merchant' ? initiator.why : undefined;
  if (why === 'installment') return 'installment';
  if (why === 'recurring') return 'subscription';
  if (why !== undefined || isByNetwork) return 'unscheduled';
  return initiator.by === 'customer' ? 'cardOnFile' : 'subscription';
}

/**
 * A card that a customer states by mail or telephone. A charge that the merchant starts has no
 * channel.
 *
 * @see https://developer.worldpay.com/products/payments/enable-features/moto
 */
const channelOf = ({ order, source, networkTransactionId }: Authorization) =>
  order.channel && source.kind === 'card' && networkTransactionId === undefined
    ? 'moto'
    : undefined;
