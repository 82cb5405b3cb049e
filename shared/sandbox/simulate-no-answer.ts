import { jsonResponse, type RawResponse } from '#platform/http/response/raw-response.ts';
import type { LedgerPayout } from './payout-ledger.ts';

/** Whether the answer does not state that money moved, for destinations that ask for it. */
export const withholdsPayoutAnswer = ({ manner, movements }: LedgerPayout): boolean =>
  movements.length > 0 && (manner === 'never answers' || manner === 'answers 500');

/** Simulates a missing answer. `wait` lasts until the caller's timeout. */
export async function simulateNoAnswer(
  payout: LedgerPayout,
  wait: () => Promise<unknown>,
): Promise<RawResponse | undefined> {
  if (!withholdsPayoutAnswer(payout)) return undefined;
  if (payout.manner === 'never answers') {
    await wait();
    return undefined;
  }
  return jsonResponse(500, { error: { code: 'DC_00', message: 'Something went wrong' } });
}
