import * as v from 'valibot';
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
  createdAt: v.string(),
});
export type BlocklistEntry = v.InferOutput<typeof BlocklistEntry>;

const kinds: Readonly<Record<BlockedBy, DataKind>> = {
  card_bin: 'card_bin',
  extended_card_bin: 'extended_card_bin',
  fingerprint: 'payment_method',
};

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
  if (type === 'card_bin' && !/^\d{6}$/.test(data)) throw expects('a 6 digit number');
  if (type === 'extended_card_bin' && !/^\d{8}$/.test(data)) throw expects('an 8 digit number');
  return { merchantId, kind: kinds[type], data, createdAt: now.toISOString() };
}

const expects = (expected: string) => new SwitchError('invalid_data', { field: 'data', expected });

/** Presents an entry. */
export const presentEntry = ({ kind, data, createdAt }: BlocklistEntry) => ({
  fingerprint_id: data,
  data_kind: kind,
  created_at: createdAt,
});
