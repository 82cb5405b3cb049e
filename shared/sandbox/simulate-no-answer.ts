import { jsonResponse, type RawResponse } from '../http/raw-response.ts';
import type { LedgerPayout } from './payout-ledger.ts';

/**
 * Simulates a missing answer after money moved, for destinations that ask for it. `wait` lasts
 * until the caller's timeout.
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
