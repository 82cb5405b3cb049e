import type { Address } from '../../vocabulary/address.ts';
import { toMajorNumber } from '../formats/amounts.ts';
import type { Card } from '../interface/card.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { apiRequest, invoiceNumberOf, maxIdLength, transactionRequest } from './requests.ts';
import {
  CustomerProfileResponse,
  declinedBy,
  duplicateIdIn,
  isOk,
  PaymentProfileResponse,
  readAnswer,
  transactionOutcome,
} from './responses.ts';

/** Charges or reserves a card, or a payment profile that Authorize.net has stored. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { order, reference, captureMethod, currency } = input;
    const isManual = captureMethod === 'manual' || captureMethod === 'manual_multiple';
    const { customer } = order;
    return transactionRequest(account, reference, {
      transactionType: isManual ? 'authOnlyTransaction' : 'authCaptureTransaction',
      amount: toMajorNumber(input.amountMinor, currency),
      currencyCode: currency,
      ...sourceOf(input),
      order: {
        invoiceNumber: invoiceNumberOf(reference, order.merchantReference),
        description: reference,
      },
      ...(input.source.kind === 'card'
        ? { billTo: billTo(order.billing) }
        : { customer: customer && { id: customer.id, email: customer.email } }),
      ...userFields(order),
      ...subsequent(input),
    });
  },

  outcome: (response, input) => transactionOutcome(response, input),
};

function sourceOf({ source, order, futureUsage }: Authorization) {
  if (source.kind === 'connector_mandate') return { profile: profileOf(source.connectorMandateId) };
  if (source.kind !== 'card') throw new Error(`Authorize.net does not charge ${source.type}.`);
  if (order.authenticationType === 'three_ds') {
    throw new Error('Authorize.net does not authenticate customers by 3-D Secure.');
  }
  const { connectorCustomerId: customerProfileId } = order.customer ?? {};
  return {
    payment: { creditCard: creditCard(source.card) },
    ...(futureUsage === 'off_session' && { profile: { createProfile: true, customerProfileId } }),
  };
}

/** A stored credential is `{customer profile}-{payment profile}`. */
function profileOf(connectorMandateId: string) {
  const [, customerProfileId, paymentProfileId] = /^(\d+)-(\d+)$/.exec(connectorMandateId) ?? [];
  if (!customerProfileId) throw new Error('No payment profile of Authorize.net.');
  return { customerProfileId, paymentProfile: { paymentProfileId } };
}

const creditCard = ({ number, expiryMonth, expiryYear, cvc }: Omit<Card, 'holderName'>) => ({
  cardNumber: number,
  expirationDate: `${expiryYear.length === 2 ? `20${expiryYear}` : expiryYear}-${expiryMonth}`,
  cardCode: cvc,
});

const billTo = ({ address }: Address = {}) => ({
  firstName: address?.first_name ?? undefined,
  lastName: address?.last_name ?? undefined,
  address: [address?.line1, address?.line2, address?.line3].filter(Boolean).join(' ') || undefined,
  city: address?.city ?? undefined,
  state: address?.state ?? undefined,
  zip: address?.zip ?? undefined,
  country: address?.country ?? undefined,
});

const userFields = ({ metadata = {} }: Order) => {
  const fields = Object.entries(metadata).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return fields.length > 0 && { userFields: { userField: fields } };
};

/** What card networks want of a charge without the customer. */
function subsequent({ source, networkTransactionId, order }: Authorization) {
  if (source.kind !== 'connector_mandate' && networkTransactionId === undefined) return {};
  const why = order.initiator.by === 'merchant' ? order.initiator.why : undefined;
  return {
    processingOptions: { isSubsequentAuth: true },
    ...(networkTransactionId !== undefined && {
      subsequentAuthInformation: {
        originalNetworkTransId: networkTransactionId,
        reason: why === 'resubmission' ? 'resubmission' : 'previousAuthorization',
      },
    }),
  };
}

/**
 * Stores a card without charging it: as a payment profile of the customer's profile, which is made
 * first where there is none.
 */
export const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { customer } = input.order;
    if (customer?.connectorCustomerId) {
      return paymentProfileRequest(input, account, customer.connectorCustomerId);
    }
    const fitting = customer?.id !== undefined && customer.id.length <= maxIdLength;
    const profile = {
      merchantCustomerId: fitting ? customer.id : undefined,
      description: fitting ? undefined : (customer?.id ?? input.reference),
      email: customer?.email,
    };
    const request = apiRequest('createCustomerProfileRequest', account, { profile });
    return { ...request, step: 'customer' };
  },

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    const { connectorCustomerId } = input.order.customer ?? {};
    if (connectorCustomerId) return storedProfile(response, connectorCustomerId);
    const answer = readAnswer(CustomerProfileResponse, response);
    const customerProfileId = answer.customerProfileId ?? duplicateIdIn(answer.messages);
    if (customerProfileId === undefined) return declinedBy(answer.messages);
    return {
      next: paymentProfileRequest(input, account, customerProfileId),
      outcome: (stored) => storedProfile(stored, customerProfileId),
    };
  },
};

function paymentProfileRequest(
  { source, order }: Authorization,
  account: ExchangeAccount,
  customerProfileId: string,
) {
  if (source.kind !== 'card') throw new Error(`Authorize.net does not verify a ${source.kind}.`);
  return apiRequest('createCustomerPaymentProfileRequest', account, {
    customerProfileId,
    paymentProfile: {
      billTo: billTo(order.billing),
      payment: { creditCard: creditCard(source.card) },
    },
    validationMode: account.urls.api?.includes('apitest') ? 'testMode' : 'liveMode',
  });
}

function storedProfile(
  response: Parameters<typeof readAnswer>[1],
  connectorCustomerId: string,
): PaymentOutcome {
  const answer = readAnswer(PaymentProfileResponse, response);
  const { customerPaymentProfileId } = answer;
  // The card may have been stored before: then it says so, and says where.
  const isThere = isOk(answer.messages) || answer.messages.message[0]?.code === 'E00039';
  if (!isThere || !customerPaymentProfileId) return declinedBy(answer.messages);
  return {
    result: 'captured',
    capturedMinor: 0,
    connectorCustomerId,
    connectorMandateId: `${connectorCustomerId}-${customerPaymentProfileId}`,
  };
}
