import * as v from 'valibot';
import { randomHex } from '#platform/ids.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { Table } from '#platform/table/table.ts';
import type { Actor, AuditTrail } from '../audit/audit-trail.ts';
import { defaultCvcSeconds } from '../cvc/cvc-seconds.ts';
import type { CvcStore } from '../cvc/cvc-store.ts';
import {
  fingerprintOf,
  keyVersionOf,
  openRecord,
  type Place,
  sealRecord,
  type TenantKey,
} from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { reportUnrecordedUse } from '../report-unrecorded-use.ts';
import {
  type Brand,
  CardItem,
  type ClearCard,
  isCardToken,
  type MaskedCard,
  maskedCard,
  maskOf,
  packCard,
  packDisplayData,
  type UsableCard,
  unpackCard,
  unpackDisplayData,
} from './card.ts';

/** The actor, tenant and purpose of a request for a card, all recorded in the audit trail. */
export interface VaultRequest {
  readonly tenant: string;
  readonly actor: Actor;
  readonly reason: string;
  /** The caller's IP address, or `switch`. */
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface CardToStore extends ClearCard {
  /** The brand of its number. */
  readonly brand: Brand;
  /** ASCII digits. */
  readonly cvc?: Uint8Array | undefined;
}

export interface StoreRequest extends VaultRequest {
  /** How long it is stored without being used, in seconds. */
  readonly retainSeconds?: number;
  /** How long its card verification code is stored, in seconds. */
  readonly cvcSeconds?: number;
  /**
   * The token to store it under, for a caller that may repeat the request: the first stored card
   * stays. By default the token is new.
   */
  readonly token?: string;
}

/** The only interface to card numbers. All other code has tokens only. */
export interface CardVault {
  /**
   * Stores a card under a token, and its card verification code for a while. It stores the code
   * first, so that a stored card lacks nothing. The caller erases the buffers of `card`. Throws
   * VaultError `service_unavailable`.
   */
  store(request: StoreRequest, card: CardToStore): Promise<MaskedCard>;
  /**
   * A card's masked data; undefined when this tenant has no such card. A caller that knows the
   * state of the card verification code asks without it, which saves a read.
   */
  describe(
    tenant: string,
    token: string,
    now: Date,
    cvc?: 'leave out',
  ): Promise<MaskedCard | undefined>;
  /**
   * The whole card, for one use that is in the audit trail before it happens. With `cvc: 'take'`
   * it also removes the code from the store and returns it. The caller erases the result in
   * `finally`. Each use extends how long the card is stored, recorded at most once a day. Undefined
   * when this tenant has no such card. Throws VaultError `service_unavailable`.
   */
  use(
    request: VaultRequest & {
      readonly token: string;
      readonly as: 'card.used' | 'card.shown';
      readonly cvc: 'take' | 'leave';
    },
  ): Promise<UsableCard | undefined>;
  /**
   * The fingerprint by which a tenant recognizes a number, the same as on its stored cards. For a
   * while after a change of the tenant's key there are two, the newest first. `digits` are ASCII
   * and not stored. Throws VaultError `service_unavailable`.
   */
  fingerprints(tenant: string, digits: Uint8Array, now: Date): Promise<readonly string[]>;
  /**
   * Deletes a card and its code before it answers. False when this tenant has no such card, or when
   * the card's own time differs from a given `retainUntil`.
   */
  remove(
    request: VaultRequest & { readonly token: string; readonly retainUntil?: string },
  ): Promise<boolean>;
}

/** How long an unused card is stored, in seconds: 540 days. */
export const defaultRetainSeconds = 540 * 86_400;

export const cardKey = (tenant: string, token: string) => ({
  pk: `TENANT#${tenant}#CARD#${token}`,
  sk: 'CARD',
});

/** The index keys of a tenant's list of cards, the newest first. */
export const cardListKeys = (tenant: string, token: string, createdAt: string) => ({
  listPk: `TENANT#${tenant}#CARDS`,
  listSk: `${String(lastMs - Date.parse(createdAt)).padStart(13, '0')}#${token}`,
});
/**
 * The last millisecond of 13 digits, in the year 2286. The index sorts upwards, so keys count down
 * from it.
 */
const lastMs = 9_999_999_999_999;

/** A token that a search for card numbers does not match. */
export function newCardToken(): string {
  for (;;) {
    const token = randomHex();
    if (!/\d{12}/.test(token)) return token;
  }
}

/** How often a card's use is recorded, in milliseconds. */
const useRecordedMs = 86_400_000;
/** How long a deleted card's tombstone is stored, in seconds: as long as the audit trail. */
const tombstoneSeconds = 400 * 86_400;

export const numberPlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'pan', group: 'card' }) as const;
export const displayPlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'display', group: 'display' }) as const;

