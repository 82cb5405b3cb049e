import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import type { Decision } from './changes.ts';
import { standing } from './ledger.ts';
import { LedgerPayment } from './ledger-payment.ts';
import type { RefusalCode } from './refusal.ts';

/** The sandbox processor's ledger. */
export interface Ledger {
  /** Stores a payment and returns it, or returns the earlier one with its reference. */
  enter(payment: LedgerPayment): Promise<LedgerPayment>;
  find(keyHash: string, reference: string): Promise<LedgerPayment | undefined>;
  findByChallenge(challengeId: string): Promise<LedgerPayment | undefined>;
  /** The payment whose stored credential has this mandate reference. */
  findByMandate(keyHash: string, mandateReference: string): Promise<LedgerPayment | undefined>;
  /** Throws `concurrent_update` when another request saved first. */
  save(payment: LedgerPayment): Promise<LedgerPayment>;
  /**
   * Changes the stored payment, and decides anew when another request saved first. Throws
   * `concurrent_update` when it loses every race.
   */
  change(
    place: { readonly keyHash: string; readonly reference: string },
    now: Date,
    decide: (payment: LedgerPayment) => Decision,
  ): Promise<Changed>;
}

type Changed =
  | { readonly payment: LedgerPayment; readonly isNew: boolean }
  | { readonly refused: RefusalCode };

/** The key of a payment: its owner's key hash and the owner's reference. */
const paymentKey = ({ keyHash, reference }: Pick<LedgerPayment, 'keyHash' | 'reference'>) => ({
  pk: `SANDBOX#${keyHash}#PAYMENT#${reference}`,
  sk: 'PAYMENT',
});

/** The customer's request has only the challenge's id, which leads to the payment. */
const challengeKey = (challengeId: string) => ({ pk: `CHALLENGE#${challengeId}`, sk: 'CHALLENGE' });

/** A later charge has only the mandate reference, which leads to the payment. */
const mandateKey = (keyHash: string, mandateReference: string) => ({
  pk: `SANDBOX#${keyHash}#MANDATE#${mandateReference}`,
  sk: 'MANDATE',
});

const Challenge = v.object({ keyHash: v.string(), reference: v.string() });

/** How often a change is retried, so that each of many concurrent callers succeeds. */
const tries = 200;

export function tableLedger(table: Table): Ledger {
  const find = async (keyHash: string, reference: string) => {
    const item = await table.get(paymentKey({ keyHash, reference }));
    return item && v.parse(LedgerPayment, item);
  };
  const save = async (payment: LedgerPayment) =>
    v.parse(LedgerPayment, await table.save({ ...payment, ...paymentKey(payment) }));
  return {
    find,
    save,

    async enter(payment) {
      const { keyHash, reference, challengeId, mandateReference } = payment;
      // The challenge is stored first: without its payment it is harmless, but a payment without
      // its challenge is stuck.
      if (challengeId) await table.putNew({ ...challengeKey(challengeId), keyHash, reference });
      if (mandateReference) {
        const key = mandateKey(keyHash, mandateReference);
        await table.putNew({ ...key, keyHash, reference });
      }
      const earlier = await table.putNew({ ...payment, ...paymentKey(payment) });
      return earlier ? v.parse(LedgerPayment, earlier) : payment;
    },

    async findByChallenge(challengeId) {
      const item = await table.get(challengeKey(challengeId));
      if (!item) return undefined;
      const { keyHash, reference } = v.parse(Challenge, item);
      const payment = await find(keyHash, reference);
      // Of two requests with one reference only one stored its payment; the other's challenge leads
      // nowhere.
      return payment?.challengeId === challengeId ? payment : undefined;
    },

    async findByMandate(keyHash, mandateReference) {
      const item = await table.get(mandateKey(keyHash, mandateReference));
      if (!item) return undefined;
      const { reference } = v.parse(Challenge, item);
      const payment = await find(keyHash, reference);
      return payment?.mandateReference === mandateReference ? payment : undefined;
    },

    async change({ keyHash, reference }, now, decide) {
      for (let attempt = 1; attempt <= tries; attempt++) {
        const found = await find(keyHash, reference);
        if (!found) return { refused: 'DC_01' };
        const payment = standing(found, now);
        const decision = decide(payment);
        if ('refused' in decision) return decision;
        if (decision.payment === payment) return { payment, isNew: false };
        const saved = await save(decision.payment).catch(unlessOvertaken);
        if (saved) return { payment: saved, isNew: true };
      }
      throw new SwitchError('concurrent_update');
    },
  };
}

function unlessOvertaken(error: unknown): undefined {
  if (!isSwitchError(error, 'concurrent_update')) throw error;
}
