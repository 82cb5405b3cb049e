import type { HttpRequest, HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Address } from '#vocabulary/address.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import { chosenNetwork } from '../formats/chosen-network.ts';
import { readJson } from '../formats/json.ts';
import { networkTokenIn } from '../formats/network-token.ts';
import { walletTokenIn } from '../formats/wallet-tokens.ts';
import type { Exchange, ExchangeAccount } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { addressOf } from './addresses.ts';
import { amounts } from './amounts.ts';
import { levelMembersOf } from './level-data.ts';
import { localSource } from './local-methods.ts';
import { sentReference } from './references.ts';
import { apiRequest, checkoutKeys, tokenRequest } from './requests.ts';
import { isAutomatic, paymentOutcome, readPayment, refusalIn } from './responses.ts';
import {
  decryptedToken,
  encryptedPayload,
  expiryIn,
  networkToken,
  WalletToken,
} from './wallets.ts';

/**
 * Charges, reserves or, with amount 0, verifies a card, or a source that Checkout.com has stored. A
 * wallet's encrypted payload becomes a token first.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const wallet = walletTokenIn(input.source);
    const payload = wallet && encryptedPayload(wallet);
    return payload
      ? { ...tokenRequest(payload, account), step: 'token' }
      : charge(input, account, sourceOf(input));
  },

  outcome(response, input, account) {
    const wallet = walletTokenIn(input.source);
    if (!wallet || !encryptedPayload(wallet)) return readCharge(response, input);
    if (response.status >= 300) return refusalIn(response);
    const { token } = readJson(WalletToken, response);
    const billing_address = addressOf(input.order.billing);
    return {
      next: charge(input, account, { type: 'token', token, billing_address }),
      outcome: (charged) => readCharge(charged, input),
    };
  },
};

function charge(input: Authorization, account: ExchangeAccount, source: object): HttpRequest {
  const { order, reference } = input;
  const isStored = input.futureUsage === 'off_session' && !isStoredAlready(input);
  const { processing, ...purchase } = isLocal(input.source) ? {} : levelMembersOf(input);
  return apiRequest('POST', 'payments', account, {
    idempotencyKey: reference,
    body: {
      source,
      amount: amounts.toMinor(input.amountMinor, input.currency),
      currency: input.currency,
      processing_channel_id: checkoutKeys(account).processingChannelId,
      '3ds': threeDs(input),
      success_url: withStatus(input.returnUrl, 'success'),
      failure_url: withStatus(input.returnUrl, 'failure'),
      capture: isAutomatic(input),
      authorization_type: isRaisable(input) ? 'Estimated' : undefined,
      reference: sentReference(reference, numberIn(input)),
      metadata: order.metadata,
      payment_type: paymentType(input, isStored),
      merchant_initiated: isByMerchant(input),
      previous_payment_id: input.networkTransactionId,
      store_for_future_use: isStored ? true : undefined,
      billing_descriptor: descriptor(order),
      payment_ip: order.browser?.ipAddress,
      partial_authorization: order.partialAuthorization ? { enabled: true } : undefined,
      processing: processingOf(input, processing),
      ...purchase,
    },
  });
}

/** Whether the amount may be raised: by default an authorization is final. */
const isRaisable = (input: Authorization): boolean =>
  input.incrementalAuthorization === true &&
  !input.isVerification &&
  !isAutomatic(input) &&
  !isLocal(input.source);

/** Checkout.com's names of the networks between which a payer can choose. */
const schemes: Readonly<Partial<Record<CardNetwork, string>>> = {
  Visa: 'visa',
  Mastercard: 'mastercard',
  CartesBancaires: 'cartes_bancaires',
};

/** @see https://www.checkout.com/docs/payments/add-payment-methods/cartes-bancaires/api-only */
function processingOf({ order, source }: Authorization, purchase: object | undefined) {
  const chosen = source.kind === 'card' ? chosenNetwork(source.card) : undefined;
  const preferred_scheme = chosen && schemes[chosen];
  const merchant_initiated_reason = isResubmitted(order) ? 'Resubmission' : undefined;
  return preferred_scheme || merchant_initiated_reason || purchase
    ? { preferred_scheme, merchant_initiated_reason, ...purchase }
    : undefined;
}

function readCharge(response: HttpResponse, input: Authorization): PaymentOutcome {
  if (response.status >= 300) return refusalIn(response);
  const payment = readPayment(response);
  const outcome = paymentOutcome(payment, input, isAutomatic(input));
  const { result } = outcome;
  if (result === 'declined' || result === 'not_found' || result === 'not_sent') return outcome;
  const isMandate = input.futureUsage === 'off_session' || isStoredAlready(input);
  return {
    ...outcome,
    connectorMetadata: { psync_flow: isAutomatic(input) ? 'Capture' : 'Authorize' },
    ...(isRaisable(input) && { incrementAllowed: true }),
    ...(isMandate && payment.source?.id && { connectorMandateId: payment.source.id }),
  };
}

