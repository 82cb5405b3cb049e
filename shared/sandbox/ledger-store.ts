import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import type { Table } from '#platform/table/table.ts';
import type { Decision } from './changes.ts';
import { standing } from './ledger.ts';
import { disputesOf } from './ledger-disputes.ts';
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
  /**
   * The disputes that opened from `from` to `till`, both included, newest first: at most `limit`,
   * after the one at the place `after`. Times are ISO 8601 with milliseconds, in UTC.
   */
  listDisputes(
    keyHash: string,
    page: {
      readonly from: string;
      readonly till: string;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ): Promise<readonly ListedDispute[]>;
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

/** A dispute with its payment, by the ledger's id of the dispute. */
interface ListedDispute {
  readonly payment: LedgerPayment;
  readonly disputeId: string;
  /** Names its place in the list. */
  readonly place: string;
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

/** The disputes of a key by the time at which they open. Each entry leads to the payment. */
const disputesPartition = (keyHash: string) => `SANDBOX#${keyHash}#DISPUTES`;

/** The place of a dispute in the list of its key's disputes. */
export const placeOfDispute = ({
  id,
  opensAt,
}: {
  readonly id: string;
  readonly opensAt: string;
}) => `${opensAt}#${id}`;

/** The entry of a dispute in that list. */
export const disputeEntry = (
  { keyHash, reference }: Pick<LedgerPayment, 'keyHash' | 'reference'>,
  dispute: { readonly id: string; readonly opensAt: string },
) => ({
  pk: disputesPartition(keyHash),
  sk: placeOfDispute(dispute),
  reference,
  disputeId: dispute.id,
});

const DisputeEntry = v.object({ sk: v.string(), reference: v.string(), disputeId: v.string() });

const Challenge = v.object({ keyHash: v.string(), reference: v.string() });

/** How often a change is retried, so that each of many concurrent callers succeeds. */
const tries = 200;

export function tableLedger(table: Table): Ledger {
  const find = async (keyHash: string, reference: string) => {
    const item = await table.get(paymentKey({ keyHash, reference }));
    return item && v.parse(LedgerPayment, item);
  };
  const save = async (payment: LedgerPayment) => {
    const listed = await withListedDisputes(payment, table);
    return v.parse(LedgerPayment, await table.save({ ...listed, ...paymentKey(listed) }));
  };
  return {
    find,
    save,

    async listDisputes(keyHash, { from, till, after, limit }) {
      const entries = await table.query(disputesPartition(keyHash), {
        from,
        // The letters of an id come before it.
        until: after ?? `${till}~`,
        descending: true,
        limit: after === undefined ? limit : limit + 1,
      });
      const listed = entries
        .map((entry) => v.parse(DisputeEntry, entry))
        .filter(({ sk }) => sk !== after);
      const keys = listed.map(({ reference }) => paymentKey({ keyHash, reference }));
      const items = await Promise.all(keys.map((key) => table.get(key)));
      const payments = items.flatMap((item) => (item ? [v.parse(LedgerPayment, item)] : []));
      return listed.flatMap(({ sk: place, reference, disputeId }) => {
        const payment = payments.find((one) => one.reference === reference);
        return payment ? [{ payment, disputeId, place }] : [];
      });
    },

    async enter(payment) {
      const { keyHash, reference, challengeId, mandateReference } = payment;
      // The challenge is stored first: without its payment it is harmless, but a payment without
      // its challenge is stuck.
      if (challengeId) await table.putNew({ ...challengeKey(challengeId), keyHash, reference });
      if (mandateReference) {
        const key = mandateKey(keyHash, mandateReference);
        await table.putNew({ ...key, keyHash, reference });
      }
      const listed = await withListedDisputes(payment, table);
      const earlier = await table.putNew({ ...listed, ...paymentKey(listed) });
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

/**
 * Enters a payment's disputes into the list of its key, once. They are entered before the payment
 * is stored: without it, an entry is harmless, but a dispute without its entry is never listed.
 */
async function withListedDisputes(payment: LedgerPayment, table: Table): Promise<LedgerPayment> {
  const disputes = payment.areDisputesListed ? [] : disputesOf(payment);
  if (disputes.length === 0) return payment;
  for (const dispute of disputes) await table.putNew(disputeEntry(payment, dispute));
  return { ...payment, areDisputesListed: true };
}

function unlessOvertaken(error: unknown): undefined {
  if (!isSwitchError(error, 'concurrent_update')) throw error;
}
