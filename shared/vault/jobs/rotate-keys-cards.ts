import * as v from 'valibot';
import type { Log } from '../../log.ts';
import type { Item, Table } from '../../table/table.ts';
import { CardItem, unpackCard } from '../cards/card.ts';
import { cardKey, cardListKeys, facePlace, numberPlace } from '../cards/card-vault.ts';
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

/** The keys that a tenant's cards are to be under. */
export interface Wanted {
  readonly pan: TenantKey;
  readonly face: TenantKey;
  readonly fpr: TenantKey;
  /** The key of the fingerprint that cards keep beside the newest one; absent when it is time to drop it. */
  readonly earlierFpr?: TenantKey | undefined;
}

interface Services {
  readonly cards: Table;
  readonly tenantKeys: TenantKeys;
  readonly log: Log;
}

/** A card as it is kept, with what the rotation alone looks at. */
const RotatedCard = v.looseObject({
  ...CardItem.entries,
  earlierFingerprint: v.optional(v.string()),
  /** How often its keys were changed: of two who change them at once, one wins. */
  keysChanged: v.optional(v.number(), 0),
});
type RotatedCard = v.InferOutput<typeof RotatedCard>;

/** How many cards are worked on at the same time. */
const atOnce = 25;
/** How often a card is tried again when somebody else changed it meanwhile. */
const tries = 3;

/** What came of one page. */
export interface Looked {
  /** Cards that were sealed anew. */
  readonly moved: number;
  /** Cards that had to be left under the keys they are under. */
  readonly left: number;
  /** Behind which card of the list the next page begins; absent when this was the last one. */
  readonly after?: string;
}

/** How many cards a page has: as many as are read in ten calls. */
const pageCards = 1_000;

/**
 * Looks through one page of a tenant's cards, and seals anew what is not under the wanted keys. A card
 * that is deleted meanwhile stays deleted, and what stops half-way can be done again.
 */
export async function lookThroughCards(
  services: Services,
  tenant: string,
  wanted: Wanted,
  after: string | undefined,
): Promise<Looked> {
  const { cards } = services;
  const { listPk } = cardListKeys(tenant, '', new Date(0).toISOString());
  const page = await cards.query(listPk, {
    index: 'by-list',
    limit: pageCards,
    ...(after !== undefined && { after }),
  });
  const items = await cards.batchGet(page.map(({ pk, sk }) => ({ pk, sk })));
  let [moved, left] = [0, 0];
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    for (const outcome of await Promise.all(some.map((item) => move(services, item, wanted)))) {
      if (outcome === 'moved') moved += 1;
      if (outcome === 'left') left += 1;
    }
  }
  const last = page.at(-1)?.listSk;
  return { moved, left, ...(page.length === pageCards && last !== undefined && { after: last }) };
}

type Outcome = 'moved' | 'as wanted' | 'left';

/** One card that cannot be opened must not keep the others under their old keys. */
async function move(services: Services, item: Item, wanted: Wanted): Promise<Outcome> {
  try {
    let found: Item | undefined = item;
    for (let attempt = 0; attempt < tries; attempt++) {
      if (!found || found.deletedAt !== undefined) return 'as wanted';
      const card = v.parse(RotatedCard, found);
      const changes = await changesOf(services.tenantKeys, card, wanted);
      if (!changes) return 'as wanted';
      if (await changed(services.cards, card, changes)) return 'moved';
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

/** Nobody else's change is written over: neither another rotation's nor, above all, a deletion. */
function changed(cards: Table, { tenant, token, keysChanged }: RotatedCard, changes: Changes) {
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

/** What is to be written over a card; undefined when everything is under the wanted keys. */
async function changesOf(
  keys: TenantKeys,
  card: RotatedCard,
  { pan, face, fpr, earlierFpr }: Wanted,
): Promise<Changes | undefined> {
  const { tenant, token, fingerprint, earlierFingerprint } = card;
  const isNewPan = keyVersionOf(card.sealed) !== pan.version;
  const isNewFace = keyVersionOf(card.face) !== face.version;
  const isNewPrint = fingerprintVersionOf(fingerprint) !== fpr.version;
  const [earlier] = earlierFpr
    ? [fingerprint, earlierFingerprint].filter(
        (one) => one !== undefined && fingerprintVersionOf(one) === earlierFpr.version,
      )
    : [];
  const isNewEarlier = earlierFpr !== undefined && earlier === undefined;

  const set: Record<string, unknown> = {};
  if (isNewPan || isNewPrint || isNewEarlier) {
    const packed = await opened(keys, numberPlace(tenant, token), card.sealed);
    const { number } = unpackCard(packed);
    try {
      if (isNewPan) set.sealed = sealRecord(pan, numberPlace(tenant, token), packed);
      if (isNewPrint) set.fingerprint = fingerprintOf(fpr, number);
      if (isNewEarlier) set.earlierFingerprint = fingerprintOf(earlierFpr, number);
    } finally {
      packed.fill(0);
      number.fill(0);
    }
  }
  if (isNewFace) {
    const packed = await opened(keys, facePlace(tenant, token), card.face);
    try {
      set.face = sealRecord(face, facePlace(tenant, token), packed);
    } finally {
      packed.fill(0);
    }
  }
  if (earlier !== undefined && earlier !== earlierFingerprint) set.earlierFingerprint = earlier;
  const remove = !earlierFpr && earlierFingerprint !== undefined ? ['earlierFingerprint'] : [];
  return Object.keys(set).length + remove.length > 0 ? { set, remove } : undefined;
}

async function opened(keys: TenantKeys, place: Place, sealed: Uint8Array): Promise<Buffer> {
  const key = await keys.version(place.tenant, place.keyClass, keyVersionOf(sealed));
  try {
    return openRecord(key, place, sealed);
  } finally {
    eraseKey(key);
  }
}
