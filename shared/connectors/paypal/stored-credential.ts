import { isStored } from '../formats/charges.ts';
import type { Authorization } from '../interface/payments.ts';

/**
 * Who starts a charge of a card that is stored, or is to be stored, and why; undefined where the
 * card is used once. PayPal takes a first use only from the customer, so a merchant's own first
 * charge leaves it to PayPal to derive the use.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications `card_stored_credential`
 */
export function storedCredential(
  input: Pick<Authorization, 'source' | 'futureUsage' | 'order' | 'networkTransactionId'>,
) {
  const { futureUsage, networkTransactionId } = input;
  const { initiator } = input.order;
  const wasStored = isStored(input);
  if (initiator.by === 'merchant') {
    const isScheduled = initiator.why === 'recurring' || initiator.why === 'installment';
    return {
      payment_initiator: 'MERCHANT',
      payment_type: isScheduled ? 'RECURRING' : 'UNSCHEDULED',
      usage: wasStored ? 'SUBSEQUENT' : 'DERIVED',
      previous_network_transaction_reference:
        networkTransactionId === undefined ? undefined : { id: networkTransactionId },
    };
  }
  if (!wasStored && futureUsage === undefined) return undefined;
  return {
    payment_initiator: 'CUSTOMER',
    payment_type: futureUsage === 'off_session' ? 'UNSCHEDULED' : 'ONE_TIME',
    usage: wasStored ? 'SUBSEQUENT' : 'FIRST',
  };
}
