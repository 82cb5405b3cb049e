import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Address } from '#vocabulary/address.ts';
import { addressAs, nameIn } from '../formats/addresses.ts';
import { cardOnFileIn } from '../formats/wallet-tokens.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type {
  Authorization,
  Capture,
  Increment,
  PaymentOutcome,
  Reference,
} from '../interface/payments.ts';
import { chargePath, getRequest, postRequest } from './requests.ts';
import {
  Charge,
  Customer,
  chargeOutcome,
  chargeRefusalIn,
  Refund,
  readAnswer,
  referenceIn,
  refundOutcome,
  refusalIn,
} from './responses.ts';
import { methodRefusal, WalletMethod, walletMethod } from './wallets.ts';

/**
 * Charges or reserves. A card that is to be stored belongs to a customer, who is made first where
 * Shift4 has none; a wallet's encrypted payload becomes a payment method first.
 */
const chargeWith = (isVerification: boolean): Exchange<Authorization, PaymentOutcome> => ({
  request(input, account) {
    const method = walletMethod(input.source);
    if (method) {
      if (isVerification) throw new Error('Shift4 verifies cards alone.');
      const path = 'payment-methods';
      return { ...postRequest(path, account, `${input.reference}_method`, method), step: 'token' };
    }
    if (!needsCustomer(input)) {
      return chargeRequest(input, account, knownCustomer(input), isVerification);
    }
    const customer = postRequest('customers', account, `${input.reference}_customer`, {
      email: input.order.customer?.email ?? input.order.billing?.email ?? undefined,
    });
    return { ...customer, step: 'customer' };
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const read = (charged: HttpResponse) =>
      readCharge(charged, input, knownCustomer(input), isVerification);
    if (walletMethod(input.source)) {
      if (response.status !== 200) return refusalIn(response);
      const method = readAnswer(WalletMethod, response);
      const refusal = methodRefusal(method);
      if (refusal) return refusal;
      const customerId = knownCustomer(input);
      const next = chargeRequest(input, account, customerId, isVerification, {
        paymentMethod: method.id,
      });
      return { next, outcome: read };
    }
    if (!needsCustomer(input)) return read(response);
    if (response.status !== 200) return refusalIn(response);
    const { id: customerId } = readAnswer(Customer, response);
    return {
      next: chargeRequest(input, account, customerId, isVerification),
      outcome: (charged) => readCharge(charged, input, customerId, isVerification),
    };
  },
});

export const authorize = chargeWith(false);
export const verify = chargeWith(true);

const knownCustomer = ({ order }: Authorization) => order.customer?.connectorCustomerId;

const isToBeStored = ({ futureUsage, source }: Authorization): boolean =>
  futureUsage === 'off_session' && source.kind === 'card';

const needsCustomer = (input: Authorization): boolean =>
  isToBeStored(input) && knownCustomer(input) === undefined;

function chargeRequest(
  input: Authorization,
  account: ExchangeAccount,
  customerId: string | undefined,
  isVerification: boolean,
  source: object = sourceOf(input),
) {
  const { order, captureMethod, reference } = input;
  const isCaptured = captureMethod === 'automatic' || captureMethod === 'sequential_automatic';
  return postRequest('charges', account, reference, {
    amount: input.amountMinor,
    currency: input.currency,
    // A charge that only verifies a card is never captured.
    captured: isCaptured && !isVerification,
    description: order.description,
    metadata: withReference(order.metadata, reference),
    customerId,
    ...source,
    type: typeOf(input),
  });
}

/** Metadata are texts at Shift4. By our reference a charge is found, and its events are ours. */
const withReference = (metadata: Order['metadata'] = {}, reference: string) => ({
  ...Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ),
  order_id: reference,
});

/**
 * Who starts the charge, and why; absent for a customer who types a card once. A card that a
 * customer gives to be stored begins a series.
 *
 * @see https://github.com/shift4developer/shift4-java/blob/master/src/main/java/com/shift4/enums/ChargeType.java
 */
function typeOf(input: Authorization): string | undefined {
  const { initiator } = input.order;
  const isFirst = isToBeStored(input);
  if (initiator.by === 'merchant') {
    if (initiator.why !== 'recurring') return 'merchant_initiated';
    return isFirst ? 'first_recurring' : 'subsequent_recurring';
  }
  if (isFirst) return 'first_recurring';
  return input.source.kind === 'connector_mandate' ? 'customer_initiated' : undefined;
}

