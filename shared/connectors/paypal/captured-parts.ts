import type { CapturedPart, PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import { moneyIn } from './amounts.ts';
import { isTaken, metadataOf, orderOutcome, paymentOutcome } from './payment-outcomes.ts';
import type { Order, Payment } from './responses.ts';

/**
 * The state of an order whose authorization is captured in parts: that of the authorization, with
 * all captures. A capture that failed leaves the authorization as it is.
 */
export function partsOutcome(order: Order): PaymentOutcome {
  const { captures: all, authorizations } = order.purchase_units?.[0]?.payments ?? {};
  const [authorization] = authorizations ?? [];
  const captures = (all ?? []).map(partOf);
  const whole = orderOutcome(order, undefined);
  if (!authorization || !('connectorTransactionId' in whole)) return whole;
  const taken = captures.find(({ status }) => status === 'charged');
  const reported: ReportedPayment = {
    connectorTransactionId: order.id,
    connectorReference: order.purchase_units?.[0]?.invoice_id ?? order.id,
    connectorMetadata: metadataOf({
      authorizeId: authorization.id,
      captureId: taken?.connectorCaptureId,
    }),
    captures,
  };
  switch (authorization.status) {
    case 'CREATED':
    case 'CAPTURED':
    case 'PARTIALLY_CAPTURED': {
      const money = { ...reported, ...moneyIn(authorization) };
      const capturedMinor = chargedSum(captures);
      return capturedMinor > 0
        ? { result: 'captured', capturedMinor, ...money }
        : { result: 'authorized', ...money };
    }
    default:
      return paymentOutcome(authorization, reported);
  }
}

function partOf(capture: Payment): CapturedPart {
  const { amountMinor } = moneyIn(capture);
  if (amountMinor === undefined) throw new Error('A capture without its amount.');
  return { connectorCaptureId: capture.id, amountMinor, status: captureStatus(capture) };
}

/** A capture in a status that is not known is not decided yet. */
export function captureStatus(capture: Pick<Payment, 'status'>): CapturedPart['status'] {
  if (isTaken(capture)) return 'charged';
  const { status } = capture;
  return status === 'DECLINED' || status === 'DENIED' || status === 'FAILED' ? 'failed' : 'pending';
}

const chargedSum = (parts: readonly CapturedPart[]): number =>
  parts
    .filter(({ status }) => status === 'charged')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
