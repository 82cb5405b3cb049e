import * as v from 'valibot';
import { cardBinKey } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import { brandOfNetwork } from '#vocabulary/card-networks/card-networks.ts';
import { testBrandsOf } from '#vocabulary/card-networks/co-badged.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Brand } from './card.ts';

/** The brands of cards that have several: test cards, and the ranges that operators entered. */
export interface CoBadgedRanges {
  /**
   * The brands of cards with these first digits, eight or more, the default first. Empty for a card
   * with one brand.
   */
  brandsOf(digits: string): Promise<readonly Brand[]>;
}

/** The part of an operator's record of a range that names its brands. */
const Range = v.looseObject({
  network: v.optional(CardNetwork),
  coBadgedNetworks: v.optional(v.array(CardNetwork)),
});

/** @param table the switch's table; undefined for a vault that does not reach it */
export const coBadgedRanges = (
  table: (() => Pick<Table, 'batchGet'>) | undefined,
): CoBadgedRanges => ({
  async brandsOf(digits) {
    const ofTestCard = testBrandsOf(digits);
    if (ofTestCard.length > 0 || !table) return ofTestCard;
    // The longer range is the more specific one.
    const keys = [8, 6].map((length) => cardBinKey(digits.slice(0, length)));
    const items = await table().batchGet(keys, { eventual: true });
    const item = keys.flatMap(({ pk }) => items.filter((one) => one.pk === pk))[0];
    if (!item) return [];
    const { network, coBadgedNetworks = [] } = v.parse(Range, item);
    const networks = new Set([...(network ? [network] : []), ...coBadgedNetworks]);
    const brands = [...networks].flatMap((one) => brandOfNetwork(one) ?? []);
    return brands.length > 1 ? brands : [];
  },
});
