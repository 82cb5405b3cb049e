import { presentCardBin, updatedCardBin } from '../../shared/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { updateCardBin } from '../../shared/card-bins/operations.ts';
import { SwitchError } from '../../shared/errors.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
