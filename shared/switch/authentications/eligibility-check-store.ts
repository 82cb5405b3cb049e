import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import { authenticationKey } from './authentication-store.ts';

/** Which networks of Click to Pay know the customer, as the customer's page has found out. */
const EligibilityCheck = v.looseObject({
  visa: v.optional(v.boolean()),
  mastercard: v.optional(v.boolean()),
  expiresAtSeconds: v.number(),
});
type EligibilityCheck = v.InferOutput<typeof EligibilityCheck>;

interface Owner {
  readonly merchantId: string;
  readonly id: string;
}

export interface EligibilityCheckStore {
  /** Stores the findings of the page; they last for 15 minutes from `now`, as in Hyperswitch. */
  set(owner: Owner, known: Pick<EligibilityCheck, 'visa' | 'mastercard'>, now: Date): Promise<void>;
  /** Undefined after its 15 minutes, and where no page found out anything. */
  find(owner: Owner, now: Date): Promise<EligibilityCheck | undefined>;
}

const lifetimeSeconds = 900;

/** Beside the authentication, which a page's many checks do not write. */
const checkKey = (owner: Owner) => ({
  pk: authenticationKey(owner).pk,
  sk: 'ELIGIBILITY_CHECK',
});

export const eligibilityCheckStore = (table: Table): EligibilityCheckStore => ({
  async set(owner, { visa, mastercard }, now) {
    const expiresAtSeconds = Math.floor(now.getTime() / 1_000) + lifetimeSeconds;
    const known = {
      ...(visa !== undefined && { visa }),
      ...(mastercard !== undefined && { mastercard }),
    };
    const unknown = [
      ...(visa === undefined ? ['visa'] : []),
      ...(mastercard === undefined ? ['mastercard'] : []),
    ];
    const { merchantId } = owner;
    await table.change(checkKey(owner), {
      set: { merchantId, ...known, expiresAtSeconds },
      ...(unknown.length > 0 && { remove: unknown }),
    });
  },

  async find(owner, now) {
    const item = await table.get(checkKey(owner));
    const check = item && v.parse(EligibilityCheck, item);
    return check && check.expiresAtSeconds * 1_000 > now.getTime() ? check : undefined;
  },
});
