import type { ConnectorError } from '../interface/exchange.ts';
import type { PaymentOutcome, ReportedPayment } from '../interface/payments.ts';
import { checksAsSent } from '../payment-checks.ts';
import { moneyIn } from './amounts.ts';
import { declineWords } from './decline-words.ts';
import type { Order, Payment } from './responses.ts';

/**
 * The ids for later exchanges. The capture has the state, or the authorization where there is none.
 */
interface Known {
  readonly authorizeId?: string | undefined;
  readonly captureId?: string | undefined;
}

export const metadataOf = ({ authorizeId, captureId }: Known) => ({
  psync_flow: captureId !== undefined ? 'CAPTURE' : 'AUTHORIZE',
  ...(authorizeId !== undefined && { authorize_id: authorizeId }),
  ...(captureId !== undefined && { capture_id: captureId }),
});

/**
 * The state of a capture or an authorization. A partly captured authorization does not contain the
 * captured amount, so its state is unknown; its order contains it.
 */
export function paymentOutcome(payment: Payment, reported: ReportedPayment): PaymentOutcome {
  const money = moneyIn(payment);
  const found = { ...money, ...cardIn(payment), ...reported };
  switch (payment.status) {
    case 'CREATED':
      return { result: 'authorized', ...found };
    case 'COMPLETED':
    case 'CAPTURED':
    case 'REFUNDED':
    case 'PARTIALLY_REFUNDED':
      return {
        result: 'captured',
        ...(money.amountMinor !== undefined && { capturedMinor: money.amountMinor }),
        ...found,
      };
    case 'PENDING':
      return { result: 'pending', ...found };
    case 'VOIDED':
      return { result: 'voided', ...found };
    case 'EXPIRED':
      return { result: 'expired', ...found };
    case 'DECLINED':
    case 'DENIED':
      return { result: 'declined', ...declineIn(payment), ...withoutMetadata(reported) };
    case 'FAILED':
      return {
        result: 'declined',
        attemptStatus: 'capture_failed',
        ...declineIn(payment),
        ...withoutMetadata(reported),
      };
    // An authorization does not tell how much of it was captured.
    case 'PARTIALLY_CAPTURED':
    case undefined:
      return { result: 'unknown', ...withoutMetadata(reported) };
  }
}

const withoutMetadata = ({ connectorMetadata: _, ...reported }: ReportedPayment) => reported;

/** The checks of the card's issuer, and the network's id of the payment. */
function cardIn({
  processor_response: answered,
  network_transaction_reference: network,
}: Payment): Pick<ReportedPayment, 'paymentChecks' | 'networkTransactionId'> {
  const { avs_code, cvv_code } = answered ?? {};
  return {
    ...((avs_code || cvv_code) && { paymentChecks: checksAsSent({ avs_code, cvv_code }) }),
    ...(network?.id && { networkTransactionId: network.id }),
  };
}

function declineIn({ processor_response: answered }: Payment): ConnectorError {
  const { response_code: code, payment_advice_code: networkAdviceCode } = answered ?? {};
  const words = code ? declineWords.get(code) : undefined;
  return {
    ...(code && { code }),
    ...(words !== undefined && { message: words, reason: words }),
    ...(networkAdviceCode && { networkAdviceCode }),
  };
}

/** The state of an order: that of its payment, once there is one. */
export function orderOutcome(order: Order, completeUrl: string | undefined): PaymentOutcome {
  const vault = order.payment_source?.card?.attributes?.vault;
  const [unit] = order.purchase_units ?? [];
  const reported: ReportedPayment = {
    connectorTransactionId: order.id,
    connectorReference: unit?.invoice_id ?? order.id,
    ...(vault?.id && { connectorMandateId: vault.id }),
    ...(vault?.customer?.id && { connectorCustomerId: vault.customer.id }),
  };
  switch (order.status) {
    case 'COMPLETED':
      return completedOutcome(order, reported);
    case 'PAYER_ACTION_REQUIRED': {
      const link = order.links?.find(({ rel }) => rel === 'payer-action')?.href;
      if (link === undefined) throw new Error('A challenge without an address.');
      return {
        result: 'challenged',
        redirectUrl: withReturn(link, completeUrl),
        ...reported,
        connectorMetadata: { psync_flow: 'AUTHENTICATE' },
      };
    }
    case 'APPROVED':
      return {
        result: 'pending',
        attemptStatus: 'authentication_successful',
        awaitsCompletion: true,
        ...reported,
      };
    case 'CREATED':
    case 'SAVED':
    case 'PENDING':
      return { result: 'pending', ...reported };
    case 'VOIDED':
      return { result: 'voided', ...reported };
    case undefined:
      return { result: 'unknown', connectorTransactionId: order.id };
  }
}

/**
 * The state of the payments of an order. The captures of an authorization contain the taken
 * amounts.
 */
function completedOutcome(order: Order, reported: ReportedPayment): PaymentOutcome {
  const [unit] = order.purchase_units ?? [];
  const captures = unit?.payments?.captures ?? [];
  const [authorization] = unit?.payments?.authorizations ?? [];
  const taken = captures.filter(isTaken);
  const payment = taken[0] ?? captures[0] ?? authorization;
  if (!payment) throw new Error('A completed order without a payment.');
  const captureId = taken[0]?.id ?? captures[0]?.id;
  const connectorMetadata = metadataOf({ authorizeId: authorization?.id, captureId });
  const outcome = paymentOutcome(payment, { ...reported, connectorMetadata });
  if (outcome.result !== 'captured' || !authorization) return outcome;
  const parts = taken.map((capture) => moneyIn(capture).amountMinor ?? 0);
  // A capture may be of a part; the amount of the payment is that of its authorization.
  return {
    ...outcome,
    ...moneyIn(authorization),
    capturedMinor: parts.reduce((sum, part) => sum + part, 0),
  };
}

const takenStatuses: ReadonlySet<Payment['status']> = new Set([
  'COMPLETED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
]);

export const isTaken = ({ status }: Pick<Payment, 'status'>): boolean => takenStatuses.has(status);

/** The address of the challenge, with the one to which the customer comes back. */
function withReturn(link: string, returnUrl: string | undefined): string {
  if (returnUrl === undefined) return link;
  const url = new URL(link);
  url.searchParams.set('redirect_uri', returnUrl);
  return url.href;
}
