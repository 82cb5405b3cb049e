import * as v from 'valibot';
import { Dispute } from '../disputes/dispute.ts';
import { isSwitchError, SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { mandateWritesFor, throwMandateRefusal } from '../mandates/mandate-writes.ts';
import { metric } from '../metrics.ts';
import { linkWrites } from '../payment-links/payment-link-store.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';
import { Refund } from '../refunds/refund.ts';
import { dueKeys } from '../table/due.ts';
import { maxItemBytes } from '../table/item-size.ts';
import type { Write } from '../table/port.ts';
import { claimWrites, createConflict, putIdempotently } from '../table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '../table/request-size.ts';
import type { Item, Sized, Table } from '../table/table.ts';
import { unrecordedMethodUse, withMethodUseRecorded } from './lifecycle/transitions.ts';
import { Attempt, Capture, Payment } from './payment.ts';
import { attachedSecretExpiresAt } from './payment-source/attached-secret-expiry.ts';
import { futureUsageOf } from './payment-source/future-usage.ts';

/** A payment and all that belongs to it, each list oldest first. */
export interface WholePayment {
  readonly payment: Payment;
  /** Those before the current one. */
  readonly attempts: readonly Attempt[];
  /** Those that are not kept in the payment any more. */
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

export interface PaymentStore {
  /** Throws `payment_not_found`. */
  get(merchantId: string, id: string): Promise<Payment>;
  /** The same at half the price, as it was some milliseconds ago; for what decides nothing. */
  getRecent(merchantId: string, id: string): Promise<Payment>;
  /** Reads the payment with all that belongs to it, in one query. Throws `payment_not_found`. */
  getWhole(merchantId: string, id: string): Promise<WholePayment>;
  /**
   * Writes a new payment, with the key of its request beside it where there is a `claim`. Throws
   * `payment_exists`, `idempotency_key_reused`, `item_too_large`, and `RepeatedCreate` when the one that is there was
   * made by the same request under the same key for repeats.
   */
  create(payment: Payment, claim?: Item): Promise<Payment>;
  /**
   * Writes what a request has stated over the version that was read. Throws `concurrent_update` when
   * another request was faster, and `item_too_large`.
   */
  save(payment: Payment): Promise<Payment>;
  /**
   * The same of what happens to a payment and fills it with nothing that is not bounded. It is never
   * refused for its size: what was reserved can always be captured or given back.
   */
  saveProgress(payment: Payment): Promise<Payment>;
  /**
   * Keeps attempts and captures as items of their own, before the payment that held them is saved
   * without them: so whenever we stop, none is lost. Keeping one twice keeps it once.
   */
  keepEarlier(payment: Payment, earlier: Earlier): Promise<void>;
  /**
   * Where every answer lands. Applies `news` and saves; when somebody else saved first, reads again
   * and applies it to what is there. Returns the payment as it was saved, or as it is when the news
   * changes nothing. When it cannot be saved the payment stays as it was, waiting to be asked about
   * again, and that is what is returned.
   */
  settle(payment: Payment, news: (current: Payment) => Payment): Promise<Payment>;
  /** The same for news that comes again when we say that we did not take it: throws what went wrong. */
  settleOrThrow(payment: Payment, news: (current: Payment) => Payment): Promise<Payment>;
}

export interface Earlier {
  readonly attempts?: readonly Attempt[];
  readonly captures?: readonly Capture[];
}

/** A payment and everything that belongs to it share a partition, so one query reads them all. */
export const paymentPartition = (merchantId: string, id: string) =>
  `MERCHANT#${merchantId}#PAYMENT#${id}`;

export const paymentKey = (merchantId: string, id: string) => ({
  pk: paymentPartition(merchantId, id),
  sk: 'PAYMENT',
});

/** Numbers with leading zeros stand in their order. */
const attemptKey = ({ merchantId, id }: Payment, attempt: Attempt) => ({
  pk: paymentPartition(merchantId, id),
  sk: `ATTEMPT#${attempt.id.slice(id.length + 1).padStart(6, '0')}`,
});

const captureKey = ({ merchantId, id }: Payment, capture: Capture) => ({
  pk: paymentPartition(merchantId, id),
  sk: `CAPTURE#${capture.sequence.toString().padStart(6, '0')}#${capture.id}`,
});

/** What waits for a processor is on the due index, and what keeps a secret for its confirm. */
function toItem(payment: Payment): Item & { version: number } {
  const { duePk: _, dueAt: __, ...item } = { duePk: '', dueAt: '', ...payment };
  const key = paymentKey(payment.merchantId, payment.id);
  const { pendingSync } = payment;
  const dueAt = pendingSync ? new Date(pendingSync.nextAt) : attachedSecretExpiresAt(payment);
  return { ...item, ...key, ...(dueAt && dueKeys(key.pk, dueAt)) };
}

/** Reads a payment out of the table or its stream. Attributes that we do not know are kept. */
export const parsePayment = (item: unknown): Payment => v.parse(Payment, item);

/** What has happened already is kept, however large it is. */
const upToAny: Sized = { upTo: maxItemBytes };

/** How often an answer is applied anew to a payment that others keep changing. */
const settleTries = 5;

/** @param paymentMethods where it is noted that a payment has used one */
export function paymentStore(
  table: Table,
  paymentMethods: Pick<PaymentMethods, 'recordUse'> = paymentMethodStore(table),
): PaymentStore {
  /**
   * Notes at its payment method that a payment was made with it, before the payment says so: who dies
   * in between has the news again later. Money counts for more than that: only a table which cannot
   * be used now, or somebody who is faster, keeps the payment from being saved; what nobody has a
   * name for is tried once more, and then left.
   */
  async function recordMethodUse(payment: Payment, isLast = false): Promise<Payment> {
    const method = unrecordedMethodUse(payment);
    if (!method) return payment;
    const { merchantId, id, modifiedAt } = payment;
    try {
      const now = new Date(modifiedAt);
      await paymentMethods.recordUse(merchantId, method.id, {
        status: 'active',
        now,
        ...connectorMandateOf(payment),
      });
      return withMethodUseRecorded(payment, method);
    } catch (error) {
      const passes =
        isSwitchError(error, 'temporarily_unavailable') ||
        isSwitchError(error, 'concurrent_update');
      if (passes) throw error;
      if (!isLast) return recordMethodUse(payment, true);
      log.error('use of a payment method not noted', error, { paymentId: id });
      return payment;
    }
  }

  const store: PaymentStore = {
    async get(merchantId, id) {
      const item = await table.get(paymentKey(merchantId, id));
      if (!item) throw new SwitchError('payment_not_found');
      return parsePayment(item);
    },

    async getRecent(merchantId, id) {
      const item = await table.getRecent(paymentKey(merchantId, id));
      if (!item) throw new SwitchError('payment_not_found');
      return parsePayment(item);
    },

    async getWhole(merchantId, id) {
      const items = await table.query(paymentPartition(merchantId, id));
      const head = items.find(({ sk }) => sk === 'PAYMENT');
      if (!head) throw new SwitchError('payment_not_found');
      const payment = parsePayment(head);
      const held = new Set([payment.attempt.id, ...(payment.captures ?? []).map(({ id }) => id)]);
      const parsed = <S extends v.GenericSchema>(kind: string, schema: S) =>
        items.filter(({ sk }) => sk.startsWith(kind)).map((item) => v.parse(schema, item));
      return {
        payment,
        // Whoever kept one and then could not save the payment left a copy of what it still holds.
        attempts: parsed('ATTEMPT#', Attempt).filter((attempt) => !held.has(attempt.id)),
        captures: parsed('CAPTURE#', Capture).filter((capture) => !held.has(capture.id)),
        refunds: parsed('REFUND#', Refund).sort((one, other) =>
          one.createdAt.localeCompare(other.createdAt),
        ),
        disputes: parsed('DISPUTE#', Dispute).sort((one, other) =>
          one.createdAt.localeCompare(other.createdAt),
        ),
      };
    },

    async create(payment, claim) {
      checkRequestSize(payment);
      const { payment: next, writes: ofMandate } = mandateWritesFor(payment);
      const writes = [...ofMandate, ...linkWrites(next)];
      if (writes.length > 0) return savedTogether(payment, next, writes, 'absent', claim);
      await putIdempotently(table, toItem(next), claim, { taken: () => alreadyThere(next) });
      return next;
    },

    async save(payment) {
      checkRequestSize(payment);
      return written(payment, {});
    },

    saveProgress: (payment) => written(trimToFit(payment), upToAny),

    async keepEarlier(payment, { attempts = [], captures = [] }) {
      await Promise.all([
        ...attempts.map((one) => table.putNew({ ...one, ...attemptKey(payment, one) }, upToAny)),
        ...captures.map((one) => table.putNew({ ...one, ...captureKey(payment, one) }, upToAny)),
      ]);
    },

    async settle(payment, news) {
      try {
        return await store.settleOrThrow(payment, news);
      } catch (error) {
        // The connector may have charged: an error would say that it has not. The payment stays as
        // it is, to be asked about again.
        log.error('outcome not saved', error, { paymentId: payment.id });
        return payment;
      }
    },

    async settleOrThrow(payment, news) {
      let current = payment;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = news(current);
          if (next === current) return current;
          const saved = await store.saveProgress(await recordMethodUse(next));
          if (saved.status === 'conflicted') metric('IntegrityFailure', 1);
          return saved;
        } catch (error) {
          if (!isSwitchError(error, 'concurrent_update') || attempt === settleTries) throw error;
          current = await store.get(payment.merchantId, payment.id);
        }
      }
    },
  };
  return store;

  async function written(payment: Payment, size: Sized): Promise<Payment> {
    const { payment: next, writes } = mandateWritesFor(payment);
    if (writes.length === 0) return parsePayment(await table.save(toItem(next), size));
    const { version } = next;
    return savedTogether(payment, { ...next, version: version + 1 }, writes, { version, size });
  }

  /** Saves a payment and what changes about its mandate or link together, or nothing of it. */
  async function savedTogether(
    given: Payment,
    next: Payment,
    writes: readonly Write[],
    over: 'absent' | { readonly version: number; readonly size: Sized },
    claim?: Item,
  ): Promise<Payment> {
    const item = toItem(next);
    const condition = over === 'absent' ? over : { version: over.version };
    const { refused } = await table.transact(
      [{ kind: 'put', item, condition }, ...writes, ...claimWrites(claim)],
      over === 'absent' ? {} : over.size,
    );
    const [first] = refused;
    if (!first) return parsePayment(item);
    const isClaimTaken = refused.some(({ index }) => index > writes.length);
    if (first.index > 0 && !isClaimTaken) return throwMandateRefusal(given, first.existing);
    if (over !== 'absent') throw new SwitchError('concurrent_update');
    const there = first.index === 0 ? first.existing : undefined;
    throw createConflict(next, { there, isClaimTaken }, { taken: () => alreadyThere(next) });
  }
}

/** What the processor keeps of what a payment was made with, for charges without its customer. */
function connectorMandateOf(payment: Payment) {
  const {
    connectorAccountId: accountId,
    connectorMandateId,
    networkTransactionId,
  } = payment.attempt;
  const isKept = futureUsageOf(payment) === 'off_session' && accountId && connectorMandateId;
  return isKept
    ? { connectorMandate: { accountId, connectorMandateId, networkTransactionId } }
    : {};
}

/** Why a payment is not made: another one has its name. */
const alreadyThere = ({ id }: Payment) =>
  new SwitchError('payment_exists', {
    reason: `payment with payment_id ${id} already exists`,
    payment_id: id,
  });
