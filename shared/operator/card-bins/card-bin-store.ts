import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { ownMember } from '#platform/own-member.ts';
import { cardBinKey } from '#platform/table/shared-keys.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import { CardBin, type CardBinFacts, publishedTestBins } from './card-bin.ts';

export interface CardBinStore {
  /** The facts of cards that begin with these eight digits, or else with their first six. */
  find(bin: string): Promise<CardBinFacts | undefined>;
  /** An operator's record for exactly these digits. */
  get(bin: string): Promise<CardBin | undefined>;
  /** Throws `card_bin_exists`. */
  add(record: CardBin): Promise<void>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(record: CardBin): Promise<CardBin>;
}

/** The keys of the records for a card number, the most specific first. */
export const cardBinKeys = (digits: string): readonly Key[] =>
  [8, 6]
    .filter((length) => digits.length >= length)
    .map((length) => cardBinKey(digits.slice(0, length)));

/** The facts of a card number, from the items read under those keys. */
export function cardBinAmong(items: readonly Item[], digits: string): CardBinFacts | undefined {
  for (const { pk, sk } of cardBinKeys(digits)) {
    const item = items.find((one) => one.pk === pk && one.sk === sk);
    if (item) return v.parse(CardBin, item);
  }
  for (const bin of [digits.slice(0, 8), digits.slice(0, 6)]) {
    const published = ownMember(publishedTestBins, bin);
    if (published) return { bin, ...published };
  }
  return undefined;
}

export const cardBinStore = (table: Table): CardBinStore => ({
  async find(bin) {
    return cardBinAmong(await table.batchGet(cardBinKeys(bin), { eventual: true }), bin);
  },

  async get(bin) {
    const item = await table.get(cardBinKey(bin));
    return item && v.parse(CardBin, item);
  },

  async add(record) {
    const { bin } = record;
    if (await table.putNew({ ...record, ...cardBinKey(bin) })) {
      throw new SwitchError('card_bin_exists', { bin });
    }
  },

  async save(record) {
    return v.parse(CardBin, await table.save({ ...record, ...cardBinKey(record.bin) }));
  },
});
