import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { addSubject, subjectOfKey } from '../log-subject.ts';
import type { Payment } from '../payments/payment.ts';
import { paymentKey, paymentPartition, paymentStore } from '../payments/payment-store.ts';
import { countedPayment } from '../refunds/refund-store.ts';
import { maxItemBytes } from '../table/item-size.ts';
import type { AttributeConditions, Write } from '../table/port.ts';
import { checkRequestSize } from '../table/request-size.ts';
import type { Item, Table } from '../table/table.ts';
import { Dispute, lossBetween } from './dispute.ts';

export interface DisputeStore {
  /** Throws `dispute_not_found`. */
  get(merchantId: string, id: string): Promise<Dispute>;
  /** The same together with its payment. Throws `dispute_not_found`. */
  getWithPayment(
    merchantId: string,
    id: string,
  ): Promise<{ readonly dispute: Dispute; readonly payment: Payment }>;
  /** Where the disputes of this payment, and this dispute, are: those that there are. */
  placesOf(
    merchantId: string,
    named: { readonly paymentId?: string | undefined; readonly disputeId?: string | undefined },
  ): Promise<readonly Pick<Dispute, 'id' | 'paymentId'>[]>;
  /** A dispute whose payment is known, without the way over its identifier. */
  find(merchantId: string, paymentId: string, id: string): Promise<Dispute | undefined>;
  /**
   * Writes down a dispute that is new. Where it is not, because it was told twice at once, returns the
   * one that is there. One that is lost already takes its amount from what its payment can give back,
   * both or neither.
   */
  create(dispute: Dispute): Promise<{ readonly dispute: Dispute; readonly isNew: boolean }>;
  /** Writes over the version that was read. Throws `concurrent_update` when somebody was faster. */
  save(dispute: Dispute): Promise<Dispute>;
  /**
   * Applies `news` and saves; when somebody else saved first, reads again and applies it to what is
   * there. When it cannot be saved the dispute stays as it was, to be told or asked about again, and
   * that is what is returned.
   */
  settle(dispute: Dispute, news: (current: Dispute) => Dispute): Promise<Dispute>;
  /** The same for whoever comes again when we say that we did not take it: throws what went wrong. */
  settleOrThrow(dispute: Dispute, news: (current: Dispute) => Dispute): Promise<Dispute>;
}

/** A dispute lives with its payment, so one query reads them all. */
export const disputeKey = ({
  merchantId,
  paymentId,
  id,
}: Pick<Dispute, 'merchantId' | 'paymentId' | 'id'>) => ({
  pk: paymentPartition(merchantId, paymentId),
  sk: `DISPUTE#${id}`,
});

/** Merchants ask for a dispute by its identifier alone: this leads from there to the payment. */
const pointerKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#DISPUTE#${id}`,
  sk: 'DISPUTE',
});

const Pointer = v.object({ paymentId: v.string() });

const toItem = (dispute: Dispute): Item & { version: number } => ({
  ...dispute,
  ...disputeKey(dispute),
});

/** Reads a dispute out of the table or its stream. Attributes that we do not know are kept. */
export const parseDispute = (item: unknown): Dispute => v.parse(Dispute, item);

/** How often news are applied anew to a dispute that others keep changing. */
const settleTries = 5;

export function disputeStore(table: Table): DisputeStore {
  async function placeOf(merchantId: string, id: string) {
    const pointer = await table.get(pointerKey(merchantId, id));
    if (!pointer) throw new SwitchError('dispute_not_found');
    return v.parse(Pointer, pointer).paymentId;
  }

  const store: DisputeStore = {
    async get(merchantId, id) {
      const dispute = await store.find(merchantId, await placeOf(merchantId, id), id);
      // The pointer is written first, so it may lead to one that is not there yet.
      if (!dispute) throw new SwitchError('dispute_not_found');
      return dispute;
    },

    async getWithPayment(merchantId, id) {
      const paymentId = await placeOf(merchantId, id);
      const [dispute, payment] = await Promise.all([
        store.find(merchantId, paymentId, id),
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

    async create(dispute) {
      const { merchantId, id, paymentId } = dispute;
      // Without its dispute the pointer leads nowhere; a dispute without it would never be found.
      await table.putNew({ ...pointerKey(merchantId, id), merchantId, paymentId });
      const item = toItem(dispute);
      if (lossBetween(undefined, dispute) === 0) {
        const existing = await table.putNew(item, { upTo: maxItemBytes });
        return { dispute: existing ? parseDispute(existing) : dispute, isNew: !existing };
      }
      const isNew = await written({ kind: 'put', item, condition: 'absent' }, undefined, dispute);
      if (isNew) return { dispute, isNew };
      const existing = await store.find(merchantId, paymentId, id);
      if (!existing) throw new SwitchError('concurrent_update');
      return { dispute: existing, isNew: false };
    },

    async save(dispute) {
      checkRequestSize(dispute);
      return parseDispute(await table.save(toItem(dispute)));
    },

    async settle(dispute, news) {
      try {
        return await store.settleOrThrow(dispute, news);
      } catch (error) {
        // The processor has done what it was asked for: an error would say that it has not.
        log.error('answer about a dispute not saved', error, { disputeId: dispute.id });
        return dispute;
      }
    },

    async settleOrThrow(dispute, news) {
      let current = dispute;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = news(current);
          if (next === current) return current;
          if (lossBetween(current, next) === 0)
            return parseDispute(await table.save(toItem(next), { upTo: maxItemBytes }));
          return await saveWithLoss(current, next);
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          const found = await store.find(dispute.merchantId, dispute.paymentId, dispute.id);
          if (!found) throw new SwitchError('dispute_not_found', {}, { cause: error });
          current = found;
        }
      }
    },
  };
  return store;

  /** The dispute's version stands guard: its amount is taken, or given back, only once. */
  async function saveWithLoss(before: Dispute, next: Dispute): Promise<Dispute> {
    const item = { ...toItem(next), version: before.version + 1 };
    const write: Write = { kind: 'put', item, condition: { version: before.version } };
    if (!(await written(write, before, next))) throw new SwitchError('concurrent_update');
    return parseDispute(item);
  }

  /** Writes a dispute and what it costs its payment, both or neither; false when it was refused. */
  async function written(
    write: Write,
    before: Dispute | undefined,
    next: Dispute,
  ): Promise<boolean> {
    const lossMinor = lossBetween(before, next);
    const both = (
      condition: AttributeConditions,
    ): Promise<'written' | 'dispute refused' | 'payment refused'> =>
      together(write, {
        kind: 'update',
        key: paymentKey(next.merchantId, next.paymentId),
        changes: { add: { refundableMinor: -lossMinor, disputedMinor: lossMinor, version: 1 } },
        condition,
      });
    // Nothing is taken from an amount that nobody has begun to count: it would begin at nothing.
    const first = await both({ atLeast: { refundableMinor: Number.MIN_SAFE_INTEGER } });
    if (first !== 'payment refused') return first === 'written';
    const payment = await paymentStore(table).get(next.merchantId, next.paymentId);
    await countedPayment(table, payment);
    return (await both({ present: true })) === 'written';
  }

  async function together(ofDispute: Write, ofPayment: Write) {
    const both = [ofDispute, ofPayment];
    const { refused } = await table.transact(both, { upTo: maxItemBytes });
    if (refused.length === 0) return 'written';
    return refused.some(({ index }) => index === 0) ? 'dispute refused' : 'payment refused';
  }
}
