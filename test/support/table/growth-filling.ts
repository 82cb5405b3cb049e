import { cachedShards } from '#platform/lists/shards.ts';
import { packedPort } from '#platform/table/packed-port.ts';
import type { Item, Key } from '#platform/table/port.ts';
import { tableOver } from '#platform/table/table.ts';
import { customerKey } from '#switch/customers/customer-store.ts';
import { disputeKey } from '#switch/disputes/dispute-store.ts';
import { putMandate } from '#switch/mandates/mandate-store.ts';
import { paymentKey, paymentPartition } from '#switch/payments/payment-store.ts';
import { payoutKey } from '#switch/payouts/payout-store.ts';
import { syncDueItem } from '#switch/sync/sync-due-item.ts';
import { projectLists } from '../../../functions/queues/project-lists.ts';
import { publishEvents } from '../../../functions/queues/publish-events.ts';
import { disputed } from '../../scenarios/disputes.ts';
import { consented } from '../../scenarios/mandates.ts';
import { aPayout } from '../../scenarios/payouts.ts';
import { aCustomer, challenged, paid } from '../../scenarios/steps.ts';
import { type GrowthContext, type Rows, refunded, rowOf } from './growth-context.ts';

/** When the things were made that are put there: a minute after one another. */
const filledAt = (index: number) =>
  new Date(Date.parse('2026-01-01T00:00:00.000Z') + index * 60_000).toISOString();

/** A payment as it is stored. */
const itemOf = (
  { port, merchant }: GrowthContext,
  { payment_id }: { readonly payment_id: string },
): Promise<Item> => there({ port }, paymentKey(merchant.id, payment_id));

async function there({ port }: Pick<GrowthContext, 'port'>, key: Key): Promise<Item> {
  const item = await packedPort(port).get(key);
  if (!item) throw new Error(`There is no ${key.pk} ${key.sk}.`);
  return item;
}

/** Makes some things by asking for them, and says which items others with this number consist of. */
export type Alike = (scene: GrowthContext) => Promise<(index: number) => readonly Item[]>;

const named = (kind: string, index: number) => `${kind}_filled_${String(index).padStart(6, '0')}`;

/** Payments like one that was paid, each with a refund and a customer of its own. */
export const alikePayments: Alike = async (context) => {
  const merchantId = context.merchant.id;
  const { payment_id } = await paid(context.shop);
  const payment = await itemOf(context, { payment_id });
  const sk = `REFUND#${await refunded(context.shop, payment_id)}`;
  const refund = await there(context, { pk: paymentPartition(merchantId, payment_id), sk });
  const customer_id = await aCustomer(context.shop);
  const customer = await there(context, customerKey(merchantId, customer_id));
  return (index) => {
    const [id, refundId, customerId] = [
      named('pay', index),
      named('ref', index),
      named('cus', index),
    ];
    const attempt = { ...Object(payment.attempt), id: `${id}_1` };
    const dates = { createdAt: filledAt(index), modifiedAt: filledAt(index) };
    const key = paymentKey(merchantId, id);
    return [
      { ...payment, ...key, id, attempt, ...dates },
      { ...refund, pk: key.pk, sk: `REFUND#${refundId}`, id: refundId, paymentId: id, ...dates },
      { ...customer, ...customerKey(merchantId, customerId), id: customerId, ...dates },
    ];
  };
};

/** Mandates of a customer each, payouts, and disputes of a payment each. */
export const alikeOthers: Alike = async (context) => {
  const merchantId = context.merchant.id;
  const { mandates } = context.aside.services;
  const { mandate_id } = await consented(context.shop);
  const mandate = await mandates.get(merchantId, mandate_id);
  const { payout_id } = await aPayout(context.shop);
  const payout = await there(context, payoutKey(merchantId, payout_id));
  const { payment_id: paymentId, dispute_id: disputeId } = await disputed(context.shop);
  const dispute = await there(context, disputeKey({ merchantId, paymentId, id: disputeId }));
  const payment = await itemOf(context, { payment_id: paymentId });
  const toDispute = (id: string) => ({ pk: `MERCHANT#${merchantId}#DISPUTE#${id}`, sk: 'DISPUTE' });
  const pointer = await there(context, toDispute(disputeId));
  return (index) => {
    const dates = { createdAt: filledAt(index), modifiedAt: filledAt(index) };
    const given = { id: named('man', index), customerId: named('cus', index), ...dates };
    const [id, ofPayment] = [named('dp', index), { paymentId: named('pay', index) }];
    const place = disputeKey({ merchantId, id, ...ofPayment });
    const out = named('payout', index);
    return [
      ...putMandate({ ...mandate, ...given }).flatMap((write) =>
        write.kind === 'put' ? [write.item] : [],
      ),
      { ...payout, ...payoutKey(merchantId, out), id: out, ...dates },
      { ...payment, pk: place.pk, id: ofPayment.paymentId, ...dates },
      { ...dispute, ...place, id, ...ofPayment, ...dates },
      { ...pointer, ...toDispute(id), ...ofPayment },
    ];
  };
};

/** Puts things there that are like ones that were asked for, until there are so many, and lists them. */
export async function filled(
  { port }: GrowthContext,
  itemsOf: Awaited<ReturnType<Alike>>,
  from: number,
  to: number,
): Promise<void> {
  const table = tableOver(port);
  const project = projectLists({ table, shards: cachedShards(table) });
  for (let done = from; done < to; done += 50) {
    const items = Array.from({ length: Math.min(50, to - done) }, (_, more) =>
      itemsOf(done + more),
    ).flat();
    const packing = packedPort(port);
    await Promise.all(items.map((item) => packing.put(item, 'absent')));
    const told = items.map((after, at) => ({ number: String(at), before: undefined, after }));
    if ((await project(told)).length > 0) throw new Error('Some were not listed.');
  }
}

/** Pages of lists at the ends of a merchant's time, and the queue functions behind payments. */
export const paymentRows: Rows = {
  'payments.list, the oldest page': rowOf('payments.list', () => ({
    query: { limit: '10', 'created.lte': filledAt(9) },
  })),
  'payments.filter, by status': rowOf('payments.filter', () => ({
    body: { limit: 10, status: ['succeeded'] },
  })),
  'customers.list-with-count, the newest page': rowOf('customers.list-with-count', () => ({
    query: { limit: '10', start_time: filledAt(0), end_time: filledAt(9) },
  })),
  'queues.project-lists': async (context) => {
    const after = await itemOf(context, await paid(context.shop));
    return ({ services }) => projectLists(services)([{ number: '1', before: undefined, after }]);
  },
  'queues.publish-events': async (context) => {
    const after = await itemOf(context, await paid(context.shop));
    return ({ services }) =>
      publishEvents(services)({ before: { ...after, transitions: [] }, after });
  },
  'queues.sync-pending': async (context) => {
    const { pk, sk } = await itemOf(context, await challenged(context.shop));
    const later = new Date(context.dependencies.clock.now.getTime() + 120_000);
    const handling = { remainingMs: () => 28_000, requestId: 'req_guard' };
    return ({ services }) => syncDueItem({ ...services, clock: () => later }, { pk, sk }, handling);
  },
};
