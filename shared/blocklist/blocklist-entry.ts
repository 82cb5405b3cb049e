import * as v from 'valibot';
import { SwitchError } from '../errors.ts';

/** What a merchant may block, in the words of its requests. */
export const BlockedBy = v.picklist(['card_bin', 'extended_card_bin', 'fingerprint']);
export type BlockedBy = v.InferOutput<typeof BlockedBy>;

/** The same in the words of the answers. */
export const DataKind = v.picklist(['payment_method', 'card_bin', 'extended_card_bin']);
export type DataKind = v.InferOutput<typeof DataKind>;

/** Something that a merchant does not want to be paid with. */
export const BlocklistEntry = v.looseObject({
  merchantId: v.string(),
  kind: DataKind,
  /** The first six or eight digits of cards, or the vault's fingerprint of one. */
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
 * What a request wants to have blocked, or not any more.
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

/** An entry as merchants see it. */
export const presentEntry = ({ kind, data, createdAt }: BlocklistEntry) => ({
  fingerprint_id: data,
  data_kind: kind,
  created_at: createdAt,
});
