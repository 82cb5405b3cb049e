import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { addSubject, subjectOfKey } from '#platform/log-subject.ts';
import { dueKeys } from '#platform/table/due.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import type { AttributeConditions, Write } from '#platform/table/port.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import type { Item, Table } from '#platform/table/table.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentKey, paymentPartition, paymentStore } from '../payments/payment-store.ts';
import { countedPayment } from '../refunds/refund-store.ts';
import { Dispute, lossBetween } from './dispute.ts';

export interface DisputeStore {
  /** Throws `dispute_not_found`. */
  get(merchantId: string, id: string): Promise<Dispute>;
  /** Reads a dispute together with its payment. Throws `dispute_not_found`. */
  getWithPayment(
    merchantId: string,
    id: string,
  ): Promise<{ readonly dispute: Dispute; readonly payment: Payment }>;
  /**
   * The places of all disputes of `paymentId` and of the dispute `disputeId`. Empty when none
   * exists.
   */
  placesOf(
    merchantId: string,
    named: { readonly paymentId?: string | undefined; readonly disputeId?: string | undefined },
  ): Promise<readonly Pick<Dispute, 'id' | 'paymentId'>[]>;
  /** Reads a dispute of a known payment directly, without the pointer from its id. */
  find(merchantId: string, paymentId: string, id: string): Promise<Dispute | undefined>;
  /**
   * Saves a new dispute. When a concurrent webhook created it first, returns the saved one. A
   * dispute that is already lost reduces the payment's refundable amount in the same transaction.
   */
  create(dispute: Dispute): Promise<{ readonly dispute: Dispute; readonly isNew: boolean }>;
  /**
   * Writes over the version that was read. Throws `concurrent_update` when another writer saved
   * first.
   */
  save(dispute: Dispute): Promise<Dispute>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies the change
   * to the saved version. When nothing can be saved, returns the dispute as it was: a later webhook
   * or sync brings the change again.
   */
  settle(dispute: Dispute, change: (current: Dispute) => Dispute): Promise<Dispute>;
  /**
   * Like `settle`, but throws when the save fails. For webhooks, which the processor sends again
   * after our error.
   */
  settleOrThrow(dispute: Dispute, change: (current: Dispute) => Dispute): Promise<Dispute>;
}

/** A dispute shares its payment's partition, so one query reads the payment with its disputes. */
export const disputeKey = ({
  merchantId,
  paymentId,
  id,
}: Pick<Dispute, 'merchantId' | 'paymentId' | 'id'>) => ({
  pk: paymentPartition(merchantId, paymentId),
  sk: `DISPUTE#${id}`,
});

/** The API names a dispute only by its id. This item leads from the id to the payment. */
const pointerKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#DISPUTE#${id}`,
  sk: 'DISPUTE',
});

const Pointer = v.object({ paymentId: v.string() });

/** Only a dispute with a pending sync is on the due index. */
function toItem(dispute: Dispute): Item & { version: number } {
  const key = disputeKey(dispute);
  const { version, pendingSync } = dispute;
  const due = pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt));
  return { ...withoutIndexKeys(dispute), version, ...key, ...due };
}

/** Parses a dispute from the table or its stream. Unknown attributes stay. */
export const parseDispute = (item: unknown): Dispute => v.parse(Dispute, item);

/** How often a change is applied again to a dispute that other writers keep saving. */
const settleTries = 5;

export function disputeStore(table: Table): DisputeStore {
  const reads = disputeReads(table);
  return { ...reads, ...disputeSaves(table, reads) };
}

type DisputeReads = Pick<DisputeStore, 'get' | 'getWithPayment' | 'placesOf' | 'find'>;

function disputeReads(table: Table): DisputeReads {
  async function placeOf(merchantId: string, id: string) {
    const pointer = await table.get(pointerKey(merchantId, id));
    if (!pointer) throw new SwitchError('dispute_not_found');
    return v.parse(Pointer, pointer).paymentId;
  }

  const reads: DisputeReads = {
    async get(merchantId, id) {
      const dispute = await reads.find(merchantId, await placeOf(merchantId, id), id);
      // The pointer is written first, so it may lead to a dispute that does not exist yet.
      if (!dispute) throw new SwitchError('dispute_not_found');
      return dispute;
    },

    async getWithPayment(merchantId, id) {
      const paymentId = await placeOf(merchantId, id);
      const [dispute, payment] = await Promise.all([
        reads.find(merchantId, paymentId, id),
        paymentStore(table).get(merchantId, paymentId),
      ]);
      if (!dispute) throw new SwitchError('dispute_not_found');
      return { dispute, payment };
    },

    async placesOf(merchantId, { paymentId, disputeId }) {
      const [items, pointer] = await Promise.all([
        paymentId === undefined
          ? []
          : table.query(paymentPartition(merchantId, paymentId), { beginsWith: 'DISPUTE#' }),
        disputeId === undefined ? undefined : table.get(pointerKey(merchantId, disputeId)),
      ]);
      return [
        ...items.map((item) => parseDispute(item)),
        ...(pointer && disputeId
          ? [{ id: disputeId, paymentId: v.parse(Pointer, pointer).paymentId }]
          : []),
      ];
    },

    async find(merchantId, paymentId, id) {
      const key = disputeKey({ merchantId, paymentId, id });
      addSubject(subjectOfKey(key));
      const item = await table.get(key);
      return item && parseDispute(item);
    },
  };
  return reads;
}

