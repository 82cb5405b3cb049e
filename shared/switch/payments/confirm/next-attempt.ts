// Loaded late: most first attempts succeed.
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { failoverMinimumMs } from '#platform/time-limits.ts';
import type { Payment } from '../payment.ts';
import type { AttemptToSend, AuthorizationContext, SentAttempt } from './authorization-context.ts';
import { canStepUp } from './step-up.ts';
import type { OutcomeWithoutCharge } from './took-nothing.ts';

/** The decision to make another attempt, and the attempts that may follow it. */
export interface NextAttempt extends Pick<AttemptToSend, 'others' | 'retries'> {
  readonly account: ConnectorAccount;
  readonly reason: 'not_sent' | 'retry' | 'step_up';
}

interface Sent extends Pick<SentAttempt, 'payment' | 'source' | 'others' | 'retries'> {
  readonly outcome: OutcomeWithoutCharge;
}

type Context = Pick<AuthorizationContext, 'configuration' | 'body' | 'authenticationData'>;

/**
 * The next attempt after an outcome without a charge, if one is allowed: the request was not sent,
 * or it was declined and the operator's rule for the error advises to try again. A step-up asks the
 * same account again and comes before other accounts.
 *
 * Step-up has no setting of its own: a profile that has automatic retries has step-up too.
 *
 * @param remainingMs the time left for this request, in milliseconds
 */
export function nextAttempt(
  { payment, source, outcome, others, retries }: Sent,
  { configuration, ...request }: Context,
  remainingMs: number,
): NextAttempt | undefined {
  if (remainingMs < failoverMinimumMs) return undefined;
  const [account, ...rest] = others;
  if (outcome.result !== 'declined') {
    return account && { account, reason: 'not_sent', others: rest, retries };
  }
  const { advice } = outcome;
  if (!advice || retries >= maximumRetries(configuration, payment)) return undefined;
  const asked = accountOf(payment, configuration);
  const isAble = (one: ConnectorAccount) => canStepUp(payment, { ...request, source }, one);
  if (advice.stepUp && asked && isAble(asked)) {
    const able = others.filter(isAble);
    return { account: asked, reason: 'step_up', others: able, retries: retries + 1 };
  }
  if (!advice.retry || !account) return undefined;
  return { account, reason: 'retry', others: rest, retries: retries + 1 };
}

/** How many declines of one confirm the payment's profile follows by another attempt. */
function maximumRetries({ profiles }: Configuration, { profileId }: Payment): number {
  const { is_auto_retries_enabled: isEnabled, max_auto_retries_enabled: most } =
    profiles.find(({ id }) => id === profileId)?.settings ?? {};
  return isEnabled === true && typeof most === 'number' ? most : 0;
}

/** The account of the latest attempt; undefined when it was deleted. */
const accountOf = ({ attempt }: Payment, { connectorAccounts }: Configuration) =>
  connectorAccounts.find(({ id }) => id === attempt.connectorAccountId);
