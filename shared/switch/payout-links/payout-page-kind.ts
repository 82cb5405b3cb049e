import type { PayeeOutcome } from '#vocabulary/page-texts/page-texts.ts';
import type { Payout } from '../payouts/payout.ts';
import type { PayoutStatus } from '../payouts/payout-status.ts';

const kinds: Readonly<Record<PayoutStatus, PayeeOutcome | 'open'>> = {
  requires_payout_method_data: 'open',
  requires_confirmation: 'open',
  requires_creation: 'processing',
  requires_vendor_account_creation: 'processing',
  requires_fulfillment: 'processing',
  pending: 'processing',
  initiated: 'processing',
  success: 'paid',
  failed: 'failed',
  ineligible: 'failed',
  reversed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
};

/**
 * The page of a payout: the form while the payee can confirm, else the outcome. An open payout whose
 * time is over counts as expired.
 */
export function payoutPageKind(
  { status, expiresAt }: Pick<Payout, 'status' | 'expiresAt'>,
  now: Date,
): PayeeOutcome | 'open' {
  const kind = kinds[status];
  return kind === 'open' && now.getTime() > Date.parse(expiresAt) ? 'expired' : kind;
}
