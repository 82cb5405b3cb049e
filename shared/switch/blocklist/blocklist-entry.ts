import * as v from 'valibot';
import { holdsCardNumber } from '#platform/card-numbers/card-number-inside.ts';
import { SwitchError } from '#platform/errors.ts';

/** The kinds of blocklist entries, as requests name them. */
export const BlockedBy = v.picklist(['card_bin', 'extended_card_bin', 'fingerprint']);
export type BlockedBy = v.InferOutput<typeof BlockedBy>;

/** The kinds of blocklist entries, as responses name them. */
export const DataKind = v.picklist(['payment_method', 'card_bin', 'extended_card_bin']);
export type DataKind = v.InferOutput<typeof DataKind>;

/** A card, or a range of cards, with which a merchant does not accept payments. */
export const BlocklistEntry = v.looseObject({
  merchantId: v.string(),
  kind: DataKind,
  /** A card's first six or eight digits, or the vault's fingerprint of a card. */
  data: v.string(),
  /** The merchant's own notes, which came with a file. */
  metadata: v.optional(v.record(v.string(), v.string())),
  createdAt: v.string(),
});
export type BlocklistEntry = v.InferOutput<typeof BlocklistEntry>;

const kinds: Readonly<Record<BlockedBy, DataKind>> = {
  card_bin: 'card_bin',
  extended_card_bin: 'extended_card_bin',
  fingerprint: 'payment_method',
};

/** The kind of entry that a request's type names. */
export const dataKindOf = (type: BlockedBy): DataKind => kinds[type];

/** The format that an entry's data lacks; undefined for valid data. */
export function expectedData(type: BlockedBy, data: string): string | undefined {
  if (type === 'card_bin' && !/^\d{6}$/.test(data)) return 'a 6 digit number';
  if (type === 'extended_card_bin' && !/^\d{8}$/.test(data)) return 'an 8 digit number';
  if (type === 'fingerprint' && holdsCardNumber(data)) return 'a fingerprint, no card number';
  return undefined;
}

/**
 * The blocklist entry that a request names.
 *
 * @throws SwitchError `invalid_data`
 */
export function entryOf(
  merchantId: string,
  type: BlockedBy,
  data: string,
  now: Date,
): BlocklistEntry {
  const expected = expectedData(type, data);
  if (expected) throw new SwitchError('invalid_data', { field: 'data', expected });
  return { merchantId, kind: dataKindOf(type), data, createdAt: now.toISOString() };
}

/** Presents an entry. */
export const presentEntry = ({ kind, data, createdAt }: BlocklistEntry) => ({
  fingerprint_id: data,
  data_kind: kind,
  created_at: createdAt,
});
