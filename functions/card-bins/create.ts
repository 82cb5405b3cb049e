import { lambda } from '#merchants/lambda.ts';
import { newCardBin, presentCardBin } from '#operator/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { createCardBin } from '#operator/card-bins/operations.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardBins: CardBinStore;
}

/** Creates an operator's record of a range of cards. */
export const create = implement(createCardBin, async ({ body, now }, { cardBins }: Services) => {
  const record = newCardBin(body, now);
  await cardBins.add(record);
  return presentCardBin(record);
});

export const handler = lambda(
  create,
  () => ({ cardBins: cardBinStore(liveTable()) }),
  liveAdminKey,
);
