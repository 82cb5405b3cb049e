import * as v from 'valibot';
import { randomHex } from '../../ids.ts';
import type { Table } from '../../table/table.ts';
import type { Actor, AuditTrail } from '../audit/audit-trail.ts';
import { fingerprintOf, keyVersionOf, openRecord, sealRecord } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { defaultCodeSeconds, type ServiceCodes } from '../service-codes/service-codes.ts';
import {
  type Brand,
  CardItem,
  type ClearCard,
  type MaskedCard,
  maskOf,
  packCard,
  packFace,
  type UsableCard,
  unpackCard,
  unpackFace,
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
  readonly serviceCode?: Uint8Array | undefined;
}

/** The only hands that touch a card number. Everybody else holds a token. */
export interface CardVault {
  /**
   * Stores a card under a new token, and its service code for a while. What can be erased of `card`
   * is the caller's to erase. Throws VaultError `service_unavailable`.
   */
  store(
    request: VaultRequest & { readonly retainSeconds?: number; readonly codeSeconds?: number },
    card: CardToStore,
  ): Promise<MaskedCard>;
  /** What may be shown of a card; undefined when this tenant has no such card. */
  describe(tenant: string, token: string, now: Date): Promise<MaskedCard | undefined>;
  /**
   * The whole card, for one use that the audit trail knows of before it happens. `serviceCode: 'take'`
   * takes its code along, which is then nowhere else. The caller erases it in `finally`.
   * Undefined when this tenant has no such card. Throws VaultError `service_unavailable`.
   */
  use(
    request: VaultRequest & {
      readonly token: string;
      readonly as: 'card.used' | 'card.shown';
      readonly serviceCode: 'take' | 'leave';
    },
  ): Promise<UsableCard | undefined>;
  /** Forgets a card and its code before it answers; false when this tenant has no such card. */
  remove(request: VaultRequest & { readonly token: string }): Promise<boolean>;
}

/** How long a card that nobody uses is kept, in seconds: 540 days. */
export const defaultRetainSeconds = 540 * 86_400;

export const cardKey = (tenant: string, token: string) => ({
  pk: `TENANT#${tenant}#CARD#${token}`,
  sk: 'CARD',
});

/** 32 lower-case hex characters. */
export const isCardToken = (text: string) => /^[0-9a-f]{32}$/.test(text);

const numberPlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'pan', group: 'card' }) as const;
const facePlace = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'face', group: 'face' }) as const;

interface Services {
  readonly cards: () => Table;
  readonly keys: TenantKeys;
  readonly codes: ServiceCodes;
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

  return {
    async store({ retainSeconds = defaultRetainSeconds, codeSeconds, ...request }, card) {
      const { tenant, now } = request;
      const token = randomHex();
      const [pan, face, fpr] = await Promise.all([
        keys.current(tenant, 'pan', now),
        keys.current(tenant, 'face', now),
        keys.current(tenant, 'fpr', now),
      ]);
      const packed = packCard(card);
      const createdAt = now.toISOString();
      const item: CardItem = {
        tenant,
        token,
        maskedNumber: maskOf(card.number),
        brand: card.brand,
        fingerprint: fingerprintOf(fpr, card.number),
        sealed: sealRecord(pan, numberPlace(tenant, token), packed),
        face: sealRecord(face, facePlace(tenant, token), packFace(card)),
        createdAt,
        retainUntil: new Date(now.getTime() + retainSeconds * 1_000).toISOString(),
      };
      packed.fill(0);
      await record('card.stored', request, token);
      await cards().putNew({
        ...item,
        ...cardKey(tenant, token),
        listPk: `TENANT#${tenant}#CARDS`,
        listSk: `${createdAt}#${token}`,
      });
      const { serviceCode: code } = card;
      const held =
        code &&
        (await codes.hold({
          ...request,
          cardToken: token,
          code,
          seconds: codeSeconds ?? defaultCodeSeconds,
        }));
      const { holderName, expiryMonth, expiryYear } = card;
      return {
        ...{ tenant, token, holderName, expiryMonth, expiryYear, createdAt },
        maskedNumber: item.maskedNumber,
        brand: item.brand,
        fingerprint: item.fingerprint,
        ...(held && { serviceCodeExpiresAt: held.expiresAt }),
      };
    },

    async describe(tenant, token, now) {
      const [item, held] = await Promise.all([
        find(tenant, token),
        codes.held(tenant, isCardToken(token) ? [token] : [], now),
      ]);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'face', keyVersionOf(item.face));
      const face = unpackFace(openRecord(key, facePlace(tenant, token), item.face));
      const serviceCodeExpiresAt = held.get(token);
      return {
        ...{ tenant, token, ...face },
        maskedNumber: item.maskedNumber,
        brand: item.brand,
        fingerprint: item.fingerprint,
        createdAt: item.createdAt,
        ...(serviceCodeExpiresAt && { serviceCodeExpiresAt }),
      };
    },

    async use({ token, as, serviceCode: wanted, ...request }) {
      const { tenant } = request;
      const item = await find(tenant, token);
      if (!item) return undefined;
      const key = await keys.version(tenant, 'pan', keyVersionOf(item.sealed));
      await record(as, request, token);
      const code =
        wanted === 'take' ? await codes.take({ ...request, cardToken: token }) : undefined;
      const packed = openRecord(key, numberPlace(tenant, token), item.sealed);
      const card = unpackCard(packed);
      packed.fill(0);
      return { ...card, ...(code && { serviceCode: code }) };
    },

    async remove({ token, ...request }) {
      const { tenant, now } = request;
      if (!(await find(tenant, token))) return false;
      await codes.drop({ ...request, cardToken: token });
      const deletedAt = now.toISOString();
      const gone = await cards().changeWhere(
        cardKey(tenant, token),
        {
          set: { deletedAt, deletedBy: request.actor },
          remove: [
            ...['maskedNumber', 'brand', 'fingerprint', 'sealed', 'face', 'retainUntil'],
            ...['listPk', 'listSk', 'duePk', 'dueAt'],
          ],
        },
        { present: true, absent: ['deletedAt'] },
      );
      if (!gone) return false;
      await record('card.deleted', request, token);
      return true;
    },
  };
}