/** Erases the plain text even when encryption fails. */
function sealAndErase(key: TenantKey, place: Place, plain: Buffer): Uint8Array {
  try {
    return sealRecord(key, place, plain);
  } finally {
    plain.fill(0);
  }
}

function unpackAndErase(packed: Buffer): ClearCard {
  try {
    return unpackCard(packed);
  } finally {
    packed.fill(0);
  }
}

interface Services {
  readonly cards: () => Table;
  readonly keys: TenantKeys;
  readonly codes: CvcStore;
  readonly audit: AuditTrail;
}

export function cardVault(services: Services): CardVault {
  return {
    ...storage(services),
    ...reads(services),
    ...removal(services),
  };
}

function storage({
  cards,
  keys,
  codes,
  audit,
}: Services): Pick<CardVault, 'store' | 'fingerprints'> {
  return {
    async store(
      { retainSeconds = defaultRetainSeconds, cvcSeconds = defaultCvcSeconds, ...request },
      card,
    ) {
      const { tenant, now, token = newCardToken() } = request;
      const [pan, display, fingerprintKey] = await Promise.all([
        keys.current(tenant, 'pan', now),
        keys.current(tenant, 'display', now),
        keys.current(tenant, 'fingerprint', now),
      ]);
      const createdAt = now.toISOString();
      const until = new Date(now.getTime() + retainSeconds * 1_000);
      const key = cardKey(tenant, token);
      const item: CardItem = {
        tenant,
        token,
        maskedNumber: maskOf(card.number),
        brand: card.chosenBrand ?? card.brand,
        ...(card.chosenBrand && { isBrandChosen: true }),
        fingerprint: fingerprintOf(fingerprintKey, card.number),
        ...(fingerprintKey.earlier && {
          earlierFingerprint: fingerprintOf(fingerprintKey.earlier, card.number),
        }),
        sealed: sealAndErase(pan, numberPlace(tenant, token), packCard(card)),
        display: sealAndErase(display, displayPlace(tenant, token), packDisplayData(card)),
        createdAt,
        retainUntil: until.toISOString(),
        retainSeconds,
      };
      await record(audit, 'card.stored', request, token);
      const { cvc: code, holderName, expiryMonth, expiryYear } = card;
      const seconds = cvcSeconds;
      const cvcExpiry =
        code &&
        (await codes.store({
          ...request,
          cardToken: token,
          cvc: code,
          seconds,
          ifPresent: 'keep',
        }));
      const before = await cards().putNew({
        ...item,
        ...key,
        ...cardListKeys(tenant, token, createdAt),
        ...dueKeys(key.pk, until),
      });
      return maskedCard(
        before ? v.parse(CardItem, before) : item,
        { holderName, expiryMonth, expiryYear },
        cvcExpiry?.expiresAt,
      );
    },

    async fingerprints(tenant, digits, now) {
      const fingerprintKey = await keys.current(tenant, 'fingerprint', now);
      const both = fingerprintKey.earlier
        ? [fingerprintKey, fingerprintKey.earlier]
        : [fingerprintKey];
      return both.map((key) => fingerprintOf(key, digits));
    },
  };
}

