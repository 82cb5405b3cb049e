import type { Authorization } from '#connectors/interface/payments.ts';
import type { Payment } from '../payment.ts';
import { networkTransactionIdIn } from '../request/network-transaction-card.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/**
 * The stored credential options for the processor; `earlier` is the card network's id of an earlier
 * payment.
 */
export function storedCredentialOptions(
  payment: Payment,
  request: PaymentRequest,
  earlier: string | undefined,
): Pick<Authorization, 'futureUsage' | 'networkTransactionId'> {
  const usage = futureUsageOf(payment);
  const networkTransactionId = networkTransactionIdIn(request) ?? earlier;
  return {
    ...(usage && { futureUsage: usage }),
    ...(networkTransactionId !== undefined && { networkTransactionId }),
  };
}

/** How the payment method may be charged later; undefined without the customer's consent. */
export function futureUsageOf({
  requestFields,
  customer,
  mandate,
}: Pick<Payment, 'requestFields' | 'customer' | 'mandate'>): Authorization['futureUsage'] {
  const {
    setup_future_usage: usage,
    customer_acceptance: atRoot,
    mandate_data: inside,
  } = requestFields;
  const hasAgreed = atRoot != null || hasAcceptance(inside);
  if (!customer?.id || !hasAgreed || mandate?.role === 'charged') return undefined;
  return usage === 'off_session' || usage === 'on_session' ? usage : undefined;
}

/**
 * The processor's id of the stored credential that the payment leaves for charges without the
 * customer. Some processors name one for every payment, also where none was asked for.
 */
export const keptMandateIdOf = (payment: Payment): string | undefined =>
  futureUsageOf(payment) === 'off_session' ? payment.attempt.connectorMandateId : undefined;

const hasAcceptance = (data: unknown) =>
  typeof data === 'object' &&
  data !== null &&
  'customer_acceptance' in data &&
  data.customer_acceptance != null;
