import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { needsScores } from '../../routing/dynamic/learned-routing.ts';
import type { Scores } from '../../routing/dynamic/scores.ts';
import type { Payment } from '../payment.ts';
import type { PaymentServices } from '../payment-services.ts';

/** What the payment's profile has learned: one small read, and none where it does not route by that. */
export async function scoresFor(
  { profiles }: Configuration,
  { merchantId, profileId }: Pick<Payment, 'merchantId' | 'profileId'>,
  { scores }: Pick<PaymentServices, 'scores'>,
): Promise<Scores | undefined> {
  const profile = profiles.find(({ id }) => id === profileId);
  return profile?.dynamicRouting && needsScores(profile)
    ? scores.recent(merchantId, profileId)
    : undefined;
}
