import type { Address } from '#vocabulary/address.ts';
import { isCapturedLater } from '../formats/charges.ts';
import type { Exchange, ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';
import { bankPayment } from './bank-account.ts';
import { creditCard } from './credit-card.ts';
import { amounts } from './currencies.ts';
import { levelDataOf } from './level-data.ts';
import {
  apiRequest,
  invoiceNumberOf,
  maxIdLength,
  shortNumberOf,
  transactionRequest,
  voidRequest,
} from './requests.ts';
import {
  CustomerProfileResponse,
  declinedBy,
  duplicateIdIn,
  isOk,
  type Part,
  PaymentProfileResponse,
  partIn,
  readAnswer,
  transactionOutcome,
  verdictOf,
} from './responses.ts';
import { processingOf, recurringSettings } from './stored-credentials.ts';
import { walletPayment } from './wallets.ts';

/** Charges or reserves a card, a bank account, or a payment profile that Authorize.net has stored. */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { order, reference, currency } = input;
    return transactionRequest(account, reference, {
      transactionType: isCapturedLater(input) ? 'authOnlyTransaction' : 'authCaptureTransaction',
      amount: amounts.toMajorNumber(input.amountMinor, currency),
      currencyCode: currency,
      ...sourceOf(input),
      order: { invoiceNumber: invoiceNumberOf(reference), description: reference },
      ...levelDataOf(input),
      ...(input.source.kind !== 'connector_mandate'
        ? { billTo: billTo(order.billing) }
        : { customer: customerOf(order) }),
      ...proofOf(input.authenticationData),
      ...marketOf(input),
      ...recurringSettings(input),
      ...userFields(order),
      ...processingOf(input),
    });
  },

  outcome(response, input, account) {
    const part = partIn(response);
    return part ? giveBack(part, account) : transactionOutcome(response, input);
  },
};

/**
 * Voids a part that was approved on a prepaid card, whose rest another payment would have to bring:
 * such an order is never complete here, and the part would stay reserved.
 */
function giveBack({ transId, refusal }: Part, account: ExchangeAccount): NextStep<PaymentOutcome> {
  return {
    next: voidRequest(account, undefined, transId),
    keep: { connectorTransactionId: transId },
    outcome(response) {
      if (verdictOf(response).is !== 'approved') throw new Error('The part is reserved still.');
      return { ...refusal, connectorTransactionId: transId, connectorReference: transId };
    },
  };
}

function sourceOf({ source, order, futureUsage, authenticationData }: Authorization) {
  if (source.kind === 'connector_mandate') return { profile: profileOf(source.connectorMandateId) };
  if (source.kind === 'payment_method') {
    const isDebit = source.method === 'bank_debit';
    return { payment: isDebit ? bankPayment(source, order) : walletPayment(source) };
  }
  if (order.authenticationType === 'three_ds' && !authenticationData) {
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

/** The longest texts are cut, because a longer one refuses the whole request. */
const billTo = ({ address }: Address = {}) => ({
  firstName: cut(address?.first_name, 50),
  lastName: cut(address?.last_name, 50),
  address: cut([address?.line1, address?.line2, address?.line3].filter(Boolean).join(' '), 60),
  city: cut(address?.city, 40),
  state: cut(address?.state, 40),
  zip: cut(address?.zip, 20),
  country: address?.country ?? undefined,
});

const cut = (text: string | null | undefined, length: number): string | undefined =>
  text?.slice(0, length) || undefined;

/** The merchant's customer, where the values fit: only the merchant sees them. */
function customerOf({ customer }: Order) {
  if (!customer) return undefined;
  const { id, email } = customer;
  return {
    id: id !== undefined && id.length <= maxIdLength ? id : undefined,
    email: emailOf(email),
  };
}

const emailOf = (email: string | undefined): string | undefined =>
  email !== undefined && email.length <= maxTextLength ? email : undefined;

/** The length of an email address and of a description, in characters. */
const maxTextLength = 255;

/** The proof of an authentication elsewhere. */
const proofOf = (data: AuthenticationData | undefined) =>
  data && {
    cardholderAuthentication: {
      authenticationIndicator: data.electronicCommerceIndicator,
      cardholderAuthenticationValue: data.cryptogram,
    },
  };

/**
 * The market of an order by mail or telephone; any other order is one of a shop on the internet.
 *
 * @see https://developer.authorize.net/api/reference/index.html (retail, marketType)
 */
const marketOf = ({ source, order }: Authorization) =>
  order.channel && source.kind !== 'payment_method' ? { retail: { marketType: '1' } } : {};

/** At most so many are taken. */
const maxUserFields = 20;

/** The merchant's metadata and number of the order, as they are to be seen at Authorize.net. */
const userFields = ({ metadata = {}, merchantReference }: Order) => {
  const texts = {
    ...metadata,
    ...(merchantReference !== undefined && { merchant_order_reference_id: merchantReference }),
  };
  const fields = Object.entries(texts).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return fields.length > 0 && { userFields: { userField: fields.slice(-maxUserFields) } };
};

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
    const profile = { ...namesOf(input, account), email: emailOf(customer?.email) };
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

/**
 * The identifiers of a customer's profile. Two merchants with one account at Authorize.net may give
 * their customers the same numbers, so ours is made with the number of the merchant's account here.
 */
function namesOf(
  { order: { customer }, reference }: Authorization,
  { accountId }: ExchangeAccount,
) {
  if (customer?.id === undefined) return { description: reference };
  if (accountId !== undefined) {
    return {
      merchantCustomerId: shortNumberOf(`${accountId}:${customer.id}`),
      description: cut(customer.id, maxTextLength),
    };
  }
  return customer.id.length <= maxIdLength
    ? { merchantCustomerId: customer.id }
    : { description: cut(customer.id, maxTextLength) };
}

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
  // The card may have been stored before: the answer then has E00039 and the id of the stored card.
  const isThere = isOk(answer.messages) || answer.messages.message[0]?.code === 'E00039';
  if (!isThere || !customerPaymentProfileId) return declinedBy(answer.messages);
  return {
    result: 'captured',
    capturedMinor: 0,
    connectorCustomerId,
    connectorMandateId: `${connectorCustomerId}-${customerPaymentProfileId}`,
  };
}