function sourceOf({ source, order, returnUrl }: Authorization) {
  if (source.kind === 'connector_mandate') return { card: source.connectorMandateId };
  if (source.kind === 'card') return cardForm(source.card, order);
  const onFile = cardOnFileIn(source);
  if (onFile) return cardForm(onFile, order);
  if (source.type !== 'ideal' && source.type !== 'eps') {
    throw new Error(`Shift4 does not charge ${source.type}.`);
  }
  const { billing } = order;
  return {
    paymentMethod: {
      type: source.type,
      billing: {
        name: nameIn(billing),
        email: billing?.email ?? undefined,
        address: addressIn(billing),
      },
    },
    flow: { returnUrl },
  };
}

const cardForm = (
  { number, expiryMonth, expiryYear, cvc, holderName }: Card,
  { billing }: Order,
) => ({
  card: {
    number,
    expMonth: expiryMonth,
    expYear: expiryYear,
    cvc,
    cardholderName: nameIn(billing) ?? holderName,
  },
});

const addressIn = ({ address }: Address = {}) =>
  address &&
  addressAs(
    {
      ...{ line1: 'line1', line2: 'line2' },
      ...{ city: 'city', state: 'state', zip: 'zip', country: 'country' },
    },
    address,
  );

function readCharge(
  response: HttpResponse,
  input: Authorization,
  customerId: string | undefined,
  isVerification: boolean,
): PaymentOutcome {
  if (response.status !== 200) return chargeRefusalIn(response);
  const charge = readAnswer(Charge, response);
  const outcome = chargeOutcome(charge);
  if (outcome.result !== 'captured' && outcome.result !== 'authorized') return outcome;
  const stored = {
    ...(charge.card?.id && isToBeStored(input) && { connectorMandateId: charge.card.id }),
    ...(customerId !== undefined && { connectorCustomerId: customerId }),
  };
  if (!isVerification) return { ...outcome, ...stored };
  // The amount that was reserved to verify the card is not the payment's amount.
  const { connectorTransactionId = charge.id } = outcome;
  return {
    result: 'captured',
    capturedMinor: input.amountMinor,
    connectorTransactionId,
    ...stored,
  };
}

/** The newest charges, as many as one page has. */
const newestCharges = 'charges?limit=100';

/** By Shift4's id, else by our reference among the newest charges. */
export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId, isVerification }) =>
    connectorTransactionId !== undefined || isVerification !== true,

  request: ({ connectorTransactionId: id }, account) =>
    getRequest(id === undefined ? newestCharges : chargePath(id), account),

  outcome(response, { connectorTransactionId, reference }) {
    if (connectorTransactionId !== undefined) return chargeOutcome(readAnswer(Charge, response));
    const { list } = readAnswer(Charges, response);
    const found = list.find((charge) => referenceIn(charge) === reference);
    return found ? chargeOutcome(found) : { result: 'not_found' };
  },
};

const Charges = v.object({ list: v.array(Charge) });

/** Shift4 captures only the whole charge. */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request(input, account) {
    if (input.captureMinor !== input.amountMinor) throw new Error('Shift4 captures no part.');
    const path = chargePath(input.connectorTransactionId, 'capture');
    return postRequest(path, account, `capture:${input.captureReference}`);
  },
  outcome: changedCharge,
};

/** Gives back a reserved amount: at Shift4 by a refund of the charge. */
export const voidPayment: Exchange<Reference, PaymentOutcome> = {
  request: ({ connectorTransactionId: chargeId, reference }, account) => {
    if (chargeId === undefined) throw new Error("Shift4's id of the charge is not known.");
    return postRequest('refunds', account, `void:${reference}`, { chargeId });
  },

  outcome(response, { connectorTransactionId: id }): PaymentOutcome {
    if (response.status !== 200) return refusalIn(response);
    const ids = id === undefined ? {} : { connectorTransactionId: id };
    switch (refundOutcome(readAnswer(Refund, response)).result) {
      case 'succeeded':
        return { result: 'voided', ...ids };
      case 'declined':
        return { result: 'declined', ...ids };
      case 'unknown':
        return { result: 'unknown', ...ids };
      default:
        return { result: 'pending', ...ids };
    }
  },
};

export const increment: Exchange<Increment, PaymentOutcome> = {
  request: (input, account) =>
    postRequest(
      chargePath(input.connectorTransactionId, 'incremental-authorization'),
      account,
      input.incrementReference,
      { amount: input.totalMinor },
    ),

  outcome(response) {
    if (response.status !== 200) return refusalIn(response);
    const { id, amount, currency, status } = readAnswer(Charge, response);
    if (status !== 'successful') throw new Error('It does not say that more is authorized.');
    return { result: 'authorized', connectorTransactionId: id, amountMinor: amount, currency };
  },
};

function changedCharge(response: HttpResponse): PaymentOutcome {
  return response.status === 200
    ? chargeOutcome(readAnswer(Charge, response))
    : refusalIn(response);
}
