import { jsonResponse, type RawResponse } from '../http/raw-response.ts';
import type { LedgerPayout } from './payout-ledger.ts';

/**
 * What comes instead of an answer once money moved, where that is what the destination is for.
 * `wait` lasts until the caller has lost patience.
 */
export async function simulateNoAnswer(
  { manner, movements }: LedgerPayout,
  wait: () => Promise<unknown>,
): Promise<RawResponse | undefined> {
  if (movements.length === 0) return undefined;
  if (manner === 'never answers') await wait();
  if (manner !== 'answers 500') return undefined;
  return jsonResponse(500, { error: { code: 'DC_00', message: 'Something went wrong' } });
}