const isStoredAlready = ({ source }: Authorization): boolean => source.kind === 'connector_mandate';

/** The card's number, where we have it. */
const numberIn = ({ source }: Authorization): string | undefined =>
  source.kind === 'card' ? source.card.number : undefined;

function sourceOf(input: Authorization) {
  const { source, order, networkTransactionId } = input;
  const billing_address = addressOf(order.billing);
  if (source.kind === 'connector_mandate') {
    return { type: 'id', id: source.connectorMandateId, billing_address };
  }
  const wallet = walletTokenIn(source);
  if (wallet) return { ...decryptedToken(wallet), billing_address };
  const token = networkTokenIn(source);
  if (token) {
    const stored = networkTransactionId === undefined ? undefined : true;
    return { ...networkToken(token), stored, billing_address };
  }
  if (source.kind !== 'card') return localSource(source, input);
  const { number, cvc } = source.card;
  return {
    type: 'card',
    number,
    ...expiryIn(source.card),
    cvv: cvc,
    stored: networkTransactionId === undefined ? undefined : true,
    billing_address,
    account_holder: accountHolder(source.card.holderName, order.billing),
  };
}

/** The name on the card, its last word as the last name; else the name of the billing address. */
function accountHolder(holderName: string | undefined, billing: Address | undefined) {
  const words = holderName?.trim().split(/\s+/) ?? [];
  const last = words.length > 1 ? words.pop() : undefined;
  const [first, second] =
    words.length > 0
      ? [words.join(' '), last]
      : [billing?.address?.first_name, billing?.address?.last_name];
  return { first_name: first ?? undefined, last_name: second ?? undefined };
}

function threeDs({ order, authenticationData: proof, futureUsage, source }: Authorization) {
  if (isLocal(source)) return undefined;
  // Apple and Google have authenticated the customer themselves.
  const isWanted = order.authenticationType === 'three_ds' && source.kind === 'card';
  const forMandate = futureUsage === 'off_session';
  const isMandated = (forMandate && order.offSession) || order.forcesChallenge;
  const wanted = isMandated ? 'challenge_requested_mandate' : 'challenge_requested';
  const exemption = exemptionOf(order);
  return {
    enabled: isWanted,
    force_3ds: isWanted,
    exemption,
    eci: proof?.electronicCommerceIndicator,
    cryptogram: proof?.cryptogram,
    xid: proof?.serverTransactionId ?? proof?.dsTransactionId,
    version: proof?.version,
    // A merchant who claims an exemption asks for no challenge.
    challenge_indicator: isWanted && !exemption ? wanted : 'no_preference',
  };
}

/**
 * The exemption from strong customer authentication that the merchant claims. A charge by the
 * merchant needs none.
 *
 * @see https://github.com/checkout/checkout-sdk-java/blob/master/src/main/java/com/checkout/common/Exemption.java
 */
const exemptionOf = ({ scaExemption, initiator }: Order): string | undefined =>
  scaExemption && initiator.by === 'customer' ? exemptions[scaExemption] : undefined;

const exemptions: Readonly<Record<NonNullable<Order['scaExemption']>, string>> = {
  low_value: 'low_value',
  transaction_risk_analysis: 'transaction_risk_assessment',
};

/** Whether it is another method than a card or its wallet. */
const isLocal = (source: Authorization['source']): boolean =>
  source.kind === 'payment_method' &&
  source.method !== 'network_token' &&
  walletTokenIn(source) === undefined;

/** A card that is charged by its network's id is charged in its customer's absence. */
const isByMerchant = ({ order, networkTransactionId }: Authorization): boolean =>
  order.initiator.by === 'merchant' || networkTransactionId !== undefined;

/**
 * A customer who is there pays once (`Regular`), also with a stored card. A customer who agrees to
 * later charges, and a merchant who makes them, state their kind.
 *
 * @see https://www.checkout.com/docs/payments/accept-payments/pay-with-stored-card-details
 */
function paymentType(input: Authorization, isStored: boolean): string {
  const { initiator, channel } = input.order;
  if (channel) return 'MOTO';
  const why = initiator.by === 'merchant' ? initiator.why : undefined;
  if (why === 'recurring') return 'Recurring';
  if (why === 'installment') return 'Installment';
  return isStored || isByMerchant(input) ? 'Unscheduled' : 'Regular';
}

const isResubmitted = ({ initiator }: Order): boolean =>
  initiator.by === 'merchant' && initiator.why === 'resubmission';

/** The URL with the end that the customer came to, which is not believed. */
function withStatus(returnUrl: string | undefined, status: 'success' | 'failure') {
  if (returnUrl === undefined) return undefined;
  return `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}status=${status}`;
}

const descriptor = ({ statementDescriptor: name, billing }: Order) =>
  name === undefined ? undefined : { name, city: billing?.address?.city ?? undefined };
