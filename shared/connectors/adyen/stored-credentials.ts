import { isStored } from '../formats/charges.ts';
import type { Authorization } from '../interface/payments.ts';

/**
 * Who starts the payment, why, and whether it is the first one of its kind, in Adyen's words: the
 * customer gives the card (`Ecommerce`) or it is known already (`ContAuth`); it is charged on a
 * schedule (`Subscription`), when the customer comes back (`CardOnFile`) or at any time
 * (`UnscheduledCardOnFile`).
 *
 * @see https://docs.adyen.com/online-payments/tokenization (Set parameters to flag transactions)
 */
export function storedCredential(input: Authorization) {
  const { order, futureUsage } = input;
  const { customer } = order;
  const isKnown = isStored(input);
  const isToBeStored = futureUsage === 'off_session' && !isKnown;
  const isRecurring = isKnown || isToBeStored || order.initiator.by === 'merchant';
  return {
    shopperInteraction: interactionOf(input, isToBeStored),
    recurringProcessingModel: isRecurring ? modelOf(input) : undefined,
    storePaymentMethod: isToBeStored ? true : undefined,
    shopperReference:
      isRecurring || customer?.connectorCustomerId !== undefined
        ? shopperReference(customer)
        : undefined,
  };
}

/** Whether a stored card is charged while the customer is away: there is no browser then. */
export const isCustomerAway = (input: Authorization): boolean =>
  isStored(input) && input.order.initiator.by === 'merchant';

function interactionOf(input: Authorization, isToBeStored: boolean): string {
  const { channel, offSession, initiator } = input.order;
  if (channel) return 'Moto';
  const isAway = offSession === true || initiator.by === 'merchant';
  // A customer who gives a card to be stored is there, however later charges are made.
  return isStored(input) || (isAway && !isToBeStored) ? 'ContAuth' : 'Ecommerce';
}

function modelOf(input: Authorization): string {
  const { initiator } = input.order;
  if (initiator.by === 'customer') return isStored(input) ? 'CardOnFile' : 'UnscheduledCardOnFile';
  return initiator.why === 'recurring' || initiator.why === 'installment'
    ? 'Subscription'
    : 'UnscheduledCardOnFile';
}

const minReferenceLength = 3;
const prefix = 'customer-';

/** Our id of the customer, where Adyen has stored no card yet. A short id gets a prefix. */
function shopperReference(customer: Authorization['order']['customer']): string | undefined {
  const { connectorCustomerId, id } = customer ?? {};
  if (connectorCustomerId !== undefined) return connectorCustomerId;
  return id !== undefined && id.length < minReferenceLength ? `${prefix}${id}` : id;
}

/** Our id of the customer in such a reference; that of another system finds no customer of ours. */
export function customerIdIn(reference: string): string {
  const short = reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
  return short.length < minReferenceLength ? short : reference;
}
