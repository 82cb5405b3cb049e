import type { PaymentOutcome } from '#connectors/interface/payments.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';

/** What may still be tried for a payment in this confirm. */
export interface TriesLeft {
  /** The connector accounts that were not asked yet, best first. */
  readonly others: readonly ConnectorAccount[];
  /** How many declines may still be followed by another attempt. */
  readonly retries: number;
}

/** Another attempt, and what may be tried after it. */
export interface NextTry {
  readonly account: ConnectorAccount;
  readonly reason: 'not_sent' | 'retry' | 'step_up';
  readonly left: TriesLeft;
}

/** How often the profile of a payment has a decline followed by another attempt. */
export function retriesOf({ profiles }: Configuration, { profileId }: Pick<Payment, 'profileId'>) {
  const { is_auto_retries_enabled: isEnabled, max_auto_retries_enabled: most } =
    profiles.find(({ id }) => id === profileId)?.settings ?? {};
  return isEnabled === true && typeof most === 'number' ? most : 0;
}

/**
 * The next attempt after an outcome, if one is allowed. Only after an outcome that says for certain
 * that no money moved: the request was not sent, or it was declined and the operator's rule for the
 * error advises to try again. A step-up asks the same account again and comes before other accounts.
 *
 * There is no setting for step-up alone: a profile that has automatic retries has step-up too.
 *
 * @param canStepUp whether the customer can be authenticated at this account
 * @param asked the account whose outcome it is; undefined when it was deleted
 */
export function nextTry(
  outcome: PaymentOutcome,
  left: TriesLeft,
  asked: ConnectorAccount | undefined,
  canStepUp: (account: ConnectorAccount) => boolean,
): NextTry | undefined {
  const [account, ...others] = left.others;
  if (outcome.result === 'not_sent') {
    return account && { account, reason: 'not_sent', left: { ...left, others } };
  }
  // A capture that failed leaves the customer's money reserved.
  if (outcome.result !== 'declined' || outcome.attemptStatus === 'capture_failed') return undefined;
  const { advice } = outcome;
  if (!advice || left.retries <= 0) return undefined;
  const retries = left.retries - 1;
  if (advice.stepUp && asked && canStepUp(asked)) {
    const able = left.others.filter(canStepUp);
    return { account: asked, reason: 'step_up', left: { others: able, retries } };
  }
  if (!advice.retry || !account) return undefined;
  return { account, reason: 'retry', left: { others, retries } };
}
