import * as v from 'valibot';
import type { Log } from '#platform/log.ts';
import type { Item, Table } from '#platform/table/table.ts';
import { CardItem, unpackCard } from '../cards/card.ts';
import { cardKey, cardListKeys, displayPlace, numberPlace } from '../cards/card-vault.ts';
import {
  fingerprintOf,
  fingerprintVersionOf,
  keyVersionOf,
  openRecord,
  type Place,
  sealRecord,
  type TenantKey,
} from '../keys/envelope.ts';
import { eraseKey, type TenantKeys } from '../keys/tenant-keys.ts';

/** The keys that a tenant's cards are moved to. */
export interface NewestKeys {
  readonly pan: TenantKey;
  readonly display: TenantKey;
  readonly fingerprintKey: TenantKey;
  /**
   * The earlier fingerprint key, kept beside the newest one for a while; absent when that time is
   * over.
   */
  readonly earlierFingerprintKey?: TenantKey | undefined;
}

interface Services {
  readonly cards: Table;
  readonly tenantKeys: TenantKeys;
  readonly log: Log;
}

/** A stored card, with the fields that only the rotation reads. */
const RotatedCard = v.looseObject({
  ...CardItem.entries,
  earlierFingerprint: v.optional(v.string()),
  /**
   * How often its keys changed. The conditional write on it lets one of two concurrent changes win.
   */
  keysChanged: v.optional(v.number(), 0),
});
type RotatedCard = v.InferOutput<typeof RotatedCard>;

/** How many cards are rotated concurrently. */
const concurrency = 25;
/** How often a card is retried when another request changed it meanwhile. */
const maxAttempts = 3;

/** The result of one page. */
export interface PageResult {
  /** Cards that were encrypted with the newest keys. */
  readonly moved: number;
  /** Cards that stay under their old keys after an error. */
  readonly left: number;
  /** The card after which the next page begins; absent on the last page. */
  readonly after?: string;
}

/** How many cards a page has: as many as ten reads return. */
const cardPageSize = 1_000;

/**
 * Reads one page of a tenant's cards, and encrypts again those that are not under the wanted keys.
 * A card that is deleted meanwhile stays deleted, and an interrupted page can be repeated.
 */
export async function rotateCards(
  services: Services,
  tenant: string,
  wanted: NewestKeys,
  after: string | undefined,
): Promise<PageResult> {
  const { cards } = services;
  const { listPk } = cardListKeys(tenant, '', new Date(0).toISOString());
  const page = await cards.query(listPk, {
    index: 'by-list',
    limit: cardPageSize,
    ...(after !== undefined && { after }),
  });
  const items = await cards.batchGet(page.map(({ pk, sk }) => ({ pk, sk })));
  let [moved, left] = [0, 0];
  for (let from = 0; from < items.length; from += concurrency) {
    const some = items.slice(from, from + concurrency);
    for (const outcome of await Promise.all(
      some.map((item) => rotateCard(services, item, wanted)),
    )) {
      if (outcome === 'moved') moved += 1;
      if (outcome === 'left') left += 1;
    }
  }
  const last = page.at(-1)?.listSk;
  return {
    moved,
    left,
    ...(page.length === cardPageSize && last !== undefined && { after: last }),
  };
}

type Outcome = 'moved' | 'as wanted' | 'left';

/**
 * Rotates one card. A card that cannot be decrypted must not keep the others under their old keys.
 */
async function rotateCard(services: Services, item: Item, wanted: NewestKeys): Promise<Outcome> {
  try {
    let found: Item | undefined = item;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (!found || found.deletedAt !== undefined) return 'as wanted';
      const card = v.parse(RotatedCard, found);
      const changes = await changesOf(services.tenantKeys, card, wanted);
      if (!changes) return 'as wanted';
      if (await saveChanges(services.cards, card, changes)) return 'moved';
      [found] = await services.cards.batchGet([cardKey(card.tenant, card.token)]);
    }
    return 'left';
  } catch (error) {
    services.log.error('card left under its keys', error, { card: item.pk });
    return 'left';
  }
}

interface Changes {
  readonly set: Readonly<Record<string, unknown>>;
  readonly remove: readonly string[];
}

/**
 * A conditional write: it overwrites neither another rotation's change nor, above all, a deletion.
 */
function saveChanges(cards: Table, { tenant, token, keysChanged }: RotatedCard, changes: Changes) {
  return cards.changeWhere(
    cardKey(tenant, token),
    { ...changes, add: { keysChanged: 1 } },
    {
      present: true,
      absent: ['deletedAt'],
      atMost: { keysChanged },
      ...(keysChanged > 0 && { atLeast: { keysChanged } }),
    },
  );
}

/** The changes to a card; undefined when all of it is under the wanted keys. */
async function changesOf(
  keys: TenantKeys,
  card: RotatedCard,
  { pan, display: face, fingerprintKey: fpr, earlierFingerprintKey: earlierFpr }: NewestKeys,
): Promise<Changes | undefined> {
  const { tenant, token, fingerprint, earlierFingerprint } = card;
  const isNewPan = keyVersionOf(card.sealed) !== pan.version;
  const isNewDisplay = keyVersionOf(card.display) !== face.version;
  const isNewFingerprint = fingerprintVersionOf(fingerprint) !== fpr.version;
  const [earlier] = earlierFpr
    ? [fingerprint, earlierFingerprint].filter(
        (one) => one !== undefined && fingerprintVersionOf(one) === earlierFpr.version,
      )
    : [];
  const isNewEarlier = earlierFpr !== undefined && earlier === undefined;

  const set: Record<string, unknown> = {};
  if (isNewPan || isNewFingerprint || isNewEarlier) {
    const packed = await openSealed(keys, numberPlace(tenant, token), card.sealed);
    const { number } = unpackCard(packed);
    try {
      if (isNewPan) set.sealed = sealRecord(pan, numberPlace(tenant, token), packed);
      if (isNewFingerprint) set.fingerprint = fingerprintOf(fpr, number);
      if (isNewEarlier) set.earlierFingerprint = fingerprintOf(earlierFpr, number);
    } finally {
      packed.fill(0);
      number.fill(0);
    }
  }
  if (isNewDisplay) {
    const packed = await openSealed(keys, displayPlace(tenant, token), card.display);
    try {
      set.display = sealRecord(face, displayPlace(tenant, token), packed);
    } finally {
      packed.fill(0);
    }
  }
  if (earlier !== undefined && earlier !== earlierFingerprint) set.earlierFingerprint = earlier;
  const remove = !earlierFpr && earlierFingerprint !== undefined ? ['earlierFingerprint'] : [];
  return Object.keys(set).length + remove.length > 0 ? { set, remove } : undefined;
}

async function openSealed(keys: TenantKeys, place: Place, sealed: Uint8Array): Promise<Buffer> {
  const key = await keys.version(place.tenant, place.keyClass, keyVersionOf(sealed));
  try {
    return openRecord(key, place, sealed);
  } finally {
    eraseKey(key);
  }
}
