import { log } from '#platform/log.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { type ChangedMandate, replacedIsDueAt } from './mandate-in-payment.ts';
import type { MandateStore } from './mandate-store.ts';
import {
  type RevokeServices,
  removeFromPaymentMethod,
  revokeAtConnector,
} from './revoke-mandate.ts';

/** The services that delete the processor's mandate which a payment has replaced. */
export interface DeleteReplacedServices
  extends Pick<RevokeServices, 'configurations' | 'secrets' | 'connectors' | 'paymentMethods'> {
  readonly payments: PaymentStore;
  readonly mandates: Pick<MandateStore, 'get'>;
  readonly clock: () => Date;
}

/**
 * How long after each failure the processor is asked again, in milliseconds: a minute, an hour, a
 * day. After the last one its old mandate stays, which harms nothing: no payment charges it.
 */
const waitsMs = [60_000, 3_600_000, 86_400_000];

/**
 * Has the processor delete its old mandate after the payment gave ours another payment method. The
 * payment itself is over by then and does not change. Asking twice does no harm.
 */
export async function deleteReplaced(
  payment: Payment,
  request: { remainingMs(): number; readonly requestId: string },
  services: DeleteReplacedServices,
): Promise<void> {
  const { merchantId, id: paymentId, mandate } = payment;
  const dueAt = replacedIsDueAt(payment);
  if (mandate?.role !== 'changed' || !dueAt || dueAt > services.clock()) return;
  const before = { merchantId, ...mandate.before };
  let next: ChangedMandate;
  try {
    if (!(await isChargedAgain(mandate, merchantId, services))) {
      await revokeAtConnector(before, request, services);
      await removeFromPaymentMethod(before, services);
    }
    const { deleteAt: _, ...done } = mandate;
    next = done;
  } catch (error) {
    next = later(mandate, services.clock());
    if (!next.deleteAt) log.error('replaced mandate not deleted', error, { merchantId, paymentId });
  }
  await services.payments.settleOrThrow(payment, (current) =>
    current.mandate?.role === 'changed' ? { ...current, mandate: next } : current,
  );
}

/** Whether a later change has given the mandate the processor's old one back. */
async function isChargedAgain(
  { id, before }: ChangedMandate,
  merchantId: string,
  { mandates }: Pick<DeleteReplacedServices, 'mandates'>,
): Promise<boolean> {
  const { connectorAccountId, connectorMandateId } = await mandates.get(merchantId, id);
  return (
    connectorAccountId === before.connectorAccountId &&
    connectorMandateId === before.connectorMandateId
  );
}

function later({ deleteAt: _, failedDeletions = 0, ...rest }: ChangedMandate, now: Date) {
  const waitMs = waitsMs[failedDeletions];
  return {
    ...rest,
    failedDeletions: failedDeletions + 1,
    ...(waitMs !== undefined && { deleteAt: new Date(now.getTime() + waitMs).toISOString() }),
  };
}
