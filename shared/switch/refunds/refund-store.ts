import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { addSubject, subjectOfKey } from '#platform/log-subject.ts';
import { connectorIdKeys } from '#platform/table/connector-ids.ts';
import { dueKeys } from '#platform/table/due.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import type { Write } from '#platform/table/port.ts';
import { claimWrites, createConflict } from '#platform/table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '#platform/table/request-size.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { acceptedIn } from '../payments/lifecycle/lifecycle.ts';
import type { Payment } from '../payments/payment.ts';
import {
  parsePayment,
  paymentKey,
  paymentPartition,
  paymentStore,
} from '../payments/payment-store.ts';
import { checkRefundable, overcapturedMinor } from './check-refund.ts';
import { Refund } from './refund.ts';
import { countOf } from './refunded-capture.ts';

export interface RefundStore {
  /** Throws `refund_not_found`. */
  get(merchantId: string, id: string): Promise<Refund>;
  /** An eventually consistent read at half the price, some milliseconds old. Not for decisions. */
  getRecent(merchantId: string, id: string): Promise<Refund>;
  /**
   * Reads a refund of a known payment directly, without the item that leads from its id to the
   * payment.
   */
  find(merchantId: string, paymentId: string, id: string): Promise<Refund | undefined>;
  /** An eventually consistent read at half the price, some milliseconds old. Not for decisions. */
  findRecent(merchantId: string, paymentId: string, id: string): Promise<Refund | undefined>;
  /**
   * The places of all refunds of `paymentId` and of the refund `refundId`. Empty when none exists.
   */
  placesOf(
    merchantId: string,
    named: { readonly paymentId?: string | undefined; readonly refundId?: string | undefined },
  ): Promise<readonly Pick<Refund, 'id' | 'paymentId'>[]>;
  /**
   * Saves a new refund and reduces the payment's refundable amount in one transaction. Of
   * concurrent refunds, only as many succeed as the refundable amount covers. `payment` is the
   * version that the caller read. A `claim` (the item of the idempotency key) is written in the
   * same transaction.
   *
   * @throws SwitchError `refund_exists`, `payment_not_refundable`, `refund_exceeds_captured`,
   * `refund_limit_reached`, `precondition_failed`, `concurrent_update`, `idempotency_key_reused`;
   * RepeatedCreate when the same request created the refund earlier under the same idempotency key
   */
  reserve(
    payment: Payment,
    refund: Refund,
    limits: { readonly most: number },
    claim?: Item,
  ): Promise<Refund>;
  /**
   * Writes over the version that was read. Throws `concurrent_update` when another writer saved
   * first.
   */
  save(refund: Refund): Promise<Refund>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies the change
   * to the saved version. A refund that fails makes its amount refundable again in the same
   * transaction. When nothing can be saved, the refund keeps its pending sync and is returned as it
   * was.
   */
  settle(refund: Refund, change: (current: Refund) => Refund): Promise<Refund>;
  /**
   * Like `settle`, but throws when the save fails. For webhooks, which the processor sends again
   * after our error.
   */
  settleOrThrow(refund: Refund, change: (current: Refund) => Refund): Promise<Refund>;
}

type Named = Pick<Refund, 'merchantId' | 'id'>;

/** A refund shares its payment's partition, so one query reads the payment with its refunds. */
export const refundKey = ({ merchantId, paymentId, id }: Named & Pick<Refund, 'paymentId'>) => ({
  pk: paymentPartition(merchantId, paymentId),
  sk: `REFUND#${id}`,
});

/** A refund's id is unique per merchant. This item leads from the id to the payment. */
const nameKey = ({ merchantId, id }: Named) => ({
  pk: `MERCHANT#${merchantId}#REFUND#${id}`,
  sk: 'REFUND',
});

const Name = v.object({ paymentId: v.string() });

/**
 * Only a refund with a pending sync is on the due index; a scheduled refund not yet sent is one
 * too. It is on the list index by its processor's id, as its payment is.
 */
function toItem(refund: Refund): Item & { version: number } {
  const key = refundKey(refund);
  const { pendingSync, isFoundByConnectorId, merchantId, id: reference } = refund;
  const { connectorAccountId: accountId, connectorRefundId: connectorId } = refund;
  return {
    ...withoutIndexKeys(refund),
    version: refund.version,
    ...key,
    ...(pendingSync && dueKeys(key.pk, new Date(pendingSync.nextAt))),
    ...(isFoundByConnectorId &&
      connectorIdKeys({ merchantId, accountId, connectorId, kind: 'REFUND', reference })),
  };
}

/** Parses a refund from the table or its stream. Unknown attributes stay. */
export const parseRefund = (item: unknown): Refund => v.parse(Refund, item);

/** How often a change is applied again to a refund that other writers keep saving. */
const settleTries = 5;

export function refundStore(table: Table): RefundStore {
  const reads = refundReads(table);
  return {
    ...reads,
    reserve: (payment, refund, limits, claim) => reserve(table, payment, refund, limits, claim),
    ...refundSaves(table, reads),
  };
}

