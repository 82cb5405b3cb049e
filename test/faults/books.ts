import type { LedgerPayment } from '../../shared/sandbox/ledger-payment.ts';

/**
 * A payment in the processor's books by the references that we asked with. The test processor keeps
 * its payments by them; Stripe's API gives ids of its own, and has our references as metadata.
 */
export function byOurReferences(payment: LedgerPayment): LedgerPayment {
  const { intent } = payment;
  if (!intent) return payment;
  const ofRefund = ({ reference }: { readonly reference: string }) =>
    intent.refunds?.[reference]?.metadata.order_id ?? reference;
  return {
    ...payment,
    reference: intent.metadata.order_id ?? payment.reference,
    refunds: payment.refunds.map((refund) => ({ ...refund, reference: ofRefund(refund) })),
    movements: payment.movements.map((movement) =>
      movement.kind === 'refunded' && movement.reference !== undefined
        ? { ...movement, reference: ofRefund({ reference: movement.reference }) }
        : movement,
    ),
  };
}
