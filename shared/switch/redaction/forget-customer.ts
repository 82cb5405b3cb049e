import { SwitchError } from '#platform/errors.ts';
import type { ListDefinition } from '#platform/lists/list-definition.ts';
import type { Lists } from '#platform/lists/read-list.ts';
import { saveReserveMs } from '#platform/time-limits.ts';
import { redactedCopy } from '../customers/customer-copy.ts';
import { listedPayments } from '../payments/lists/payment-list-entry.ts';
import type { Payment } from '../payments/payment.ts';
import type { PaymentStore } from '../payments/payment-store.ts';
import { listedPayouts } from '../payouts/payout-list-entry.ts';
import type { PayoutStore } from '../payouts/payout-store.ts';

export interface ForgetServices {
  readonly lists: Pick<Lists, 'read'>;
  readonly payments: Pick<PaymentStore, 'settleOrThrow'>;
  readonly payouts: Pick<PayoutStore, 'settleOrThrow'>;
}

/** How many payments are changed at the same time. */
const atOnce = 20;

/**
 * Overwrites the copies of a customer's data in payments and payouts. It finds them on the
 * customer's lists, which are some seconds behind, and may be repeated.
 *
 * @throws SwitchError `temporarily_unavailable` when there are more than the time allows, and
 * `concurrent_update`
 */
export async function forgetCustomerInCopies(
  { merchantId, customerId }: { readonly merchantId: string; readonly customerId: string },
  { now, remainingMs }: { readonly now: Date; remainingMs(): number },
  { lists, payments, payouts }: ForgetServices,
): Promise<void> {
  const forgotten = <T extends Pick<Payment, 'customer'>>(thing: T): T => {
    const { customer } = thing;
    if (customer?.id !== customerId || customer.redactedAt !== undefined) return thing;
    return { ...thing, customer: redactedCopy(customer, now) };
  };
  const forgetIn = async <T extends Pick<Payment, 'customer'>>(
    kind: ListDefinition<T>,
    change: (one: T) => Promise<T>,
  ) => {
    const query = { kind, owner: `MERCHANT#${merchantId}`, indexed: { customer: customerId } };
    for (let offset = 0; ; offset += atOnce) {
      if (remainingMs() < saveReserveMs) throw new SwitchError('temporarily_unavailable');
      const { entities } = await lists.read({ ...query, offset, limit: atOnce, ascending: true });
      await Promise.all(entities.filter((one) => forgotten(one) !== one).map(change));
      if (entities.length < atOnce) return;
    }
  };
  await Promise.all([
    forgetIn(listedPayments, (one) => payments.settleOrThrow(one, forgotten)),
    forgetIn(listedPayouts, (one) => payouts.settleOrThrow(one, forgotten)),
  ]);
}