function reads({ cards, keys, codes, audit }: Services): Pick<CardVault, 'describe' | 'use'> {
  return {
    async describe(tenant, token, now, cvc) {
      const cvcTokens = isCardToken(token) && cvc !== 'leave out' ? [token] : [];
      const [item, cvcExpiry] = await Promise.all([
        find(cards, tenant, token),
        codes.expiryOf(tenant, cvcTokens, now),
      ]);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'display', keyVersionOf(item.display));
      const display = unpackDisplayData(openRecord(key, displayPlace(tenant, token), item.display));
      return maskedCard(item, display, cvcExpiry.get(token));
    },

    async use({ token, as, cvc: wanted, ...request }) {
      const { tenant } = request;
      const item = await find(cards, tenant, token);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'pan', keyVersionOf(item.sealed));
      await record(audit, as, request, token);
      const code =
        wanted === 'take' ? await codes.take({ ...request, cardToken: token }) : undefined;
      const card = unpackAndErase(openRecord(key, numberPlace(tenant, token), item.sealed));
      await recordUse(cards, item, request.now);
      return {
        ...card,
        ...(item.isBrandChosen && { chosenBrand: item.brand }),
        ...(code && { cvc: code }),
      };
    },
  };
}

function removal({ cards, codes, audit }: Services): Pick<CardVault, 'remove'> {
  return {
    async remove({ token, retainUntil, ...request }) {
      const { tenant, now } = request;
      const found = await find(cards, tenant, token);
      if (!found || (retainUntil !== undefined && found.retainUntil !== retainUntil)) return false;
      await codes.remove({ ...request, cardToken: token });
      await record(audit, 'card.deleted', request, token);
      const deleted = await cards().changeWhere(
        cardKey(tenant, token),
        {
          set: {
            deletedAt: now.toISOString(),
            deletedBy: request.actor,
            expiresAtSeconds: Math.ceil(now.getTime() / 1_000) + tombstoneSeconds,
          },
          remove: [
            ...['maskedNumber', 'brand', 'isBrandChosen', 'sealed', 'display'],
            ...['fingerprint', 'earlierFingerprint', 'retainUntil', 'retainSeconds', 'lastUsedAt'],
            ...['listPk', 'listSk', 'duePk', 'dueAt'],
          ],
        },
        {
          present: true,
          absent: ['deletedAt'],
          ...(retainUntil !== undefined && { oneOf: { retainUntil: [retainUntil] } }),
        },
      );
      return deleted !== undefined;
    },
  };
}

async function find(
  cards: () => Table,
  tenant: string,
  token: string,
): Promise<CardItem | undefined> {
  if (!isCardToken(token)) return undefined;
  const item = await cards().get(cardKey(tenant, token));
  // A deleted card leaves a tombstone that contains only its token.
  return item?.deletedAt === undefined && item ? v.parse(CardItem, item) : undefined;
}

function record(
  audit: AuditTrail,
  type: 'card.stored' | 'card.used' | 'card.shown' | 'card.deleted',
  { tenant, actor, reason, origin, requestId, now }: VaultRequest,
  cardToken: string,
) {
  return audit.record({
    tenant,
    type,
    actor,
    reason,
    cardToken,
    origin,
    requestId,
    now,
    result: 'allowed',
  });
}

/** A use extends how long a card is stored. A failure to record it does not refuse the use. */
async function recordUse(
  cards: () => Table,
  { tenant, token, retainSeconds, lastUsedAt, createdAt }: CardItem,
  now: Date,
) {
  if (now.getTime() - Date.parse(lastUsedAt ?? createdAt) < useRecordedMs) return;
  const key = cardKey(tenant, token);
  const until = new Date(now.getTime() + retainSeconds * 1_000);
  const retention = { retainUntil: until.toISOString(), ...dueKeys(key.pk, until) };
  const set = { lastUsedAt: now.toISOString(), ...retention };
  await cards()
    .changeWhere(key, { set }, { present: true, absent: ['deletedAt'] })
    .catch((error: unknown) => reportUnrecordedUse('card', error));
}
