import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { metric } from '#platform/metrics.ts';
import { connectorIdKeys } from '#platform/table/connector-ids.ts';
import { dueKeys } from '#platform/table/due.ts';
import { withoutIndexKeys } from '#platform/table/index-keys.ts';
import { maxItemBytes } from '#platform/table/item-size.ts';
import type { Write } from '#platform/table/port.ts';
import { claimWrites, createConflict, putIdempotently } from '#platform/table/put-idempotently.ts';
import { checkRequestSize, trimToFit } from '#platform/table/request-size.ts';
import type { Item, Sized, Table } from '#platform/table/table.ts';
import { Dispute } from '../disputes/dispute.ts';
import { replacedIsDueAt } from '../mandates/mandate-in-payment.ts';
import {
  mandateWritesFor,
  type PaymentWithWrites,
  throwMandateRefusal,
} from '../mandates/mandate-writes.ts';
import { linkWrites } from '../payment-links/payment-link-store.ts';
import type { MethodUse } from '../payment-methods/payment-method.ts';
import { paymentMethodStore } from '../payment-methods/payment-method-store.ts';
import type { PaymentMethods } from '../payment-methods/payment-methods.ts';
import { Refund } from '../refunds/refund.ts';
import { unrecordedMethodUse, withMethodUseRecorded } from './lifecycle/transitions.ts';
import { Attempt, Capture, Payment } from './payment.ts';
import { attachedSecretExpiresAt } from './payment-source/attached-secret-expiry.ts';
import { futureUsageOf } from './payment-source/future-usage.ts';

/** A payment and its related records, each list oldest first. */
export interface WholePayment {
  readonly payment: Payment;
  /** The attempts before the current one. */
  readonly attempts: readonly Attempt[];
  /** Captures that the payment itself no longer contains. */
  readonly captures: readonly Capture[];
  readonly refunds: readonly Refund[];
  readonly disputes: readonly Dispute[];
}

export interface PaymentStore {
  /** Throws `payment_not_found`. */
  get(merchantId: string, id: string): Promise<Payment>;
  /** An eventually consistent read at half the price, some milliseconds old. Not for decisions. */
  getRecent(merchantId: string, id: string): Promise<Payment>;
  /** Reads the payment with its related records in one query. Throws `payment_not_found`. */
  getWhole(merchantId: string, id: string): Promise<WholePayment>;
  /**
   * Saves a new payment. A `claim` (the item of the idempotency key) is written in the same
   * transaction. Throws `payment_exists`, `idempotency_key_reused`, `item_too_large`, and
   * `RepeatedCreate` when the same request created the payment earlier under the same idempotency
   * key.
   */
  create(payment: Payment, claim?: Item): Promise<Payment>;
  /**
   * Writes a request's changes over the version that was read. Throws `concurrent_update` when
   * another writer saved first, and `item_too_large`.
   */
  save(payment: Payment): Promise<Payment>;
  /**
   * Writes a payment's progress like `save`, but at any size up to the table's limit, so that an
   * authorized amount can always be captured or voided. Only for changes of bounded size.
   */
  saveProgress(payment: Payment): Promise<Payment>;
  /**
   * Saves attempts and captures as items of their own, before the payment is saved without them. So
   * a crash in between loses none. Saving one twice stores it once.
   */
  keepEarlier(payment: Payment, earlier: Earlier): Promise<void>;
  /**
   * Applies a change and saves. When another writer saved first, reads again and applies the change
   * to the saved version. Returns the saved payment, or the current one when nothing changes. When
   * nothing can be saved, the payment keeps its pending sync and is returned as it was.
   */
  settle(payment: Payment, change: (current: Payment) => Payment): Promise<Payment>;
  /**
   * Like `settle`, but throws when the save fails. For webhooks, which the processor sends again
   * after our error.
   */
  settleOrThrow(payment: Payment, change: (current: Payment) => Payment): Promise<Payment>;
}

interface Earlier {
  readonly attempts?: readonly Attempt[];
  readonly captures?: readonly Capture[];
}

/** A payment shares its partition with its related records, so one query reads them all. */
export const paymentPartition = (merchantId: string, id: string) =>
  `MERCHANT#${merchantId}#PAYMENT#${id}`;

