import type { ConnectorAccess } from '../connectors/interface/exchange.ts';
import type { RefundReference } from '../connectors/interface/refunds.ts';
import { isSwitchError } from '../errors.ts';
import { connectorOfPayment, referenceOf } from '../payments/connector-access.ts';
import type { Payment } from '../payments/payment.ts';
import type { SyncServices } from '../payments/sync-payment.ts';
import { applyRefundOutcome, type Refund, startRefund } from './refund.ts';
import type { RefundStore } from './refund-store.ts';

/** What asking a connector for a refund, or after one, reaches. */
export interface RefundServices extends SyncServices {
  readonly refunds: RefundStore;
}

interface ConnectorCall {
  remainingMs(): number;
  readonly requestId: string;
}

/** Where a refund goes: the payment that it gives back and the account that holds its money. */
interface Target {
  readonly payment: Payment;
  readonly access: ConnectorAccess;
}

/**
 * Asks the connector to give money back, and writes down what it answers. Whoever wrote down that it
 * will be asked is the only one who gets here.
 */
export async function sendRefund(
  refund: Refund,
  { payment, access }: Target,
  request: ConnectorCall,
  { refunds, connectors, clock }: RefundServices,
): Promise<Refund> {
  const outcome = await connectors(request).refund(access, referenceOfRefund(refund, payment));
  return refunds.settle(refund, (current) => applyRefundOutcome(current, outcome, clock()));
}

/**
 * Asks the connector what became of a refund, and writes down what is new. Returns the refund as it is
 * then; as it was when there is nobody to ask any more.
 *
 * `also` is applied to the refund after the news, before it is saved.
 */
export async function syncRefundWithConnector(
  refund: Refund,
  request: ConnectorCall,
  services: RefundServices,
  also: (refund: Refund) => Refund = (current) => current,
): Promise<Refund> {
  const { refunds, connectors, clock } = services;
  const target = await targetOf(refund, services);
  if (!target) return refunds.settle(refund, also);
  const reference = referenceOfRefund(refund, target.payment);
  const outcome = await connectors(request).syncRefund(target.access, reference);
  return refunds.settle(refund, (current) => also(applyRefundOutcome(current, outcome, clock())));
}

/**
 * Sends a refund that was scheduled, and asks after one that was sent. That it is sent is written down
 * first, and only one caller wins that save.
 *
 * @throws SwitchError `concurrent_update` when somebody else is sending it
 */
export async function sendOrSyncRefund(
  refund: Refund,
  request: ConnectorCall,
  services: RefundServices,
  also?: (refund: Refund) => Refund,
): Promise<Refund> {
  if (refund.askedAt !== undefined) return syncRefundWithConnector(refund, request, services, also);
  const target = await targetOf(refund, services);
  if (!target) return also ? services.refunds.settle(refund, also) : refund;
  const started = await services.refunds.save(startRefund(refund, services.clock()));
  return sendRefund(started, target, request, services);
}

/** Undefined when the account that holds the money is gone. */
async function targetOf(refund: Refund, services: RefundServices): Promise<Target | undefined> {
  const payment = await services.payments.get(refund.merchantId, refund.paymentId);
  try {
    return { payment, access: await connectorOfPayment(payment, 'refund', services) };
  } catch (error) {
    const isGone =
      isSwitchError(error, 'connector_account_not_found') ||
      isSwitchError(error, 'merchant_account_not_found') ||
      isSwitchError(error, 'not_implemented');
    if (isGone) return undefined;
    throw error;
  }
}

function referenceOfRefund(refund: Refund, payment: Payment): RefundReference {
  const { id, connectorName, amountMinor, currency, reason, connectorRefundId } = refund;
  return {
    reference: id,
    connectorName,
    amountMinor,
    currency,
    payment: referenceOf(payment),
    ...(reason !== undefined && { reason }),
    ...(connectorRefundId !== undefined && { connectorRefundId }),
  };
}
