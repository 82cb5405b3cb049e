import * as v from 'valibot';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { addSubject, subjectOfKey } from '../log-subject.ts';
import { acceptedIn } from '../payments/lifecycle/lifecycle.ts';
import type { Payment } from '../payments/payment.ts';
import {
  parsePayment,
  paymentKey,
  paymentPartition,
  paymentStore,
} from '../payments/payment-store.ts';
import { dueKeys } from '../table/due.ts';
import { maxItemBytes } from '../table/item-size.ts';
import type { Write } from '../table/port.ts';
import { claimWrites, createConflict } from '../table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '../table/request-size.ts';
import type { Item, Key, Table } from '../table/table.ts';
import { checkRefundable } from './check-refund.ts';
import { Refund } from './refund.ts';

export interface RefundStore {
  /** Throws `refund_not_found`. */
  get(merchantId: string, id: string): Promise<Refund>;
  /** The same at half the price, as it was some milliseconds ago; for what decides nothing. */
  getRecent(merchantId: string, id: string): Promise<Refund>;
  /** A refund whose payment is known, without the way over its name. */
  find(merchantId: string, paymentId: string, id: string): Promise<Refund | undefined>;
  /** The same at half the price, as it was some milliseconds ago; for what decides nothing. */
  findRecent(merchantId: string, paymentId: string, id: string): Promise<Refund | undefined>;
  /** Which refunds a payment has, and which one has this name: any of them may be none. */
  placesOf(
    merchantId: string,
    named: { readonly paymentId?: string | undefined; readonly refundId?: string | undefined },
  ): Promise<readonly Pick<Refund, 'id' | 'paymentId'>[]>;
  /**
   * Writes a refund down and takes its amount from what its payment can give back: both or neither.
   * Of many at the same time as many are taken as there is money for. `payment` is as it was read. The
   * key of the request is written down with them where there is a `claim`.
   *
   * @throws SwitchError `refund_exists`, `payment_not_refundable`, `refund_exceeds_captured`,
   * `refund_limit_reached`, `precondition_failed`, `concurrent_update`, `idempotency_key_reused`;
   * RepeatedCreate when the same request under the same key for repeats made it before
   */
  reserve(
    payment: Payment,
    refund: Refund,
    limits: { readonly most: number },
    claim?: Item,
  ): Promise<Refund>;
  /** Writes over the version that was read. Throws `concurrent_update` when somebody was faster. */
  save(refund: Refund): Promise<Refund>;
  /**
   * Where every answer lands. Applies `news` and saves; when somebody else saved first, reads again
   * and applies it to what is there. One that fails gives its amount back in the same write. When it
   * cannot be saved the refund stays as it was, waiting to be asked about again, and that is what is
   * returned.
   */
  settle(refund: Refund, news: (current: Refund) => Refund): Promise<Refund>;
  /** The same for news that comes again when we say that we did not take it: throws what went wrong. */
  settleOrThrow(refund: Refund, news: (current: Refund) => Refund): Promise<Refund>;
}

type Named = Pick<Refund, 'merchantId' | 'id'>;

/** A refund lives with its payment, so one query reads them all. */
export const refundKey = ({ merchantId, paymentId, id }: Named & Pick<Refund, 'paymentId'>) => ({
  pk: paymentPartition(merchantId, paymentId),
  sk: `REFUND#${id}`,
});

/** A merchant names a refund once, for whichever payment: this leads from the name to the payment. */
const nameKey = ({ merchantId, id }: Named) => ({
  pk: `MERCHANT#${merchantId}#REFUND#${id}`,
  sk: 'REFUND',
});

const Name = v.object({ paymentId: v.string() });

/** What waits for a processor, or to be sent to one, is on the due index, and nothing else. */
function toItem(refund: Refund): Item & { version: number } {
  const { duePk: _, dueAt: __, ...item } = { duePk: '', dueAt: '', ...refund };
  const key = refundKey(refund);
  const { pendingSync } = refund;
  return { ...item, ...key, ...(pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt))) };
}

/** Reads a refund out of the table or its stream. Attributes that we do not know are kept. */
export const parseRefund = (item: unknown): Refund => v.parse(Refund, item);

/** How often an answer is applied anew to a refund that others keep changing. */
const settleTries = 5;