export const paymentKey = (merchantId: string, id: string) => ({
  pk: paymentPartition(merchantId, id),
  sk: 'PAYMENT',
});

/** Leading zeros make the sort key's order that of the numbers. */
const attemptKey = ({ merchantId, id }: Payment, attempt: Attempt) => ({
  pk: paymentPartition(merchantId, id),
  sk: `ATTEMPT#${attempt.id.slice(id.length + 1).padStart(6, '0')}`,
});

const captureKey = ({ merchantId, id }: Payment, capture: Capture) => ({
  pk: paymentPartition(merchantId, id),
  sk: `CAPTURE#${capture.sequence.toString().padStart(6, '0')}#${capture.id}`,
});

/**
 * A payment is on the due index while it has a pending sync, a secret attached that will expire, or
 * a mandate at its processor that it has replaced. It is on the list index by its processor's id, if the processor's webhooks may have no other.
 */
function toItem(payment: Payment): Item & { version: number } {
  const key = paymentKey(payment.merchantId, payment.id);
  const { pendingSync } = payment;
  const dueAt = pendingSync
    ? new Date(pendingSync.nextAt)
    : (attachedSecretExpiresAt(payment) ?? replacedIsDueAt(payment));
  return {
    ...withoutIndexKeys(payment),
    version: payment.version,
    ...key,
    ...(dueAt && dueKeys(key.pk, dueAt)),
    ...connectorIdKeysOf(payment, payment.attempt),
  };
}

const connectorIdKeysOf = ({ merchantId }: Payment, attempt: Attempt) =>
  attempt.isFoundByConnectorId
    ? connectorIdKeys({
        merchantId,
        accountId: attempt.connectorAccountId,
        connectorId: attempt.connectorTransactionId,
        kind: 'PAYMENT',
        reference: attempt.id,
      })
    : {};

/** Parses a payment from the table or its stream. Unknown attributes stay. */
export const parsePayment = (item: unknown): Payment => v.parse(Payment, item);

/** Accepts items up to the table's own limit: an outcome that has happened is saved at any size. */
const upToAny: Sized = { upTo: maxItemBytes };

/** How often a change is applied again to a payment that other writers keep saving. */
const settleTries = 5;

/** @param paymentMethods records the use of saved payment methods */
export function paymentStore(
  table: Table,
  paymentMethods: Pick<PaymentMethods, 'recordUse'> = paymentMethodStore(table),
): PaymentStore {
  const reads = paymentReads(table);
  const writes = paymentWrites(table);
  const settlement = paymentSettlement({ ...reads, ...writes }, paymentMethods);
  return { ...reads, ...writes, ...settlement };
}

function paymentReads(table: Table): Pick<PaymentStore, 'get' | 'getRecent' | 'getWhole'> {
  return {
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
      const inPayment = new Set([
        payment.attempt.id,
        ...(payment.captures ?? []).map(({ id }) => id),
      ]);
      const parsed = <S extends v.GenericSchema>(kind: string, schema: S) =>
        items.filter(({ sk }) => sk.startsWith(kind)).map((item) => v.parse(schema, item));
      return {
        payment,
        // A crash between `keepEarlier` and the save leaves copies of attempts and captures that
        // the payment still contains.
        attempts: parsed('ATTEMPT#', Attempt).filter((attempt) => !inPayment.has(attempt.id)),
        captures: parsed('CAPTURE#', Capture).filter((capture) => !inPayment.has(capture.id)),
        refunds: parsed('REFUND#', Refund).sort((one, other) =>
          one.createdAt.localeCompare(other.createdAt),
        ),
        disputes: parsed('DISPUTE#', Dispute).sort((one, other) =>
          one.createdAt.localeCompare(other.createdAt),
        ),
      };
    },
  };
}

