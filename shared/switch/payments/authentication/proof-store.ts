import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';

/**
 * The proof that an authentication of this switch gave, known by a hash of its cryptogram. A
 * payment that states the cryptogram finds the proven amount by it, and one payment uses it.
 */
export const Proof = v.looseObject({
  merchantId: v.string(),
  /** SHA-256 of the cryptogram, which itself is never stored. */
  id: v.string(),
  authenticationId: v.string(),
  amountMinor: v.number(),
  currency: v.string(),
  /** The payment that uses it. */
  paymentId: v.optional(v.string()),
  createdAt: v.string(),
  version: v.number(),
});
export type Proof = v.InferOutput<typeof Proof>;

export interface ProofStore {
  /** Stores a proof before it is shown. A proof that is stored already stays as it is. */
  add(
    proof: Pick<
      Proof,
      'merchantId' | 'authenticationId' | 'amountMinor' | 'currency' | 'createdAt'
    >,
    cryptogram: string,
  ): Promise<void>;
  /** The proof of this cryptogram; undefined for a cryptogram from elsewhere. */
  find(merchantId: string, cryptogram: string): Promise<Proof | undefined>;
  /**
   * Reserves a proof for a payment, which may reserve it again. Of many payments one gets it.
   *
   * @throws SwitchError `precondition_failed` when another payment has it
   */
  use(proof: Proof, paymentId: string): Promise<void>;
}

const nameOf = (cryptogram: string) => sha256(cryptogram).toString('hex');

const proofKey = (merchantId: string, id: string) => ({
  pk: `MERCHANT#${merchantId}#AUTHENTICATION_PROOF#${id}`,
  sk: 'PROOF',
});

/** Throws `precondition_failed` when another payment uses the proof. */
export function checkUnused({ paymentId }: Proof, own: string): void {
  if (paymentId === undefined || paymentId === own) return;
  throw new SwitchError('precondition_failed', {
    message: 'three_ds_data is the proof of an authentication that another payment has used',
  });
}

export const proofStore = (table: Table): ProofStore => {
  const read = async (merchantId: string, id: string) => {
    const item = await table.get(proofKey(merchantId, id));
    return item && v.parse(Proof, item);
  };
  return {
    async add(facts, cryptogram) {
      const id = nameOf(cryptogram);
      await table.putNew({ ...facts, id, version: 1, ...proofKey(facts.merchantId, id) });
    },

    find: (merchantId, cryptogram) => read(merchantId, nameOf(cryptogram)),

    async use(proof, paymentId) {
      checkUnused(proof, paymentId);
      if (proof.paymentId !== undefined) return;
      const { merchantId, id } = proof;
      try {
        await table.save({ ...proof, paymentId, ...proofKey(merchantId, id) });
      } catch (error) {
        if (!isSwitchError(error, 'concurrent_update')) throw error;
        const now = await read(merchantId, id);
        // Another caller saved first: perhaps this payment's own, repeated.
        if (now) checkUnused(now, paymentId);
        if (now?.paymentId === undefined) throw error;
      }
    },
  };
};
