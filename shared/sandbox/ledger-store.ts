import * as v from 'valibot';
import type { Table } from '../table/table.ts';
import { LedgerPayment } from './ledger.ts';

/** The sandbox processor's books. */
export interface Ledger {
  /** Enters a payment and returns it, or the one that had its reference before. */
  enter(payment: LedgerPayment): Promise<LedgerPayment>;
  find(keyHash: string, reference: string): Promise<LedgerPayment | undefined>;
  findByChallenge(challengeId: string): Promise<LedgerPayment | undefined>;
  /** Throws `concurrent_update` when somebody else saved first. */
  save(payment: LedgerPayment): Promise<LedgerPayment>;
}

/** A payment is found by whose it is and what its owner calls it. */
const paymentKey = ({ keyHash, reference }: Pick<LedgerPayment, 'keyHash' | 'reference'>) => ({
  pk: `SANDBOX#${keyHash}#PAYMENT#${reference}`,
  sk: 'PAYMENT',
});

/** A customer comes with nothing but the challenge; it leads to the payment. */
const challengeKey = (challengeId: string) => ({ pk: `CHALLENGE#${challengeId}`, sk: 'CHALLENGE' });

const Challenge = v.object({ keyHash: v.string(), reference: v.string() });

export function tableLedger(table: Table): Ledger {
  const find = async (keyHash: string, reference: string) => {
    const item = await table.get(paymentKey({ keyHash, reference }));
    return item && v.parse(LedgerPayment, item);
  };
  return {
    find,

    async enter(payment) {
      const { keyHash, reference, challengeId } = payment;
      // The challenge goes first: without its payment it leads nowhere, a payment without it is stuck.
      if (challengeId) await table.putNew({ ...challengeKey(challengeId), keyHash, reference });
      const earlier = await table.putNew({ ...payment, ...paymentKey(payment) });
      return earlier ? v.parse(LedgerPayment, earlier) : payment;
    },

    async findByChallenge(challengeId) {
      const item = await table.get(challengeKey(challengeId));
      if (!item) return undefined;
      const { keyHash, reference } = v.parse(Challenge, item);
      const payment = await find(keyHash, reference);
      // Of two requests with one reference only one entered its payment; the other's leads nowhere.
      return payment?.challengeId === challengeId ? payment : undefined;
    },

    save: async (payment) =>
      v.parse(LedgerPayment, await table.save({ ...payment, ...paymentKey(payment) })),
  };
}