function paymentWrites(
  table: Table,
): Pick<PaymentStore, 'create' | 'save' | 'saveProgress' | 'keepEarlier'> {
  const store: ReturnType<typeof paymentWrites> = {
    async create(payment, claim) {
      checkRequestSize(payment);
      const { payment: next, writes: ofMandate } = withMandateWrites(payment);
      const writes = [...ofMandate, ...linkWrites(next)];
      if (writes.length > 0) return saveTogether(payment, next, writes, 'absent', claim);
      await putIdempotently(table, toItem(next), claim, { taken: () => idTakenError(next) });
      return next;
    },

    async save(payment) {
      checkRequestSize(payment);
      return write(payment, {});
    },

    saveProgress: (payment) => write(trimToFit(payment), upToAny),

    async keepEarlier(payment, { attempts = [], captures = [] }) {
      await Promise.all([
        ...attempts.map((one) =>
          table.putNew(
            { ...one, ...attemptKey(payment, one), ...connectorIdKeysOf(payment, one) },
            upToAny,
          ),
        ),
        ...captures.map((one) => table.putNew({ ...one, ...captureKey(payment, one) }, upToAny)),
      ]);
    },
  };
  return store;

  async function write({ endedAttempt, ...payment }: Payment, size: Sized): Promise<Payment> {
    if (endedAttempt) await store.keepEarlier(payment, { attempts: [endedAttempt] });
    const { payment: next, writes } = withMandateWrites(payment);
    if (writes.length === 0) return parsePayment(await table.save(toItem(next), size));
    const { version } = next;
    return saveTogether(payment, { ...next, version: version + 1 }, writes, { version, size });
  }

  /** Saves a payment, and the writes to its mandate or link, in one transaction. */
  async function saveTogether(
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
    throw createConflict(next, { there, isClaimTaken }, { taken: () => idTakenError(next) });
  }
}

type PaymentSettlement = Pick<PaymentStore, 'settle' | 'settleOrThrow'>;

function paymentSettlement(
  store: Pick<PaymentStore, 'get' | 'saveProgress'>,
  paymentMethods: Pick<PaymentMethods, 'recordUse'>,
): PaymentSettlement {
  const settlement: PaymentSettlement = {
    async settle(payment, change) {
      try {
        return await settlement.settleOrThrow(payment, change);
      } catch (error) {
        // The connector may have charged, and an error would say to the merchant that it has not.
        // The payment keeps its pending sync instead.
        log.error('outcome of a payment not saved', error, { paymentId: payment.id });
        return payment;
      }
    },

    async settleOrThrow(payment, change) {
      let current = payment;
      for (let attempt = 1; ; attempt++) {
        try {
          const next = change(current);
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
  return settlement;

  /**
   * Records on the saved payment method that this payment used it. Runs before the payment is
   * saved, so a crash in between repeats it. Only `temporarily_unavailable` and `concurrent_update`
   * stop the save; any other error is retried once, then logged.
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
        ...consentOf(payment),
        ...connectorCustomerOf(payment),
      });
      return withMethodUseRecorded(payment, method);
    } catch (error) {
      const passes =
        isSwitchError(error, 'temporarily_unavailable') ||
        isSwitchError(error, 'concurrent_update');
      if (passes) throw error;
      if (!isLast) return recordMethodUse(payment, true);
      log.error('use of a payment method not recorded', error, { paymentId: id });
      return payment;
    }
  }
}

/**
 * The consent of a payment for charges without the customer: the processor's credential, in the
 * payment's currency, and the card network's id.
 */
function consentOf(payment: Payment): Pick<MethodUse, 'connectorMandate' | 'networkTransactionId'> {
  const { currency, attempt } = payment;
  const { connectorAccountId: accountId, connectorMandateId, networkTransactionId } = attempt;
  if (futureUsageOf(payment) !== 'off_session') return {};
  return {
    ...(networkTransactionId !== undefined && { networkTransactionId }),
    ...(accountId &&
      connectorMandateId && { connectorMandate: { accountId, connectorMandateId, currency } }),
  };
}

/** The processor's own id of the customer, for later charges of the same payment method. */
function connectorCustomerOf({ attempt }: Payment) {
  const { connectorAccountId: accountId, connectorCustomerId } = attempt;
  return accountId && connectorCustomerId
    ? { connectorCustomer: { accountId, connectorCustomerId } }
    : {};
}

/** The error when another payment has the same id. */
const idTakenError = ({ id }: Payment) =>
  new SwitchError('payment_exists', {
    reason: `payment with payment_id ${id} already exists`,
    payment_id: id,
  });

/** Most payments concern no mandate, and saving them does not load its part. */
const withMandateWrites = (payment: Payment): PaymentWithWrites =>
  payment.mandate?.role === 'charged' || payment.requestFields.mandate_data != null
    ? mandateWritesFor(payment)
    : { payment, writes: [] };
