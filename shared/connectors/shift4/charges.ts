import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { isWordOf } from '../formats/words.ts';
import type { ExchangeAccount, NextStep } from '../interface/exchange.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization, PaymentOutcome, PaymentSource } from '../interface/payments.ts';
import { postRequest } from './requests.ts';
import {
  Charge,
  Customer,
  chargeOutcome,
  chargeRefusalIn,
  readAnswer,
  refusalIn,
} from './responses.ts';

/** A charge that is about to be made. */
export interface Charging {
  readonly payment: ChargedPayment;
  /** The members of the request that name its source, and the proof of its customer. */
  readonly source: object;
  /** Whether it only verifies a card. */
  readonly isVerification: boolean;
}

/** A payment at the moment of its charge. Of its source, only the kind matters then. */
type ChargedPayment = Omit<Authorization, 'source'> & {
  readonly source: { readonly kind: PaymentSource['kind'] };
};

/**
 * Charges or reserves. A card that is to be stored belongs to a customer, who is made first where
 * Shift4 has none.
 */
export function chargeSteps(
  charging: Charging,
  account: ExchangeAccount,
): NextStep<PaymentOutcome> {
  const { payment } = charging;
  const charge = (customerId: string | undefined): NextStep<PaymentOutcome> => ({
    next: chargeRequest(charging, account, customerId),
    outcome: (response) => readCharge(response, charging, customerId),
  });
  const known = knownCustomer(payment);
  if (known !== undefined || !isToBeStored(payment)) return charge(known);
  const { customer, billing } = payment.order;
  const made = postRequest('customers', account, `${payment.reference}_customer`, {
    email: customer?.email ?? billing?.email ?? undefined,
  });
  return {
    next: { ...made, step: 'customer' },
    outcome: (response) =>
      response.status === 200 ? charge(readAnswer(Customer, response).id) : refusalIn(response),
  };
}

export const knownCustomer = ({ order }: Pick<Authorization, 'order'>): string | undefined =>
  order.customer?.connectorCustomerId;

const isToBeStored = ({ futureUsage, source }: ChargedPayment): boolean =>
  futureUsage === 'off_session' && source.kind === 'card';

function chargeRequest(
  { payment, source, isVerification }: Charging,
  account: ExchangeAccount,
  customerId: string | undefined,
) {
  const { order, captureMethod, reference } = payment;
  const isCaptured = captureMethod === 'automatic' || captureMethod === 'sequential_automatic';
  return postRequest('charges', account, reference, {
    amount: payment.amountMinor,
    currency: payment.currency,
    // A charge that only verifies a card is never captured.
    captured: isCaptured && !isVerification,
    description: order.description,
    metadata: withReference(order.metadata, reference),
    customerId,
    ...source,
    type: typeOf(payment),
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
function typeOf(payment: ChargedPayment): string | undefined {
  const { initiator } = payment.order;
  const isFirst = isToBeStored(payment);
  if (initiator.by === 'merchant') {
    if (initiator.why !== 'recurring') return 'merchant_initiated';
    return isFirst ? 'first_recurring' : 'subsequent_recurring';
  }
  if (isFirst) return 'first_recurring';
  return payment.source.kind === 'connector_mandate' ? 'customer_initiated' : undefined;
}

function readCharge(
  response: HttpResponse,
  { payment, isVerification }: Charging,
  customerId: string | undefined,
): PaymentOutcome {
  if (response.status !== 200) return refusedCharge(response);
  const charge = readAnswer(Charge, response);
  const outcome = chargeOutcome(charge);
  if (outcome.result !== 'captured' && outcome.result !== 'authorized') return outcome;
  const stored = {
    ...(charge.card?.id && isToBeStored(payment) && { connectorMandateId: charge.card.id }),
    ...(customerId !== undefined && { connectorCustomerId: customerId }),
  };
  if (!isVerification) return { ...outcome, ...stored };
  // The amount that was reserved to verify the card is not the payment's amount.
  const { connectorTransactionId = charge.id } = outcome;
  return {
    result: 'captured',
    capturedMinor: payment.amountMinor,
    connectorTransactionId,
    ...stored,
  };
}

/** The refusal of a charge; also of one whose customer should have been authenticated. */
function refusedCharge(response: HttpResponse): PaymentOutcome {
  const refusal = chargeRefusalIn(response);
  const isUnauthenticated = isWordOf(['authentication_required'], refusal.code);
  return isUnauthenticated ? { ...refusal, attemptStatus: 'authentication_failed' } : refusal;
}
