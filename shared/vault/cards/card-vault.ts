import * as v from 'valibot';
import { randomHex } from '../../ids.ts';
import { dueKeys } from '../../table/due.ts';
import type { Table } from '../../table/table.ts';
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

/** Who asks for a card of which tenant, and why: it all goes into the audit trail. */
export interface VaultRequest {
  readonly tenant: string;
  readonly actor: Actor;
  readonly reason: string;
  /** The address that it came from, or `switch`. */
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface CardToStore extends ClearCard {
  readonly brand: Brand;
  /** ASCII digits. */
  readonly cvc?: Uint8Array | undefined;
}

export interface StoreRequest extends VaultRequest {
  /** How long it is kept without being used, in seconds. */
  readonly retainSeconds?: number;
  /** How long its service code is held, in seconds. */
  readonly cvcSeconds?: number;
  /**
   * The token to store it under, for whoever may have to store it twice: what the first of them
   * stored stays. Without it the token is a new one.
   */
  readonly token?: string;
}

/** The only hands that touch a card number. Everybody else holds a token. */
export interface CardVault {
  /**
   * Stores a card under a token, and its service code for a while: the code first, so that a card
   * that is there lacks nothing. What can be erased of `card` is the caller's to erase. Throws
   * VaultError `service_unavailable`.
   */
  store(request: StoreRequest, card: CardToStore): Promise<MaskedCard>;
  /**
   * What may be shown of a card; undefined when this tenant has no such card. Whoever knows what has
   * become of its service code leaves that out: then nobody looks for it.
   */
  describe(
    tenant: string,
    token: string,
    now: Date,
    cvc?: 'leave out',
  ): Promise<MaskedCard | undefined>;
  /**
   * The whole card, for one use that the audit trail knows of before it happens. `cvc: 'take'`
   * takes its code along, which is then nowhere else. The caller erases it in `finally`.
   * A card that is used is kept longer, which is written once a day at most.
   * Undefined when this tenant has no such card. Throws VaultError `service_unavailable`.
   */
  use(
    request: VaultRequest & {
      readonly token: string;
      readonly as: 'card.used' | 'card.shown';
      readonly cvc: 'take' | 'leave';
    },
  ): Promise<UsableCard | undefined>;
  /**
   * By which a tenant recognizes a number: the same that its stored cards have. For a while after the
   * tenant's key was changed there are two of them, the newest first. `digits` are ASCII, and nothing
   * of them is kept. Throws VaultError `service_unavailable`.
   */
  fingerprints(tenant: string, digits: Uint8Array, now: Date): Promise<readonly string[]>;
  /**
   * Forgets a card and its code before it answers; false when this tenant has no such card, or with
   * `retainUntil` when it is to be kept until another time than that.
   */
  remove(
    request: VaultRequest & { readonly token: string; readonly retainUntil?: string },
  ): Promise<boolean>;
}

/** How long a card that nobody uses is kept, in seconds: 540 days. */
export const defaultRetainSeconds = 540 * 86_400;

export const cardKey = (tenant: string, token: string) => ({
  pk: `TENANT#${tenant}#CARD#${token}`,
  sk: 'CARD',
});

/** Where the list of a tenant's cards is found, the newest first. */
export const cardListKeys = (tenant: string, token: string, createdAt: string) => ({
  listPk: `TENANT#${tenant}#CARDS`,
  listSk: `${String(lastMs - Date.parse(createdAt)).padStart(13, '0')}#${token}`,
});
/** The last millisecond of 13 digits, in the year 2286: the index sorts upwards, and we count down. */
const lastMs = 9_999_999_999_999;

/** A token that looks like no card number to whoever searches for one. */
export function newCardToken(): string {
  for (;;) {
    const token = randomHex();
    if (!/\d{12}/.test(token)) return token;
  }
}

/** How often it is written down that a card is in use, in milliseconds. */
const useRecordedMs = 86_400_000;
/** How long the name of a removed card is kept, in seconds: as long as the audit trail. */
const tombstoneSeconds = 400 * 86_400;

export const numberPlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'pan', group: 'card' }) as const;
export const displayPlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'display', group: 'display' }) as const;

/** Whatever comes of it, what was to be sealed is not left in memory. */
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

export function cardVault({ cards, keys, codes, audit }: Services): CardVault {
  async function find(tenant: string, token: string): Promise<CardItem | undefined> {
    if (!isCardToken(token)) return undefined;
    const item = await cards().get(cardKey(tenant, token));
    // A deleted card leaves its name behind, and nothing else.
    return item?.deletedAt === undefined && item ? v.parse(CardItem, item) : undefined;
  }

  const record = (
    type: 'card.stored' | 'card.used' | 'card.shown' | 'card.deleted',
    { tenant, actor, reason, origin, requestId, now }: VaultRequest,
    cardToken: string,
  ) =>
    audit.record({
      ...{ tenant, type, actor, reason, cardToken, origin, requestId, now },
      result: 'allowed',
    });

  /** A use is a reason to keep a card longer. That it cannot be written is no reason to refuse it. */
  async function recordUse(
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
      .catch(() => undefined);
  }

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
        brand: card.brand,
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
      await record('card.stored', request, token);
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

    async describe(tenant, token, now, cvc) {
      const cvcTokens = isCardToken(token) && cvc !== 'leave out' ? [token] : [];
      const [item, cvcExpiry] = await Promise.all([
        find(tenant, token),
        codes.expiryOf(tenant, cvcTokens, now),
      ]);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'display', keyVersionOf(item.display));
      const display = unpackDisplayData(openRecord(key, displayPlace(tenant, token), item.display));
      return maskedCard(item, display, cvcExpiry.get(token));
    },

    async use({ token, as, cvc: wanted, ...request }) {
      const { tenant } = request;
      const item = await find(tenant, token);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'pan', keyVersionOf(item.sealed));
      await record(as, request, token);
      const code =
        wanted === 'take' ? await codes.take({ ...request, cardToken: token }) : undefined;
      const card = unpackAndErase(openRecord(key, numberPlace(tenant, token), item.sealed));
      await recordUse(item, request.now);
      return { ...card, ...(code && { cvc: code }) };
    },

    async fingerprints(tenant, digits, now) {
      const fingerprintKey = await keys.current(tenant, 'fingerprint', now);
      const both = fingerprintKey.earlier
        ? [fingerprintKey, fingerprintKey.earlier]
        : [fingerprintKey];
      return both.map((key) => fingerprintOf(key, digits));
    },

    async remove({ token, retainUntil, ...request }) {
      const { tenant, now } = request;
      const found = await find(tenant, token);
      if (!found || (retainUntil !== undefined && found.retainUntil !== retainUntil)) return false;
      await codes.remove({ ...request, cardToken: token });
      await record('card.deleted', request, token);
      const deleted = await cards().changeWhere(
        cardKey(tenant, token),
        {
          set: {
            deletedAt: now.toISOString(),
            deletedBy: request.actor,
            expiresAtSeconds: Math.ceil(now.getTime() / 1_000) + tombstoneSeconds,
          },
          remove: [
            ...['maskedNumber', 'brand', 'fingerprint', 'earlierFingerprint', 'sealed', 'display'],
            ...['retainUntil', 'retainSeconds', 'lastUsedAt'],
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
