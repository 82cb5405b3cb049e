import { lambda } from '#merchants/lambda.ts';
import { presentCardBin, updatedCardBin } from '#operator/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { updateCardBin } from '#operator/card-bins/operations.ts';
import { SwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardBins: CardBinStore;
}

/** Updates an operator's record of a range of cards. */
export const update = implement(updateCardBin, async ({ body, now }, { cardBins }: Services) => {
  const before = await cardBins.get(body.card_iin);
  if (!before) throw new SwitchError('card_bin_not_found');
  return presentCardBin(await cardBins.save(updatedCardBin(before, body, now)));
});

export const handler = lambda(
  update,
  () => ({ cardBins: cardBinStore(liveTable()) }),
  liveAdminKey,
);
