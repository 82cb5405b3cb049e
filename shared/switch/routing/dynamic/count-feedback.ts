import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { keepsScores } from '#merchants/routing-settings/dynamic-settings.ts';
import { SwitchError } from '#platform/errors.ts';
import { countOutcomes } from './count-outcomes.ts';
import { accountsNamed } from './decide-gateway.ts';
import type { FeedbackRequest } from './evaluate-operations.ts';
import type { LearningMark } from './learning-mark.ts';
import { everyGroup, type LearnedOutcome } from './scores.ts';
import type { ScoresStore } from './scores-store.ts';

const results: Readonly<Partial<Record<FeedbackRequest['status'], LearnedOutcome['result']>>> = {
  CHARGED: 'success',
  AUTHORIZED: 'success',
  PARTIAL_CHARGED: 'success',
  TO_BE_CHARGED: 'success',
  AUTHORIZATION_FAILED: 'decline',
  DECLINED: 'decline',
  FAILURE: 'decline',
};

/**
 * Counts an outcome that the merchant reports: once for each payment and account. Counts nothing
 * where the status decides nothing or the profile keeps no scores. Returns a sentence about the
 * result.
 *
 * @throws SwitchError `invalid_request` for an account that is not the profile's,
 * `concurrent_update`
 */
export async function countFeedback(
  { gateway, status }: FeedbackRequest,
  { configuration, profile, payment }: FeedbackContext,
  scores: Pick<ScoresStore, 'change'>,
  now: Date,
): Promise<string> {
  const [account] = accountsNamed(configuration, profile.id, [gateway]);
  if (!account) {
    throw new SwitchError('invalid_request', {
      message: `gateway '${gateway}' not found for the given profile`,
    });
  }
  const { dynamicRouting } = profile;
  if (!dynamicRouting || !keepsScores(dynamicRouting)) {
    return 'Not counted: the profile keeps no scores.';
  }
  const result = results[status];
  if (!result) return `Not counted: ${status} decides nothing.`;
  const attemptId = `feedback ${payment.id} ${account.id}`;
  const group = payment.attempt.learning?.group ?? everyGroup;
  const outcome = { attemptId, accountId: account.id, group, result };
  let isNew = false;
  await scores.change(profile.merchantId, profile.id, (current) => {
    const counted = countOutcomes(current, [outcome], dynamicRouting, now);
    isNew = counted !== current;
    return counted;
  });
  return isNew ? 'Counted.' : 'Counted before.';
}

interface FeedbackContext {
  readonly configuration: Configuration;
  readonly profile: Profile;
  readonly payment: {
    readonly id: string;
    readonly attempt: { readonly learning?: LearningMark | undefined };
  };
}
