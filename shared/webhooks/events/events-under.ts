import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { Transition } from '#switch/payments/payment.ts';
import { paymentKey } from '#switch/payments/payment-store.ts';
import { refundKey, refundStore } from '#switch/refunds/refund-store.ts';
import { eventIdOf } from './event-id.ts';

const Subject = v.looseObject({ transitions: v.array(Transition) });

/**
 * The ids of the events of a payment, or of a refund, for its profile's `webhook_url`: one for each
 * transition that it stores, whether the merchant wanted an event of it or not. Empty for another
 * object.
 */
export async function eventsUnder(
  table: Table,
  merchantId: string,
  objectId: string,
): Promise<readonly string[]> {
  const named = { merchantId, id: objectId };
  const [payment, refunds] = await Promise.all([
    table.getRecent(paymentKey(merchantId, objectId)),
    refundStore(table).placesOf(merchantId, { refundId: objectId }),
  ]);
  const refund = refunds[0] && (await table.getRecent(refundKey({ merchantId, ...refunds[0] })));
  const idsIn = (item: unknown, kind: '' | 'refund/') =>
    item ? v.parse(Subject, item).transitions.map((one) => eventIdOf(named, one, kind)) : [];
  return [...idsIn(payment, ''), ...idsIn(refund, 'refund/')];
}
