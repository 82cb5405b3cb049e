import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { Address } from '#vocabulary/address.ts';
import { addressAs, nameIn } from '../formats/addresses.ts';
import { monthAndShortYear } from '../formats/expiry.ts';
import type { Exchange, ExchangeAccount, NextStep, StepRequest } from '../interface/exchange.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import { linesOf } from './lines.ts';
import { customerRequest, debitMandateRequest, hasCustomer, sequenceOf } from './mandates.ts';
import { cardOf, isPayLater, methodForm } from './methods.ts';
import { amountOf, apiRequest, described, mollieKeys } from './requests.ts';
import { isDone, readAnswer, readPayment, refusalIn } from './responses.ts';

type Reading = PaymentOutcome | NextStep<PaymentOutcome>;

/** The objects that the steps before the payment have made: a card's token, or Mollie's ids. */
interface Prepared {
  readonly customerId?: string | undefined;
  readonly cardToken?: string;
  readonly mandateId?: string;
}

/** A step before the payment. It asks for nothing where the payment does not need its object. */
interface Preparation {
  readonly makes: keyof Prepared;
  readonly step: NonNullable<StepRequest['step']>;
  asks(input: Authorization, account: ExchangeAccount, made: Prepared): StepRequest | undefined;
  readonly reads: v.GenericSchema<unknown, string>;
}

const Id = v.pipe(
  v.object({ id: v.string() }),
  v.transform(({ id }) => id),
);
const CardToken = v.pipe(
  v.object({ cardToken: v.string() }),
  v.transform(({ cardToken }) => cardToken),
);

const preparations: readonly Preparation[] = [
  {
    makes: 'customerId',
    step: 'customer',
    asks: (input, account) => (hasCustomer(input) ? customerRequest(input, account) : undefined),
    reads: Id,
  },
  { makes: 'cardToken', step: 'token', asks: tokenRequest, reads: CardToken },
  {
    makes: 'mandateId',
    step: 'token',
    asks: (input, account, { customerId }) => debitMandateRequest(input, account, customerId),
    reads: Id,
  },
];

/**
 * Charges or reserves. A payment has a customer where it makes or uses a mandate, and carries no
 * number of a card or an account: these become a token and a mandate first.
 */
export const authorize: Exchange<Authorization, PaymentOutcome> = {
  request: (input, account) => stepAfter(known(input), input, account).request,
  outcome: (response, input, account) => stepAfter(known(input), input, account).read(response),
};

/**
 * A first payment of nothing, which leaves a mandate of the card.
 *
 * @see https://docs.mollie.com/docs/recurring-payments
 */
export const verify = authorize;

/** A mandate is charged by its own customer, who is known. */
function known({ source, order: { customer } }: Authorization): Prepared {
  const customerId = customer?.connectorCustomerId;
  if (source.kind !== 'connector_mandate') return { customerId };
  if (customerId === undefined) throw new Error('Mollie charges a mandate by its customer.');
  return { customerId, mandateId: source.connectorMandateId };
}

function stepAfter(made: Prepared, input: Authorization, account: ExchangeAccount) {
  const isNew = made.customerId !== input.order.customer?.connectorCustomerId;
  const customer = isNew ? { connectorCustomerId: made.customerId } : {};
  for (const { makes, step, asks, reads } of preparations) {
    const request = made[makes] === undefined ? asks(input, account, made) : undefined;
    if (!request) continue;
    return {
      request: { ...request, step },
      read(response: HttpResponse): Reading {
        if (!isDone(response)) return { ...refusalIn(response), ...customer };
        const next = { ...made, [makes]: readAnswer(reads, response) };
        const after = stepAfter(next, input, account);
        return { next: after.request, outcome: after.read };
      },
    };
  }
  return {
    request: paymentRequest(input, account, made),
    // A customer who was made is known for later payments, also where this one is refused.
    read: (response: HttpResponse): Reading =>
      isDone(response) ? readPayment(response) : { ...refusalIn(response), ...customer },
  };
}

function tokenRequest(input: Authorization, account: ExchangeAccount): StepRequest | undefined {
  const card = cardOf(input);
  if (!card) return undefined;
  const { order } = input;
  const { apiKey, profileToken } = mollieKeys(account);
  if (profileToken === undefined) throw new Error('Mollie takes cards by the token of a profile.');
  return apiRequest('POST', `${account.urls.cards}v1/card-tokens`, account, {
    body: {
      cardHolder: card.holderName ?? nameIn(order.billing),
      cardNumber: card.number,
      cardCvv: card.cvc,
      cardExpiryDate: monthAndShortYear(card, '/'),
      locale: order.browser?.language ?? 'en-US',
      testmode: apiKey.startsWith('test_'),
      profileToken,
    },
  });
}

function paymentRequest(input: Authorization, account: ExchangeAccount, made: Prepared) {
  const { order, reference } = input;
  const { customerId, cardToken, mandateId } = made;
  const sequenceType = sequenceOf(input);
  const isCollected = sequenceType === 'recurring';
  return apiRequest('POST', `${account.urls.api}v2/payments`, account, {
    idempotencyKey: reference,
    body: {
      amount: amountOf(input.amountMinor, input.currency),
      // Mollie wants words for the customer's statement.
      description: described(order.description ?? order.merchantReference ?? reference),
      // The customer is not there, and the mandate decides the method.
      redirectUrl: isCollected ? undefined : input.returnUrl,
      webhookUrl: input.notificationUrl,
      metadata: { orderId: reference },
      ...(!isCollected && methodForm(input)),
      cardToken,
      billingAddress: billingOf(input),
      lines: isPayLater(input.source) ? linesOf(input) : undefined,
      shippingAddress: addressIn(order.shipping),
      sequenceType,
      ...(hasCustomer(input) && { customerId, mandateId }),
      captureMode: input.captureMethod === 'manual' ? 'manual' : 'automatic',
    },
  });
}

/**
 * The person who pays later, or gets Mollie's mail about a bank transfer.
 *
 * @see https://github.com/mollie/openapi/blob/main/specs.yaml (payment-address)
 */
function payerOf({ source, order: { billing, customer } }: Authorization) {
  const isTransfer = source.kind === 'payment_method' && source.method === 'bank_transfer';
  if (!isPayLater(source) && !isTransfer) return undefined;
  return {
    givenName: billing?.address?.first_name ?? undefined,
    familyName: billing?.address?.last_name ?? undefined,
    email: billing?.email ?? customer?.email,
  };
}

const billingOf = (input: Authorization) => {
  const address = addressIn(input.order.billing);
  const payer = payerOf(input);
  return payer ? { ...payer, ...address } : address;
};

const addressIn = ({ address }: Address = {}) =>
  address && {
    streetAndNumber: [address.line1, address.line2].filter(Boolean).join(' ') || undefined,
    ...addressAs(names, address),
  };

const names = { postalCode: 'zip', city: 'city', region: 'state', country: 'country' } as const;
