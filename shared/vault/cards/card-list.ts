import * as v from 'valibot';
import type { Table } from '#platform/table/table.ts';
import type { CvcStore } from '../cvc/cvc-store.ts';
import { keyVersionOf, openRecord } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { VaultError } from '../vault-error.ts';
import { CardItem, type MaskedCard, maskedCard, unpackDisplayData } from './card.ts';
import { cardKey, cardListKeys, displayPlace } from './card-vault.ts';

export interface CardListServices {
  readonly cards: Table;
  readonly keys: Pick<TenantKeys, 'version'>;
  readonly codes: Pick<CvcStore, 'expiryOf'>;
}

export interface CardPage {
  readonly cards: readonly MaskedCard[];
  /** The token to continue after; null on the last page. */
  readonly next: string | null;
}

/** The fields of a tombstone that the list needs to continue after it. */
const Placed = v.looseObject({ token: v.string(), createdAt: v.string() });

/**
 * A page of a tenant's cards, the newest first. Every page costs the same reads. A card stored
 * meanwhile comes before the first page, so no card is shown twice. A page may be one card short
 * after a deletion.
 *
 * @throws VaultError `validation_error` when the tenant never had the card `after`
 */
export async function listCards(
  { cards, keys, codes }: CardListServices,
  {
    tenant,
    limit,
    after,
    now,
  }: {
    readonly tenant: string;
    readonly limit: number;
    readonly after?: string | undefined;
    readonly now: Date;
  },
): Promise<CardPage> {
  const from = after === undefined ? undefined : await placeOf(cards, tenant, after);
  const { listPk } = cardListKeys(tenant, '', now.toISOString());
  const entries = await cards.query(listPk, {
    index: 'by-list',
    limit: limit + 1,
    ...(from !== undefined && { after: from }),
  });
  const shown = entries.slice(0, limit);
  const tokens = shown.map(({ pk }) => tokenIn(pk));
  const [found, cvcExpiry] = await Promise.all([
    cards.batchGet(shown.map(({ pk, sk }) => ({ pk, sk }))),
    codes.expiryOf(tenant, tokens, now),
  ]);
  const items = found.flatMap((item) =>
    item.deletedAt === undefined ? [v.parse(CardItem, item)] : [],
  );
  const byPk = new Map(items.map((item) => [cardKey(tenant, item.token).pk, item]));
  const masked = shown.flatMap(({ pk }) => {
    const item = byPk.get(pk);
    return item ? [openCard(keys, item, cvcExpiry.get(item.token))] : [];
  });
  const last = entries.length > limit ? shown.at(-1) : undefined;
  return { cards: await Promise.all(masked), next: last ? tokenIn(last.pk) : null };
}

async function placeOf(cards: Table, tenant: string, token: string): Promise<string> {
  const item = await cards.get(cardKey(tenant, token));
  if (!item) throw new VaultError('validation_error', { 'pagination[after]': ['is not known'] });
  return cardListKeys(tenant, token, v.parse(Placed, item).createdAt).listSk;
}

async function openCard(
  keys: Pick<TenantKeys, 'version'>,
  item: CardItem,
  cvcExpiresAt: string | undefined,
): Promise<MaskedCard> {
  const { tenant, token, display } = item;
  const key = await keys.version(tenant, 'display', keyVersionOf(display));
  return maskedCard(
    item,
    unpackDisplayData(openRecord(key, displayPlace(tenant, token), display)),
    cvcExpiresAt,
  );
}

const tokenIn = (pk: string) => pk.slice(pk.lastIndexOf('#') + 1);
