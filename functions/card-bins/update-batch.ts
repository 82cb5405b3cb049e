import { lambda } from '#merchants/lambda.ts';
import { presentCardBin, updatedCardBin } from '#operator/card-bins/card-bin.ts';
import { type CardBinRow, readCardBinRows } from '#operator/card-bins/card-bin-rows.ts';
import { type CardBinStore, cardBinStore } from '#operator/card-bins/card-bin-store.ts';
import { type UpdateCardBinsResponse, updateCardBins } from '#operator/card-bins/operations.ts';
import { isSwitchError } from '#platform/errors.ts';
import { liveAdminKey } from '#platform/http/callers/admin-key.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { liveTable } from '#platform/table/table.ts';

interface Services {
  readonly cardBins: CardBinStore;
}

/** How many lines are saved in parallel. */
const batchSize = 20;

/**
 * Updates many ranges of cards. Each line is saved by itself and has its own result in the answer,
 * so an invalid line does not affect the others.
 */
export const updateBatch = implement(
  updateCardBins,
  async ({ body: { file }, now }, { cardBins }: Services) => {
    const bytes = typeof file === 'string' ? Buffer.from(file, 'utf8') : file.bytes;
    const rows = readCardBinRows(bytes);
    const answers: UpdateCardBinsResponse = [];
    for (let from = 0; from < rows.length; from += batchSize) {
      const some = rows.slice(from, from + batchSize);
      answers.push(...(await Promise.all(some.map((row) => updateRow(row, now, cardBins)))));
    }
    return answers;
  },
);

async function updateRow(
  row: CardBinRow,
  now: Date,
  cardBins: CardBinStore,
): Promise<UpdateCardBinsResponse[number]> {
  const { line, bin, request, wrong = 'invalid line' } = row;
  if (!request) return failedRow(line, bin, wrong);
  const before = await cardBins.get(request.card_iin);
  if (!before) return failedRow(line, bin, 'The provided card IIN does not exist');
  try {
    const saved = await cardBins.save(updatedCardBin(before, request, now));
    const outcome = { migration_error: null, migration_status: 'Success' } as const;
    return { line_number: line, ...presentCardBin(saved), ...outcome };
  } catch (error) {
    if (!isSwitchError(error, 'concurrent_update')) throw error;
    return failedRow(line, bin, 'The range is being changed by another request');
  }
}

const failedRow = (line: number, bin: string | null, why: string) => ({
  line_number: line,
  ...presentCardBin({ bin: bin ?? '' }),
  card_iin: bin,
  migration_error: why,
  migration_status: 'Failed' as const,
});

export const handler = lambda(
  updateBatch,
  () => ({ cardBins: cardBinStore(liveTable()) }),
  liveAdminKey,
);
