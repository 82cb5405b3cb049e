import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { RefundOutcome, RefundReference } from '#connectors/interface/refunds.ts';
import { sentReference } from '#connectors/sent-reference.ts';
import { isSwitchError } from '#platform/errors.ts';
import {
  connectorOfPayment,
  notificationUrlOf,
  referenceOf,
} from '../payments/connector-access.ts';
import { reportLateAnswer } from '../payments/lifecycle/late-answer.ts';
import type { Payment } from '../payments/payment.ts';
import type { SyncServices } from '../payments/sync-payment.ts';
import { applyRefundOutcome, type Refund, startRefund } from './refund.ts';
import type { RefundStore } from './refund-store.ts';
import { captureToRefund } from './refunded-capture.ts';

/** The services that send and sync a refund. */
export interface RefundServices extends SyncServices {
  readonly refunds: RefundStore;
}

interface ConnectorCall {
  remainingMs(): number;
  readonly requestId: string;
}

type AfterSync = (refund: Refund, outcome: RefundOutcome | undefined) => Refund;

/** Where a refund is sent: its payment and the connector account that charged it. */
interface Target {
  readonly payment: Payment;
  readonly access: ConnectorAccess;
}

/**
 * Sends a refund to the connector and saves the outcome. The caller must have saved the refund as
 * sent before: only one caller wins that save. Money that went back after the refund had failed
 * raises an alarm.
 */
export async function sendRefund(
  refund: Refund,
  { payment, access }: Target,
  request: ConnectorCall,
  { refunds, connectors, clock }: RefundServices,
): Promise<Refund> {
  const outcome = await connectors(request).refund(access, referenceOfRefund(refund, payment));
  const settled = await refunds.settle(refund, (current) =>
    applyRefundOutcome(current, outcome, clock()),
  );
  if (settled.status === 'failed' && outcome.result === 'succeeded') {
    reportLateAnswer({ merchantId: refund.merchantId, refundId: refund.id });
  }
  return settled;
}

/**
 * Asks the connector for the refund's state and saves it. Returns the saved refund, unchanged when
 * its connector account no longer exists.
 *
 * `also` is applied after the outcome and before the save. It gets the outcome too, which is
 * undefined when the connector could not be asked.
 */
export async function syncRefundWithConnector(
  refund: Refund,
  request: ConnectorCall,
  services: RefundServices,
  also: AfterSync = (current) => current,
): Promise<Refund> {
  const { refunds, connectors, clock } = services;
  const target = await targetOf(refund, services);
  if (!target) return refunds.settle(refund, (current) => also(current, undefined));
  const reference = referenceOfRefund(refund, target.payment);
  const outcome = await connectors(request).syncRefund(target.access, reference);
  return refunds.settle(refund, (current) =>
    also(applyRefundOutcome(current, outcome, clock()), outcome),
  );
}

/**
 * Sends a scheduled refund, or syncs one that was sent. The refund is saved as sent first, and only
 * one caller wins that save.
 *
 * @throws SwitchError `concurrent_update` when another caller is sending it
 */
export async function sendOrSyncRefund(
  refund: Refund,
  request: ConnectorCall,
  services: RefundServices,
  also?: AfterSync,
): Promise<Refund> {
  if (refund.askedAt !== undefined) return syncRefundWithConnector(refund, request, services, also);
  const target = await targetOf(refund, services);
  if (!target) {
    return also ? services.refunds.settle(refund, (current) => also(current, undefined)) : refund;
  }
  services.connectors(request).prepare(target.access);
  const started = await services.refunds.save(startRefund(refund, services.clock()));
  return sendRefund(started, target, request, services);
}

/**
 * Undefined when the connector account or its merchant no longer exists, or the connector has lost
 * support for refunds.
 */
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

/** The refund and its payment, as the processor knows them. */
export function referenceOfRefund(refund: Refund, payment: Payment): RefundReference {
  const { id, connectorName, amountMinor, currency, reason } = refund;
  const { connectorRefundId, connectorMetadata } = refund;
  // The processor may have sent its id of the capture since the refund was made.
  const connectorCaptureId =
    refund.connectorCaptureId ?? captureToRefund(payment, amountMinor)?.connectorCaptureId;
  const notificationUrl = notificationUrlOf(payment);
  return {
    reference: sentReference(id, refund.referenceMark),
    connectorName,
    amountMinor,
    currency,
    payment: referenceOf(payment),
    ...(reason !== undefined && { reason }),
    ...(connectorRefundId !== undefined && { connectorRefundId }),
    ...(connectorMetadata && { connectorMetadata }),
    ...(connectorCaptureId !== undefined && { connectorCaptureId }),
    ...(notificationUrl !== undefined && { notificationUrl }),
  };
}
