import type { Address } from '../../vocabulary/address.ts';
import type { Exchange, ExchangeAccount, HttpResponse, NextStep } from '../interface/exchange.ts';
import type {
  Authorization,
  Capture,
  Increment,
  PaymentOutcome,
  Reference,
} from '../interface/payments.ts';
import type { RefundOutcome, RefundReference } from '../interface/refunds.ts';
import { chargePath, getRequest, postRequest } from './requests.ts';
import { Charge, Customer, chargeOutcome, Refund, readAnswer, refusalIn } from './responses.ts';

/**
 * Charges or reserves. A card that is to be stored belongs to a customer, who is made first where
 * Shift4 has none.
 */
const chargeWith = (isVerification: boolean): Exchange<Authorization, PaymentOutcome> => ({
  request: (input, account) =>
    needsCustomer(input)
      ? {
          ...postRequest('customers', account, `${input.reference}_customer`, {
            email: input.order.customer?.email ?? input.order.billing?.email ?? undefined,
          }),
          step: 'customer',
        }
      : chargeRequest(input, account, knownCustomer(input), isVerification),

  outcome(response, input, account): PaymentOutcome | NextStep<PaymentOutcome> {
    if (!needsCustomer(input)) {
      return readCharge(response, input, knownCustomer(input), isVerification);
    }
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
) {
  const { order, captureMethod, reference } = input;
  const isCaptured = captureMethod === 'automatic' || captureMethod === 'sequential_automatic';
  return postRequest('charges', account, reference, {
    amount: input.amountMinor,
    currency: input.currency,
    // What only verifies a card is never captured.
    captured: isCaptured && !isVerification,
    description: order.description,
    metadata: order.metadata,
    customerId,
    ...sourceOf(input),
  });
}

function sourceOf({ source, order, returnUrl }: Authorization) {
  if (source.kind === 'connector_mandate') {
    const isMerchants = order.initiator.by === 'merchant';
    return {
      card: source.connectorMandateId,
      type: isMerchants ? 'merchant_initiated' : 'customer_initiated',
    };
  }
  if (source.kind === 'card') {
    const { number, expiryMonth, expiryYear, cvc, holderName } = source.card;
    return {
      card: {
        number,
        expMonth: expiryMonth,
        expYear: expiryYear,
        cvc,
        cardholderName: nameIn(order.billing) ?? holderName,
      },
    };
  }
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

const nameIn = ({ address }: Address = {}): string | undefined =>
  [address?.first_name, address?.last_name].filter(Boolean).join(' ') || undefined;

const addressIn = ({ address }: Address = {}) =>
  address && {
    line1: address.line1 ?? undefined,
    line2: address.line2 ?? undefined,
    city: address.city ?? undefined,
    state: address.state ?? undefined,
    zip: address.zip ?? undefined,
    country: address.country ?? undefined,
  };

function readCharge(
  response: HttpResponse,
  input: Authorization,
  customerId: string | undefined,
  isVerification: boolean,
): PaymentOutcome {
  if (response.status !== 200) return refusalIn(response);
  const charge = readAnswer(Charge, response);
  const outcome = chargeOutcome(charge);
  if (outcome.result !== 'captured' && outcome.result !== 'authorized') return outcome;
  const stored = {
    ...(charge.card?.id && isToBeStored(input) && { connectorMandateId: charge.card.id }),
    ...(customerId !== undefined && { connectorCustomerId: customerId }),
  };
  if (!isVerification) return { ...outcome, ...stored };
  // What was reserved to verify the card is not the payment's amount.
  const { connectorTransactionId = charge.id } = outcome;
  return {
    result: 'captured',
    capturedMinor: input.amountMinor,
    connectorTransactionId,
    ...stored,
  };
}

export const sync: Exchange<Reference, PaymentOutcome> = {
  canAsk: ({ connectorTransactionId }) => connectorTransactionId !== undefined,
  request: ({ connectorTransactionId }, account) =>
    getRequest(chargePath(connectorTransactionId), account),
  outcome: (response) => chargeOutcome(readAnswer(Charge, response)),
};

/** Shift4 captures the whole charge alone. */
export const capture: Exchange<Capture, PaymentOutcome> = {
  request(input, account) {
    if (input.captureMinor !== input.amountMinor) throw new Error('Shift4 captures no part.');
    const path = chargePath(input.connectorTransactionId, 'capture');
    return postRequest(path, account, `capture:${input.captureReference}`);
  },
  outcome: changedCharge,
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

export const refund: Exchange<RefundReference, RefundOutcome> = {
  request({ payment, amountMinor, reference }, account) {
    const { connectorTransactionId: chargeId } = payment;
    if (chargeId === undefined) throw new Error("Shift4's id of the charge is not known.");
    return postRequest('refunds', account, `refund:${reference}`, {
      chargeId,
      amount: amountMinor,
    });
  },
  outcome: (response) => (response.status === 200 ? refundIn(response) : refusalIn(response)),
};

export const syncRefund: Exchange<RefundReference, RefundOutcome> = {
  canAsk: ({ connectorRefundId }) => connectorRefundId !== undefined,
  request: ({ connectorRefundId = '' }, account) =>
    getRequest(`refunds/${encodeURIComponent(connectorRefundId)}`, account),
  outcome: refundIn,
};

function refundIn(response: HttpResponse): RefundOutcome {
  const { id, amount, currency, status } = readAnswer(Refund, response);
  const reported = {
    connectorRefundId: id,
    ...(amount != null && { amountMinor: amount }),
    ...(currency && { currency }),
  };
  switch (status) {
    case 'successful':
      return { result: 'succeeded', ...reported };
    case 'processing':
    case 'pending':
      return { result: 'pending', ...reported };
    case 'failed':
      return { result: 'declined', ...reported };
  }
}
