import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { log } from '#platform/log.ts';
import type { Table } from '#platform/table/table.ts';
import type { CvcStore } from '../cvc/cvc-store.ts';
import { fingerprintOf } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { VaultError } from '../vault-error.ts';
import { type MaskedCard, maskOf } from './card.ts';
import { type CardToStore, type CardVault, newCardToken, type StoreRequest } from './card-vault.ts';

export interface IdempotentStoreServices {
  readonly cards: Pick<CardVault, 'store'>;
  readonly codes: Pick<CvcStore, 'matches'>;
  readonly keys: Pick<TenantKeys, 'current'>;
  /** The credentials table: functions that store cards need no permission to read them. */
  readonly credentials: Table;
}

export interface IdempotentStoreRequest extends StoreRequest {
  /** 1 to 255 characters, the tenant's own. */
  readonly idempotencyKey: string;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
}

/** How long a tenant's idempotency key is stored, in milliseconds. */
const keyLifetimeMs = 86_400_000;
/** How long a request waits for another one with the same key, in milliseconds. */
const patienceMs = 5_000;
const pollMs = 50;

/** The stored part of a request: of the card only hashes that need the tenant's key. */
const RequestItem = v.looseObject({
  token: v.string(),
  /** Hash of the whole card without its code, but with whether there was a code. */
  body: v.string(),
  /** Until when a request may be storing the card; after that its function has ended. */
  workingUntilMs: v.number(),
  expiresAtMs: v.number(),
  answer: v.optional(
    v.object({
      fingerprint: v.string(),
      createdAt: v.string(),
      cvcExpiresAt: v.optional(v.string()),
    }),
  ),
});
type RequestItem = v.InferOutput<typeof RequestItem>;

/**
 * Stores a card once for a tenant's idempotency key, even under concurrent requests. One request
 * stores the card and the others wait. When that request crashes, the next one takes over with the
 * same token, once the first function must have ended. A used code is therefore never stored again.
 *
 * The answer is built from the request, so no copy of it is stored. The code is compared with the
 * stored one, if there still is one. A key from before the tenant's fingerprint key changed (every
 * other year) is unknown.
 *
 * @throws VaultError `idempotency_mismatch` for another card under a known key, and
 * `service_unavailable`
 */
export async function storeIdempotently(
  { cards, codes, keys, credentials }: IdempotentStoreServices,
  { idempotencyKey, remainingMs, ...request }: IdempotentStoreRequest,
  card: CardToStore,
): Promise<MaskedCard> {
  const { tenant, now } = request;
  const startedMs = now.getTime();
  const fingerprintKey = await keys.current(tenant, 'fingerprint', now);
  const hashOf = (...parts: readonly Uint8Array[]) =>
    fingerprintOf(fingerprintKey, Buffer.concat(parts));
  // Keys are the tenant's own text, which could contain anything, so they are hashed.
  const pk = `TENANT#${tenant}#IDEMPOTENCY#${hashOf(Buffer.from(`key ${idempotencyKey}`))}`;
  const key = { pk, sk: 'IDEMPOTENCY' };
  const claim: RequestItem = {
    token: newCardToken(),
    body: hashOf(Buffer.from(`card ${comparedFields(card)} `), card.number),
    workingUntilMs: startedMs + remainingMs,
    expiresAtMs: startedMs + keyLifetimeMs,
  };
  const expiresAtSeconds = Math.ceil(claim.expiresAtMs / 1_000);

  async function store(token: string): Promise<MaskedCard> {
    const isOurs = { oneOf: { token: [token] }, absent: ['answer'] };
    try {
      const stored = await cards.store({ ...request, token }, card);
      const { fingerprint, createdAt, cvcExpiresAt } = stored;
      const answer = { fingerprint, createdAt, cvcExpiresAt };
      await credentials.changeWhere(key, { set: { answer } }, isOurs);
      return stored;
    } catch (error) {
      // This request has ended, so the next one need not wait for it.
      await credentials
        .changeWhere(key, { set: { workingUntilMs: 0 } }, isOurs)
        .catch((left: unknown) => log.error('idempotency key of the vault not freed', left));
      throw error;
    }
  }

  async function answerOf({ token, answer }: RequestItem): Promise<MaskedCard | undefined> {
    if (!answer) return undefined;
    const { cvc: code, brand, holderName, expiryMonth, expiryYear } = card;
    if (code && (await codes.matches({ tenant, cardToken: token, cvc: code, now })) === false) {
      throw new VaultError('idempotency_mismatch');
    }
    const maskedNumber = maskOf(card.number);
    return { tenant, token, maskedNumber, brand, holderName, expiryMonth, expiryYear, ...answer };
  }

  const first = await credentials.putNew({ ...key, ...claim, expiresAtSeconds });
  if (!first) return store(claim.token);
  const isForgotten = { present: true, atMost: { expiresAtMs: startedMs } };
  const set = { ...claim, expiresAtSeconds };
  if (
    v.parse(RequestItem, first).expiresAtMs <= startedMs &&
    (await credentials.changeWhere(key, { set, remove: ['answer'] }, isForgotten))
  ) {
    return store(claim.token);
  }

  for (let waitedMs = 0; waitedMs < patienceMs && waitedMs < remainingMs / 2; waitedMs += pollMs) {
    const known = v.parse(RequestItem, await credentials.get(key));
    if (known.body !== claim.body) throw new VaultError('idempotency_mismatch');
    const answered = await answerOf(known);
    if (answered) return answered;
    const { workingUntilMs } = claim;
    const isAbandoned = {
      oneOf: { token: [known.token] },
      absent: ['answer'],
      atMost: { workingUntilMs: startedMs },
    };
    if (
      known.workingUntilMs <= startedMs &&
      (await credentials.changeWhere(key, { set: { workingUntilMs } }, isAbandoned))
    ) {
      return store(known.token);
    }
    await pause(pollMs);
  }
  throw new VaultError('service_unavailable');
}

/** All fields of a card but its number and its code, in a fixed order. */
const comparedFields = ({ holderName, expiryMonth, expiryYear, cvc }: CardToStore) =>
  JSON.stringify([holderName ?? null, expiryMonth, expiryYear, cvc !== undefined]);