type RefundReads = Pick<RefundStore, 'get' | 'getRecent' | 'find' | 'findRecent' | 'placesOf'>;

function refundReads(table: Table): RefundReads {
  const reads: RefundReads = {
    async get(merchantId, id) {
      const name = await table.get(nameKey({ merchantId, id }));
      const refund = name && (await reads.find(merchantId, v.parse(Name, name).paymentId, id));
      if (!refund) throw new SwitchError('refund_not_found');
      return refund;
    },

    async getRecent(merchantId, id) {
      const name = await table.getRecent(nameKey({ merchantId, id }));
      const { paymentId } = name ? v.parse(Name, name) : {};
      const refund = paymentId && (await reads.findRecent(merchantId, paymentId, id));
      if (!refund) throw new SwitchError('refund_not_found');
      return refund;
    },

    find: (merchantId, paymentId, id) =>
      findByName((key) => table.get(key), { merchantId, paymentId, id }),

    findRecent: (merchantId, paymentId, id) =>
      findByName((key) => table.getRecent(key), { merchantId, paymentId, id }),

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
  };
  return reads;

  async function findByName(
    read: (key: Key) => Promise<Item | undefined>,
    place: Parameters<typeof refundKey>[0],
  ): Promise<Refund | undefined> {
    const key = refundKey(place);
    addSubject(subjectOfKey(key));
    const item = await read(key);
    return item && parseRefund(item);
  }
}

async function reserve(
  table: Table,
  payment: Payment,
  refund: Refund,
  limits: { readonly most: number },
  claim?: Item,
): Promise<Refund> {
  checkRequestSize(refund);
  const counted = await countedPayment(table, payment);
  // The condition is on the amounts, not on the version, so that concurrent refunds do not
  // conflict. The version rises all the same: a writer that saves an older read of the payment
  // must read again.
  const { refused } = await table.transact([
    {
      kind: 'update',
      key: paymentKey(counted.merchantId, counted.id),
      changes: {
        add: { refundableMinor: -refund.amountMinor, refundCount: 1, version: 1 },
        ...countOf(refund, refund.amountMinor),
      },
      condition: {
        present: true,
        oneOf: { status: acceptedIn.refund },
        atLeast: { refundableMinor: refund.amountMinor + overcapturedMinor(counted) },
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
  // The transaction was refused, but the fresh read would allow it: another writer changed the
  // payment.
  throw new SwitchError('concurrent_update');
}

type RefundSaves = Pick<RefundStore, 'save' | 'settle' | 'settleOrThrow'>;

function refundSaves(table: Table, { find }: Pick<RefundStore, 'find'>): RefundSaves {
  const saves: RefundSaves = {
    async save(refund) {
      return saveAtAnySize(trimToFit(refund));
    },

    async settle(refund, change) {
      try {
        return await saves.settleOrThrow(refund, change);
      } catch (error) {
        // The connector may have paid, and an error would say to the merchant that it has not. The
        // refund keeps its pending sync instead.
        log.error('outcome of a refund not saved', error, { refundId: refund.id });
        return refund;
      }
    },

    async settleOrThrow(refund, change) {
      let current = refund;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = change(current);
          if (next === current) return current;
          const fails = next.status === 'failed' && current.status !== 'failed';
          return await (fails ? saveAndGiveBack : saveAtAnySize)(trimToFit(next));
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          const found = await find(refund.merchantId, refund.paymentId, refund.id);
          if (!found) throw new SwitchError('refund_not_found', {}, { cause: error });
          current = found;
        }
      }
    },
  };
  return saves;

  /**
   * Accepts items up to the table's own limit: an outcome that has happened is saved at any size.
   */
  async function saveAtAnySize(refund: Refund): Promise<Refund> {
    return parseRefund(await table.save(toItem(refund), { upTo: maxItemBytes }));
  }

  /** The condition on the refund's version makes its amount refundable again only once. */
  async function saveAndGiveBack(refund: Refund): Promise<Refund> {
    const item = { ...toItem(refund), version: refund.version + 1 };
    const writes: readonly Write[] = [
      { kind: 'put', item, condition: { version: refund.version } },
      {
        kind: 'update',
        key: paymentKey(refund.merchantId, refund.paymentId),
        changes: {
          add: { refundableMinor: refund.amountMinor, version: 1 },
          ...countOf(refund, -refund.amountMinor),
        },
        condition: { present: true },
      },
    ];
    const { refused } = await table.transact(writes, { upTo: maxItemBytes });
    if (refused.length > 0) throw new SwitchError('concurrent_update');
    return parseRefund(item);
  }
}

/**
 * The payment with its `refundableMinor`. Payments captured before that attribute existed have only
 * the captured amount, so `refundableMinor` is saved before a refund reduces it.
 */
export async function countedPayment(table: Table, payment: Payment): Promise<Payment> {
  if (payment.refundableMinor !== undefined) return payment;
  return paymentStore(table).settleOrThrow(payment, (current) =>
    current.refundableMinor === undefined && current.amountReceivedMinor !== undefined
      ? { ...current, refundableMinor: current.amountReceivedMinor }
      : current,
  );
}
