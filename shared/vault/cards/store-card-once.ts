import * as v from 'valibot';
import type { Key, Table } from '#platform/table/table.ts';
import type { CvcStore } from '../cvc/cvc-store.ts';
import { fingerprintOf } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { type MaskedCard, maskOf } from './card.ts';
import { type CardToStore, type CardVault, newCardToken, type StoreRequest } from './card-vault.ts';
import { type StoreClaim, storeOnce } from './store-once.ts';

export interface StoreCardOnceServices {
  readonly cards: Pick<CardVault, 'store'>;
  readonly codes: Pick<CvcStore, 'matches'>;
  /** The credentials table: functions that store cards need no permission to read them. */
  readonly credentials: Pick<Table, 'get' | 'changeWhere'>;
}

interface StoreCardOnceRequest extends StoreRequest {
  readonly remainingMs: number;
  /** The item with the claim, and whether this request wrote it. */
  readonly key: Key;
  readonly claim: StoreClaim;
  readonly isFirst: boolean;
  /** Why another card is refused. */
  refusal(): Error;
}

/** The part of an answer that a repeat of the card cannot derive from its request. */
const Recorded = v.object({
  fingerprint: v.string(),
  createdAt: v.string(),
  cvcExpiresAt: v.optional(v.string()),
});

/** The keyed hash of a text or a card, which repeats are compared by. */
export async function hashesOf(keys: Pick<TenantKeys, 'current'>, tenant: string, now: Date) {
  const fingerprintKey = await keys.current(tenant, 'fingerprint', now);
  return (...parts: readonly Uint8Array[]) => fingerprintOf(fingerprintKey, Buffer.concat(parts));
}

/** The claim of a request that stores this card. */
export const claimOf = (
  hash: Awaited<ReturnType<typeof hashesOf>>,
  card: CardToStore,
  workingUntilMs: number,
): StoreClaim => ({
  token: newCardToken(),
  body: hash(Buffer.from(`card ${comparedFields(card)} `), card.number),
  workingUntilMs,
});

/**
 * Stores a card once for a claim. The answer is built from the request, so no copy of it is stored.
 * The code is compared with the stored one, if there still is one; a used code is never stored
 * again.
 */
export function storeCardOnce(
  { cards, codes, credentials }: StoreCardOnceServices,
  { key, claim, isFirst, remainingMs, refusal, ...request }: StoreCardOnceRequest,
  card: CardToStore,
): Promise<MaskedCard> {
  const { tenant, now } = request;
  const { cvc, chosenBrand, holderName, expiryMonth, expiryYear } = card;
  const brand = chosenBrand ?? card.brand;
  return storeOnce<MaskedCard>(credentials, {
    ...{ key, claim, isFirst, now, remainingMs, refusal },
    store: (token) => cards.store({ ...request, token }, card),
    recordOf: ({ fingerprint, createdAt, cvcExpiresAt }) => ({
      fingerprint,
      createdAt,
      cvcExpiresAt,
    }),
    async repeat(token, record) {
      if (cvc && (await codes.matches({ tenant, cardToken: token, cvc, now })) === false) {
        throw refusal();
      }
      const recorded = v.parse(Recorded, record);
      const maskedNumber = maskOf(card.number);
      return {
        tenant,
        token,
        maskedNumber,
        brand,
        holderName,
        expiryMonth,
        expiryYear,
        ...recorded,
      };
    },
  });
}

/** All fields of a card but its number and its code, in a fixed order. */
const comparedFields = ({ holderName, expiryMonth, expiryYear, cvc, chosenBrand }: CardToStore) =>
  JSON.stringify([
    ...[holderName ?? null, expiryMonth, expiryYear, cvc !== undefined],
    ...(chosenBrand === undefined ? [] : [chosenBrand]),
  ]);