type DisputeSaves = Pick<DisputeStore, 'create' | 'save' | 'settle' | 'settleOrThrow'>;

function disputeSaves(table: Table, { find }: Pick<DisputeStore, 'find'>): DisputeSaves {
  const saves: DisputeSaves = {
    async create(dispute) {
      const { merchantId, id, paymentId } = dispute;
      // The pointer comes first: a pointer without a dispute does no harm, a dispute without one is
      // never found.
      await table.putNew({ ...pointerKey(merchantId, id), merchantId, paymentId });
      const item = toItem(dispute);
      if (lossBetween(undefined, dispute) === 0) {
        const existing = await table.putNew(item, { upTo: maxItemBytes });
        return { dispute: existing ? parseDispute(existing) : dispute, isNew: !existing };
      }
      const isNew = await saveTogether(
        table,
        { kind: 'put', item, condition: 'absent' },
        undefined,
        dispute,
      );
      if (isNew) return { dispute, isNew };
      const existing = await find(merchantId, paymentId, id);
      if (!existing) throw new SwitchError('concurrent_update');
      return { dispute: existing, isNew: false };
    },

    async save(dispute) {
      checkRequestSize(dispute);
      return parseDispute(await table.save(toItem(dispute)));
    },

    async settle(dispute, change) {
      try {
        return await saves.settleOrThrow(dispute, change);
      } catch (error) {
        // The processor has done the merchant's request, and an error would say that it has not.
        log.error('outcome of a dispute not saved', error, { disputeId: dispute.id });
        return dispute;
      }
    },

    async settleOrThrow(dispute, change) {
      let current = dispute;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = change(current);
          if (next === current) return current;
          if (lossBetween(current, next) === 0)
            return parseDispute(await table.save(toItem(next), { upTo: maxItemBytes }));
          return await saveWithLoss(table, current, next);
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          const found = await find(dispute.merchantId, dispute.paymentId, dispute.id);
          if (!found) throw new SwitchError('dispute_not_found', {}, { cause: error });
          current = found;
        }
      }
    },
  };
  return saves;
}

/** The condition on the dispute's version makes the refundable amount change only once. */
async function saveWithLoss(table: Table, before: Dispute, next: Dispute): Promise<Dispute> {
  const item = { ...toItem(next), version: before.version + 1 };
  const write: Write = { kind: 'put', item, condition: { version: before.version } };
  if (!(await saveTogether(table, write, before, next))) throw new SwitchError('concurrent_update');
  return parseDispute(item);
}

/**
 * Saves a dispute and its effect on the payment's refundable amount in one transaction. False
 * when the condition on the dispute failed.
 */
async function saveTogether(
  table: Table,
  write: Write,
  before: Dispute | undefined,
  next: Dispute,
): Promise<boolean> {
  const lossMinor = lossBetween(before, next);
  const both = (
    condition: AttributeConditions,
  ): Promise<'written' | 'dispute refused' | 'payment refused'> =>
    transactBoth(table, write, {
      kind: 'update',
      key: paymentKey(next.merchantId, next.paymentId),
      changes: { add: { refundableMinor: -lossMinor, disputedMinor: lossMinor, version: 1 } },
      condition,
    });
  // The payment must have `refundableMinor` already: DynamoDB's ADD would start a missing
  // attribute at 0.
  const first = await both({ atLeast: { refundableMinor: Number.MIN_SAFE_INTEGER } });
  if (first !== 'payment refused') return first === 'written';
  const payment = await paymentStore(table).get(next.merchantId, next.paymentId);
  await countedPayment(table, payment);
  return (await both({ present: true })) === 'written';
}

async function transactBoth(table: Table, ofDispute: Write, ofPayment: Write) {
  const both = [ofDispute, ofPayment];
  const { refused } = await table.transact(both, { upTo: maxItemBytes });
  if (refused.length === 0) return 'written';
  return refused.some(({ index }) => index === 0) ? 'dispute refused' : 'payment refused';
}