export function refundStore(table: Table): RefundStore {
  const store: RefundStore = {
    async get(merchantId, id) {
      const name = await table.get(nameKey({ merchantId, id }));
      const refund = name && (await store.find(merchantId, v.parse(Name, name).paymentId, id));
      if (!refund) throw new SwitchError('refund_not_found');
      return refund;
    },

    async getRecent(merchantId, id) {
      const name = await table.getRecent(nameKey({ merchantId, id }));
      const { paymentId } = name ? v.parse(Name, name) : {};
      const refund = paymentId && (await store.findRecent(merchantId, paymentId, id));
      if (!refund) throw new SwitchError('refund_not_found');
      return refund;
    },

    find: (merchantId, paymentId, id) =>
      found((key) => table.get(key), { merchantId, paymentId, id }),

    findRecent: (merchantId, paymentId, id) =>
      found((key) => table.getRecent(key), { merchantId, paymentId, id }),

    async placesOf(merchantId, { paymentId, refundId }) {
      const [items, name] = await Promise.all([
        paymentId === undefined
          ? []
          : table.query(paymentPartition(merchantId, paymentId), { beginsWith: 'REFUND#' }),
        refundId === undefined ? undefined : table.get(nameKey({ merchantId, id: refundId })),
      ]);
      return [
        ...items.map((item) => parseRefund(item)),
        ...(name && refundId ? [{ id: refundId, paymentId: v.parse(Name, name).paymentId }] : []),
      ];
    },

    async reserve(payment, refund, limits, claim) {
      checkRequestSize(refund);
      const counted = await countedPayment(table, payment);
      // The amounts are the condition, not the version: refunds do not get in each other's way. The
      // version rises all the same, so that whoever saves the payment as it was reads it again.
      const { refused } = await table.transact([
        {
          kind: 'update',
          key: paymentKey(counted.merchantId, counted.id),
          changes: { add: { refundableMinor: -refund.amountMinor, refundCount: 1, version: 1 } },
          condition: {
            present: true,
            oneOf: { status: acceptedIn.refund },
            atLeast: { refundableMinor: refund.amountMinor },
            atMost: { refundCount: limits.most },
          },
        },
        { kind: 'put', item: toItem(refund), condition: 'absent' },
        {
          kind: 'put',
          item: { ...nameKey(refund), merchantId: refund.merchantId, paymentId: refund.paymentId },
          condition: 'absent',
        },
        ...claimWrites(claim),
      ]);
      if (refused.length === 0) return refund;
      if (refused.some(({ index }) => index > 0)) {
        const there = refused.find(({ index }) => index === 1)?.existing;
        const isClaimTaken = refused.some(({ index }) => index > 2);
        const taken = () => new SwitchError('refund_exists');
        throw createConflict(refund, { there, isClaimTaken }, { taken });
      }
      const [there] = refused;
      if (!there?.existing) throw new SwitchError('payment_not_found');
      checkRefundable(parsePayment(there.existing), refund.amountMinor, limits);
      // It was refused, and by now it would not be.
      throw new SwitchError('concurrent_update');
    },

    async save(refund) {
      return saved(trimToFit(refund));
    },

    async settle(refund, news) {
      try {
        return await store.settleOrThrow(refund, news);
      } catch (error) {
        // The connector may have paid: an error would say that it has not. The refund stays as it
        // is, to be asked about again.
        log.error('outcome of a refund not saved', error, { refundId: refund.id });
        return refund;
      }
    },

    async settleOrThrow(refund, news) {
      let current = refund;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = news(current);
          if (next === current) return current;
          const fails = next.status === 'failed' && current.status !== 'failed';
          return await (fails ? saveAndGiveBack : saved)(trimToFit(next));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          const found = await store.find(refund.merchantId, refund.paymentId, refund.id);
          if (!found) throw new SwitchError('refund_not_found', {}, { cause: error });
          current = found;
        }
      }
    },
  };
  return store;

  async function found(
    read: (key: Key) => Promise<Item | undefined>,
    place: Parameters<typeof refundKey>[0],
  ): Promise<Refund | undefined> {
    const key = refundKey(place);
    addSubject(subjectOfKey(key));
    const item = await read(key);
    return item && parseRefund(item);
  }

  /** What has happened already is kept, however large it is. */
  async function saved(refund: Refund): Promise<Refund> {
    return parseRefund(await table.save(toItem(refund), { upTo: maxItemBytes }));
  }

  /** The refund's version stands guard: its amount can be given back only once. */
  async function saveAndGiveBack(refund: Refund): Promise<Refund> {
    const item = { ...toItem(refund), version: refund.version + 1 };
    const writes: readonly Write[] = [
      { kind: 'put', item, condition: { version: refund.version } },
      {
        kind: 'update',
        key: paymentKey(refund.merchantId, refund.paymentId),
        changes: { add: { refundableMinor: refund.amountMinor, version: 1 } },
        condition: { present: true },
      },
    ];
    const { refused } = await table.transact(writes, { upTo: maxItemBytes });
    if (refused.length > 0) throw new SwitchError('concurrent_update');
    return parseRefund(item);
  }
}

/**
 * The payment with what it can give back. Payments that were captured before that was counted say only
 * what was captured; it is written down before anything is taken from it.
 */
export async function countedPayment(table: Table, payment: Payment): Promise<Payment> {
  if (payment.refundableMinor !== undefined) return payment;
  return paymentStore(table).settleOrThrow(payment, (current) =>
    current.refundableMinor === undefined && current.amountReceivedMinor !== undefined
      ? { ...current, refundableMinor: current.amountReceivedMinor }
      : current,
  );
}
