import * as v from 'valibot';
import { messageGroup } from '#platform/queues/message-group.ts';
import type { MessageQueue } from '#platform/queues/message-queue.ts';
import { sqsQueue } from '#platform/queues/sqs-queue.ts';
import type { Change } from '#platform/queues/stream-function.ts';
import { traceContext } from '#platform/traces/trace.ts';
import { kindOf } from '../checkout/payment-kind.ts';
import { parsePayment } from '../payments/payment-store.ts';
import { payerAddress } from './payer-address.ts';

/** Asks for the mail with the receipt of a payment. */
export const ReceiptMessage = v.object({
  merchantId: v.string(),
  paymentId: v.string(),
  /** The trace and the span that the message was sent by. */
  trace: v.optional(v.string()),
});
export type ReceiptMessage = v.InferOutput<typeof ReceiptMessage>;

/** The queue of receipts to send; undefined where the deployment sends none. */
export function receiptQueue(): MessageQueue<ReceiptMessage> | undefined {
  const { RECEIPT_QUEUE_URL: url } = process.env;
  return url ? sqsQueue(url, ({ merchantId }) => messageGroup(merchantId)) : undefined;
}

/** The message for a change by which a link's payment became paid; none for others. */
export function receiptMessages({ before, after }: Change, now: Date): readonly ReceiptMessage[] {
  const mayBePaid =
    after?.sk === 'PAYMENT' && after.link !== undefined && after.status !== before?.status;
  if (!mayBePaid) return [];
  const isPaid = (item: unknown) => kindOf(parsePayment(item), now) === 'paid';
  if (!isPaid(after) || (before !== undefined && isPaid(before))) return [];
  const { merchantId, id: paymentId, ...payment } = parsePayment(after);
  if (payerAddress(payment) === undefined) return [];
  return [{ merchantId, paymentId, trace: traceContext() }];
}
