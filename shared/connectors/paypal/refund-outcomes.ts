import type * as v from 'valibot';
import type { RefundOutcome } from '../interface/refunds.ts';
import { moneyIn } from './amounts.ts';
import type { Refund } from './responses.ts';

/**
 * Our reference of a refund at PayPal, in `custom_id`. A refund that another program makes may
 * repeat the `custom_id` of its payment, which the merchant chooses. Ours therefore begins with
 * `refund:`: no id of ours has a colon.
 */
export const refundMark = (reference: string): string => `refund:${reference}`;

/** Our reference in such a mark; undefined where the refund has none of ours. */
export const referenceIn = (mark: string | null | undefined): string | undefined =>
  mark?.startsWith('refund:') ? mark.slice('refund:'.length) : undefined;

/** PayPal's own taking back of a captured amount, which it writes like a refund. */
export const reversal = {
  code: 'PAYMENT.CAPTURE.REVERSED',
  message: 'PayPal has reversed the capture',
  note: 'Payment reversed',
} as const;

export function refundOutcome(refund: v.InferOutput<typeof Refund>): RefundOutcome {
  const reported = { connectorRefundId: refund.id, ...moneyIn(refund) };
  switch (refund.status) {
    case 'COMPLETED':
      return { result: 'succeeded', ...reported };
    case 'PENDING':
      return { result: 'pending', ...reported };
    case 'FAILED':
    case 'CANCELLED':
      return { result: 'declined', ...reported };
    case undefined:
      return { result: 'unknown', connectorRefundId: refund.id };
  }
}
