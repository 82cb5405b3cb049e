import type { PaymentOutcome } from '../../connectors/interface/payments.ts';
import type { Payment } from '../payment.ts';

/** The payment, with what the connector's adapter wants back later, where an outcome has it. */
export function withMetadataOf(payment: Payment, outcome: PaymentOutcome): Payment {
  if (outcome.result === 'not_sent' || outcome.result === 'not_found') return payment;
  const { connectorMetadata } = outcome;
  return connectorMetadata
    ? { ...payment, attempt: { ...payment.attempt, connectorMetadata } }
    : payment;
}
