import { idInReference } from '#connectors/sent-reference.ts';
import type { LedgerPayment } from '#sandbox/ledger-payment.ts';

/**
 * A payment in the processor's books by our ids, which begin the references that we asked with. The
 * test processor keeps its payments by them; Stripe's API gives ids of its own, and has our references
 * as metadata.
 */
export function byOurReferences(payment: LedgerPayment): LedgerPayment {
  const { intent } = payment;
  const ofRefund = (reference: string) =>
    idInReference(intent?.refunds?.[reference]?.metadata.order_id ?? reference);
  return {
    ...payment,
    reference: idInReference(intent?.metadata.order_id ?? payment.reference),
    refunds: payment.refunds.map((one) => ({ ...one, reference: ofRefund(one.reference) })),
    captures: payment.captures.map((one) => ({ ...one, reference: idInReference(one.reference) })),
    movements: payment.movements.map((movement) =>
      movement.reference === undefined
        ? movement
        : { ...movement, reference: ofRefund(movement.reference) },
    ),
  };
}
