import { newCardBin, presentCardBin } from '../../shared/card-bins/card-bin.ts';
import { type CardBinStore, cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { createCardBin } from '../../shared/card-bins/operations.ts';
import { liveAdminKey } from '../../shared/http/admin-key.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { liveTable } from '../../shared/table/table.ts';

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
