import {
  capturedMinor,
  laterBy,
  refundDeclined,
  refundingMinor,
  settlingMs,
  withMovement,
} from './ledger.ts';
import { chargedBackMinor } from './ledger-disputes.ts';
import type { LedgerCapture, LedgerPayment, LedgerRefund } from './ledger-payment.ts';
import type { RefusalCode } from './refusal.ts';

/**
 * The result of a caller's request for a payment as it stands. When the same request was made
 * before, it is the given payment itself, unchanged.
 */
export type Decision = { readonly payment: LedgerPayment } | { readonly refused: RefusalCode };

/** A part of a payment to capture or refund; the `id` is fresh. */
export interface Part {
  readonly id: string;
  /** The caller's reference, which is accepted once. */
  readonly reference: string;
  readonly amountMinor: number;
}

/**
 * Captures an authorization, or a part of it. When only one capture is allowed, the rest is
 * released.
 */
export function capture(payment: LedgerPayment, part: Part, now: Date): Decision {
  const { reference, amountMinor } = part;
  const earlier = payment.captures.find((one) => one.reference === reference);
  if (earlier) return earlier.amountMinor === amountMinor ? { payment } : { refused: 'DC_10' };
  if (payment.state !== 'authorized') return { refused: 'DC_12' };
  const leftMinor = payment.amountMinor - capturedMinor(payment) - amountMinor;
  if (leftMinor < 0) return { refused: 'DC_13' };

  const at = now.toISOString();
  const entered = (more: Pick<LedgerCapture, 'status' | 'failure'>): LedgerPayment => ({
    ...payment,
    captures: [...payment.captures, { ...part, createdAt: at, ...more }],
  });
  if (payment.manner === 'refuses captures') {
    return { payment: entered({ status: 'failed', failure: captureDeclined }) };
  }
  const isLast = !payment.severalCaptures || leftMinor === 0;
  const captured: LedgerPayment = {
    ...entered({ status: 'charged' }),
    ...(isLast && { state: 'succeeded' as const }),
  };
  return { payment: withMovement(captured, { kind: 'captured', amountMinor, reference, at }) };
}

const captureDeclined = { code: 'DC_08', message: 'Capture declined: Card refused it' };

/** Releases the part of the authorization that was not captured; captured money stays captured. */
export function voidAuthorized(payment: LedgerPayment, now: Date): Decision {
  const { state, manner, amountMinor } = payment;
  if (state === 'voided') return { payment };
  if (manner === 'refuses voids') return { refused: 'DC_14' };
  const voided: LedgerPayment = { ...payment, state: 'voided' };
  // A merchant that voids a payment must be sure that its customer cannot complete it any more.
  if (state === 'challenged') return { payment: voided };
  if (state !== 'authorized') return { refused: 'DC_14' };
  return {
    payment: withMovement(voided, {
      kind: 'released',
      amountMinor: amountMinor - capturedMinor(payment),
      at: now.toISOString(),
    }),
  };
}

/** Gives back all captured money, if none of it was refunded. */
export function voidCaptured(payment: LedgerPayment, now: Date): Decision {
  const { state, manner } = payment;
  if (state === 'voided_after_capture') return { payment };
  const amountMinor = capturedMinor(payment);
  const isOver = state === 'succeeded' || state === 'voided';
  if (!isOver || amountMinor === 0 || refundingMinor(payment) > 0 || manner === 'refuses voids') {
    return { refused: 'DC_14' };
  }
  return {
    payment: withMovement(
      { ...payment, state: 'voided_after_capture' },
      { kind: 'given back', amountMinor, at: now.toISOString() },
    ),
  };
}

/** Refunds a part of the captured money, at once or some seconds later. */
export function refund(payment: LedgerPayment, part: Part, now: Date): Decision {
  const { reference, amountMinor } = part;
  const earlier = payment.refunds.find((one) => one.reference === reference);
  if (earlier) return earlier.amountMinor === amountMinor ? { payment } : { refused: 'DC_11' };
  const captured = payment.state === 'voided_after_capture' ? 0 : capturedMinor(payment);
  if (captured === 0) return { refused: 'DC_06' };
  if (amountMinor > captured - refundingMinor(payment) - chargedBackMinor(payment)) {
    return { refused: 'DC_03' };
  }

  const at = now.toISOString();
  const entered = (
    more: Pick<LedgerRefund, 'status' | 'failure' | 'settlesAt' | 'settlesAs'>,
  ): LedgerPayment => ({
    ...payment,
    refunds: [...payment.refunds, { ...part, createdAt: at, ...more }],
  });
  const settlesAt = laterBy(now, settlingMs);
  switch (payment.manner) {
    case 'refuses refunds':
      return { payment: entered({ status: 'failed', failure: refundDeclined }) };
    case 'refunds later':
      return { payment: entered({ status: 'pending', settlesAt, settlesAs: 'succeeded' }) };
    case 'fails refunds later':
      return { payment: entered({ status: 'pending', settlesAt, settlesAs: 'failed' }) };
    default: {
      const refunded = entered({ status: 'succeeded' });
      return { payment: withMovement(refunded, { kind: 'refunded', amountMinor, reference, at }) };
    }
  }
}
